// The network packet by packet (psi-nsim.txt, section 4.1, figure 3). A message leaves its node in
// packets, one after the other; a packet takes the links of its way in turn. A link is locked while
// a packet goes through it, first come first served; the head goes on before the tail has come
// (cut-through), after the link's and the switch's latency. One event a packet and link:
//
//   lock    = max(head's arrival + switch latency, unlock of the packet before)
//   unlock  = lock + bytes / bandwidth, not before the tail can have come
//   arrival of the head at the other end = lock + link latency
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/ndl/topology.h"
#include "hpcast/netsim/event_queue.h"
#include "hpcast/netsim/fabric.h"
#include "hpcast/netsim/territory.h"

namespace hpcast::netsim {

struct LinkLoad {
  Time busy = 0;  // locked, all together
  std::uint64_t bytes = 0;
};

template <class Topology>
class PacketNetwork final : public Fabric {
 public:
  // The least time that passes before what a part does reaches another: a packet goes over a link
  // between them, and through the switch or the NIC before it. 0: they cannot be divided.
  static Time lookahead(const ndl::Network& network, const Topology& topology,
                        const Territory& territory) {
    const double before = std::min(network.switch_latency, network.nodes.nic_latency);
    double least = 1e6;
    for (ndl::LinkId link = 0; link < topology.links(); ++link) {
      if (!topology.exists(link)) continue;
      const ndl::Vertex tail = topology.tail(link);
      if (territory.part_of(tail) == territory.part_of(topology.head(link))) continue;
      const double latency = network.link_classes[topology.link_class(link)].latency;
      least =
          std::min(least, latency + (tail < topology.nodes() ? before : network.switch_latency));
    }
    return to_picoseconds(least);
  }

  PacketNetwork(const ndl::Network& network, const Topology& topology, EventQueue& queue,
                Post& post)
      : topology_(topology),
        queue_(queue),
        post_(post),
        payload_(network.packet_payload),
        header_(network.packet_header),
        switch_latency_(to_picoseconds(network.switch_latency)),
        nic_latency_(to_picoseconds(network.nodes.nic_latency)),
        nics_(network.nodes.nics),
        nic_rate_(network.nodes.injection_bandwidth),
        eject_rate_(network.nodes.injection_bandwidth * network.nodes.nics),
        detours_(network.routing == ndl::Routing::valiant) {
    for (const ndl::LinkClass& kind : network.link_classes)
      classes_.push_back({Rate(kind.bandwidth), to_picoseconds(kind.latency)});
    links_.resize(topology.links());
    for (ndl::LinkId link = 0; link < topology.links(); ++link) {
      if (!topology.exists(link)) continue;
      links_[link].head = topology.head(link);
      links_[link].kind = topology.link_class(link);
    }
    nic_states_.resize(std::size_t{topology.nodes()} * nics_);
    eject_free_.resize(topology.nodes());
  }

  void send(const Shipment& shipment, Time now) override {
    const std::uint32_t nic = first_free_nic(shipment.from);
    const std::uint32_t index = take_slot();
    waiting_[index] = {shipment, shipment.bytes, shipment.to, nobody_};
    Nic& state = nic_states_[nic];
    if constexpr (Topology::has_detours) {
      if (detours_) waiting_[index].via = topology_.detour(ndl::mixed(shipment.id));
    }
    state.backlog += shipment.bytes;
    if (state.first == nobody_) {
      state.first = state.last = index;
      queue_.push({std::max(now, state.free), 0, place(Place::nic, nic), 0, 0, 0});
    } else {
      waiting_[state.last].next = index;
      state.last = index;
    }
  }

  // A NIC sends the next packet of the transfer at the head of its queue.
  void inject(const Event& event) {
    Nic& nic = nic_states_[event.number()];
    Waiting& transfer = waiting_[nic.first];
    const std::uint64_t bytes = std::min(transfer.left, payload_);
    transfer.left -= bytes;
    nic.backlog -= bytes;
    nic.free = event.time + nic_rate_.time(bytes + header_);
    const bool last = transfer.left == 0;
    Event packet{event.time + nic_latency_,
                 transfer.shipment.id,
                 0,
                 transfer.shipment.to,
                 0,
                 static_cast<std::uint32_t>(bytes + header_) | (last ? Event::last_packet : 0)};
    const std::uint32_t node = transfer.shipment.from;
    if (Topology::has_detours && detours_ && transfer.via != node) {
      packet.via = transfer.via;
      packet.flags |= Event::on_detour;
    }
    forward(packet, node, nic_rate_);
    if (last) finish_sending(nic);
    if (nic.first != nobody_) queue_.push({nic.free, 0, event.at, 0, 0, 0});
  }

