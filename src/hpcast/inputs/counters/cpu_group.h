// The names of groups of CPUs in perf's tables.
#pragma once

#include <string_view>

#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

// "S0", "S0-D0-C1", "N0", "D0": a socket, a core, a node, a die.
inline bool is_cpu_group(std::string_view name) {
  return name.size() > 1 && (name[0] == 'S' || name[0] == 'D' || name[0] == 'N') &&
         is_digit(name[1]) && name.find_first_of(" ._/:") == std::string_view::npos;
}

}  // namespace hpcast::counters
