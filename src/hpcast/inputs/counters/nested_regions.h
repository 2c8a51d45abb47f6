// Regions that lie in one another, which sums over regions would count several times.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// Regions named like folders, as control groups are: "a" counts what "a/b" does. What the inner
// ones counted is taken out of the outer one, with a note.
void take_inner_out_of_outer(Table& table);

// Regions that ran at once, as control groups do: what all of them did together becomes the whole
// program's, where it has no rows of its own, so that their times are not added up. With a note.
void add_regions_together(Table& table);

// Of regions that a source does not tell to lie in one another: a warning, where the counts allow
// for it; empty: they do not.
std::string possible_nesting(const Table& table);

}  // namespace hpcast::counters
