// What machine instructions count as, as base/operation_counts.h has it: for x86.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// In the order in which tracers/compiler/runtime/counts.h has them.
struct Operations {
  static constexpr unsigned widths = 4;  // scalar, 128, 256, 512 bits
  unsigned instructions = 0;
  unsigned integer = 0;
  unsigned dp_flops[widths]{}, sp_flops[widths]{};
  unsigned x87_flops = 0;

  Operations& operator+=(const Operations& more);
};
inline constexpr unsigned operation_words = sizeof(Operations) / sizeof(unsigned);
const unsigned* words_of(const Operations& operations);

// Of an instruction behind register allocation.
Operations operations_of(rtx_insn* instruction);

}  // namespace hpcast::plugin
