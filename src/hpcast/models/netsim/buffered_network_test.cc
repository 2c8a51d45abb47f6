// Buffers that fill: what they do not change, what they do, and that nothing waits in a circle.
#include <gtest/gtest.h>

#include <random>

#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/inputs/ndl/topology.h"
#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

Outcome run_on(const std::string& network, const mpitrace::Profile& profile) {
  return simulate(network_of(network), profile, {});
}

std::string with_buffer(std::string text, const std::string& buffer) {
  const std::string key = R"("switches": {)";
  return text.replace(text.find(key), key.size(), key + R"("buffer": ")" + buffer + "\", ");
}

// Everybody sends to random others, all at once.
mpitrace::Profile storm(std::uint32_t ranks, int messages, unsigned seed) {
  std::mt19937 random(seed);
  ProfileBuilder profile(ranks);
  for (int i = 0; i < messages; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % ranks);
    const auto to = static_cast<std::uint32_t>(random() % ranks);
    profile.isend(from, to, random() % 20'000, i);
    profile.ireceive(to, static_cast<std::int32_t>(from), i);
  }
  for (std::uint32_t rank = 0; rank < ranks; ++rank) profile.wait_all(rank);
  return profile.profile();
}

TEST(BufferedNetwork, ChangesNothingForOneMessage) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 50'000);
  profile.receive(1, 0);
  const Time whole = run_on(switch_text(2), profile.profile()).time;
  // Room for what is on the wire and in the switch keeps the link busy.
  EXPECT_EQ(run_on(with_buffer(switch_text(2), "100 kB"), profile.profile()).time, whole);
  EXPECT_EQ(run_on(with_buffer(switch_text(2), "3 kB"), profile.profile()).time, whole);
}

// Room for one packet: the next goes when the tail has left the buffer and the credit is back, so
// that a packet takes its bytes, the switch and the cable twice.
TEST(BufferedNetwork, WaitsForCredits) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 10'000);
  profile.receive(1, 0);
  const Time packet = 1'000'000, cable = 10'000, through_switch = 100'000;
  const Time time = run_on(with_buffer(switch_text(2), "1000 B"), profile.profile()).time;
  EXPECT_EQ(time, 9 * (packet + 2 * cable + through_switch) + packet + 2 * cable + through_switch);
}

// Two flows into one node and, from a sender of one of them, one elsewhere: that one is held up
// behind packets that cannot go, where the NIC sends message after message.
TEST(BufferedNetwork, HoldsUpWhatStandsBehind) {
  ProfileBuilder profile(4);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    for (int i = 0; i < 10; ++i) profile.isend(rank, 2, 10'000, i);
  }
  profile.isend(0, 3, 1000, 99);
  for (std::uint32_t rank = 0; rank < 2; ++rank) profile.wait_all(rank);
  for (int i = 0; i < 10; ++i) {
    profile.receive(2, 0, i);
    profile.receive(2, 1, i);
  }
  profile.receive(3, 0, 99);
  const std::string fifo = switch_text(4, R"(, "nodes": {"nic_order": "fifo"})");
  const Outcome endless = run_on(fifo, profile.profile());
  const Outcome small = run_on(with_buffer(fifo, "4 kB"), profile.profile());
  EXPECT_EQ(endless.time, small.time);  // the link to node 2 is busy all along
  EXPECT_LT(endless.ranks[3].end, 105'000'000);
  EXPECT_GT(small.ranks[3].end, 190'000'000);
}

