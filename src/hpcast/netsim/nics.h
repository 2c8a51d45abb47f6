// The network interfaces of the nodes: what waits in them, and the packets that they make of it. A
// transfer goes to the interface of its node that will be free first and is sent after those before
// it there, packet by packet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/ndl/network.h"
#include "hpcast/netsim/event_queue.h"
#include "hpcast/netsim/fabric.h"

namespace hpcast::netsim {

class Nics {
 public:
  Nics(const ndl::Network& network, std::uint32_t nodes, EventQueue& queue)
      : queue_(queue),
        payload_(network.packet_payload),
        header_(network.packet_header),
        latency_(to_picoseconds(network.nodes.nic_latency)),
        per_node_(network.nodes.nics),
        rate_(network.nodes.injection_bandwidth),
        all_rate_(network.nodes.injection_bandwidth * network.nodes.nics),
        nics_(std::size_t{nodes} * per_node_),
        eject_free_(nodes) {}

  Rate rate() const { return rate_; }

  // By way of `via`, a vertex, if that is not where the transfer begins.
  void enqueue(const Shipment& shipment, std::uint32_t via, Time now) {
    const std::uint32_t number = first_free(shipment.from);
    const std::uint32_t index = take_slot();
    transfers_[index] = {shipment, shipment.bytes, via, none};
    Nic& nic = nics_[number];
    nic.backlog += shipment.bytes;
    if (nic.first == none) {
      nic.first = nic.last = index;
      queue_.push({std::max(now + latency_, nic.free), 0, place(Place::nic, number), 0, 0, 0});
    } else {
      transfers_[nic.last].next = index;
      nic.last = index;
    }
  }

  struct Departure {
    Event packet;            // its head is out of the interface at Event::time
    std::uint32_t node = 0;  // that it leaves
  };
  // The next packet of the NIC whose event this is. Tells who wants to know that all has left.
  Departure depart(const Event& event) {
    Nic& nic = nics_[event.number()];
    Transfer& transfer = transfers_[nic.first];
    const Shipment& shipment = transfer.shipment;
    const std::uint64_t bytes = std::min(transfer.left, payload_);
    transfer.left -= bytes;
    nic.backlog -= bytes;
    nic.free = event.time + rate_.time(bytes + header_);
    Departure departure{
        {event.time, shipment.id, 0, shipment.to, 0, static_cast<std::uint32_t>(bytes + header_)},
        shipment.from};
    if (transfer.via != shipment.from) {
      departure.packet.via = transfer.via;
      departure.packet.flags |= Event::on_detour;
    }
    if (transfer.left == 0) {
      departure.packet.flags |= Event::last_packet;
      finish(nic);
    }
    return departure;
  }
  // Has it more to send once that packet is on its way?
  bool has_more(std::uint32_t nic) const { return nics_[nic].first != none; }
  Time free(std::uint32_t nic) const { return nics_[nic].free; }

  // A packet's head is at its node and comes in at the rate `in`. The node's NICs take in packets
  // one after the other, as fast as all of them together can. Returns when it is taken in.
  Time eject(const Event& packet, Rate in) {
    const std::uint32_t size = packet.size();
    Time& free = eject_free_[packet.to];
    const Time start = std::max(packet.time, free);
    free = start + all_rate_.time(size);
    const Time done = std::max(packet.time + in.time(size), start + rate_.time(size));
    if ((packet.flags & Event::last_packet) != 0)
      queue_.push({done + latency_, packet.id, place(Place::delivery, packet.to), 0, 0, 0});
    return done;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Nic {
    Time free = 0;
    std::uint64_t backlog = 0;  // bytes
    std::uint32_t first = none, last = none;
  };
  struct Transfer {
    Shipment shipment;
    std::uint64_t left = 0;
    std::uint32_t via = 0;
    std::uint32_t next = none;
  };

  std::uint32_t first_free(std::uint32_t node) const {
    const auto ready = [&](std::uint32_t nic) {
      return nics_[nic].free + rate_.time(nics_[nic].backlog);
    };
    const std::uint32_t first = node * per_node_;
    std::uint32_t best = first;
    for (std::uint32_t nic = first + 1; nic < first + per_node_; ++nic) {
      if (ready(nic) < ready(best)) best = nic;
    }
    return best;
  }

  std::uint32_t take_slot() {
    if (free_slots_.empty()) {
      transfers_.emplace_back();
      return static_cast<std::uint32_t>(transfers_.size() - 1);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }

  void finish(Nic& nic) {
    const Shipment& done = transfers_[nic.first].shipment;
    if (done.tells)
      queue_.push({nic.free, done.id, place(Place::sent, done.sender_rank), done.sender, 0, 0});
    free_slots_.push_back(nic.first);
    nic.first = transfers_[nic.first].next;
    if (nic.first == none) nic.last = none;
  }

  EventQueue& queue_;
  std::uint64_t payload_, header_;
  Time latency_;
  std::uint32_t per_node_;
  Rate rate_, all_rate_;
  std::vector<Nic> nics_;
  std::vector<Time> eject_free_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint32_t> free_slots_;
};

}  // namespace hpcast::netsim
