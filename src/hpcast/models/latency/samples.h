// A counter table as the methods want it: who was busy how long in an interval, and how much of
// each counter there was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::latency {

// One interval of one thread or, where a counter is not told apart by thread (memory controllers
// count for all), of all of them.
struct Sample {
  double start_s = 0, duration_s = 0;
  double busy_s = 0;  // of the thread, or of all of them added up
  std::uint32_t thread = 0, region = 0;
  std::vector<double> values;  // of the counters asked for
};

struct Samples {
  std::vector<Sample> all;  // by start
  bool by_thread = false;
};

struct Selection {
  std::string region;  // empty: all
  // So many threads were busy, whatever the table tells; they are not looked at one by one.
  std::optional<std::uint32_t> threads;
};

// Empty where the counters are never there together.
Samples samples_with(const counters::Table& table, const std::vector<std::string>& counters,
                     const Selection& selection);

}  // namespace hpcast::latency
