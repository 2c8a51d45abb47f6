// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction.h"

namespace hpcast::tracer {
namespace {

class Bytes {
 public:
  Bytes(const std::uint8_t* bytes, unsigned length) : next_(bytes), end_(bytes + length) {}
  std::uint8_t peek() const { return next_ < end_ ? *next_ : 0; }
  std::uint8_t take() { return next_ < end_ ? *next_++ : 0; }

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

OpcodeMap map_of(unsigned vex_map) {
  switch (vex_map) {
    case 1:
      return OpcodeMap::x0f;
    case 2:
      return OpcodeMap::x0f38;
    case 3:
      return OpcodeMap::x0f3a;
    default:
      return OpcodeMap::other;
  }
}

void take_vex(Bytes& bytes, Instruction& instruction) {
  instruction.vex = true;
  const bool three_bytes = bytes.take() == 0xc4;
  instruction.map = three_bytes ? map_of(bytes.take() & 0x1f) : OpcodeMap::x0f;
  const std::uint8_t last = bytes.take();
  instruction.rex_w = three_bytes && (last & 0x80) != 0;
  instruction.wide = (last & 4) != 0;
  instruction.prefix = static_cast<OpcodePrefix>(last & 3);
}

// REX and the escapes to other opcode maps.
void take_map(Bytes& bytes, Instruction& instruction) {
  if ((bytes.peek() & 0xf0) == 0x40) instruction.rex_w = (bytes.take() & 8) != 0;
  if (bytes.peek() != 0x0f) return;
  bytes.take();
  instruction.map = OpcodeMap::x0f;
  if (bytes.peek() != 0x38 && bytes.peek() != 0x3a) return;
  instruction.map = bytes.take() == 0x38 ? OpcodeMap::x0f38 : OpcodeMap::x0f3a;
}

// Whether it was one. The last of 66, F2, F3 counts; segments, lock and address size do not matter.
bool take_prefix(Bytes& bytes, Instruction& instruction) {
  switch (bytes.peek()) {
    case 0x66:
      if (instruction.prefix == OpcodePrefix::none) instruction.prefix = OpcodePrefix::x66;
      break;
    case 0xf2:
      instruction.prefix = OpcodePrefix::xf2;
      break;
    case 0xf3:
      instruction.prefix = OpcodePrefix::xf3;
      break;
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
    case 0x67:
      break;
    case 0xf0:
      instruction.locked = true;
      break;
    default:
      return false;
  }
  bytes.take();
  return true;
}

// 00-3F: add, or, adc, sbb, and, sub, xor, cmp, in six forms of eight opcodes each.
bool is_alu_opcode(std::uint8_t opcode) { return opcode < 0x40 && (opcode & 7) < 6; }

bool is_integer_one_byte(const Instruction& i) {
  const unsigned reg = (i.modrm >> 3) & 7;
  switch (i.opcode) {
    case 0x69:
    case 0x6b:  // imul
    case 0x80:
    case 0x81:
    case 0x83:  // immediate forms of the eight
    case 0x84:
    case 0x85:
    case 0xa8:
    case 0xa9:  // test
    case 0x8d:  // lea
    case 0xa6:
    case 0xa7:
    case 0xae:
    case 0xaf:  // cmps, scas
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:  // shifts, rotations
    case 0xf6:
    case 0xf7:  // test, not, neg, mul, div
      return true;
    case 0xfe:
    case 0xff:
      return reg < 2;  // inc, dec; the rest jumps and pushes
    default:
      return is_alu_opcode(i.opcode);
  }
}

bool is_integer_0f(const Instruction& i) {
  switch (i.opcode) {
    case 0xa3:
    case 0xab:
    case 0xb3:
    case 0xbb:
    case 0xba:  // bt and its kin
    case 0xa4:
    case 0xa5:
    case 0xac:
    case 0xad:  // shld, shrd
    case 0xaf:  // imul
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1:  // cmpxchg, xadd
    case 0xb8:
    case 0xbc:
    case 0xbd:  // popcnt, bsf, bsr
      return !i.vex;
    default:
      return false;
  }
}

// BMI, crc32.
bool is_integer_0f38(const Instruction& i) {
  if (i.vex) return i.opcode >= 0xf2 && i.opcode <= 0xf7;
  return (i.opcode == 0xf0 || i.opcode == 0xf1) && i.prefix == OpcodePrefix::xf2;
}

}  // namespace

Instruction decode(const std::uint8_t* start, unsigned length) {
  Instruction instruction;
  Bytes bytes(start, length);
  while (take_prefix(bytes, instruction)) {
  }
  if (bytes.peek() == 0xc4 || bytes.peek() == 0xc5) {
    take_vex(bytes, instruction);
  } else {
    take_map(bytes, instruction);
  }
  instruction.opcode = bytes.take();
  instruction.modrm = bytes.peek();
  return instruction;
}

bool is_nontemporal_store(const Instruction& i) {
  if (i.map != OpcodeMap::x0f) return false;
  return i.opcode == 0x2b || i.opcode == 0xe7 || (i.opcode == 0xc3 && !i.vex) ||
         is_masked_byte_store(i);
}

bool is_masked_byte_store(const Instruction& i) {
  return i.map == OpcodeMap::x0f && i.opcode == 0xf7 &&
         (i.prefix == OpcodePrefix::x66 || i.prefix == OpcodePrefix::none);
}

bool is_gather(const Instruction& i) {
  return i.vex && i.map == OpcodeMap::x0f38 && i.opcode >= 0x90 && i.opcode <= 0x93;
}

bool is_fused(const Instruction& i) {
  return i.vex && i.map == OpcodeMap::x0f38 && i.prefix == OpcodePrefix::x66 && i.opcode >= 0x96 &&
         i.opcode <= 0xbf && (i.opcode & 0xf) >= 6;
}

bool is_scalar_fused(const Instruction& i) {
  return is_fused(i) && (i.opcode & 0xf) >= 9 && (i.opcode & 1) != 0;
}

bool is_add_subtract(const Instruction& i) { return i.map == OpcodeMap::x0f && i.opcode == 0xd0; }

bool is_x87(const Instruction& i) {
  return i.map == OpcodeMap::one_byte && (i.opcode & 0xf8) == 0xd8;
}

bool is_integer_operation(const Instruction& i) {
  switch (i.map) {
    case OpcodeMap::one_byte:
      return is_integer_one_byte(i);
    case OpcodeMap::x0f:
      return is_integer_0f(i);
    case OpcodeMap::x0f38:
      return is_integer_0f38(i);
    case OpcodeMap::x0f3a:
      return i.vex && i.opcode == 0xf0;  // rorx
    case OpcodeMap::other:
      return false;
  }
  return false;
}

bool adds_constant(const Instruction& i) {
  if (i.map != OpcodeMap::one_byte) return false;
  const unsigned mod = i.modrm >> 6, reg = i.modrm >> 3 & 7, rm = i.modrm & 7;
  const bool add_or_sub = reg == 0 || reg == 5;
  switch (i.opcode) {
    case 0x05:
    case 0x2d:
      return true;
    case 0x81:
    case 0x83:
      return mod == 3 && add_or_sub;
    case 0xff:
      return mod == 3 && reg < 2;  // inc, dec
    case 0x8d:
      return (mod == 1 || mod == 2) && rm != 4;  // lea of a register and a distance
    default:
      return false;
  }
}

}  // namespace hpcast::tracer
