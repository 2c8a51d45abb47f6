// Pieces of the page that bench/trace-generation draws; report/kit/markup.h puts a page around
// them.
#pragma once

#include <string>

#include "hpcast/answers/counters/answer.h"
#include "table.h"
#include "trace_generation_regressors.h"

namespace hpcast::bench {

std::string table_card(const std::string& heading, const std::string& note, const Table& table);

// Events forecast over those measured, and a histogram of their errors.
std::string comparison_section(const std::string& heading,
                               answers::CounterForecast::Comparison l1_misses);

// Errors by the length of the history, a line a regressor; and the same in numbers.
std::string history_section(const Trials& trials);

}  // namespace hpcast::bench
