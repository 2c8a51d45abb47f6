// What an instruction asks of a core, as base/instruction_kind.h has it: from GCC's own attributes
// of x86's instructions.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

struct WorkOfInstruction {
  InstructionKind kind = InstructionKind::other;
  Precision precision = Precision::none;
  unsigned log2_width = 3;  // of the registers that it works on, in bytes
};

// Of an instruction behind register allocation.
WorkOfInstruction work_of(rtx_insn* instruction);

// It adds a constant to a general register.
bool adds_constant(rtx_insn* instruction);

}  // namespace hpcast::plugin
