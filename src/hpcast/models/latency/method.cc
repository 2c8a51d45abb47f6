#include "hpcast/models/latency/method.h"

#include <algorithm>
#include <numeric>

namespace hpcast::latency {

namespace {

using answers::LatencyMethod;
using Names = std::vector<std::string>;
using Alternatives = std::vector<Names>;  // the one to take first, first

bool has_all(const counters::Table& table, const Names& names) {
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return table.column(name) != nullptr; });
}

// Stores do not wait for memory, so that reads are preferred where they are told apart.
const Alternatives last_level_misses{{"llc_misses"}, {"l3_misses"}};
const Alternatives last_level_read_misses{{"llc_read_misses"}, {"llc_misses"}, {"l3_misses"}};

Alternatives events_for(const counters::Table& table, LatencyMethod method) {
  switch (method) {
    case LatencyMethod::misses:
      return last_level_read_misses;
    case LatencyMethod::dimm:
      return {{"dram_reads", "dram_writes"}, {"dram_accesses"}};
    case LatencyMethod::dimm_reads:
      return {{"dram_reads"}};
    case LatencyMethod::memory_side:
      return {{"memory_side_misses"}};
    case LatencyMethod::stalls:
    case LatencyMethod::window:
      return {{}};
    default:
      if (table.column("memory_side_misses") != nullptr) return {{"memory_side_misses"}};
      return last_level_read_misses;
  }
}

// Reads in flight, and the time they are an average over.
const Alternatives outstanding_now{{"outstanding_read_cycles", "cycles"},
                                   {"outstanding_read_time", "cpu_time"}};

// At the longer latency where that is known: more reads overlap the longer they take.
Alternatives times_for(LatencyMethod method, double to_s) {
  const auto later = [&](const char* counter) { return counters::at_latency(counter, to_s); };
  switch (method) {
    case LatencyMethod::overlap_max:
    case LatencyMethod::overlap_add:
      return {{"outstanding_read_cycles", "cycles"},
              {later("outstanding_read_time"), later("cpu_time")},
              {"outstanding_read_time", "cpu_time"}};
    case LatencyMethod::overlap:
      return {{"outstanding_read_cycles", "cycles_with_outstanding_read"},
              {later("outstanding_read_time"), later("time_with_outstanding_read")},
              {"outstanding_read_time", "time_with_outstanding_read"}};
    case LatencyMethod::stalls:
      return {{"memory_stall_cycles", "cycles"}};
    case LatencyMethod::window:
      return {{later("cpu_time"), "cpu_time"}};
    default:
      return {{}};
  }
}

// Adds the first alternative that the table has; where it has none, what the first one lacks.
void choose(const counters::Table& table, const Alternatives& alternatives, Recipe& recipe) {
  for (const Names& names : alternatives) {
    if (!has_all(table, names)) continue;
    recipe.counters.insert(recipe.counters.end(), names.begin(), names.end());
    return;
  }
  for (const std::string& name : alternatives.front())
    if (table.column(name) == nullptr) recipe.missing.push_back(name);
}

Recipe recipe_of(const counters::Table& table, LatencyMethod method, const Alternatives& events,
                 double to_s) {
  Recipe recipe;
  recipe.method = method;
  choose(table, events, recipe);
  recipe.events = recipe.counters.size();
  choose(table, times_for(method, to_s), recipe);
  return recipe;
}

}  // namespace

bool divides(LatencyMethod method) {
  return method == LatencyMethod::overlap || method == LatencyMethod::overlap_max ||
         method == LatencyMethod::overlap_add;
}

Recipe recipe_for(const counters::Table& table, LatencyMethod method, double to_s) {
  return recipe_of(table, method, events_for(table, method), to_s);
}

Recipe recipe_for_outstanding(const counters::Table& table) {
  Recipe recipe;
  choose(table, outstanding_now, recipe);
  return recipe;
}

Recipe recipe_without_memory_side(const counters::Table& table, LatencyMethod method, double to_s) {
  if (table.column("memory_side_misses") == nullptr) {
    Recipe none;
    none.missing = {"memory_side_misses"};
    return none;
  }
  // Where the caches before it are counted apart by reads and writes, both went through it.
  Alternatives events{{"memory_side_hits", "memory_side_misses"}};
  events.insert(events.end(), last_level_misses.begin(), last_level_misses.end());
  // What was simulated is the machine with that cache; how far reads overlap is known all the same.
  if (method == LatencyMethod::window) method = LatencyMethod::overlap;
  if (method == LatencyMethod::stalls) method = LatencyMethod::misses;
  return recipe_of(table, method, events, to_s);
}

Extra extra_time(const Recipe& recipe, const Sample& sample, double from_s, double to_s) {
  const auto events_end = sample.values.begin() + static_cast<std::ptrdiff_t>(recipe.events);
  const double longer = to_s - from_s;
  Extra extra;
  extra.events = std::accumulate(sample.values.begin(), events_end, 0.0);
  extra.time = extra.events * longer;
  if (events_end == sample.values.end()) return extra;
  const double part = events_end[0], whole = events_end[1];
  const double ratio = whole > 0 ? part / whole : 0;
  switch (recipe.method) {
    case LatencyMethod::overlap_add:
      extra.time /= 1 + ratio;
      break;
    case LatencyMethod::stalls:
      extra.time = sample.busy_s * ratio * longer / from_s;
      return extra;
    case LatencyMethod::window:
      extra.time = part - whole;
      return extra;
    default:  // fewer than one on average is no reason for more time than the misses take
      extra.time /= std::max(1.0, ratio);
  }
  return extra;
}

}  // namespace hpcast::latency
