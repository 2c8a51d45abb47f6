// What each method makes of the counters of a stretch of time.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/latency/answer.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/models/latency/samples.h"

namespace hpcast::latency {

// The counters that a method takes of a table, at one longer latency.
struct Recipe {
  answers::LatencyMethod method = answers::LatencyMethod::misses;
  std::vector<std::string> counters;  // events first, then what tells how they overlap
  std::size_t events = 0;             // so many of them are events, to be added up
  // Where counters are missing: the ones of the alternative that people would count first.
  std::vector<std::string> missing;
};
Recipe recipe_for(const counters::Table& table, answers::LatencyMethod method, double to_s);

// What tells how many reads are outstanding on average, at the present latency.
Recipe recipe_for_outstanding(const counters::Table& table);

// The same method as if there were no memory-side cache: what misses the caches before it goes to
// memory. Missing where there is no such cache.
Recipe recipe_without_memory_side(const counters::Table& table, answers::LatencyMethod method,
                                  double to_s);

struct Extra {
  double time = 0;    // s that all this takes longer
  double events = 0;  // misses, accesses
};
// `sample` holds the recipe's counters.
Extra extra_time(const Recipe& recipe, const Sample& sample, double from_s, double to_s);

// Made of misses divided by how many of them overlap.
bool divides(answers::LatencyMethod method);

}  // namespace hpcast::latency
