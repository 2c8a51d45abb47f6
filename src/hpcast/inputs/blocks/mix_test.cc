#include "hpcast/inputs/blocks/mix.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

// Two branches: the first leaves where it is taken; of the second VEX follows the way where it is
// taken, and leaves where it is not.
TEST(Mix, CountsWhatWasExecutedAndHowBranchesWent) {
  std::vector<Word> words =
      testing::description({{Kind::integer, {}, {}, {}},
                            {Kind::branch, {}, {}, {}},
                            {Kind::multiply, {}, {}, {}},
                            {Kind::branch, {}, {}, {}},
                            {Kind::shift, {}, {}, {}}},
                           {exit_word(1, true, true, 0), exit_word(3, true, false, 0)});
  const Block block = block_from(words);
  Mix mix;
  mix.add(block, 0);
  EXPECT_EQ(mix.taken, 1U);
  EXPECT_EQ(mix.not_taken, 0U);
  EXPECT_EQ(mix.instructions[static_cast<unsigned>(Kind::multiply)], 0U);
  mix.add(block, 1);
  EXPECT_EQ(mix.taken, 1U);
  EXPECT_EQ(mix.not_taken, 2U);
  mix.add(block, 2);
  EXPECT_EQ(mix.taken, 2U);
  EXPECT_EQ(mix.not_taken, 3U);
  EXPECT_EQ(mix.instructions[static_cast<unsigned>(Kind::branch)], 5U);
  EXPECT_EQ(mix.instructions[static_cast<unsigned>(Kind::shift)], 1U);
}

// A branch at the end has a way out for each outcome.
TEST(Mix, ABranchAtTheEndCountsOnce) {
  std::vector<Word> words =
      testing::description({{Kind::branch, {}, {}, {}}}, {exit_word(0, true, true, 0)});
  words.back() = exit_word(0, true, false, 0);
  const Block block = block_from(words);
  Mix mix;
  mix.add(block, 0);
  mix.add(block, 1);
  EXPECT_EQ(mix.taken, 1U);
  EXPECT_EQ(mix.not_taken, 1U);
}

}  // namespace
}  // namespace hpcast::blocks
