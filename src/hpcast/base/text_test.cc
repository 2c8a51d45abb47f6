#include "hpcast/base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast {
namespace {

using testing::ElementsAre;

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,bc", ','), ElementsAre("a", "bc"));
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Counted, OneIsNotSeveral) {
  EXPECT_EQ(counted(0, "rank"), "0 ranks");
  EXPECT_EQ(counted(1, "rank"), "1 rank");
  EXPECT_EQ(counted(64, "rank"), "64 ranks");
  EXPECT_EQ(counted(2, "switch"), "2 switches");
}

TEST(IsUtf8, RefusesHalvesOfLetters) {
  EXPECT_TRUE(is_utf8("1 \xC2\xB5s"));
  EXPECT_FALSE(is_utf8("1 \xC2"));
  EXPECT_FALSE(is_utf8("\xFF"));
}

}  // namespace
}  // namespace hpcast
