// What limits a forecast, as a table of text, and words for it.
#pragma once

#include <string>
#include <vector>

#include "hpcast/report/text.h"
#include "hpcast/result/compare.h"
#include "hpcast/result/limits.h"

namespace hpcast::report {

// "35.7 µs, 18.7× faster": the forecast without this limit; empty where it is worth nothing, or
// where nothing else takes time.
std::string without_words(const result::Limit& limit, double time_s);

// The first few, of the whole run; empty where nothing limits.
std::string limits_section(const result::MemoryResult& result, const TextOptions& options);

// "mem0 (memory)" where that is so on both sides, else by its class: "ddr (memory)".
std::string name_of(const result::LimitDifference& row);
// Those that move; empty where none does.
std::string limits_section(const std::vector<result::LimitDifference>& rows,
                           const TextOptions& options);

}  // namespace hpcast::report
