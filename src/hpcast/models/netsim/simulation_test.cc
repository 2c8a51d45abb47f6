// The simulator against closed forms.
#include "hpcast/models/netsim/simulation.h"

#include <gmock/gmock.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

using testing::HasSubstr;

std::string fault_of(const std::string& network, const ProfileBuilder& profile) {
  try {
    run_with_timeline(network, profile);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no fault";
}

// Time of node to node over the switch of switch_text(): two cables, the switch, and the bytes once
// for the message and, as the switch passes on a packet's head at once, never again.
constexpr Time wire = 120'000;  // ps
constexpr Time byte = 1'000;    // ps

TEST(Simulation, PingPongTakesTheWireAndTheBytesTwice) {
  for (const std::uint64_t bytes : {1, 1000, 1001, 50'000}) {
    ProfileBuilder profile(2);
    profile.send(0, 1, bytes);
    profile.receive(1, 0);
    profile.send(1, 0, bytes);
    profile.receive(0, 1);
    const Outcome outcome = run_with_timeline(switch_text(2), profile);
    EXPECT_EQ(outcome.time, 2 * (wire + byte * static_cast<Time>(bytes))) << bytes;
    EXPECT_EQ(run_with_timeline(switch_text(2), profile, Fidelity::loggp).time, outcome.time);
    EXPECT_EQ(run_with_timeline(switch_text(2), profile, Fidelity::ideal).time, 0);
  }
}

TEST(Simulation, HeadersTravelWithEveryPacket) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 2500);
  profile.receive(1, 0);
  std::string text = switch_text(2);
  text.replace(text.find("\"payload\""), 9, "\"header\": \"20 B\", \"payload\"");
  EXPECT_EQ(run_with_timeline(text, profile).time, wire + byte * (2500 + 3 * 20));
}

TEST(Simulation, OverheadsAndCopiesArePaidByTheProcessors) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 1000);
  profile.compute(0, 1e-6);
  profile.receive(1, 0);
  const Outcome outcome = run_with_timeline(switch_text(2, R"(, "mpi": {"send_overhead": "2 us",
      "receive_overhead": "3 us", "copy_bandwidth": "10 GB/s"})"),
                                            profile);
  const Time copy = 100'000;
  EXPECT_EQ(outcome.ranks[0].end, 2'000'000 + copy + 1'000'000);
  EXPECT_EQ(outcome.ranks[1].end, 2'000'000 + copy + wire + 1000 * byte + 3'000'000 + copy);
}

