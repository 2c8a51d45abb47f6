// Counts of what is executed, basic block by basic block, in the machine's code.
#pragma once

#include "marks.h"
#include "needed.h"

namespace hpcast::plugin {

// The function's data flow is known (df_analyze). What the tables of loops have of it goes there.
void count(function* fun, const Marked& marked, const NeededCode& code);

// What may run before a static program has storage of threads is not counted: it is looked for as
// the unit's functions are known.
void register_early_functions(const char* plugin);

}  // namespace hpcast::plugin
