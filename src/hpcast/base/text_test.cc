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

}  // namespace
}  // namespace hpcast
