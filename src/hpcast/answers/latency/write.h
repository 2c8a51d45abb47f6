// A LatencyResult as JSON: schemas/latency.schema.json, docs/latency.md.
#pragma once

#include <string>

#include "hpcast/answers/latency/answer.h"

namespace hpcast::answers {

// The file's text, with a newline at its end.
std::string to_text(const LatencyResult& result);

}  // namespace hpcast::answers
