// A CounterForecast as JSON: schemas/counter-forecast.schema.json.
#pragma once

#include <string>

#include "hpcast/answers/counters/answer.h"

namespace hpcast::answers {

// The file's text, with a newline at its end.
std::string to_text(const CounterForecast& forecast);

}  // namespace hpcast::answers
