// The programs whose power hpcast measures: basic loops and kernels of applications
// (workloads/power), sized for this host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::forecast {

struct PowerProgram {
  std::string name;                  // "streams-4"
  std::vector<std::string> command;  // the program is a name in the folder of programs, or in PATH
};

// What the sizes depend on, in bytes.
struct HostCaches {
  std::uint64_t l1 = 0;    // of a core
  std::uint64_t l2 = 0;    // a core's share
  std::uint64_t last = 0;  // all caches of the last level together
  std::uint64_t cores = 1;
};
HostCaches host_caches(const dat::Machine& host);

// All of them, each to run for so long.
std::vector<PowerProgram> power_programs(const HostCaches& caches, double seconds);

// Those named; "streams" stands for streams-0, streams-1 and so on. All, where there are no names.
// Throws InputError for a name that none has.
std::vector<PowerProgram> named(const std::vector<PowerProgram>& programs,
                                const std::vector<std::string>& names);

}  // namespace hpcast::forecast
