// Instructions behind register allocation that GCC does not look into.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// In both dialects of the assembler's; it changes the flags and, but for INVALID_REGNUM, a
// register. %0 in it stands for the operand, memory or a constant.
rtx assembler_text(const std::string& text, unsigned scratch = INVALID_REGNUM,
                   rtx operand = NULL_RTX);

}  // namespace hpcast::plugin
