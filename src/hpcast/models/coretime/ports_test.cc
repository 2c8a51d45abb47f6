#include "hpcast/models/coretime/ports.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace hpcast::coretime {
namespace {

TEST(Ports, TheLastFreeOneOfThemIsTaken) {
  Ports ports;
  EXPECT_EQ(ports.take(0b11, 5, 1), 5U);  // the second
  EXPECT_EQ(ports.take(0b01, 5, 1), 5U);
  EXPECT_EQ(ports.take(0b11, 5, 1), 6U);
}

TEST(Ports, WhoComesLaterInTheProgramMayBeginBefore) {
  Ports ports;
  EXPECT_EQ(ports.take(1, 10, 4), 10U);
  EXPECT_EQ(ports.take(1, 5, 5), 5U);
  EXPECT_EQ(ports.take(1, 4, 2), 14U);  // no gap of two before
  EXPECT_EQ(ports.take(1, 4, 1), 4U);
}

TEST(Ports, OneMayBeFreeWhileAnotherIsStillBusy) {
  Ports ports;
  EXPECT_EQ(ports.take(0b01, 0, 1), 0U);
  EXPECT_EQ(ports.take(0b10, 1, 1), 1U);
  EXPECT_EQ(ports.take(0b11, 0, 2), 1U);
}

// Uses by port and cycle, each port looked at by itself.
class SlowPorts {
 public:
  Cycle take(std::uint64_t ports, Cycle from, std::uint32_t cycles) {
    for (Cycle time = from;; ++time)
      for (int port = 63; port >= 0; --port)
        if ((ports >> port & 1) != 0 && is_free(port, time, cycles)) {
          for (Cycle t = time; t < time + cycles; ++t) busy_[{port, t}] = true;
          return time;
        }
  }

 private:
  bool is_free(int port, Cycle time, std::uint32_t cycles) const {
    for (Cycle t = time; t < time + cycles; ++t)
      if (busy_.count({port, t}) != 0) return false;
    return true;
  }
  std::map<std::pair<int, Cycle>, bool> busy_;
};

TEST(Ports, NoTwoUsesOverlapAndEachBeginsAsSoonAsItCan) {
  std::mt19937 random(1);
  Ports ports;
  SlowPorts slow;
  Cycle now = 0;
  for (int i = 0; i < 5000; ++i) {
    now += i % 1000 == 999 ? 20'000 : random() % 3;
    ports.forget_before(now);
    const std::uint64_t of = 1 + random() % 15;
    const Cycle from = now + random() % 100;
    const std::uint32_t cycles = random() % 4 == 0 ? 1 + random() % 8 : 1;
    ASSERT_EQ(ports.take(of, from, cycles), slow.take(of, from, cycles)) << i;
  }
}

}  // namespace
}  // namespace hpcast::coretime
