// What an instruction asks of a core: which of its units, and for how long. Freestanding.
//
// A load or a store that an instruction makes besides is no part of its kind.
#pragma once

#include <cstdint>

namespace hpcast {

enum class InstructionKind : std::uint8_t {
  move,       // nothing: a register renamed, a constant, a no-op
  integer,    // add, subtract, compare, logic, address arithmetic on general registers
  shift,      // and rotate
  bit_count,  // and scans
  multiply,
  divide,
  load,            // nothing but the load
  store,           // nothing but the store
  float_add,       // and subtract
  float_compare,   // and the greater or less
  float_multiply,  // and the estimates of reciprocals
  float_fused,     // multiply-add
  float_divide,
  float_root,
  convert,  // between integers and floating point, or precisions
  logic,    // bitwise, on vector registers
  vector_integer,
  vector_multiply,  // of integers
  vector_shift,
  shuffle,   // and blends, unpacking, broadcasts
  transfer,  // between general and vector registers
  gather,
  jump,
  branch,  // conditional
  call,
  call_indirect,
  jump_indirect,
  ret,
  atomic,  // read, changed and written as one
  fence,
  string,  // one step of a repeated string instruction
  x87,
  other,  // what is microcode, mostly
};
inline constexpr unsigned instruction_kinds = static_cast<unsigned>(InstructionKind::other) + 1;

enum class Precision : std::uint8_t { none, single_precision, double_precision };
inline constexpr unsigned precisions = 3;

// By log2 of the bytes of the registers that an instruction works on: 1 to 64.
inline constexpr unsigned register_widths = 7;

}  // namespace hpcast
