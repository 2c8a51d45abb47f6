// Answers about power for people.
#pragma once

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::report {

Document document(const answers::PowerAnswer& answer);
Document document(const answers::PowerFit& fit);
Document document(const answers::JobPower& job);

}  // namespace hpcast::report
