// A summary of a trace for people.
#pragma once

#include "hpcast/answers/trace/answer.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::report {

Document document(const answers::TraceSummary& summary);

}  // namespace hpcast::report
