#include "hpcast/inputs/blocks/outcome.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

using Instructions = std::vector<testing::TestInstruction>;

constexpr unsigned eax = 0, status = 16;
const testing::TestInstruction load_first{
    Kind::load, {}, {{3, 0}}, {{reftrace::Op::read, {testing::reg(7)}}}};
// The second of its block.
const testing::TestInstruction exchange{
    Kind::atomic,
    {testing::reg(eax)},
    {{eax, 1}},
    {{reftrace::Op::read, {testing::reg(1)}}, {reftrace::Op::write, {testing::reg(1)}}}};

bool is_used(const Instructions& instructions, unsigned reference) {
  return Outcome(testing::description(instructions).data(), reference).is_used();
}

TEST(Outcome, NobodyAsksForWhatAStoreHasExchanged) {
  EXPECT_FALSE(is_used({load_first, exchange}, 1));
  EXPECT_FALSE(is_used({load_first, exchange, {Kind::integer, {0}, {{status, 2}}, {}}}, 1))
      << "for something else";
}

TEST(Outcome, WhoTakesALockAsks) {
  EXPECT_TRUE(is_used({load_first, exchange, {Kind::integer, {1}, {{status, 2}}, {}}}, 1));
  EXPECT_TRUE(is_used({load_first, exchange, {Kind::move, {}, {{5, 1}}, {}}}, 1)) << "maybe, later";
  EXPECT_TRUE(
      is_used({load_first, exchange, {Kind::load, {}, {{5, 2}}, {{reftrace::Op::read, {1}}}}}, 1));
}

TEST(Outcome, IsTakenForUsedWhereItIsNotKnown) {
  EXPECT_TRUE(is_used({load_first, exchange}, 3)) << "no such reference";
  testing::TestInstruction copy = load_first;
  copy.operands[0].range = true;
  EXPECT_TRUE(is_used({copy, exchange}, 1)) << "of how many references the range is";
}

}  // namespace
}  // namespace hpcast::blocks
