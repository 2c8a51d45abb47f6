// What the benchmarks run: the programs of the build tree they lie in themselves.
#pragma once

#include <string>

namespace hpcast::bench {

// Paths below build/PRESET, found from this program's own place in it.
std::string hpcast_program();
std::string native_workload(const std::string& name);
std::string traced_workload(const std::string& name);

}  // namespace hpcast::bench
