#include "hpcast/inputs/calibrate/team.h"

#include <gtest/gtest.h>

namespace hpcast::calibrate {
namespace {

// What one has written before its turn is over the other one finds.
TEST(Relay, MembersTakeTurns) {
  Relay relay;
  int written = 0;  // guarded by the turns
  for (int round = 0; round < 3; ++round) {
    std::thread other([&] { relay.run(1, 10, [&] { EXPECT_EQ(written++ % 2, 1); }); });
    relay.run(0, 10, [&] { EXPECT_EQ(written++ % 2, 0); });
    other.join();
    EXPECT_EQ(written, 10 * (round + 1));
  }
}

}  // namespace
}  // namespace hpcast::calibrate
