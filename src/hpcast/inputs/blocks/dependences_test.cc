#include "hpcast/inputs/blocks/dependences.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

using reftrace::executed;
using reftrace::Op;
using testing::description;
using testing::reg;
using testing::TestCode;

constexpr Word read8 = reftrace::reference(0x1000, 3, Op::read);
constexpr Word write8 = reftrace::reference(0x2000, 3, Op::write);

// p = *p
TEST(Dependences, AChaseWaitsForTheLoadBefore) {
  TestCode code;
  code.blocks[1] = description({{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(0)}}}},
                                {Kind::integer, {reg(1)}, {{1, 1}}, {}},
                                {Kind::branch, {1}, {}, {}}});
  const Table table(code);
  Dependences thread(table);
  for (std::uint64_t clock = 0; clock < 5; ++clock) {
    thread.code(executed(1, 0));
    thread.reference(read8, clock);
    EXPECT_EQ(thread.origin(), clock);  // the one before, plus 1
    EXPECT_EQ(thread.instructions_before(), 3 * clock);
  }
  EXPECT_EQ(thread.instructions(), 15U);
}

// x[column[i]] by way of arithmetic; the stream of columns waits for nothing.
TEST(Dependences, AGatherWaitsForItsIndex) {
  TestCode code;
  code.blocks[1] = description({{Kind::load, {}, {{2, 0}}, {{Op::read, {reg(0)}, 4}}},
                                {Kind::shift, {0}, {{2, 1}}, {}},
                                {Kind::load, {}, {{3, 2}}, {{Op::read, {1, reg(5)}}}},
                                {Kind::integer, {reg(0)}, {{0, 3}}, {}}});
  const Table table(code);
  Dependences thread(table);
  for (std::uint64_t i = 0; i < 4; ++i) {
    thread.code(executed(1, 0));
    thread.reference(reftrace::reference(0x100, 2, Op::read), 2 * i);
    EXPECT_EQ(thread.origin(), 0U);
    thread.reference(read8, 2 * i + 1);
    EXPECT_EQ(thread.origin(), 2 * i + 1);
    EXPECT_EQ(thread.instructions_before(), 4 * i + 2);
  }
}

// A block that is left in its midst has done no more than that; registers that change places do so
// at once.
TEST(Dependences, WhatABlockLeavesBehind) {
  TestCode code;
  code.blocks[1] = description({{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(4)}}}},
                                {Kind::branch, {reg(9)}, {}, {}},
                                {Kind::load, {}, {{1, 2}}, {{Op::read, {reg(4)}}}}},
                               {exit_word(1, true, true, 1)});
  code.blocks[2] = description({{Kind::integer, {}, {{0, reg(1)}, {1, reg(0)}}, {}}});
  code.blocks[3] = description(
      {{Kind::load, {}, {}, {{Op::read, {reg(0)}}}}, {Kind::load, {}, {}, {{Op::read, {reg(1)}}}}});
  const Table table(code);
  Dependences thread(table);
  thread.code(executed(1, 0));
  thread.reference(read8, 0);
  EXPECT_EQ(thread.instructions(), 2U);
  thread.code(executed(2, 0));
  thread.code(executed(3, 0));
  thread.reference(read8, 1);
  EXPECT_EQ(thread.origin(), 0U);
  thread.reference(read8, 2);
  EXPECT_EQ(thread.origin(), 1U);
}

TEST(Dependences, RangesAndWhatIsAbsentStandForOneOperand) {
  TestCode code;
  code.blocks[1] = description({{Kind::other, {}, {}, {{Op::write, {reg(0)}, 24, false, true}}},
                                {Kind::load, {}, {{1, 1}}, {{Op::read, {reg(1)}, 8, true}}},
                                {Kind::load, {}, {{2, 2}}, {{Op::read, {reg(2)}}}}});
  const Table table(code);
  Dependences thread(table);
  thread.code(executed(1, 0));
  for (std::uint64_t clock = 0; clock < 3; ++clock) thread.reference(write8, clock);
  EXPECT_EQ(thread.instructions_before(), 0U);
  thread.code(reftrace::absent_reference);
  thread.reference(read8, 3);
  EXPECT_EQ(thread.instructions_before(), 2U);
  thread.code(executed(1, 0));
  thread.code(reftrace::absent_reference);
  thread.code(reftrace::absent_reference);
  thread.reference(read8, 4);
  EXPECT_EQ(thread.origin(), 4U);  // by register 2
}

TEST(Dependences, WhatIsNotDescribedWaitsForNothing) {
  const TestCode code;
  const Table table(code);
  Dependences thread(table);
  thread.reference(read8, 0);
  thread.code(executed(reftrace::undescribed_block, 0));
  thread.reference(read8, 1);
  thread.code(executed(77, 5));
  thread.code(reftrace::absent_reference);
  thread.reference(read8, 2);
  EXPECT_EQ(thread.origin(), 0U);
  EXPECT_EQ(thread.instructions(), 0U);
}

}  // namespace
}  // namespace hpcast::blocks
