// What counters say of each other: data are missed no more often than they are referred to, and in
// a level of caches no more often than in the one before it.
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

// By PAPI's names, and others that counters/aliases.h knows.
CounterRoles roles_of(const std::vector<std::string>& metrics);

// The level of caches whose misses a metric counts, from 1 on; 0: it counts something else.
unsigned level_of(const std::string& metric);

// A metric that counts no more than `most` do together: misses of a level, than those of the level
// before it, or than references.
struct Limit {
  std::size_t metric = 0;
  std::vector<std::size_t> most;
  bool operator==(const Limit&) const = default;
};

// What names let expect, the first levels first. Hardware may have it otherwise, where what is
// fetched ahead counts as well.
std::vector<Limit> limits_by_name(const std::vector<std::string>& metrics);

}  // namespace hpcast::countergen
