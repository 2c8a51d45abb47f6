// What `hpcast latency study` answers: one program run with every value of a panel (a storage
// format, say) and every case (a matrix), each forecast as `hpcast latency` does. Plain data, and
// the files of a study: docs/latency-study.md, schemas/latency-run.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/latency/answer.h"

namespace hpcast::answers {

enum class StudyOutcome : std::uint8_t {
  answered,
  refused,  // by the program: more memory needed than it may take
  failed,
};
WordList words_of(StudyOutcome);
const char* name_of(StudyOutcome outcome);

struct StudySlowdowns {
  LatencyMethod method = LatencyMethod::misses;
  std::vector<double> slowdown;  // by StudyRun::to_s
  bool operator==(const StudySlowdowns&) const = default;
};

// Outstanding reads from then on.
struct StudyInterval {
  double start_s = 0, duration_s = 0, outstanding = 0;
  bool operator==(const StudyInterval&) const = default;
};

struct StudyRun {
  std::string panel;  // a value of the panel
  std::string name;   // of the case
  StudyOutcome outcome = StudyOutcome::failed;
  std::string reason;                              // why there is no answer
  std::vector<std::string> command;                // empty where the run broke off
  std::optional<std::uint64_t> working_set_bytes;  // as the program told it
  std::uint64_t scale = 1;                         // the machine's caches are so many times smaller
  double wall_s = 0;                               // that tracing and simulating took
  // Of an answer alone.
  double from_s = 0;
  std::vector<double> to_s;
  LatencyMethod method = LatencyMethod::misses;  // the best one
  std::vector<StudySlowdowns> slowdowns;
  std::vector<StudyInterval> over_time;
  std::string case_sha256;  // where the case is a file
  bool operator==(const StudyRun&) const = default;

  const std::vector<double>* by(LatencyMethod of) const;  // null: not allowed
};

struct StudyResult {
  std::string machine;
  std::string panel_name, case_name;  // "format", "matrix"
  std::vector<std::string> panels;    // in their order
  std::vector<std::string> cases;
  double from_s = 0;         // the machine's own; 0 where nothing was answered
  std::vector<double> to_s;  // ascending
  double working_set = 0;    // at least so many times the last cache; 0: scaled by `scale`
  std::uint64_t scale = 1;
  bool same_caches = false;                      // for all runs of a case, by the first panel's
  LatencyMethod method = LatencyMethod::misses;  // that is shown
  bool over_time = false;                        // show outstanding reads, too
  std::vector<StudyRun> runs;
};

struct Spread {
  double median = 0, least = 0, most = 0;
};
// Of no values: zeros.
Spread spread_of(std::vector<double> values);

struct PanelSummary {
  std::string panel;
  std::size_t answered = 0, refused = 0, failed = 0;
  std::vector<Spread> slowdown;  // by to_s; empty where nothing was answered
};
// `panel` empty: all of them.
PanelSummary summary_of(const StudyResult& study, const std::string& panel);
std::vector<PanelSummary> summaries_of(const StudyResult& study);

// Those that have an answer, the least median first.
std::vector<PanelSummary> ranked_panels(const StudyResult& study);

// The answered runs of a panel, the least slowdown at that latency first.
std::vector<const StudyRun*> sorted_runs(const StudyResult& study, const std::string& panel,
                                         std::size_t latency);

// "260 of 270 runs; at 1 us the median slowdown is 1.8 times, DIA 4.1, CRS 1.6; 10 refused"
std::string verdict_line(const StudyResult& study);

// What a reader must know to make sense of the slowdowns.
std::vector<std::string> assumptions_of(const StudyResult& study);

}  // namespace hpcast::answers
