// The network packet by packet where switches have buffers that fill. A link has virtual channels,
// each with a buffer at the link's far end; a packet goes over it only when there is room for all
// of it there (virtual cut-through; Kermani and Kleinrock, 1979), which the sender knows by credits
// that come back as packets leave. What cannot go waits, and so in the end do the nodes. Channels
// are chosen so that buffers do not wait for each other in a circle (Topology::channel).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/event_queue.h"
#include "hpcast/models/netsim/fabric.h"
#include "hpcast/models/netsim/nics.h"
#include "hpcast/models/netsim/pool.h"
#include "hpcast/models/netsim/wiring.h"

namespace hpcast::netsim {

template <class Topology>
class BufferedNetwork final : public Fabric {
 public:
  // Credits go back over the link without a switch's latency.
  static Time lookahead(const ndl::Network& network, const Topology& topology,
                        const Territory& territory) {
    return Wiring<Topology>(network, topology).lookahead(territory, false);
  }

  BufferedNetwork(const ndl::Network& network, const Topology& topology, EventQueue& queue,
                  Post& post)
      : wiring_(network, topology),
        queue_(queue),
        post_(post),
        nics_(network, topology.nodes(), wiring_.source_latency, queue),
        channels_(topology.channels(wiring_.detours)),
        links_(topology.links()),
        lanes_(std::size_t{topology.links()} * channels_) {
    for (ndl::LinkId link = 0; link < topology.links(); ++link) {
      if (!topology.exists(link)) continue;
      links_[link].head = topology.head(link);
      links_[link].tail = topology.tail(link);
      links_[link].kind = topology.link_class(link);
    }
    for (Lane& lane : lanes_) lane.credits = *network.switch_buffer;
  }

  void send(const Shipment& shipment, Time now) override {
    nics_.enqueue(shipment, wiring_.detour(shipment.id, shipment.from), now);
  }

  // A NIC offers its next packet to the node's first link, and the one after when that has gone.
  void inject(const Event& event) {
    const auto [packet, node] = nics_.depart(event);
    wait(packet, node, {no_link, 0, event.number()}, nics_.rate(), event.time);
  }

  // The head of a packet has come out of a link and, where it goes on, through the switch.
  void arrive(Event packet) {
    const ndl::LinkId in = packet.number();
    const std::uint32_t channel = channel_of(packet);
    const Rate rate = wiring_.classes[links_[in].kind].rate;
    if (ends_detour(packet, in)) packet.flags &= ~Event::on_detour;
    if (is_there(packet, in)) {
      give_back(in, channel, packet.size(), nics_.eject(packet, rate));
      return;
    }
    wait(packet, links_[in].head, {in, channel, 0}, rate, packet.time);
  }

  void credit(const Event& event) {
    lanes_[lane(event.number(), channel_of(event))].credits += event.size();
    serve(event.number(), event.time);
  }

  // True: it was of the network.
  bool handle(const Event& event) {
    switch (event.place()) {
      case Place::link:
        arrive(event);
        return true;
      case Place::nic:
        inject(event);
        return true;
      case Place::retry:
        links_[event.number()].retry_at = -1;
        serve(event.number(), event.time);
        return true;
      case Place::credit:
        credit(event);
        return true;
      default:
        return false;
    }
  }

