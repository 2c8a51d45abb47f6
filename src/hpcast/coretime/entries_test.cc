#include "hpcast/coretime/entries.h"

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
    now += random() % 3;
    while (std::distance(leaving.upper_bound(now), leaving.end()) >= 8) ++now;
    ASSERT_EQ(pool.free_from(now), now) << i;
    const Cycle leaves = now + random() % (i % 1000 == 0 ? 10000 : 30);
    pool.enter_until(leaves);
    leaving.erase(leaving.begin(), leaving.upper_bound(now));
    leaving.insert(leaves);
  }
}

}  // namespace
}  // namespace hpcast::coretime
