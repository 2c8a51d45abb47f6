#include "hpcast/models/coretime/entries.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace hpcast::coretime {
namespace {

TEST(Queue, WhoComesWaitsForTheOneSoManyPlacesBefore) {
  Queue queue(2);
  EXPECT_EQ(queue.free_from(), 0U);
  queue.enter_until(10);
  queue.enter_until(12);
  EXPECT_EQ(queue.free_from(), 10U);
  queue.enter_until(20);
  EXPECT_EQ(queue.free_from(), 12U);
}

TEST(Pool, WhoComesTakesThePlaceThatIsFreeFirst) {
  Pool pool(2);
  EXPECT_EQ(pool.free_from(1), 1U);
  pool.enter_until(100);
  EXPECT_EQ(pool.free_from(1), 1U);
  pool.enter_until(5);
  EXPECT_EQ(pool.free_from(2), 5U);
  pool.enter_until(5);  // leaves at once
  EXPECT_EQ(pool.free_from(6), 6U);
}

TEST(Pool, IsWhatASetOfTimesIs) {
  std::mt19937 random(1);
  Pool pool(8);
  std::multiset<Cycle> leaving;
  Cycle now = 0;
  for (int i = 0; i < 20000; ++i) {
    now += i % 5000 == 4999 ? 40000 : random() % 3;
    while (std::distance(leaving.upper_bound(now), leaving.end()) >= 8) ++now;
    ASSERT_EQ(pool.free_from(now), now) << i;
    const Cycle leaves = now + random() % (i % 1000 == 0 ? 10000 : 30);
    pool.enter_until(leaves);
    leaving.erase(leaving.begin(), leaving.upper_bound(now));
    leaving.insert(leaves);
  }
}

TEST(Spans, WhoComesLaterMayBeginBefore) {
  Spans spans(2);
  spans.hold(100, 200);
  spans.hold(100, 250);
  EXPECT_EQ(spans.free_from(150), 200U);
  spans.hold(200, 300);
  EXPECT_EQ(spans.free_from(150), 250U);  // the first one's is taken again
  EXPECT_EQ(spans.free_from(50), 50U);
  spans.forget_before(260);
  EXPECT_EQ(spans.free_from(260), 260U);
}

}  // namespace
}  // namespace hpcast::coretime
