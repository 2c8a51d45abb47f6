// Messages are received in the order in which they were sent, also where they overtake each other.
#include <gtest/gtest.h>

#include <array>

#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

// To one receiver, all with the same tag, in this order.
ProfileBuilder two_in_order(std::uint64_t first, std::uint64_t second) {
  ProfileBuilder profile(2);
  for (const std::uint64_t bytes : {first, second}) profile.isend(0, 1, bytes);
  profile.wait_all(0);
  for (int i = 0; i < 2; ++i) profile.receive(1, 0);
  return profile;
}

// When the two receives ended.
std::array<Time, 2> ends_of_receives(const std::string& network, const ProfileBuilder& profile,
                                     Fidelity fidelity) {
  const Outcome outcome = run_with_timeline(network, profile, fidelity);
  return {outcome.timeline[1][0].end, outcome.timeline[1][1].end};
}

const std::string order_on_a_node = switch_text(
    1, R"(, "nodes": {"ranks": 2, "local_latency": "300 ns", "local_bandwidth": "5 GB/s"})");

TEST(Order, WithinANode) {
  const Time there = 300'000 + 50'000 * 200;
  EXPECT_EQ(ends_of_receives(order_on_a_node, two_in_order(50'000, 8), Fidelity::packet),
            (std::array<Time, 2>{there, there}));
  EXPECT_EQ(ends_of_receives(order_on_a_node, two_in_order(50'000, 8), Fidelity::loggp),
            (std::array<Time, 2>{there, there}));
}

TEST(Order, WithoutContention) {
  const Time there = 120'000 + 50'000 * 1000;
  EXPECT_EQ(ends_of_receives(switch_text(2), two_in_order(50'000, 8), Fidelity::loggp),
            (std::array<Time, 2>{there, there}));
}

// The long one asks, and that is empty: it would be there first.
TEST(Order, OfAskingAndEagerMessages) {
  const Time wire = 120'000, first = wire + 50'000 * 1000;
  EXPECT_EQ(ends_of_receives(switch_text(2), two_in_order(50'000, 100'000), Fidelity::loggp),
            (std::array<Time, 2>{first, first + 2 * wire + 100'000 * 1000}));
  const Time local = 300'000, on_node = local + 50'000 * 200;
  EXPECT_EQ(ends_of_receives(order_on_a_node, two_in_order(50'000, 100'000), Fidelity::packet),
            (std::array<Time, 2>{on_node, on_node + 2 * local + 100'000 * 200}));
}

}  // namespace

}  // namespace hpcast::netsim