// Rendezvous: ask, grant, data; three times the wire, the data once.
TEST(Simulation, RendezvousWaitsForTheReceiver) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 100'000);
  profile.compute(1, 1e-3);
  profile.receive(1, 0);
  const Outcome outcome =
      run_with_timeline(switch_text(2, R"(, "mpi": {"eager_limit": "4 KiB"})"), profile);
  EXPECT_EQ(outcome.ranks[1].end, 1'000'000'000 + 2 * wire + 100'000 * byte);
  EXPECT_EQ(outcome.ranks[0].end, 1'000'000'000 + wire + 100'000 * byte);  // all has left
  EXPECT_EQ(outcome.ranks[0].late, 1'000'000'000);
  EXPECT_EQ(outcome.made_wait[1], 1'000'000'000);
}

TEST(Simulation, RendezvousStandsStillWhileARankComputes) {
  ProfileBuilder profile(2);
  profile.isend(0, 1, 100'000);
  profile.compute(0, 1e-3);
  profile.wait_all(0);
  profile.receive(1, 0);
  const std::string limit = R"(, "mpi": {"eager_limit": "4 KiB")";
  const Time transfer = wire + 100'000 * byte;
  EXPECT_EQ(run_with_timeline(switch_text(2, limit + "}"), profile).time, 1'000'000'000 + transfer);
  EXPECT_EQ(
      run_with_timeline(switch_text(2, limit + R"(, "progress": "always"})"), profile).ranks[1].end,
      2 * wire + transfer);
}

TEST(Simulation, IncastIsLimitedByTheLinkToTheReceiver) {
  constexpr std::uint32_t senders = 7;
  ProfileBuilder profile(senders + 1);
  for (std::uint32_t rank = 1; rank <= senders; ++rank) profile.send(rank, 0, 10'000);
  for (std::uint32_t rank = 1; rank <= senders; ++rank)
    profile.receive(0, static_cast<std::int32_t>(rank));
  const Outcome outcome = run_with_timeline(switch_text(senders + 1), profile);
  EXPECT_EQ(outcome.time, wire + senders * 10'000 * byte);
  EXPECT_EQ(run_with_timeline(switch_text(senders + 1), profile, Fidelity::loggp).time,
            wire + 10'000 * byte);
}

TEST(Simulation, AShiftOnASwitchHasNoContention) {
  constexpr std::uint32_t ranks = 16;
  ProfileBuilder profile(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    profile.ireceive(rank, static_cast<std::int32_t>((rank + ranks - 5) % ranks));
    profile.isend(rank, (rank + 5) % ranks, 30'000);
    profile.wait_all(rank);
  }
  const Outcome outcome = run_with_timeline(switch_text(ranks), profile);
  for (const RankTimes& rank : outcome.ranks) EXPECT_EQ(rank.end, wire + 30'000 * byte);
}

// Everybody sends to everybody: each link carries n - 1 messages, none idle in between.
TEST(Simulation, AllToAllIsLimitedByTheBisection) {
  constexpr std::uint32_t ranks = 12;
  ProfileBuilder profile(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    for (std::uint32_t i = 1; i < ranks; ++i)
      profile.ireceive(rank, static_cast<std::int32_t>((rank + i) % ranks));
    for (std::uint32_t i = 1; i < ranks; ++i) profile.isend(rank, (rank + i) % ranks, 10'000);
    profile.wait_all(rank);
  }
  EXPECT_EQ(run_with_timeline(switch_text(ranks), profile).time,
            wire + (ranks - 1) * 10'000 * byte);
}

// Two messages of ten packets to two nodes: in turn both are there at the end, else one after the
// other.
TEST(Simulation, ANicSendsToSeveralNodesInTurn) {
  ProfileBuilder profile(3);
  profile.send(0, 1, 10'000);
  profile.send(0, 2, 10'000);
  profile.receive(1, 0);
  profile.receive(2, 0);
  const Outcome turns = run_with_timeline(switch_text(3), profile);
  EXPECT_EQ(turns.ranks[1].end, wire + 19'000 * byte);
  EXPECT_EQ(turns.ranks[2].end, wire + 20'000 * byte);
  const Outcome fifo =
      run_with_timeline(switch_text(3, R"(, "nodes": {"nic_order": "fifo"})"), profile);
  EXPECT_EQ(fifo.ranks[1].end, wire + 10'000 * byte);
  EXPECT_EQ(fifo.ranks[2].end, wire + 20'000 * byte);
}

TEST(Simulation, ARingPassesATokenOn) {
  constexpr std::uint32_t ranks = 9;
  ProfileBuilder profile(ranks);
  profile.send(0, 1, 100);
  for (std::uint32_t rank = 1; rank < ranks; ++rank) {
    profile.receive(rank, static_cast<std::int32_t>(rank - 1));
    profile.send(rank, (rank + 1) % ranks, 100);
  }
  profile.receive(0, ranks - 1);
  EXPECT_EQ(run_with_timeline(switch_text(ranks), profile).time, ranks * (wire + 100 * byte));
}

// A narrow link in the middle: the packets behind the first wait for it.
TEST(Simulation, TheNarrowestLinkOfAWayLimits) {
  const std::string chain = R"({"name": "chain", "packets": {"payload": "1000 B"},
    "topology": {"type": "custom", "nodes": ["a", "b"], "switches": ["s", "t"], "links": [
      {"from": "a", "to": "s", "bandwidth": "10 GB/s", "latency": 0},
      {"from": "s", "to": "t", "bandwidth": "1 GB/s", "latency": 0},
      {"from": "t", "to": "b", "bandwidth": "10 GB/s", "latency": 0}]}})";
  ProfileBuilder profile(2);
  profile.send(0, 1, 10'000);
  profile.receive(1, 0);
  // Cut-through: the last byte leaves the narrow link after 10,000 of its times, and is there.
  EXPECT_EQ(run_with_timeline(chain, profile).time, 10'000 * byte);
}

TEST(Simulation, DimensionOrderGoesTheShorterWayRound) {
  const auto torus = [](std::uint32_t to) {
    ProfileBuilder profile(8);
    profile.send(0, to, 1);
    profile.receive(to, 0);
    return run_with_timeline(R"({"name": "ring", "topology": {"type": "torus", "extents": [8]},
                   "links": {"bandwidth": "1 TB/s", "latency": "1 us"}})",
                             profile)
        .time;
  };
  EXPECT_EQ(torus(1), 1'000'001);
  EXPECT_EQ(torus(4), 4'000'001);
  EXPECT_EQ(torus(7), 1'000'001);
}

TEST(Simulation, MessagesWithinANodeDoNotTouchTheNetwork) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 5000);
  profile.receive(1, 0);
  const Outcome outcome =
      run_with_timeline(switch_text(1, R"(, "nodes": {"ranks": 2, "local_latency": "300 ns",
                            "local_bandwidth": "5 GB/s"})"),
                        profile);
  EXPECT_EQ(outcome.time, 300'000 + 1'000'000);
  EXPECT_TRUE(outcome.links.empty());
}

TEST(Simulation, WildcardsTakeWhatComesFirst) {
  ProfileBuilder profile(3);
  profile.compute(1, 1e-3);
  profile.send(1, 0, 8);
  profile.send(2, 0, 8);
  profile.receive(0, mpitrace::any_source, mpitrace::any_tag);
  profile.compute(0, 5e-3);
  profile.receive(0, mpitrace::any_source, mpitrace::any_tag);
  const Outcome outcome = run_with_timeline(switch_text(3), profile);
  EXPECT_EQ(outcome.timeline[0][0].end, wire + 8 * byte);
  EXPECT_EQ(outcome.time, wire + 8 * byte + 5'000'000'000);
}

TEST(Simulation, TellsWhatWildcardsTook) {
  ProfileBuilder profile(3);
  profile.send(2, 0, 8, 7);
  profile.compute(1, 1e-3);
  profile.send(1, 0, 1'000'000, 9);  // asks first
  profile.send(1, 0, 8, 4);
  mpitrace::Operation& probe = profile.add(0, mpitrace::Kind::probe, 0);  // waits
  probe.peer = mpitrace::any_source;
  probe.tag = 7;
  profile.receive(0, 2, 7);
  profile.ireceive(0, mpitrace::any_source, 9);
  profile.wait_all(0);
  profile.compute(0, 5e-3);
  mpitrace::Operation& late = profile.add(0, mpitrace::Kind::probe, 0);  // has come already
  late.peer = 1;
  late.tag = mpitrace::any_tag;
  profile.receive(0, 1, mpitrace::any_tag);
  const Outcome outcome = run_with_timeline(switch_text(3), profile);
  std::vector<std::vector<std::int64_t>> took;
  for (const WildcardMatch& match : outcome.wildcards)
    took.push_back({match.rank, match.operation, match.source, match.tag});
  EXPECT_EQ(took, (std::vector<std::vector<std::int64_t>>{
                      {0, 0, 2, 7}, {0, 2, 1, 9}, {0, 5, 1, 4}, {0, 6, 1, 4}}));
}

TEST(Simulation, BlockedTimeIsSplitIntoLateAndTransfer) {
  ProfileBuilder profile(2);
  profile.compute(0, 1e-3);
  profile.send(0, 1, 1000);
  profile.receive(1, 0);
  const Outcome outcome = run_with_timeline(switch_text(2), profile);
  EXPECT_EQ(outcome.ranks[1].blocked, 1'000'000'000 + wire + 1000 * byte);
  EXPECT_EQ(outcome.ranks[1].late, 1'000'000'000);
  EXPECT_EQ(outcome.ranks[0].compute, 1'000'000'000);
  EXPECT_EQ(outcome.made_wait[0], 1'000'000'000);
}

TEST(Simulation, LinksKnowHowBusyTheyWere) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 3000);
  profile.receive(1, 0);
  const Outcome outcome = run_with_timeline(switch_text(2), profile);
  ASSERT_EQ(outcome.links.size(), 2U);
  for (const LinkOutcome& link : outcome.links) {
    EXPECT_EQ(link.busy, 3000 * byte);
    EXPECT_EQ(link.bytes, 3000U);
  }
  EXPECT_EQ(outcome.packet_hops, 6U);
}

TEST(Simulation, RequestsMayBeOpenedThatNobodyWaitsFor) {
  ProfileBuilder profile(2);
  for (int i = 0; i < 3; ++i) {
    profile.send(0, 1, 1000);
    profile.add(0, mpitrace::Kind::isend, 1000).peer = 1;
    profile.receive(1, 0);
    profile.add(1, mpitrace::Kind::ireceive, 1000).peer = 0;
  }
  const Outcome outcome = run_with_timeline(switch_text(2), profile);
  EXPECT_EQ(outcome.finished, 2U);
}

TEST(Simulation, DeadlocksAreNamed) {
  ProfileBuilder profile(2);
  profile.receive(0, 1, 7);
  profile.send(0, 1, 8);
  profile.receive(1, 0, 9);
  profile.send(1, 0, 8);
  const std::string fault = fault_of(switch_text(2), profile);
  EXPECT_THAT(fault, HasSubstr("2 of 2 ranks wait for what never comes"));
  EXPECT_THAT(fault, HasSubstr("rank 0 waits in a call (its operation 1 of 2) for a message from "
                               "rank 1, tag 7"));
}

TEST(Simulation, SendsThatNobodyReceivesAreNamed) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 8, 3);
  EXPECT_THAT(fault_of(switch_text(2), profile),
              HasSubstr("rank 0 sends 8 bytes to rank 1 (tag 3), which never receives them"));
}

TEST(Simulation, TimeBeyondAllBoundsIsRefused) {
  ProfileBuilder profile(2);
  for (int i = 0; i < 3; ++i) profile.compute(1, 4e6);
  profile.send(1, 0, 1);
  profile.receive(0, 1);
  EXPECT_THAT(fault_of(switch_text(2), profile), HasSubstr("more than 26 days"));
  SimulationOptions parts;
  parts.threads = 2;
  EXPECT_THROW(simulate(network_of(switch_text(2)), profile.profile(), parts), InputError);
}

TEST(Simulation, RanksThatDoNotFitAreRefused) {
  EXPECT_THAT(fault_of(switch_text(2), ProfileBuilder(3)),
              HasSubstr("3 ranks do not fit on 2 nodes"));
}

// Of a node with two ports: what two others send it arrives at once, each by a port of its own.
TEST(Simulation, NodesReceiveThroughAllTheirPorts) {
  const std::string tree =
      R"({"name": "t", "topology": {"type": "fat-tree", "down": [4, 2], "up": [2, 4]},
      "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}})";
  const auto time_from = [&](std::initializer_list<std::uint32_t> senders, std::uint32_t to) {
    ProfileBuilder profile(8);
    for (const std::uint32_t from : senders) {
      profile.send(from, to, 50'000);
      profile.receive(to, from);
    }
    return run_with_timeline(tree, profile).time;
  };
  EXPECT_EQ(time_from({0, 1}, 6), time_from({0}, 6));  // others of one switch
  EXPECT_EQ(time_from({1, 3}, 2), time_from({1}, 2));  // neighbours on both sides
  EXPECT_GT(time_from({0, 1, 4}, 6), time_from({0}, 6) + 40'000 * byte);
}

// On trees, Valiant's routing draws the parents anew for each message.
TEST(Simulation, ValiantSpreadsThePairsMessagesOverATree) {
  ProfileBuilder profile(16);
  for (int i = 0; i < 32; ++i) {
    profile.send(0, 5, 100);
    profile.receive(5, 0);
  }
  const auto links = [&](const std::string& routing) {
    return run_with_timeline(
               R"({"name": "t", "topology": {"type": "fat-tree", "arity": 4, "levels": 2},
      "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}, "routing": ")" +
                   routing + "\"}",
               profile)
        .links.size();
  };
  EXPECT_EQ(links("d-mod-k"), 4U);
  EXPECT_EQ(links("ecmp"), 4U);
  EXPECT_EQ(links("valiant"), 2U + 2 * 4);  // by each of the four
}

}  // namespace

}  // namespace hpcast::netsim