TEST(BufferedNetwork, DoesNotDeadlock) {
  const std::string rest = R"(, "links": {"bandwidth": "1 GB/s", "latency": "400 ns"},
    "switches": {"latency": "20 ns"}, "packets": {"payload": "1000 B"}, "name": "n")";
  const std::string shapes[] = {
      R"({"topology": {"type": "torus", "extents": [5, 4]})",
      R"({"topology": {"type": "torus", "extents": [12]})",
      R"({"topology": {"type": "torus", "extents": [4, 5]}, "routing": "valiant")",
      R"({"topology": {"type": "fat-tree", "arity": 4, "levels": 2})",
      R"({"topology": {"type": "dragonfly", "groups": 5, "routers_per_group": 4,
          "nodes_per_router": 1, "global_links_per_router": 1})",
      R"({"topology": {"type": "dragonfly", "groups": 5, "routers_per_group": 4,
          "nodes_per_router": 1, "global_links_per_router": 1}, "routing": "valiant")"};
  for (const std::string& shape : shapes) {
    const ndl::Network network = network_of(with_buffer(shape + rest + "}", "1000 B"));
    const auto nodes = static_cast<std::uint32_t>(
        ndl::with_topology(network, [](const auto& topology) { return topology.nodes(); }));
    const mpitrace::Profile profile =
        storm(std::min(nodes, 20U), static_cast<int>(random_cases(600)), 1);
    const Outcome tight = simulate(network, profile, {});
    const Outcome endless = run_on(shape + rest + "}", profile);
    EXPECT_EQ(tight.packet_hops, endless.packet_hops) << shape;
    EXPECT_GE(tight.time, endless.time) << shape;
    SimulationOptions parts;
    parts.threads = 3;
    EXPECT_EQ(simulate(network, profile, parts).time, tight.time) << shape;
  }
}

// Several waves, of which the next begins while packets of the one before still wait.
mpitrace::Profile waves(std::uint32_t ranks, unsigned seed) {
  std::mt19937 random(seed);
  ProfileBuilder profile(ranks);
  for (int wave = 0; wave < 4; ++wave) {
    for (int i = 0; i < 150; ++i) {
      const auto from = static_cast<std::uint32_t>(random() % ranks);
      const auto to = static_cast<std::uint32_t>(random() % (random() % 2 == 0 ? 2 : ranks));
      const std::int32_t tag = 1000 * wave + i;
      profile.isend(from, to, random() % (random() % 3 == 0 ? 20'000 : 1500), tag);
      profile.ireceive(to, static_cast<std::int32_t>(from), tag);
      if (i % 3 == 0) profile.compute(from, 1e-9 * static_cast<double>(random() % 5000));
    }
  }
  for (std::uint32_t rank = 0; rank < ranks; ++rank) profile.wait_all(rank);
  return profile.profile();
}

// Whatever was both sent and received between two moments went through the sender's one interface
// between them.
void expect_no_faster_than(double bandwidth, const Outcome& outcome) {
  std::vector<std::vector<Message>> from(outcome.ranks.size());
  for (const Message& message : outcome.messages) {
    if (message.from != message.to) from[message.from].push_back(message);
  }
  for (const std::vector<Message>& messages : from) {
    for (const Message& first : messages) {
      std::uint64_t bytes = 0;
      for (const Message& last : messages) {  // in order of Message::received
        if (last.sent < first.sent) continue;
        bytes += last.bytes;
        ASSERT_GE(to_seconds(last.received - first.sent), static_cast<double>(bytes) / bandwidth);
      }
    }
  }
}

TEST(BufferedNetwork, InterfacesSendOnePacketAtATime) {
  const std::string shapes[] = {
      R"({"topology": {"type": "torus", "extents": [5, 4]})",
      R"({"topology": {"type": "torus", "extents": [12]})",
      R"({"topology": {"type": "torus", "extents": [3, 2, 3]}, "routing": "valiant")",
      R"({"topology": {"type": "fat-tree", "arity": 4, "levels": 2})"};
  for (const std::string& shape : shapes) {
    for (const double bandwidth : {1e9, 0.3e9}) {
      const std::string text = shape + R"(, "links": {"bandwidth": "1 GB/s", "latency": "400 ns"},
        "switches": {"latency": "20 ns", "buffer": "2000 B"}, "packets": {"payload": "1000 B"},
        "name": "n", "nodes": {"injection_bandwidth": )" +
                               std::to_string(bandwidth) + "}}";
      const ndl::Network network = network_of(text);
      for (unsigned seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(text + std::to_string(seed));
        SimulationOptions options;
        options.most_messages = 10'000;
        const Outcome outcome = simulate(network, waves(12, seed), options);
        EXPECT_EQ(outcome.messages.size(), 600U);
        EXPECT_EQ(outcome.held, 0U);
        expect_no_faster_than(bandwidth, outcome);
      }
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
