// Counts of what is executed, piece by piece, in the machine's code; and a word for who wants to
// know which pieces these are.
#pragma once

#include "pieces.h"

namespace hpcast::plugin {

// All of the function's, whose data flow is known (df_analyze); they are described. What the tables
// of loops have of it goes there.
void count(const std::vector<Piece>& pieces);
bool is_counted(function* fun);

// What may run before a static program has storage of threads is not: it is looked for as the
// unit's functions are known.
void register_early_functions(const char* plugin);

}  // namespace hpcast::plugin
