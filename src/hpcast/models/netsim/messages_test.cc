// The list of messages that an outcome has when asked for.
#include <gtest/gtest.h>

#include <tuple>

#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

using MessageTuple = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, Time, Time>;

std::vector<MessageTuple> tuples_of(const Outcome& outcome) {
  std::vector<MessageTuple> tuples;
  for (const Message& m : outcome.messages)
    tuples.emplace_back(m.from, m.to, m.bytes, m.sent, m.received);
  return tuples;
}

ProfileBuilder ring_profile(std::uint32_t ranks, std::uint64_t bytes) {
  ProfileBuilder profile(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    profile.compute(rank, 1e-6 * (1 + rank % 3));
    profile.ireceive(rank, static_cast<std::int32_t>((rank + ranks - 1) % ranks), 0);
    profile.isend(rank, (rank + 1) % ranks, bytes, 0);
    profile.wait_all(rank);
  }
  return profile;
}

// 1000 bytes at 1 ns each, two cables of 10 ns and a switch of 100 ns; cut-through.
TEST(Messages, AreSentWhenTheCallBeginsAndReceivedWhenAllIsThere) {
  ProfileBuilder profile(2);
  profile.compute(0, 5e-6);
  profile.send(0, 1, 1000);
  profile.receive(1, 0);
  SimulationOptions options;
  options.most_messages = 10;
  const Outcome outcome = simulate(network_of(switch_text(2)), profile.profile(), options);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].from, 0u);
  EXPECT_EQ(outcome.messages[0].to, 1u);
  EXPECT_EQ(outcome.messages[0].bytes, 1000u);
  EXPECT_EQ(outcome.messages[0].sent, 5'000'000);
  EXPECT_EQ(outcome.messages[0].received, outcome.ranks[1].end);
}

TEST(Messages, OfALateReceiveKeepTheirSendersTime) {
  for (const char* limit : {"1 MiB", "0 B"}) {
    ProfileBuilder profile(2);
    profile.send(0, 1, 1000);
    profile.compute(1, 50e-6);
    profile.receive(1, 0);
    SimulationOptions options;
    options.most_messages = 10;
    const std::string mpi = std::string(R"(, "mpi": {"eager_limit": ")") + limit + "\"}";
    const Outcome outcome = simulate(network_of(switch_text(2, mpi)), profile.profile(), options);
    ASSERT_EQ(outcome.messages.size(), 1u);
    EXPECT_EQ(outcome.messages[0].sent, 0);
    EXPECT_EQ(outcome.messages[0].received, outcome.ranks[1].end);
  }
}

TEST(Messages, AreNotListedUnlessAskedForAndNoMoreThanThat) {
  const ProfileBuilder profile = ring_profile(8, 2000);
  SimulationOptions options;
  const ndl::Network network = network_of(switch_text(8));
  EXPECT_TRUE(simulate(network, profile.profile(), options).messages.empty());
  options.most_messages = 5;
  EXPECT_EQ(simulate(network, profile.profile(), options).messages.size(), 5u);
}

TEST(Messages, AreTheSameInParts) {
  const ProfileBuilder profile = ring_profile(12, 200'000);
  const ndl::Network network = network_of(
      R"({"name": "a", "topology": {"type": "torus", "extents": [3, 4]},
          "links": {"bandwidth": "10 GB/s", "latency": "250 ns"}})");
  SimulationOptions options;
  options.most_messages = 1000;
  const Outcome whole = simulate(network, profile.profile(), options);
  EXPECT_EQ(whole.messages.size(), 12u);
  options.threads = 3;
  EXPECT_EQ(tuples_of(whole), tuples_of(simulate(network, profile.profile(), options)));
}

}  // namespace

}  // namespace hpcast::netsim
