#include "hpcast/forecast/early_end.h"

#include <gmock/gmock.h>

namespace hpcast::forecast {
namespace {

TEST(EarlyEnd, OfMpirunMayLackSlots) {
  EXPECT_EQ(hint_at_early_end("./app"), "see whether it runs by itself");
  EXPECT_THAT(hint_at_early_end("/usr/bin/mpirun.openmpi"),
              testing::HasSubstr("mpirun --oversubscribe for more ranks than host cores"));
}

}  // namespace
}  // namespace hpcast::forecast
