// Counters whose parts were counted in several runs, under names of their own until they are added.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// What it is a part of: the name without the group, of other names the name.
std::string_view whole_name(std::string_view name);
std::string part_name(const std::string& counter, const std::string& group);
// Every column named by part_name() added to the others of its counter.
Table fold_parts(Table table);

}  // namespace hpcast::counters
