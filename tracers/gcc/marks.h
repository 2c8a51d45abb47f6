// Marks of basic blocks, by which they are found again in the machine's code: statements that are
// no instructions.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// By number, from 0 on, in a compiler's run.
using Mark = unsigned;
inline constexpr Mark no_mark = ~0U;

// At the block's beginning.
Mark put_mark(basic_block block);

// no_mark: the instruction is none.
Mark mark_in(rtx_insn* instruction);

}  // namespace hpcast::plugin
