// Regions that lie in one another, which sums over regions would count several times.
#pragma once

#include <string>

#include "hpcast/counters/table.h"

namespace hpcast::counters {

// Regions named like folders, as control groups are: "a" counts what "a/b" does. What the inner
// ones counted is taken out of the outer one, with a note.
void take_inner_out_of_outer(Table& table);

// Of regions that a source does not tell to lie in one another: a warning, where the counts allow
// for it; empty: they do not.
std::string possible_nesting(const Table& table);

}  // namespace hpcast::counters
