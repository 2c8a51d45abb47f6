// What network interfaces send when.
#include "hpcast/models/netsim/nics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

// Interfaces of 1 GB/s at links that take next to no time: 1 ns a packet, which can only go over
// them when the interface has all but that much of it.
constexpr Time microsecond = 1'000'000, packet_on_link = 1'000;
constexpr Time nics_wire = 120'000 + microsecond - packet_on_link;
std::string nics_text(int nodes, const std::string& more) {
  return R"({"name": "n", "topology": {"type": "single-switch", "nodes": )" +
         std::to_string(nodes) +
         R"(}, "links": {"bandwidth": "1 TB/s", "latency": "10 ns"},
            "switches": {"latency": "100 ns"}, "packets": {"payload": "1000 B"},
            "mpi": {"eager_limit": "1 MB"},
            "nodes": {"injection_bandwidth": "1 GB/s")" +
         more + "}}";
}

// How long an interface has been idle does not count.
TEST(Nics, TakeTwoMessagesAtOnce) {
  ProfileBuilder profile(4);
  profile.send(0, 3, 100'000);  // over the first; the second has not sent anything yet
  profile.compute(0, 200e-6);
  profile.isend(0, 1, 10'000);
  profile.isend(0, 2, 10'000);
  profile.wait_all(0);
  for (std::uint32_t rank = 1; rank < 4; ++rank) profile.receive(rank, 0);
  const Outcome outcome = run_with_timeline(nics_text(4, R"(, "nics": 2)"), profile);
  const Time there = 200 * microsecond + nics_wire + 10 * microsecond;
  EXPECT_EQ(outcome.ranks[1].end, there);
  EXPECT_LE(std::abs(outcome.ranks[2].end - there), packet_on_link);
}

// The latency of the interfaces is that of a pipe.
TEST(Nics, LatencyHoldsUpNobodyBehind) {
  ProfileBuilder profile(2);
  for (int i = 0; i < 2; ++i) profile.isend(0, 1, 1000, i);
  profile.wait_all(0);
  for (int i = 0; i < 2; ++i) profile.receive(1, 0, i);
  const Outcome outcome = run_with_timeline(nics_text(2, R"(, "nic_latency": "5 us")"), profile);
  const Time way = 2 * 5 * microsecond + nics_wire;
  EXPECT_EQ(outcome.timeline[1][0].end, way + microsecond);
  EXPECT_EQ(outcome.timeline[1][1].end, way + 2 * microsecond);
}

// The second message comes when the first has not left, is in the pipe, or is gone.
TEST(Nics, LatencyIsThatOfEveryMessage) {
  for (const Time later : {0, 2'500'000, 3'900'000, 5'500'000, 8'999'999, 9'000'001, 40'000'000}) {
    ProfileBuilder profile(3);
    profile.isend(0, 1, 4000);
    profile.compute(0, to_seconds(later));
    profile.isend(0, 2, 1000);
    profile.wait_all(0);
    profile.receive(1, 0);
    profile.receive(2, 0);
    const Time way = 2 * 5 * microsecond + nics_wire;
    for (const char* const order : {"round-robin", "fifo"}) {
      const Outcome outcome = run_with_timeline(
          nics_text(3, std::string(R"(, "nic_latency": "5 us", "nic_order": ")") + order + "\""),
          profile);
      EXPECT_GE(outcome.ranks[2].end, later + way + microsecond) << later;
      const Time last = std::max(4 * microsecond, later) + way + microsecond;
      EXPECT_LE(outcome.ranks[2].end, last) << later;
      if (std::string(order) == "fifo") {
        EXPECT_EQ(outcome.ranks[2].end, last) << later;
      }
    }
  }
}

// Where a node has a switch in it, what goes into that is a pipe too.
TEST(Nics, KeepALinkBusyBehindTheSwitchOfANode) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 50'000);
  profile.receive(1, 0);
  for (const char* const buffer : {"", R"("buffer": "100 kB", )"}) {
    const std::string text =
        std::string(R"({"name": "n", "topology": {"type": "torus", "extents": [4]},
      "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}, "packets": {"payload": "1000 B"},
      "switches": {)") +
        buffer + R"("latency": "5 us"}})";
    EXPECT_EQ(run_with_timeline(text, profile).time, 5 * microsecond + 10'000 + 50 * microsecond)
        << buffer;
  }
}

// From one interface that is slower than its link, which loses nothing either.
TEST(Nics, SendAsFastAsTheyCan) {
  for (const int messages : {1, 7}) {
    ProfileBuilder profile(2);
    for (int i = 0; i < messages; ++i) profile.isend(0, 1, 3000, i);
    profile.wait_all(0);
    for (int i = 0; i < messages; ++i) profile.receive(1, 0, i);
    const std::string endless = nics_text(2, "");
    std::string buffered = endless;
    const std::string key = R"("switches": {)";
    buffered.replace(buffered.find(key), key.size(), key + R"("buffer": "100 kB", )");
    for (const std::string& network : {endless, buffered})
      EXPECT_EQ(run_with_timeline(network, profile).time, nics_wire + 3 * messages * microsecond)
          << network;
  }
}

// Packets on their way to node 1 at a link's rate, each known from `told` on.
struct Coming {
  Time told = 0, time = 0;
  std::uint32_t size = 0;
  bool is_last = false;
};

std::vector<Coming> random_packets(unsigned seed, std::size_t count, Time spread) {
  std::mt19937_64 random(seed);
  std::vector<Coming> packets(count);
  for (Coming& packet : packets) {
    packet.told = static_cast<Time>(random() % 1'000'000'000);
    packet.time = packet.told + 1 + static_cast<Time>(random() % static_cast<unsigned>(spread));
    packet.is_last = random() % 4 == 0;
    packet.size = packet.is_last ? 1 + static_cast<std::uint32_t>(random() % 1000) : 1000;
  }
  return packets;
}

// When the last packets are taken in, of all packets in the order of Event: all by eject(), or
// those that may be, and for which there is room, by expect().
std::vector<Time> taken_in(std::vector<Coming> packets, bool expects, std::size_t& without_room) {
  const ndl::Network network = network_of(nics_text(2, R"(, "nics": 2)"));
  EventQueue queue, unheard;
  Nics nics(network, 2, 0, unheard);
  std::sort(packets.begin(), packets.end(),
            [](const Coming& a, const Coming& b) { return a.told < b.told; });
  constexpr std::uint32_t told = 1;  // Event::via
  for (std::size_t i = 0; i < packets.size(); ++i)
    queue.push({packets[i].told, i, place(Place::link, 0), 1, told, 0});
  std::vector<Time> taken;
  while (!queue.empty()) {
    const Event event = queue.pop();
    const Coming& packet = packets[event.id];
    const Place there = packet.is_last ? Place::arrival : Place::link;
    const Event head{
        packet.time, event.id, place(there, 1),
        1,           0,        packet.size | (packet.is_last ? Event::last_packet : 0)};
    if (event.via == told) {
      if (expects && !packet.is_last && nics.expect(1, packet.time, event.time)) continue;
      without_room += packet.is_last ? 0 : 1;
      queue.push(head);
    } else {
      const Time done = nics.eject(head, Rate(10e9));
      if (packet.is_last) taken.push_back(done);
    }
  }
  return taken;
}

TEST(Nics, TakeInWhatTheyExpectAsIfItCame) {
  for (const Time spread : {10'000, 10'000'000, 1'000'000'000}) {  // ever more at a time
    const std::vector<Coming> packets = random_packets(7, 2000, spread);
    std::size_t all = 0, without_room = 0;
    EXPECT_EQ(taken_in(packets, true, without_room), taken_in(packets, false, all)) << spread;
    EXPECT_LT(without_room, all);
    if (spread == 1'000'000'000) {
      EXPECT_GT(without_room, 0U);
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
