// What an instruction of the machine's code refers to in memory.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

enum class Use { read, write, nontemporal };

struct Reference {
  Use use;
  rtx address;
  addr_space_t segment;
  unsigned HOST_WIDE_INT bytes;
  bool is_aligned;  // to its own size
  tree expression;  // of the optimised program, whose first bytes they are; null: of none
};

// Behind register allocation, in the order in which they are made. Left out: what the compiler has
// put into memory itself (return addresses, arguments, registers that it saves or that do not
// suffice, constants of its own, what the linker fills in), lanes of a vector (hooks.h), what
// repeats itself (repetition_in()), what assembler text in the program does, and other segments
// than that of threads.
std::vector<Reference> references_of(rtx_insn* instruction);

// Lanes of a vector that an instruction loads or stores, each where it lies, or those of a mask.
struct LaneReferences {
  Use use;
  unsigned count;  // 0: it has none
  unsigned bytes;  // each
};
LaneReferences lanes_in(rtx_insn* instruction);

// An instruction that copies to where %rdi points or fills it, as often as %rcx says.
struct Repetition {
  unsigned bytes;  // each time; 0: it is none
  bool copies;     // from where %rsi points
};
Repetition repetition_in(rtx_insn* instruction);

}  // namespace hpcast::plugin
