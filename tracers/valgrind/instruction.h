// What VEX does not tell about an instruction, read from its own bytes (Intel's manual, volume 2,
// chapter 2 and appendix A). SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

enum class OpcodeMap : std::uint8_t { one_byte, x0f, x0f38, x0f3a, other };
// The mandatory prefix, as VEX numbers it.
enum class OpcodePrefix : std::uint8_t { none, x66, xf3, xf2 };

struct Instruction {
  OpcodeMap map = OpcodeMap::one_byte;
  OpcodePrefix prefix = OpcodePrefix::none;
  std::uint8_t opcode = 0;
  std::uint8_t modrm = 0;  // the byte after the opcode, ModRM where there is one
  bool vex = false;        // VEX-encoded: AVX, FMA, BMI
  bool wide = false;       // VEX.L: 256 bits
  bool rex_w = false;
  bool locked = false;
};

Instruction decode(const std::uint8_t* bytes, unsigned length);

// A store that bypasses the caches (VEX makes a plain one of it).
bool is_nontemporal_store(const Instruction& instruction);
// A store of chosen bytes, which VEX makes a load, a merge and a store.
bool is_masked_byte_store(const Instruction& instruction);
bool is_gather(const Instruction& instruction);
// A fused multiply-add (VEX splits a vector of them, and the loads of its operand, into lanes).
bool is_fused(const Instruction& instruction);
bool is_scalar_fused(const Instruction& instruction);
// Subtracts in every other element and adds in the rest (VEX computes both for all).
bool is_add_subtract(const Instruction& instruction);
bool is_x87(const Instruction& instruction);
// Arithmetic, logic, shift, compare or bit count on general registers or integers in memory;
// lea is one, moves and jumps are none.
bool is_integer_operation(const Instruction& instruction);
// Adds a constant to one general register, or subtracts one: add, sub, inc, dec, lea.
bool adds_constant(const Instruction& instruction);

}  // namespace hpcast::tracer
