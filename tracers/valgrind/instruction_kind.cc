// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction_kind.h"

namespace hpcast::tracer {
namespace {

using blocks::Kind;
using blocks::Precision;

// Opcodes from `first` to `last` are of that kind; of several rows, the first counts.
struct Row {
  std::uint8_t first, last;
  Kind kind;
};

template <unsigned rows>
Kind look_up(const Row (&table)[rows], std::uint8_t opcode, Kind otherwise) {
  for (const Row& row : table)
    if (opcode >= row.first && opcode <= row.last) return row.kind;
  return otherwise;
}

bool is_register_form(const Instruction& i) { return i.modrm >> 6 == 3; }
unsigned extension_of(const Instruction& i) { return i.modrm >> 3 & 7; }
bool is_scalar_prefix(const Instruction& i) {
  return i.prefix == OpcodePrefix::xf2 || i.prefix == OpcodePrefix::xf3;
}

// A load where the operand is in memory.
Kind unless_loaded(const Instruction& i, Kind kind) {
  return is_register_form(i) ? kind : Kind::move;
}

Kind kind_of_group(const Instruction& i) {
  const unsigned extension = extension_of(i);
  if (i.opcode == 0xf6 || i.opcode == 0xf7)
    return extension < 4 ? Kind::integer : extension < 6 ? Kind::multiply : Kind::divide;
  if (extension < 2) return Kind::integer;
  if (i.opcode == 0xfe) return Kind::other;
  return extension < 4 ? Kind::call_indirect : extension < 6 ? Kind::jump_indirect : Kind::move;
}

constexpr Row one_byte[] = {
    {0x50, 0x5f, Kind::move},  // push, pop
    {0x68, 0x68, Kind::move},  // push
    {0x69, 0x69, Kind::multiply}, {0x6a, 0x6a, Kind::move},    {0x6b, 0x6b, Kind::multiply},
    {0x70, 0x7f, Kind::branch},   {0x80, 0x85, Kind::integer}, {0x88, 0x8b, Kind::move},
    {0x8d, 0x8d, Kind::integer},  // lea
    {0x8f, 0x90, Kind::move},     // pop, nop
    {0x91, 0x99, Kind::integer},  // xchg, sign extensions
    {0x9b, 0x9b, Kind::x87},      {0x9e, 0x9f, Kind::integer}, {0xa0, 0xa3, Kind::move},
    {0xa4, 0xa7, Kind::string},   {0xa8, 0xa9, Kind::integer}, {0xaa, 0xaf, Kind::string},
    {0xb0, 0xbf, Kind::move},     {0xc0, 0xc1, Kind::shift},   {0xc2, 0xc3, Kind::ret},
    {0xc6, 0xc7, Kind::move},     {0xc9, 0xc9, Kind::move},    {0xd0, 0xd3, Kind::shift},
    {0xd7, 0xd7, Kind::move},     {0xd8, 0xdf, Kind::x87},     {0xe0, 0xe3, Kind::branch},
    {0xe8, 0xe8, Kind::call},     {0xe9, 0xe9, Kind::jump},    {0xeb, 0xeb, Kind::jump},
    {0xf5, 0xf5, Kind::integer},  {0xf8, 0xf9, Kind::integer}, {0xfc, 0xfd, Kind::integer},
};

Kind kind_of_one_byte(const Instruction& i) {
  if (i.opcode < 0x40) return (i.opcode & 7) < 6 ? Kind::integer : Kind::other;
  if (i.opcode == 0x63) return unless_loaded(i, Kind::integer);  // movsxd
  if (i.opcode == 0x86 || i.opcode == 0x87)
    return is_register_form(i) ? Kind::integer : Kind::atomic;  // xchg, which locks memory unasked
  if (i.opcode == 0x90 && i.prefix == OpcodePrefix::xf3) return Kind::other;  // pause
  if (i.opcode == 0xf6 || i.opcode == 0xf7 || i.opcode >= 0xfe) return kind_of_group(i);
  return look_up(one_byte, i.opcode, Kind::other);
}

constexpr Row two_bytes[] = {
    {0x0d, 0x0d, Kind::move},  // prefetches
    {0x10, 0x11, Kind::move},           {0x14, 0x15, Kind::shuffle},
    {0x18, 0x1f, Kind::move},  // prefetches, no-ops
    {0x28, 0x29, Kind::move},           {0x2a, 0x2a, Kind::convert},
    {0x2b, 0x2b, Kind::move},           {0x2c, 0x2d, Kind::convert},
    {0x2e, 0x2f, Kind::float_compare},  {0x40, 0x4f, Kind::integer},  // conditional moves
    {0x50, 0x50, Kind::transfer},       {0x51, 0x51, Kind::float_root},
    {0x52, 0x53, Kind::float_multiply}, {0x54, 0x57, Kind::logic},
    {0x58, 0x58, Kind::float_add},      {0x59, 0x59, Kind::float_multiply},
    {0x5a, 0x5b, Kind::convert},        {0x5c, 0x5c, Kind::float_add},
    {0x5d, 0x5d, Kind::float_compare},  {0x5e, 0x5e, Kind::float_divide},
    {0x5f, 0x5f, Kind::float_compare},  {0x60, 0x63, Kind::shuffle},
    {0x64, 0x66, Kind::vector_integer}, {0x67, 0x6d, Kind::shuffle},
    {0x6f, 0x6f, Kind::move},           {0x70, 0x70, Kind::shuffle},
    {0x71, 0x73, Kind::vector_shift},   {0x74, 0x76, Kind::vector_integer},
    {0x77, 0x77, Kind::move},       // vzeroupper
    {0x7c, 0x7d, Kind::float_add},  // of neighbours
    {0x7f, 0x7f, Kind::move},           {0x80, 0x8f, Kind::branch},
    {0x90, 0x9f, Kind::integer},        {0xa3, 0xa3, Kind::integer},
    {0xa4, 0xa5, Kind::shift},          {0xab, 0xab, Kind::integer},
    {0xac, 0xad, Kind::shift},          {0xaf, 0xaf, Kind::multiply},
    {0xb0, 0xb1, Kind::integer},        {0xb3, 0xb3, Kind::integer},
    {0xb8, 0xb8, Kind::bit_count},      {0xba, 0xbb, Kind::integer},
    {0xbc, 0xbd, Kind::bit_count},      {0xc0, 0xc1, Kind::integer},
    {0xc2, 0xc2, Kind::float_compare},  {0xc3, 0xc3, Kind::move},
    {0xc4, 0xc5, Kind::transfer},       {0xc6, 0xc6, Kind::shuffle},
    {0xc7, 0xc7, Kind::atomic},         {0xc8, 0xcf, Kind::integer},
    {0xd0, 0xd0, Kind::float_add},      {0xd1, 0xd3, Kind::vector_shift},
    {0xd4, 0xd4, Kind::vector_integer}, {0xd5, 0xd5, Kind::vector_multiply},
    {0xd6, 0xd6, Kind::move},           {0xd7, 0xd7, Kind::transfer},
    {0xdb, 0xdb, Kind::logic},          {0xdf, 0xdf, Kind::logic},
    {0xd8, 0xe0, Kind::vector_integer}, {0xe1, 0xe2, Kind::vector_shift},
    {0xe3, 0xe3, Kind::vector_integer}, {0xe4, 0xe5, Kind::vector_multiply},
    {0xe6, 0xe6, Kind::convert},        {0xe7, 0xe7, Kind::move},
    {0xeb, 0xeb, Kind::logic},          {0xef, 0xef, Kind::logic},
    {0xe8, 0xee, Kind::vector_integer}, {0xf0, 0xf0, Kind::move},
    {0xf1, 0xf3, Kind::vector_shift},   {0xf4, 0xf6, Kind::vector_multiply},
    {0xf8, 0xfe, Kind::vector_integer},
};

// movlps and its kin: half a register, which is merged where it is loaded.
Kind kind_of_half_move(const Instruction& i) {
  if (is_register_form(i)) return Kind::shuffle;
  const bool stores = i.opcode == 0x13 || i.opcode == 0x17;
  return stores || is_scalar_prefix(i) ? Kind::move : Kind::shuffle;
}

Kind kind_of_0f(const Instruction& i) {
  switch (i.opcode) {
    case 0x10:
    case 0x11:
      return is_scalar_prefix(i) && is_register_form(i) ? Kind::shuffle : Kind::move;
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x17:
      return kind_of_half_move(i);
    case 0x6e:
      return unless_loaded(i, Kind::transfer);
    case 0x7e:
      return i.prefix == OpcodePrefix::xf3 ? Kind::move : unless_loaded(i, Kind::transfer);
    case 0xae:
      return is_register_form(i) && extension_of(i) >= 5 ? Kind::fence : Kind::other;
    case 0xb6:
    case 0xb7:
    case 0xbe:
    case 0xbf:  // movzx, movsx
      return unless_loaded(i, Kind::integer);
    default:
      return look_up(two_bytes, i.opcode, Kind::other);
  }
}

constexpr Row map_0f38[] = {
    {0x00, 0x00, Kind::shuffle},
    {0x04, 0x04, Kind::vector_multiply},
    {0x0b, 0x0b, Kind::vector_multiply},
    {0x01, 0x0a, Kind::vector_integer},
    {0x0c, 0x0d, Kind::shuffle},
    {0x0e, 0x0f, Kind::transfer},
    {0x10, 0x10, Kind::shuffle},
    {0x13, 0x13, Kind::convert},
    {0x14, 0x16, Kind::shuffle},
    {0x17, 0x17, Kind::transfer},
    {0x1c, 0x1e, Kind::vector_integer},
    {0x20, 0x25, Kind::shuffle},
    {0x28, 0x28, Kind::vector_multiply},
    {0x29, 0x29, Kind::vector_integer},
    {0x2a, 0x2a, Kind::move},
    {0x2b, 0x2b, Kind::shuffle},
    {0x2c, 0x2f, Kind::move},
    {0x30, 0x36, Kind::shuffle},
    {0x37, 0x3f, Kind::vector_integer},
    {0x40, 0x41, Kind::vector_multiply},
    {0x45, 0x47, Kind::vector_shift},
    {0x8c, 0x8e, Kind::move},
    {0x90, 0x93, Kind::gather},
    {0xdb, 0xdf, Kind::vector_multiply},  // AES
    {0xf2, 0xf3, Kind::integer},
};

Kind kind_of_0f38(const Instruction& i) {
  if (is_fused(i)) return Kind::float_fused;
  const bool broadcasts = (i.opcode >= 0x18 && i.opcode <= 0x1a) ||
                          (i.opcode >= 0x58 && i.opcode <= 0x5a) || i.opcode == 0x78 ||
                          i.opcode == 0x79;
  if (broadcasts) return unless_loaded(i, Kind::shuffle);
  switch (i.opcode) {
    case 0xf0:
    case 0xf1:  // crc32, movbe
      return i.prefix == OpcodePrefix::xf2 ? Kind::multiply : Kind::move;
    case 0xf5:  // pdep and pext, bzhi
      return is_scalar_prefix(i) ? Kind::multiply : Kind::integer;
    case 0xf6:  // mulx, adcx and adox
      return i.vex ? Kind::multiply : Kind::integer;
    case 0xf7:
      return Kind::shift;
    default:
      return look_up(map_0f38, i.opcode, Kind::other);
  }
}

constexpr Row map_0f3a[] = {
    {0x00, 0x06, Kind::shuffle},         {0x08, 0x0b, Kind::convert},
    {0x0c, 0x0f, Kind::shuffle},         {0x14, 0x17, Kind::transfer},
    {0x18, 0x19, Kind::shuffle},         {0x1d, 0x1d, Kind::convert},
    {0x20, 0x20, Kind::transfer},        {0x21, 0x21, Kind::shuffle},
    {0x22, 0x22, Kind::transfer},        {0x38, 0x39, Kind::shuffle},
    {0x40, 0x41, Kind::float_fused},  // dot products
    {0x42, 0x44, Kind::vector_multiply}, {0x46, 0x4c, Kind::shuffle},
    {0xdf, 0xdf, Kind::vector_multiply}, {0xf0, 0xf0, Kind::shift},
};

bool is_float(Kind kind) { return (kind >= Kind::float_add && kind <= Kind::convert); }

bool is_vector(Kind kind) { return kind >= Kind::logic && kind <= Kind::shuffle; }

bool is_scalar(const Instruction& i) {
  return is_fused(i) ? is_scalar_fused(i) : i.map == OpcodeMap::x0f && is_scalar_prefix(i);
}

// Moves between memory and vector registers, by opcode.
bool moves_vectors(const Instruction& i) {
  if (i.map != OpcodeMap::x0f) return i.map == OpcodeMap::x0f38 && i.opcode < 0xf0;
  return (i.opcode >= 0x10 && i.opcode <= 0x17) || (i.opcode >= 0x28 && i.opcode <= 0x2b) ||
         i.opcode == 0x6e || i.opcode == 0x6f || i.opcode == 0x7e || i.opcode == 0x7f ||
         i.opcode == 0xd6 || i.opcode == 0xe7 || i.opcode == 0xf0;
}

unsigned log2_general_width(const Instruction& i) {
  const bool bytes = i.map == OpcodeMap::one_byte && (i.opcode & 1) == 0 &&
                     (i.opcode < 0x40 || (i.opcode >= 0x80 && i.opcode <= 0x8a) ||
                      (i.opcode >= 0xa0 && i.opcode <= 0xae) || i.opcode >= 0xc0);
  if (bytes) return 0;
  if (i.rex_w) return 3;
  return i.prefix == OpcodePrefix::x66 ? 1 : 2;
}

}  // namespace

Kind kind_of(const Instruction& i) {
  if (i.locked) return Kind::atomic;
  switch (i.map) {
    case OpcodeMap::one_byte:
      return kind_of_one_byte(i);
    case OpcodeMap::x0f:
      return kind_of_0f(i);
    case OpcodeMap::x0f38:
      return kind_of_0f38(i);
    case OpcodeMap::x0f3a:
      return look_up(map_0f3a, i.opcode, Kind::other);
    case OpcodeMap::other:
      return Kind::other;
  }
  return Kind::other;
}

Precision precision_of(const Instruction& i, Kind kind) {
  if (!is_float(kind)) return Precision::none;
  const bool doubled = i.map == OpcodeMap::x0f
                           ? i.prefix == OpcodePrefix::x66 || i.prefix == OpcodePrefix::xf2
                       : is_fused(i) ? i.rex_w
                                     : (i.opcode & 1) != 0;
  return doubled ? Precision::double_precision : Precision::single_precision;
}

unsigned log2_width_of(const Instruction& i, Kind kind) {
  if (is_float(kind) && is_scalar(i))
    return precision_of(i, kind) == Precision::double_precision ? 3 : 2;
  const bool vector = is_float(kind) || is_vector(kind) || kind == Kind::gather || moves_vectors(i);
  if (!vector) return log2_general_width(i);
  if (kind == Kind::move && is_scalar(i)) return i.prefix == OpcodePrefix::xf2 ? 3 : 2;
  return i.wide ? 5 : 4;
}

}  // namespace hpcast::tracer
