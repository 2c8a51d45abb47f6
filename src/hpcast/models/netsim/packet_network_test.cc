// The paper's worked example, event by event.
#include "hpcast/models/netsim/packet_network.h"

#include <gtest/gtest.h>

#include <vector>

#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

constexpr Time unit = 1'000'000'000'000;  // the example's: a byte takes one on the link

// psi-nsim.txt, figure 3: link A is busy until 170; the time is 100 when rank 0 sends to rank 1
// over A, link delay 2: LockLink 170, SendPkt 176, UnlockLink 178. Four packets of 2 bytes do that.
TEST(PacketNetwork, TheWorkedExampleOfThePaper) {
  const ndl::Network network = network_of(R"({"name": "A", "packets": {"payload": "2 B"},
    "nodes": {"injection_bandwidth": "1 TB/s"},
    "topology": {"type": "custom", "nodes": 2, "links": [
      {"from": "node0", "to": "node1", "bandwidth": "1 B/s", "latency": 0}]}})");
  const ndl::Graph graph(std::get<ndl::GraphShape>(network.shape), network.routing);
  EventQueue queue;
  const Territory territory;
  Post post{&territory, 0, {}};
  PacketNetwork<ndl::Graph> links(network, graph, queue, post);
  links.send({1, 0, 1, 170, 0, 0, false}, 0);
  links.send({2, 0, 1, 8, 0, 0, false}, 100 * unit);
  std::vector<Time> locked;
  Time unlocked = 0;
  while (!queue.empty()) {
    const Event event = queue.pop();
    if (event.place() == Place::nic) {
      links.inject(event);
    } else if (event.place() == Place::link || event.place() == Place::arrival) {
      if (event.id == 2) locked.push_back(event.time);  // no latency: the head is out at once
      links.arrive(event);
    } else if (event.id == 2) {
      unlocked = event.time;
    }
  }
  EXPECT_EQ(locked, (std::vector<Time>{170 * unit, 172 * unit, 174 * unit, 176 * unit}));
  EXPECT_EQ(unlocked, 178 * unit);
}

}  // namespace

}  // namespace hpcast::netsim
