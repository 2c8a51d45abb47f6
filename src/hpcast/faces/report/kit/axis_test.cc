#include "hpcast/faces/report/kit/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

TEST(Axis, HasRoundTicks) {
  EXPECT_THAT((Axis{0, 10, false}.ticks(5)), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT((Axis{1, 1.3, false}.ticks(5)),
              ElementsAre(DoubleEq(1), DoubleNear(1.1, 1e-9), DoubleNear(1.2, 1e-9),
                          DoubleNear(1.3, 1e-9)));
  EXPECT_THAT((Axis{0.9, 60, true}.ticks(5)), ElementsAre(1, 2, 5, 10, 20, 50));
}

TEST(Axis, HasFewerTicksWhereManyPowersOfTenAre) {
  EXPECT_THAT((Axis{0.9, 2e5, true}.ticks(5)), ElementsAre(1, 10, 100, 1e3, 1e4, 1e5));
  EXPECT_THAT((Axis{1, 1e8, true}.ticks(3)), ElementsAre(1, 100, 1e4, 1e6, 1e8));
}

TEST(Axis, TellsWhereAValueIs) {
  EXPECT_DOUBLE_EQ((Axis{2, 6, false}.share(3)), 0.25);
  EXPECT_DOUBLE_EQ((Axis{1, 100, true}.share(10)), 0.5);
}

}  // namespace
}  // namespace hpcast::report
