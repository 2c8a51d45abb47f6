// Two results side by side: what `hpcast compare A B` tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

struct Load {
  double time_s = 0;
  double occupancy = 0;     // of the forecast of its own side
  std::uint64_t bytes = 0;  // read and written
};

// An object, or the busiest object of a level; none on a side that lacks it.
struct LoadDifference {
  std::string name;  // of the object; "cache, level 3" of a level
  Kind kind = Kind::core;
  std::optional<Load> a, b;
};

inline bool changes(const LoadDifference& row) {
  return (row.a ? row.a->time_s : 0) != (row.b ? row.b->time_s : 0);
}

// Of a phase; none on a side that lacks it.
struct TimeDifference {
  std::string name;
  std::optional<double> a_s, b_s;
};

// Of what limits; none on a side where it takes next to nothing (least_limit).
struct LimitDifference {
  LimitKind kind = LimitKind::core;
  std::string name;
  std::optional<Limit> a, b;
};

struct Comparison {
  std::string title_a, title_b;
  double time_a_s = 0, time_b_s = 0;
  Bottleneck bottleneck_a, bottleneck_b;
  std::string limit_a, limit_b;         // limit_words() of each
  std::vector<LimitDifference> limits;  // those that move: A's order, then what only B has
  std::vector<LoadDifference> levels;   // nearest to the core first; idle ones left out
  std::vector<LoadDifference> objects;  // matched by name, the largest change of time first
  std::vector<TimeDifference> phases;   // A's order, then what only B has; empty without phases
  std::vector<std::string> caveats;     // why the two may not be comparable
  std::string lower_bound;              // "A", "B": only its time is one; else empty

  double speedup() const;  // time A / time B; above 1: B is faster. 1 when both are 0
};

Comparison compare(const MemoryAnswer& a, const MemoryAnswer& b);

// "B is 1.8× faster (1.42 s → 0.79 s); the bottleneck moves from mem3 (memory) to r0 (router)"
std::string headline(const Comparison& comparison);

}  // namespace hpcast::answers
