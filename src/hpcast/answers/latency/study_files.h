// The files of a study: one for each run, DIR/PANEL/CASE.json.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/latency/study.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// schemas/latency-run.schema.json. `latency`: of an answer, else null; its slowdowns are what the
// run has.
std::string run_text(const StudyRun& run, const LatencyResult* latency);

// Throws InputError where it is no such file.
StudyRun run_of(const Document& document);

}  // namespace hpcast::answers
