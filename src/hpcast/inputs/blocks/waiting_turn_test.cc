#include "hpcast/inputs/blocks/waiting_turn.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

using reftrace::Op;
using testing::description;
using testing::reg;
using testing::TestInstruction;
using testing::TestOperand;

constexpr unsigned stack = 4, flags = 16;

TestOperand at(unsigned base, Op op = Op::read) { return {op, {reg(base)}}; }

// while (*r0 == r1) {}
const TestInstruction load_flag{Kind::load, {}, {{2, 0}}, {at(0)}};
const TestInstruction compare_flag{Kind::integer, {0, reg(1)}, {{flags, 1}}, {}};
const TestInstruction branch_back{Kind::branch, {1}, {}, {}};

bool waits(const std::vector<std::vector<Word>>& blocks) {
  WaitingTurn turn;
  for (const std::vector<Word>& block : blocks) turn.pass(block.data(), exits_in(block[0]) - 1);
  return turn.waits();
}
bool may_wait(const std::vector<TestInstruction>& turn) {
  const std::vector<Word> block = description(turn);
  return WaitingTurn::may_wait(block.data(), exits_in(block[0]) - 1);
}
bool turns_wait(const std::vector<TestInstruction>& turn) {
  const bool result = waits({description(turn)});
  EXPECT_TRUE(may_wait(turn) || !result);
  return result;
}

TEST(WaitingTurn, AsksForAFlag) {
  EXPECT_TRUE(turns_wait({load_flag, compare_flag, branch_back}));
  // Unrolled by the tracer.
  EXPECT_TRUE(turns_wait({load_flag,
                          compare_flag,
                          branch_back,
                          {Kind::load, {}, {{2, 3}}, {at(0)}},
                          {Kind::integer, {3, reg(1)}, {{flags, 4}}, {}},
                          {Kind::branch, {4}, {}, {}}}));
  EXPECT_TRUE(turns_wait({{Kind::integer, {}, {{flags, 0}}, {at(0)}}, {Kind::branch, {0}, {}, {}}}))
      << "compared in memory";
}

TEST(WaitingTurn, MayPauseAndTakeSeveralBlocks) {
  EXPECT_TRUE(waits({description({{Kind::other, {}, {}, {}}}),
                     description({load_flag, compare_flag, branch_back})}));
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, {Kind::other, {}, {{3, 3}}, {}}}))
      << "reads a clock";
}

TEST(WaitingTurn, MayHaveFences) {
  const TestInstruction full{Kind::atomic, {}, {{flags, 0}}, {at(stack), at(stack, Op::write)}};
  const TestInstruction later_compare{Kind::integer, {1, reg(1)}, {{flags, 2}}, {}};
  EXPECT_TRUE(turns_wait(
      {full, {Kind::load, {}, {{2, 1}}, {at(0)}}, later_compare, {Kind::branch, {2}, {}, {}}}));
  EXPECT_FALSE(turns_wait(
      {{Kind::atomic, {}, {{2, 0}}, {at(0), at(0, Op::write)}}, compare_flag, branch_back}))
      << "takes a lock, or counts";
}

TEST(WaitingTurn, MayWaitSoLongOnly) {
  TestInstruction count{Kind::integer, {reg(3)}, {{3, 3}, {flags, 3}}, {}};
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, count})) << "a hash, maybe";
  count.adds_constant = true;
  EXPECT_TRUE(
      turns_wait({load_flag, compare_flag, branch_back, count, {Kind::branch, {3}, {}, {}}}));
  const TestInstruction fibonacci{Kind::integer, {reg(3), reg(5)}, {{3, 3}}, {}};
  const TestInstruction move{Kind::move, {}, {{5, reg(3)}}, {}};
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, fibonacci, move}));
  const TestInstruction multiply{Kind::multiply, {reg(3)}, {{3, 3}}, {}};
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, multiply}));
}

