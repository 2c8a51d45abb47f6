// `hpcast memory` as a benchmark uses it: run it, time it, read its result.
#pragma once

#include <string>
#include <vector>

#include "child.h"
#include "hpcast/answers/memory/answer.h"

namespace hpcast::bench {

struct Forecast {
  Cost cost;  // hpcast and the traced program together
  answers::MemoryAnswer result;
};

// hpcast memory MACHINE [OPTION...] -- PROGRAM...
Forecast forecast_online(const std::string& machine, const std::vector<std::string>& options,
                         const Command& program);
// hpcast memory MACHINE [OPTION...] TRACE
Forecast forecast_trace(const std::string& machine, const std::vector<std::string>& options,
                        const std::string& trace);

// "--set CLASS.read_bandwidth=…" and the same of write_bandwidth; bytes/s.
std::vector<std::string> set_bandwidth(const std::string& class_name, double bytes_per_second);

const answers::ObjectResult& object_named(const answers::MemoryAnswer& result,
                                          const std::string& name);

}  // namespace hpcast::bench