  LinkLoad load(ndl::LinkId link, Time now) const {
    const Link& state = links_[link];
    return {state.busy - std::max<Time>(0, state.free - now), state.bytes};
  }
  std::uint64_t packet_hops() const { return hops_; }
  static std::uint64_t unqueued() { return 0; }
  // Packets that wait in nodes and switches.
  std::uint64_t held() const { return held_; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX, no_link = UINT32_MAX;
  static constexpr int channel_shift = 24;
  static constexpr std::uint32_t channel_mask = 31;
  struct Link {
    Time free = 0, busy = 0, retry_at = -1;
    std::uint64_t bytes = 0;
    ndl::Vertex head = 0, tail = 0;
    std::uint32_t kind = 0, waiting = 0;
  };
  struct Lane {                 // a link's virtual channel
    std::uint64_t credits = 0;  // bytes of room at the far end
    std::uint32_t first = none, last = none;
  };
  struct Origin {  // what a packet occupies while it waits
    ndl::LinkId link = no_link;
    std::uint32_t channel = 0, nic = 0;
  };
  struct Waiting {
    Event packet;  // Event::time: when it came
    Origin origin;
    Time not_before = 0;  // its tail would not be there in time
    std::uint32_t next = none;
  };

  static std::uint32_t channel_of(const Event& packet) {
    return packet.flags >> channel_shift & channel_mask;
  }
  std::size_t lane(ndl::LinkId link, std::uint32_t channel) const {
    return std::size_t{link} * channels_ + channel;
  }
  bool ends_detour(const Event& packet, ndl::LinkId in) const {
    return (packet.flags & Event::on_detour) != 0 && links_[in].head == packet.via;
  }
  bool is_there(const Event& packet, ndl::LinkId in) const {
    return links_[in].head == packet.to &&
           ((packet.flags & Event::on_detour) == 0 || ends_detour(packet, in));
  }

  void post(const Event& event, ndl::Vertex at) {
    const std::uint32_t part = post_.territory->part_of(at);
    if (part == post_.mine)
      queue_.push(event);
    else
      post_.out[part].events.push_back(event);
  }

  // A packet has left a buffer at `when`; the sender hears of it after the link's latency.
  void give_back(ndl::LinkId link, std::uint32_t channel, std::uint32_t size, Time when) {
    post({when + wiring_.classes[links_[link].kind].latency, channel, place(Place::credit, link), 0,
          0, size | channel << channel_shift},
         links_[link].tail);
  }

  void wait(Event packet, ndl::Vertex at, const Origin& origin, Rate in, Time now) {
    const ndl::LinkId out = wiring_.next(packet, at);
    Link& link = links_[out];
    const bool second_leg = wiring_.detours && (packet.flags & Event::on_detour) == 0;
    const std::uint32_t channel =
        wiring_.topology.channel(origin.channel, origin.link, out, second_leg);
    const Time behind =
        in.time(packet.size()) - wiring_.classes[link.kind].rate.time(packet.size());
    const Time not_before = packet.time + std::max<Time>(0, behind);
    const std::uint32_t index = waiting_.keep({packet, origin, not_before, none});
    Lane& queue = lanes_[lane(out, channel)];
    (queue.first == none ? queue.first : waiting_[queue.last].next) = index;
    queue.last = index;
    ++link.waiting;
    ++held_;
    serve(out, now);
  }

  // Sends what can go over the link now, and sees to it that it is tried again when that may change
  // by itself; room at the far end is told by credits.
  void serve(ndl::LinkId number, Time now) {
    Link& link = links_[number];
    if (link.waiting == 0) return;
    if (link.free > now) {
      try_again(number, link.free);
      return;
    }
    Time soonest = INT64_MAX;
    const std::uint32_t channel = choose(number, now, soonest);
    if (channel == none) {
      if (soonest != INT64_MAX) try_again(number, soonest);
      return;
    }
    go(number, channel, now);
    if (link.waiting > 0) try_again(number, link.free);
  }

  void try_again(ndl::LinkId number, Time when) {
    Link& link = links_[number];
    if (link.retry_at == when) return;
    link.retry_at = when;
    queue_.push({when, 0, place(Place::retry, number), 0, 0, 0});
  }

  // The channel whose first packet came first, of those that can go; `soonest`: when another can.
  std::uint32_t choose(ndl::LinkId number, Time now, Time& soonest) const {
    std::uint32_t best = none;
    for (std::uint32_t channel = 0; channel < channels_; ++channel) {
      const Lane& queue = lanes_[lane(number, channel)];
      if (queue.first == none) continue;
      const Waiting& waiting = waiting_[queue.first];
      if (queue.credits < waiting.packet.size()) continue;
      if (waiting.not_before > now) {
        soonest = std::min(soonest, waiting.not_before);
        continue;
      }
      if (best == none || waiting.packet < waiting_[lanes_[lane(number, best)].first].packet)
        best = channel;
    }
    return best;
  }

  void go(ndl::LinkId number, std::uint32_t channel, Time now) {
    Link& link = links_[number];
    Lane& queue = lanes_[lane(number, channel)];
    const std::uint32_t index = queue.first;
    const Waiting waiting = waiting_[index];
    queue.first = waiting.next;
    waiting_.give_back(index);
    --link.waiting;
    --held_;
    const std::uint32_t size = waiting.packet.size();
    queue.credits -= size;
    const LinkCosts& costs = wiring_.classes[link.kind];
    link.free = now + costs.rate.time(size);
    link.busy += costs.rate.time(size);
    link.bytes += size;
    ++hops_;
    leave(waiting, now, link.free);
    Event packet = waiting.packet;
    packet.at = place(Place::link, number);
    packet.flags = (packet.flags & ~(channel_mask << channel_shift)) | channel << channel_shift;
    packet.time = now + costs.latency + (is_there(packet, number) ? 0 : wiring_.switch_latency);
    post(packet, link.head);
  }

  // What the packet has occupied is free: at the NIC at once, in a buffer when its tail has gone.
  void leave(const Waiting& packet, Time now, Time tail) {
    const Origin& origin = packet.origin;
    const Time behind = packet.not_before - packet.packet.time;  // the interface is the slower one
    if (origin.link != no_link)
      give_back(origin.link, origin.channel, packet.packet.size(), tail);
    else
      nics_.has_gone(origin.nic, now, now - behind);
  }

  Wiring<Topology> wiring_;
  EventQueue& queue_;
  Post& post_;
  Nics nics_;
  std::uint32_t channels_;
  std::vector<Link> links_;
  std::vector<Lane> lanes_;
  Pool<Waiting> waiting_;
  std::uint64_t hops_ = 0, held_ = 0;
};

}  // namespace hpcast::netsim
