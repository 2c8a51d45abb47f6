// The files of a study: one for each run, DIR/PANEL/CASE.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/latency/study.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// A run as its file has it.
struct StudyRunFile {
  static constexpr AnswerKind kind = {"hpcast-latency-run", "hpcast latency study: PANEL/CASE.json",
                                      "docs/latency-study.md", "case", "latency-run.schema.json"};
  StudyRun run;
  std::optional<LatencyAnswer> latency;
};
void describe(Mapping& m, StudyRunFile& file);

// schemas/latency-run.schema.json. `latency`: of an answer, else null; its slowdowns are what the
// run has.
std::string run_text(const StudyRun& run, const LatencyAnswer* latency);

// Throws InputError where it is no such file.
StudyRun run_of(const Document& document);

}  // namespace hpcast::answers
