// An answer about latency for people.
#pragma once

#include "hpcast/answers/latency/answer.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::report {

Document document(const answers::LatencyAnswer& answer);

}  // namespace hpcast::report
