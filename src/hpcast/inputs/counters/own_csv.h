// The CSV that hpcast writes itself, and reads back without a difference.
#pragma once

#include <string>
#include <string_view>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

inline constexpr std::string_view own_csv_mark = "# hpcast counters";

bool is_own_csv(std::string_view text);
Table read_own_csv(std::string_view text, const std::string& file);

}  // namespace hpcast::counters
