// SPDX-License-Identifier: GPL-2.0-or-later
#include "look_code.h"

#include <gtest/gtest.h>

namespace hpcast::tracer {
namespace {

TEST(LookCode, AsksWhetherACounterIsBehindAnother) {
  LookCode code{};
  const std::uint8_t counter = code.add_input(4), other = code.add_input(0);
  code.add_step({LookOp::less_equal_signed, 32, 0, counter, other, 0, 0});
  const auto stays = [&](std::uint64_t value, std::uint64_t chunk) {
    const std::uint64_t inputs[LookCode::most_inputs] = {value, chunk, 0, 0};
    return code.outcome(inputs);
  };
  EXPECT_TRUE(stays(3, 3));
  EXPECT_FALSE(stays(4, 3));
  EXPECT_TRUE(stays(0xffffffff, 0)) << "-1";
}

TEST(LookCode, AsksForABit) {
  LookCode code{};
  const std::uint8_t sequence = code.add_input(4);
  const std::uint8_t one = code.add_step({LookOp::constant, 64, 0, 0, 0, 0, 1});
  const std::uint8_t bit = code.add_step({LookOp::bit_and, 32, 0, sequence, one, 0, 0});
  const std::uint8_t inverted = code.add_step({LookOp::invert, 8, 0, bit, 0, 0, 0});
  code.add_step({LookOp::equal, 8, 0, inverted, bit, 0, 0});
  const std::uint8_t wide = code.add_step({LookOp::sign_extend, 8, 32, inverted, 0, 0, 0});
  const std::uint8_t high = code.add_step({LookOp::constant, 64, 0, 0, 0, 0, 31});
  code.add_step({LookOp::shift_right, 32, 0, wide, high, 0, 0});
  const std::uint64_t odd[LookCode::most_inputs] = {5, 0, 0, 0};
  EXPECT_TRUE(code.outcome(odd));
}

TEST(LookCode, HasRoomForSoMuchOnly) {
  LookCode code{};
  for (unsigned i = 0; i < LookCode::most_inputs; ++i) EXPECT_EQ(code.add_input(4), i);
  EXPECT_EQ(code.add_input(4), LookCode::no_value);
}

}  // namespace
}  // namespace hpcast::tracer