  // The head of a packet comes out of a link.
  void arrive(Event event) {
    const Link& link = links_[event.number()];
    if ((event.flags & Event::on_detour) != 0 && link.head == event.via)
      event.flags &= ~Event::on_detour;
    if (link.head == event.to && (event.flags & Event::on_detour) == 0) {
      eject(event, classes_[link.kind].rate);
      return;
    }
    event.time += switch_latency_;
    forward(event, link.head, classes_[link.kind].rate);
  }

  // By link, up to `now`: what a link has promised for later is not counted.
  LinkLoad load(ndl::LinkId link, Time now) const {
    const Link& state = links_[link];
    return {state.busy - std::max<Time>(0, state.free - now), state.bytes};
  }
  std::uint64_t packet_hops() const { return hops_; }

 private:
  static constexpr std::uint32_t nobody_ = UINT32_MAX;
  struct Link {
    Time free = 0, busy = 0;
    std::uint64_t bytes = 0;
    ndl::Vertex head = 0;
    std::uint32_t kind = 0;
  };
  struct Class {
    Rate rate;
    Time latency = 0;
  };
  struct Nic {
    Time free = 0;
    std::uint64_t backlog = 0;  // bytes
    std::uint32_t first = nobody_, last = nobody_;
  };
  struct Waiting {
    Shipment shipment;
    std::uint64_t left = 0;
    ndl::Vertex via = 0;
    std::uint32_t next = nobody_;
  };

  std::uint32_t take_slot() {
    if (free_slots_.empty()) {
      waiting_.emplace_back();
      return static_cast<std::uint32_t>(waiting_.size() - 1);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }

  std::uint32_t first_free_nic(std::uint32_t node) const {
    const std::uint32_t first = node * nics_;
    std::uint32_t best = first;
    for (std::uint32_t nic = first + 1; nic < first + nics_; ++nic) {
      if (ready(nic_states_[nic]) < ready(nic_states_[best])) best = nic;
    }
    return best;
  }
  Time ready(const Nic& nic) const { return nic.free + nic_rate_.time(nic.backlog); }

  void finish_sending(Nic& nic) {
    const Shipment& done = waiting_[nic.first].shipment;
    if (done.tells)
      queue_.push({nic.free, done.id, place(Place::sent, done.sender_rank), done.sender, 0, 0});
    free_slots_.push_back(nic.first);
    nic.first = waiting_[nic.first].next;
    if (nic.first == nobody_) nic.last = nobody_;
  }

  // Which of several ways: the same for all packets between two nodes, or of a message.
  std::uint64_t flow(const Event& packet) const {
    return detours_ ? packet.id : (packet.id >> 40) * 0x9e3779b9U + packet.to;
  }

  // The packet's head is ready to go out of `at` at packet.time; it comes in at the rate `in`.
  void forward(Event packet, ndl::Vertex at, Rate in) {
    const ndl::Vertex target = (packet.flags & Event::on_detour) != 0 ? packet.via : packet.to;
    const ndl::LinkId out = topology_.next(at, target, flow(packet));
    Link& link = links_[out];
    const Class& kind = classes_[link.kind];
    const std::uint32_t size = packet.size();
    const Time takes = kind.rate.time(size);
    const Time head = std::max(packet.time, packet.time + in.time(size) - takes);
    const Time lock = std::max(head, link.free);
    link.free = lock + takes;
    link.busy += takes;
    link.bytes += size;
    ++hops_;
    packet.time = lock + kind.latency;
    packet.at = place(Place::link, out);
    const std::uint32_t part = post_.territory->part_of(link.head);
    if (part == post_.mine)
      queue_.push(packet);
    else
      post_.out[part].events.push_back(packet);
  }

  // The NICs of a node take in packets one after the other, as fast as all of them together can.
  void eject(const Event& packet, Rate in) {
    const std::uint32_t size = packet.size();
    Time& free = eject_free_[packet.to];
    const Time start = std::max(packet.time, free);
    free = start + eject_rate_.time(size);
    if ((packet.flags & Event::last_packet) == 0) return;
    const Time tail = std::max(packet.time + in.time(size), start + nic_rate_.time(size));
    queue_.push({tail + nic_latency_, packet.id, place(Place::delivery, packet.to), 0, 0, 0});
  }

  const Topology& topology_;
  EventQueue& queue_;
  Post& post_;
  std::uint64_t payload_, header_;
  Time switch_latency_, nic_latency_;
  std::uint32_t nics_;
  Rate nic_rate_, eject_rate_;
  bool detours_;
  std::vector<Class> classes_;
  std::vector<Link> links_;
  std::vector<Nic> nic_states_;
  std::vector<Time> eject_free_;
  std::vector<Waiting> waiting_;
  std::vector<std::uint32_t> free_slots_;
  std::uint64_t hops_ = 0;
};

}  // namespace hpcast::netsim
