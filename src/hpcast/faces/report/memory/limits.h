// What limits a forecast, as a table of text, and words for it.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/compare.h"
#include "hpcast/answers/memory/limits.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// "35.7 µs, 18.7× faster": the forecast without this limit; empty where it is worth nothing, or
// where nothing else takes time.
std::string without_words(const answers::Limit& limit, double time_s);

// The first few, of the whole run; empty where nothing limits.
std::string limits_section(const answers::MemoryAnswer& result, const TextOptions& options);

// "mem0 (memory)" where that is so on both sides, else by its class: "ddr (memory)".
std::string name_of(const answers::LimitDifference& row);
// Those that move; empty where none does.
std::string limits_section(const std::vector<answers::LimitDifference>& rows,
                           const TextOptions& options);

}  // namespace hpcast::report
