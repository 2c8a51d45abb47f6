// What counters say of each other: data are missed no more often than they are referred to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hpcast::countergen {

// Indices of metrics.
struct CounterRoles {
  std::vector<std::size_t> references;  // that count all references together; or none
  std::vector<std::size_t> misses;      // of data, in whichever cache
};

// By PAPI's names.
CounterRoles roles_of(const std::vector<std::string>& metrics);

}  // namespace hpcast::countergen
