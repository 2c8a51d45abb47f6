// The queue against a sorted set.
#include "hpcast/models/netsim/event_queue.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace hpcast::netsim {

namespace {

// Hands out and takes in events as a simulation would: each popped event makes up to two later
// ones.
void run_against_set(unsigned seed, Time delay, Time step, std::size_t events) {
  std::mt19937_64 random(seed);
  EventQueue queue;
  std::multiset<Event> expected;
  std::uint64_t made = 0;
  const auto push = [&](Time from) {
    const Time far = random() % 50 == 0 ? delay * 100'000 : 0;
    const Time later = (static_cast<Time>(random() % 20) * delay + far) / step * step;
    const Event event{from + later, made++, static_cast<std::uint32_t>(random()), 0, 0, 0};
    queue.push(event);
    expected.insert(event);
  };
  for (int i = 0; i < 3000; ++i) push(0);
  while (!expected.empty()) {
    ASSERT_FALSE(queue.empty());
    ASSERT_EQ(queue.next_time(), expected.begin()->time);
    const Event event = queue.pop();
    ASSERT_EQ(event.id, expected.begin()->id);
    ASSERT_EQ(event.at, expected.begin()->at);
    expected.erase(expected.begin());
    while (made < events && expected.size() < 5000) push(event.time);
    if (made < events) push(event.time);
  }
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, HandsOutInOrder) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    run_against_set(seed, 1'000, 1, 60'000);
    run_against_set(seed, 100'000, 1, 60'000);
    run_against_set(seed, 1'000'000'000, 1, 60'000);
    run_against_set(seed, 10'000, 50'000, 60'000);  // many at the same moment
  }
}

// Told apart by their identities alone; of the day after next and beyond the calendar.
TEST(EventQueue, SortsManyOfOneTimeAndPlace) {
  constexpr std::uint64_t events = 200'000;
  const std::uint32_t at = place(Place::delivery, 7);
  for (const Time when : {300'000, 1'000'000'000}) {
    for (const bool rises : {false, true}) {
      EventQueue queue;
      queue.push({0, 0, at, 0, 0, 0});
      for (std::uint64_t i = 1; i <= events; ++i)
        queue.push({when, rises ? i : events + 1 - i, at, 0, 0, 0});
      for (std::uint64_t id = 0; id <= events; ++id) ASSERT_EQ(queue.pop().id, id);
      EXPECT_TRUE(queue.empty());
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
