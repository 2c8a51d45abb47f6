#include "hpcast/models/memsim/intervals.h"

#include <gtest/gtest.h>

namespace hpcast::memsim {
namespace {

std::size_t parts_of(std::uint32_t wanted, std::uint64_t references) {
  Intervals intervals(wanted, 10);
  for (std::uint64_t time = 0; time < references; ++time) {
    intervals.index(0, time);
    while (intervals.too_many()) intervals.join();
  }
  return intervals.parts().size();
}

TEST(Intervals, AreAsManyAsWantedAndNoMoreThanTwice) {
  EXPECT_EQ(parts_of(4, 80), 8U);
  EXPECT_EQ(parts_of(4, 81), 5U);
  EXPECT_EQ(parts_of(4, 10), 1U) << "no shorter than the weave's";
}

// What is left at the end would be a second one of some nanoseconds.
TEST(Intervals, IsOneWhereOneIsWanted) {
  for (const std::uint64_t references : {1, 10, 11, 20, 21, 1281})
    EXPECT_EQ(parts_of(1, references), 1U) << references;
}

TEST(Intervals, AreOneForEachPhaseWhereOneIsWanted) {
  Intervals intervals(1, 10);
  for (const auto& [phase, time] : {std::pair{0U, 0U}, {1U, 5U}, {0U, 25U}, {1U, 45U}}) {
    intervals.index(phase, time);
    while (intervals.too_many()) intervals.join();
  }
  EXPECT_EQ(intervals.parts().size(), 2U);
}

}  // namespace
}  // namespace hpcast::memsim
