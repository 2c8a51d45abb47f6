// Answers about power as JSON: schemas/power-result.schema.json,
// schemas/power-fit.schema.json, schemas/job-power.schema.json.
#pragma once

#include <string>

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"

namespace hpcast::answers {

// The file's text, with a newline at its end.
std::string to_text(const PowerResult& result);
std::string to_text(const PowerFit& fit);
std::string to_text(const JobPower& job);

}  // namespace hpcast::answers
