// What an x86-64 instruction asks of a core, by its opcode (Intel's manual, volume 2, appendix A).
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hpcast/inputs/blocks/description.h"
#include "instruction.h"

namespace hpcast::tracer {

// Where it does nothing but load or store, Kind::move: that is seen by its operands.
blocks::Kind kind_of(const Instruction& instruction);
// Of floating-point numbers; none for all else.
blocks::Precision precision_of(const Instruction& instruction, blocks::Kind kind);
// Of the registers that it works on, log2 of bytes.
unsigned log2_width_of(const Instruction& instruction, blocks::Kind kind);

}  // namespace hpcast::tracer
