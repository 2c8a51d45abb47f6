// The lines of LIKWID's timeline mode, likwid-perfctr -t.
#pragma once

#include <string>
#include <string_view>

#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

bool is_likwid_timeline(std::string_view text);
Table read_likwid_timeline(Lines lines, const std::string& file, const Aliases& aliases);

}  // namespace hpcast::counters
