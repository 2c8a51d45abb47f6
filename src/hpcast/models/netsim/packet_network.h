// The network packet by packet (psi-nsim.txt, section 4.1, figure 3). A message leaves its node in
// packets, one after the other; a packet takes the links of its way in turn. A link is locked while
// a packet goes through it, first come first served; the head goes on before the tail has come
// (cut-through), after the link's and the switch's latency. One event a packet and link (which need
// not go through the queue where a packet, not the last of its message, comes to its node):
//
//   lock    = max(head's arrival + switch latency, unlock of the packet before)
//   unlock  = lock + bytes / bandwidth, not before the tail can have come
//   arrival of the head at the other end = lock + link latency
//
// Switches keep whatever comes; buffered_network.h has those whose buffers fill.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/event_queue.h"
#include "hpcast/models/netsim/fabric.h"
#include "hpcast/models/netsim/nics.h"
#include "hpcast/models/netsim/wiring.h"

namespace hpcast::netsim {

template <class Topology>
class PacketNetwork final : public Fabric {
 public:
  static Time lookahead(const ndl::Network& network, const Topology& topology,
                        const Territory& territory) {
    return Wiring<Topology>(network, topology).lookahead(territory, true);
  }

  PacketNetwork(const ndl::Network& network, const Topology& topology, EventQueue& queue,
                Post& post)
      : wiring_(network, topology),
        queue_(queue),
        post_(post),
        nics_(network, topology.nodes(), wiring_.source_latency, queue),
        links_(topology.links()) {
    for (ndl::LinkId link = 0; link < topology.links(); ++link) {
      if (!topology.exists(link)) continue;
      links_[link].head = topology.head(link);
      links_[link].kind = topology.link_class(link);
    }
  }

  void send(const Shipment& shipment, Time now) override {
    nics_.enqueue(shipment, wiring_.detour(shipment.id, shipment.from), now);
  }

  // A NIC sends the next packet of the transfer at the head of its queue.
  void inject(const Event& event) {
    const auto [packet, node] = nics_.depart(event);
    forward(packet, node, nics_.rate(), event.time);
    nics_.has_gone(event.number(), event.time, packet.time);
  }

  // The head of a packet comes out of a link.
  void arrive(Event event) {
    const Link& link = links_[event.number()];
    const Rate in = wiring_.classes[link.kind].rate;
    if (is_there(event, link.head)) {
      nics_.eject(event, in);
      return;
    }
    if (link.head == event.via) event.flags &= ~Event::on_detour;
    const Time now = event.time;
    event.time += wiring_.switch_latency;
    forward(event, link.head, in, now);
  }

  // True: it was of the network.
  bool handle(const Event& event) {
    if (event.place() == Place::link || event.place() == Place::arrival)
      arrive(event);
    else if (event.place() == Place::nic)
      inject(event);
    else
      return false;
    return true;
  }

  // By link, up to `now`: what a link has promised for later is not counted.
  LinkLoad load(ndl::LinkId link, Time now) const {
    const Link& state = links_[link];
    return {state.busy - std::max<Time>(0, state.free - std::max(now, state.begin)), state.bytes};
  }
  std::uint64_t packet_hops() const { return hops_; }
  static std::uint64_t held() { return 0; }
  // Events that did not go through the queue.
  std::uint64_t unqueued() const { return unqueued_; }

 private:
  struct alignas(64) Link {
    Time free = 0, busy = 0;
    Time begin = 0;  // of being busy without a gap until `free`
    std::uint64_t bytes = 0;
    ndl::Vertex head = 0;
    std::uint32_t kind = 0;
  };

  static bool is_there(const Event& packet, ndl::Vertex at) {
    return at == packet.to && ((packet.flags & Event::on_detour) == 0 || at == packet.via);
  }

  // The packet's head is ready to go out of `at` at packet.time; it comes in at the rate `in`.
  void forward(Event packet, ndl::Vertex at, Rate in, Time now) {
    const ndl::LinkId out = wiring_.next(packet, at);
    Link& link = links_[out];
    const LinkCosts& costs = wiring_.classes[link.kind];
    const std::uint32_t size = packet.size();
    const Time takes = costs.rate.time(size);
    const Time head = std::max(packet.time, packet.time + in.time(size) - takes);
    const Time lock = std::max(head, link.free);
    if (lock > link.free) link.begin = lock;
    link.free = lock + takes;
    link.busy += takes;
    link.bytes += size;
    ++hops_;
    packet.time = lock + costs.latency;
    const bool ends = is_there(packet, link.head);
    const bool is_last = (packet.flags & Event::last_packet) != 0;
    packet.at = place(ends && is_last ? Place::arrival : Place::link, out);
    const std::uint32_t part = post_.territory->part_of(link.head);
    if (part != post_.mine)
      post_.out[part].events.push_back(packet);
    else if (ends && !is_last && packet.time > now && nics_.expect(packet.to, packet.time, now))
      ++unqueued_;
    else
      queue_.push(packet);
  }

  Wiring<Topology> wiring_;
  EventQueue& queue_;
  Post& post_;
  Nics nics_;
  std::vector<Link> links_;
  std::uint64_t hops_ = 0, unqueued_ = 0;
};

}  // namespace hpcast::netsim