TEST(WaitingTurn, ComputesNothing) {
  const TestInstruction step{Kind::integer, {reg(0)}, {{0, 3}, {flags, 3}}, {}};
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, step})) << "a search, a scan";
  EXPECT_FALSE(turns_wait({{Kind::integer, {reg(5)}, {{5, 0}}, {at(0)}}, branch_back})) << "a sum";
  EXPECT_FALSE(turns_wait(
      {{Kind::load, {}, {{0, 0}}, {at(0)}}, {Kind::integer, {0}, {{flags, 1}}, {}}, branch_back}))
      << "a walk along a list";
  EXPECT_FALSE(turns_wait(
      {{Kind::integer, {reg(3)}, {{3, 0}, {flags, 0}}, {}}, {Kind::branch, {0}, {}, {}}}))
      << "additions: nothing is loaded";
  EXPECT_FALSE(turns_wait({{Kind::integer, {reg(3)}, {{3, 0}}, {}},
                           {Kind::integer, {0}, {{flags, 1}}, {at(0)}},
                           branch_back}))
      << "counts up to what is loaded";
  EXPECT_FALSE(turns_wait(
      {load_flag, {Kind::store, {0}, {}, {at(6, Op::write)}}, {Kind::branch, {0}, {}, {}}}));
  EXPECT_FALSE(turns_wait({load_flag, compare_flag, branch_back, {Kind::call, {}, {}, {}}}));
  EXPECT_FALSE(
      turns_wait({load_flag, {Kind::float_add, {0, reg(30)}, {{30, 1}}, {}}, branch_back}));
}

TEST(WaitingTurn, TellsWhatItHasAskedAndWhichWayThatWent) {
  // while (*r0 == r1 && r5 != 0 && *r6 == r1) {}; the tracer has turned the last branch round.
  const std::vector<Word> block = description(
      {load_flag,
       compare_flag,
       branch_back,
       {Kind::branch, {reg(5)}, {}, {}},
       {Kind::load, {}, {{2, 4}}, {at(6)}},
       {Kind::integer, {4, reg(1)}, {{flags, 5}}, {}},
       {Kind::branch, {5}, {}, {}}},
      {exit_word(2, true, true, 1), exit_word(3, true, true, 1), exit_word(6, true, false, 2)});
  WaitingTurn turn;
  turn.pass(block.data(), 2);
  ASSERT_EQ(turn.looks(), 2U) << "what it has not loaded is no look";
  EXPECT_EQ(turn.look(0).address, 0x1000U + 4 * 2);
  EXPECT_FALSE(turn.look(0).taken);
  EXPECT_EQ(turn.look(1).address, 0x1000U + 4 * 6);
  EXPECT_FALSE(turn.look(1).taken);
  turn.pass(block.data(), 3);
  ASSERT_EQ(turn.looks(), 4U);
  EXPECT_TRUE(turn.look(3).taken);
  for (unsigned i = 0; i < 2 * WaitingTurn::most_looks; ++i) turn.pass(block.data(), 3);
  EXPECT_EQ(turn.looks(), WaitingTurn::most_looks);
}

TEST(WaitingTurn, IsSoonKnownToBeNone) {
  EXPECT_TRUE(may_wait({load_flag, compare_flag, branch_back}));
  EXPECT_FALSE(may_wait({compare_flag, branch_back})) << "loads nothing";
  EXPECT_FALSE(may_wait({load_flag, {Kind::integer, {}, {}, {at(6, Op::write)}}, branch_back}));
  EXPECT_FALSE(may_wait({load_flag, compare_flag, branch_back, {Kind::float_add, {}, {}, {}}}));
  const std::vector<Word> block =
      description({load_flag, compare_flag, branch_back, {Kind::call, {}, {}, {}}},
                  {exit_word(2, true, true, 1)});
  EXPECT_TRUE(WaitingTurn::may_wait(block.data(), 0)) << "it calls behind its exit";
  EXPECT_FALSE(WaitingTurn::may_wait(block.data(), 1));
  EXPECT_FALSE(WaitingTurn::may_wait(block.data(), 2)) << "there is no such exit";
}

}  // namespace
}  // namespace hpcast::blocks
