// What `hpcast latency` answers, as plain data: docs/latency.md, schemas/latency.schema.json.
//
// A slowdown is the run time at a latency over the one that was measured: 1 means no slower.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/answers/answer.h"

namespace hpcast::answers {

// How extra time is made of counters (memory-latency.txt, sections 3.4, 4 and 5). O: reads
// outstanding, on average over the time of the run.
enum class LatencyMethod : std::uint8_t {
  misses,       // every last-level miss waits for the longer latency in full
  dimm,         // every access of the memory modules (CAS), reads and writes
  dimm_reads,   // their reads alone
  memory_side,  // every miss of the memory-side cache
  overlap_max,  // misses / max(1, O)
  overlap_add,  // misses / (1 + O)
  overlap,      // misses / reads outstanding on average while there is one
  stalls,       // stalls on memory, as much longer as the latency is
  window,       // simulated at both latencies
};
inline constexpr int latency_method_count = 9;
WordList words_of(LatencyMethod);
const char* name_of(LatencyMethod method);     // "misses", "dimm-reads", "overlap-max", …
const char* meaning_of(LatencyMethod method);  // a few words
std::optional<LatencyMethod> latency_method_named(std::string_view name);

struct LatencyForecast {
  LatencyMethod method = LatencyMethod::misses;
  std::vector<std::string> counters;  // that it is made of
  double events = 0;                  // misses or accesses; 0 where it is made of times
  std::vector<double> overlap;        // what they were divided by on average, by to_s; or empty
  std::vector<double> slowdown;       // by LatencyAnswer::to_s
  // Of the thread that suffers most; empty where threads are not told apart.
  std::vector<double> worst_thread;
  bool operator==(const LatencyForecast&) const = default;
};

// A method that the counters do not allow.
struct LatencyMissing {
  LatencyMethod method = LatencyMethod::misses;
  std::vector<std::string> counters;  // that it takes and the table does not have
  bool operator==(const LatencyMissing&) const = default;
};

struct LatencyInterval {
  double start_s = 0, duration_s = 0;
  std::string region;
  double misses_per_s = 0;
  std::optional<double> outstanding;  // reads, on average over the interval
  std::vector<double> slowdown;       // by LatencyAnswer::to_s, by the chosen method
  bool operator==(const LatencyInterval&) const = default;
};

struct LatencyTruth {
  double to_s = 0;
  double slowdown = 1;  // measured
  bool operator==(const LatencyTruth&) const = default;
};

struct LatencyAnswer : Answer {
  static constexpr AnswerKind kind = {"hpcast-latency-answer", "hpcast latency", "docs/latency.md",
                                      "busy_s", "latency.schema.json"};
  double from_s = 0;                             // the latency that was measured with
  std::vector<double> to_s;                      // ascending
  double time_s = 0;                             // wall-clock time of the run
  double busy_s = 0;                             // of its threads together
  LatencyMethod method = LatencyMethod::misses;  // that was asked for, or the best one
  std::vector<LatencyForecast> forecasts;        // in the order of the enumeration
  std::vector<LatencyMissing> missing;
  // By to_s, the least and the most that any method says, or could.
  std::vector<double> lower, upper;
  // By to_s, without the memory-side cache; empty where there is none.
  std::vector<double> without_memory_side;
  std::vector<LatencyInterval> intervals;  // empty where there is only one
  std::vector<LatencyTruth> truth;         // ascending
  bool operator==(const LatencyAnswer&) const = default;

  const LatencyForecast* forecast(LatencyMethod of) const;  // null: not allowed
};
// What it consists of in files.
void describe(Mapping& m, LatencyAnswer& result);

// "1.42", "14.2", "142".
std::string slowdown_text(double slowdown);

// What a run can be slowed down by at most, at to_s[i]: as much as the latency grows, where nothing
// but waiting for it is left. A method's own formula may say more.
double most_slowdown(const LatencyAnswer& result, std::size_t i);
// What a method says at to_s[i], "> 11.1" where that is more than can be.
std::string possible_slowdown_text(const LatencyAnswer& result, std::size_t i, double slowdown);
// What the chosen method says at to_s[i], but no more than that.
double slowdown_at(const LatencyAnswer& result, std::size_t i);

// Measured at that latency, if it was.
std::optional<double> truth_at(const LatencyAnswer& result, double to_s);
// |forecast - measured| / measured, on average over the latencies that were measured; at least one.
double mean_error(const LatencyAnswer& result, const LatencyForecast& forecast);
// The paper's open question (section 5): how far CAS counting and the correction by outstanding
// reads lie apart, and which of them is nearer to what was measured. Empty where one is missing.
std::string open_question(const LatencyAnswer& result);
// A line for each method that the counters do not allow: "stalls: no cycles, no …".
std::vector<std::string> left_out(const LatencyAnswer& result);

// "1.42 times the run time at 500 ns instead of 175 ns (1.1 to 1.9), 3.1 times at 1 us; by overlap"
std::string verdict_line(const LatencyAnswer& result);

}  // namespace hpcast::answers
