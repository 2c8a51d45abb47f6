// Hooks before the machine's instructions that refer to memory. They change nothing: what the
// processor executes besides them is what it would without.
#pragma once

#include "marks.h"
#include "needed.h"

namespace hpcast::plugin {

// Of what is the program's own, outside of loops that are told as a whole. Its data flow is known
// (df_analyze).
void tell_references(function* fun, const Marked& marked, const NeededCode& code);

}  // namespace hpcast::plugin
