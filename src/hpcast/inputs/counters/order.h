// In which order tables name and list what they hold.
#pragma once

#include <string_view>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// "CPU2" before "CPU10".
bool natural_less(std::string_view a, std::string_view b);

// By start, then thread, then region.
void sort_rows(Table& table);

}  // namespace hpcast::counters
