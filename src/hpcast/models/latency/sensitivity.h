// How much slower a program gets when memory answers later, from its counters: the methods of
// memory-latency.txt (digest section 2), and more. docs/latency.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/latency/answer.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/models/latency/samples.h"

namespace hpcast::latency {

struct Request {
  double from_s = 0;         // latency of the memory that was counted with
  std::vector<double> to_s;  // longer ones
  Selection selection;
  std::optional<answers::LatencyMethod> method;  // instead of the best one
  std::vector<answers::LatencyTruth> truth;
};

// Throws InputError, naming the option, where it is no latency of a memory: seconds, at most 1.
void check_latency(const char* option, double latency);

// Where a table that was simulated tells of another latency than `from_s`: that; else empty.
std::string other_latency(const counters::Table& table, double from_s);

// All but `tool` and `inputs`. Throws InputError: latencies that are no latencies, a region or
// counters that are not there, negative counts, no time.
answers::LatencyAnswer sensitivity(const counters::Table& table, const Request& request);

}  // namespace hpcast::latency
