// MPI's matching against a list that is searched from the front.
#include "hpcast/models/netsim/matching.h"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace hpcast::netsim {

namespace {

struct Waiting {
  Envelope envelope;
  std::uint32_t number = 0;
};

bool fits(const Envelope& receive, const Envelope& message) {
  return receive.to == message.to && receive.context == message.context &&
         (receive.from == nobody || receive.from == message.from) &&
         (receive.tag < 0 || receive.tag == message.tag);
}

std::uint32_t take_first(std::list<Waiting>& from, const auto& fit) {
  for (auto at = from.begin(); at != from.end(); ++at) {
    if (!fit(at->envelope)) continue;
    const std::uint32_t number = at->number;
    from.erase(at);
    return number;
  }
  return nobody;
}

TEST(Matcher, DoesAsAListWould) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Matcher matcher(3);
  std::list<Waiting> messages, receives;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const bool message = messages.size() + random() % 200 < receives.size() + random() % 200;
    Envelope e{below(3), below(3), below(2), static_cast<std::int32_t>(below(3))};
    if (message) {
      const std::uint32_t expected =
          take_first(receives, [&](const Envelope& r) { return fits(r, e); });
      ASSERT_EQ(matcher.arrive(e, i), expected);
      if (expected == nobody) messages.push_back({e, i});
    } else {
      if (random() % 4 == 0) e.from = nobody;
      if (random() % 4 == 0) e.tag = -1;
      const std::uint32_t seen = matcher.probe(e);
      const std::uint32_t expected =
          take_first(messages, [&](const Envelope& m) { return fits(e, m); });
      ASSERT_EQ(seen, expected);
      ASSERT_EQ(matcher.post(e, i), expected);
      if (expected == nobody) receives.push_back({e, i});
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
