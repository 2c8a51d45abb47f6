// Small machines, for tests.
#pragma once

#include <string>

#include "hpcast/inputs/dat/read.h"

namespace hpcast::memsim {

// Two cores with a first cache of 4 KiB each, which share a memory: with those members besides of
// the cores' class and of the memory's.
inline dat::Machine two_core_machine(const std::string& core, const std::string& memory) {
  return dat::parse_machine(R"({
    "core_class": [{"name": "c")" +
                                core + R"(}],
    "cache_class": [{"name": "l1", "capacity": 4096, "associativity": 4, "linesize": 64,
                     "read_bandwidth": 1e11, "latency": "1 ns"}],
    "mem_class": [{"name": "m", "capacity": 1073741824, "linesize": 64)" +
                                memory + R"(}],
    "router_class": [{"name": "r", "read_bandwidth": 1e11}], "edge_class": [{"name": "e"}],
    "core_obj": [{"name": "c0", "class": "c"}, {"name": "c1", "class": "c"}],
    "cache_obj": [{"name": "l1_0", "class": "l1"}, {"name": "l1_1", "class": "l1"}],
    "mem_obj": [{"name": "m", "class": "m"}], "router_obj": [{"name": "r", "class": "r"}],
    "edge_obj": [{"name": "e0", "class": "e", "source": "c0", "target": "l1_0"},
                 {"name": "e1", "class": "e", "source": "c1", "target": "l1_1"},
                 {"name": "e2", "class": "e", "source": "l1_0", "target": "r"},
                 {"name": "e3", "class": "e", "source": "l1_1", "target": "r"},
                 {"name": "e4", "class": "e", "source": "r", "target": "m"}]})",
                            "two cores");
}

}  // namespace hpcast::memsim
