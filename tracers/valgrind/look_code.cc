// SPDX-License-Identifier: GPL-2.0-or-later
#include "look_code.h"

namespace hpcast::tracer {
namespace {

std::uint64_t cut(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
std::int64_t signed_value(std::uint64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::uint64_t shifted(const LookStep& s, std::uint64_t a, std::uint64_t by) {
  const unsigned count = by & 63;
  if (s.op == LookOp::shift_left) return a << count;
  if (s.op == LookOp::shift_right) return a >> count;
  return static_cast<std::uint64_t>(signed_value(a, s.bits) >> count);
}

bool compared(const LookStep& s, std::uint64_t a, std::uint64_t b) {
  const std::int64_t signed_a = signed_value(a, s.bits), signed_b = signed_value(b, s.bits);
  switch (s.op) {
    case LookOp::equal:
      return a == b;
    case LookOp::different:
      return a != b;
    case LookOp::less:
      return a < b;
    case LookOp::less_equal:
      return a <= b;
    case LookOp::less_signed:
      return signed_a < signed_b;
    default:
      return signed_a <= signed_b;
  }
}

std::uint64_t computed(const LookStep& s, std::uint64_t a, std::uint64_t b) {
  switch (s.op) {
    case LookOp::invert:
      return ~a;
    case LookOp::add:
      return a + b;
    case LookOp::subtract:
      return a - b;
    case LookOp::bit_and:
      return a & b;
    case LookOp::bit_or:
      return a | b;
    default:
      return a ^ b;
  }
}

std::uint64_t result(const LookStep& s, const std::uint64_t* values) {
  if (s.op == LookOp::constant) return s.constant;
  const std::uint64_t a = values[s.a], b = values[s.b];
  if (s.op == LookOp::choose) return a != 0 ? b : values[s.c];
  if (s.op == LookOp::zero_extend) return cut(a, s.bits);
  if (s.op == LookOp::sign_extend)
    return cut(static_cast<std::uint64_t>(signed_value(a, s.bits)), s.to);
  if (s.op >= LookOp::equal) return compared(s, a, b) ? 1 : 0;
  if (s.op >= LookOp::shift_left) return cut(shifted(s, a, b), s.bits);
  return cut(computed(s, a, b), s.bits);
}

}  // namespace

bool LookCode::outcome(const std::uint64_t* inputs_of_it) const {
  std::uint64_t values[most_inputs + most_steps];
  for (unsigned i = 0; i < most_inputs; ++i) values[i] = inputs_of_it[i];
  for (unsigned i = 0; i < steps; ++i) values[most_inputs + i] = result(step[i], values);
  return values[most_inputs + steps - 1] != 0;
}

}  // namespace hpcast::tracer
