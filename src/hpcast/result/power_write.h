// Answers about power as JSON: schemas/power-result.schema.json,
// schemas/power-fit.schema.json, schemas/job-power.schema.json.
#pragma once

#include <string>

#include "hpcast/result/job_power.h"
#include "hpcast/result/power_fit.h"
#include "hpcast/result/power_result.h"

namespace hpcast::result {

// The file's text, with a newline at its end.
std::string to_text(const PowerResult& result);
std::string to_text(const PowerFit& fit);
std::string to_text(const JobPower& job);

}  // namespace hpcast::result
