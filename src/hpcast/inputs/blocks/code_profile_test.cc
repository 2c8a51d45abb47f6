#include "hpcast/inputs/blocks/code_profile.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

using reftrace::executed;
using testing::TestCode;

// A loop of two blocks that calls a function with a loop of its own: main (at 0x1000): 1 enters, 2
// begins a turn and calls, 3 ends it and goes back to 2; the function (at 0x5000): 4 begins, 5 goes
// back to itself, 6 returns.
class CodeProfileTest : public ::testing::Test {
 protected:
  CodeProfileTest() {
    using testing::description;
    code_.blocks[1] = description({{Kind::integer}, {Kind::integer}});
    code_.blocks[2] = description({{Kind::load}, {Kind::call}}, {}, 0x1010);
    code_.blocks[3] = description({{Kind::integer}, {Kind::branch}}, {}, 0x1020);
    code_.blocks[4] = description({{Kind::move}}, {}, 0x5000);
    code_.blocks[5] = description({{Kind::multiply}, {Kind::integer}, {Kind::branch}}, {}, 0x5010);
    code_.blocks[6] = description({{Kind::ret}}, {}, 0x5020);
  }
  void run(std::initializer_list<std::uint32_t> blocks) {
    for (const std::uint32_t block : blocks) profiler_.code(executed(block, 0));
  }

  TestCode code_;
  Table table_{code_};
  CodeProfiler profiler_{table_};
};

TEST_F(CodeProfileTest, EachLoopHasItsTurnsAndItsInstructions) {
  run({1});
  for (int turn = 0; turn < 10; ++turn) run({2, 4, 5, 5, 5, 5, 6, 3});
  const CodeProfile& profile = profiler_.profile();
  ASSERT_EQ(profile.loops.size(), 3U);
  const Loop& outer = profile.loops.at(0x1010);
  EXPECT_EQ(outer.block, 2U);
  EXPECT_EQ(outer.turns, 9U);
  // Of all turns but the first, which nothing led back to: its own two blocks, and of the function
  // what is before its loop, with the first look at that.
  EXPECT_EQ(outer.mix.total(), 9U * (2 + 1 + 3 + 2));
  const Loop& inner = profile.loops.at(0x5010);
  EXPECT_EQ(inner.turns, 30U);
  EXPECT_EQ(inner.mix.total(), 30U * 3 + 10U);
  EXPECT_EQ(profile.loops.at(0x1000).mix.total(), 2U + 2 + 1 + 3 + 2);
  ASSERT_EQ(profile.phases.size(), 1U);
  EXPECT_EQ(profile.phases[0].total(), 2U + 10U * (2 + 1 + 12 + 1 + 2));
}

TEST_F(CodeProfileTest, PhasesAreToldApartAndThreadsAddUp) {
  run({1});
  profiler_.phase(2);
  run({4, 6});
  profiler_.code(executed(99, 0));
  CodeProfile sum = profiler_.profile();
  sum += profiler_.profile();
  ASSERT_EQ(sum.phases.size(), 3U);
  EXPECT_EQ(sum.phases[0].total(), 4U);
  EXPECT_EQ(sum.phases[1].total(), 0U);
  EXPECT_EQ(sum.phases[2].total(), 4U);
  EXPECT_EQ(sum.undescribed, 2U);
}

}  // namespace
}  // namespace hpcast::blocks
