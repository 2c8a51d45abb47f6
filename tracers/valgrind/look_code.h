// What the outcome of a look depends on: the branch of a waiting loop, as a short program on the
// values that it asks for. So it can be asked what another value would have led to, which had been
// in memory before.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

enum class LookOp : std::uint8_t {
  constant,
  zero_extend,
  sign_extend,
  invert,
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  shift_right_signed,
  equal,
  different,
  less,
  less_equal,
  less_signed,
  less_equal_signed,
  choose,  // a ? b : c
};

// Values are those of inputs, then those of steps before; as wide as their operation, the rest 0.
struct LookStep {
  LookOp op;
  std::uint8_t bits;  // of what it works on; of an extension, of what is extended
  std::uint8_t to;    // bits of what a sign is extended to
  std::uint8_t a, b, c;
  std::uint64_t constant;
};

class LookCode {
 public:
  static constexpr unsigned most_inputs = 4;
  static constexpr unsigned most_steps = 24;
  struct Inputs {
    std::uint64_t value[most_inputs];
    std::uint64_t address[most_inputs];  // of what was loaded
    std::uint64_t outcome;               // whether the exit is taken
  };

  // Returns the number of what is added; a number that no value has, where there is no room.
  static constexpr std::uint8_t no_value = 255;
  std::uint8_t add_input(unsigned bytes_loaded) {
    if (inputs == most_inputs) return no_value;
    bytes[inputs] = static_cast<std::uint8_t>(bytes_loaded);
    return static_cast<std::uint8_t>(inputs++);
  }
  std::uint8_t add_step(const LookStep& s) {
    if (steps == most_steps) return no_value;
    step[steps] = s;
    return static_cast<std::uint8_t>(most_inputs + steps++);
  }

  // Whether the exit would be taken with these values. Only where it is_known.
  bool outcome(const std::uint64_t* values) const;

  bool is_known;       // the steps tell the outcome, in the last of them
  bool exit_is_taken;  // where the exit is taken, so is the branch; or else it is not
  unsigned place;      // of the branch (places.h)
  unsigned inputs, steps;
  std::uint8_t bytes[most_inputs];  // loaded; 0: not from memory
  LookStep step[most_steps];
};

}  // namespace hpcast::tracer
