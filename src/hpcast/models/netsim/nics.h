// The network interfaces of the nodes: what waits in them, and the packets that they make of it. A
// transfer goes to the interface of its node that will be free first. There the transfers to one
// node wait in a flow, one after the other; flows take turns, packet by packet, or, with
// NicOrder::fifo, all is one flow.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/event_queue.h"
#include "hpcast/models/netsim/fabric.h"
#include "hpcast/models/netsim/flat_map.h"

namespace hpcast::netsim {

class Nics {
 public:
  // `source_latency`: from a node's interfaces to its links.
  Nics(const ndl::Network& network, std::uint32_t nodes, Time source_latency, EventQueue& queue)
      : queue_(queue),
        payload_(network.packet_payload),
        header_(network.packet_header),
        latency_(to_picoseconds(network.nodes.nic_latency)),
        source_latency_(source_latency),
        per_node_(network.nodes.nics),
        takes_turns_(network.nodes.nic_order == ndl::NicOrder::round_robin),
        rate_(network.nodes.injection_bandwidth),
        all_rate_(network.nodes.injection_bandwidth * network.nodes.nics),
        full_takes_(all_rate_.time(payload_ + header_)),
        nics_(std::size_t{nodes} * per_node_),
        intakes_(nodes) {}

  Rate rate() const { return rate_; }

  // By way of `via`, a vertex, if that is not where the transfer begins.
  void enqueue(const Shipment& shipment, std::uint32_t via, Time now) {
    const std::uint32_t number = first_free(shipment.from, now);
    Nic& nic = nics_[number];
    const std::uint32_t index = take(transfers_, nic.spare_transfer);
    transfers_[index] = {shipment, shipment.bytes, via, none};
    nic.backlog += on_wire(shipment.bytes);
    const bool idle = nic.turn == none && !nic.offers;
    append(nic, key(number, shipment.to), index);
    if (idle) call(number, std::max(now, nic.free), now);
  }

  struct Departure {
    Event packet;            // its head is at the node's link at Event::time
    std::uint32_t node = 0;  // that it leaves
  };
  // The next packet of the NIC whose event this is. Until has_gone() is called, there is no other.
  Departure depart(const Event& event) {
    Nic& nic = nics_[event.number()];
    nic.offers = true;
    Transfer& transfer = transfers_[flows_[nic.turn].first];
    const Shipment& shipment = transfer.shipment;
    const std::uint64_t bytes = std::min(transfer.left, payload_);
    transfer.left -= bytes;
    nic.backlog -= bytes + header_;
    nic.free = nic.start + rate_.time(bytes + header_);
    Departure departure{{nic.start + latency_ + source_latency_, shipment.id, 0, shipment.to, 0,
                         static_cast<std::uint32_t>(bytes + header_)},
                        shipment.from};
    if (transfer.via != shipment.from) {
      departure.packet.via = transfer.via;
      departure.packet.flags |= Event::on_detour;
    }
    if (transfer.left == 0) {
      departure.packet.flags |= Event::last_packet;
      finish(nic);
    } else {
      nic.turn = flows_[nic.turn].next;
    }
    return departure;
  }
  // That packet's head is on its way over a link since `head`: the next one's turn. Tells who wants
  // to know that all of the transfer has left.
  void has_gone(std::uint32_t number, Time now, Time head) {
    Nic& nic = nics_[number];
    nic.offers = false;
    // What the link has held back has held back what is behind it.
    const Time started = std::max(nic.start, head - latency_ - source_latency_);
    nic.free += started - nic.start;
    if (nic.told != nobody_told)
      queue_.push(
          {std::max(nic.free, now), nic.transfer, place(Place::sent, nic.told), nic.sender, 0, 0});
    nic.told = nobody_told;
    if (nic.turn != none) call(number, nic.free, now);
  }

  // The head of a full packet, not the last of its transfer, will come to the node at `time`: it
  // is taken in without an event of its own, since nobody wants to know when. Of those that come
  // up to `now` all have been told. False: there is no room for more.
  bool expect(std::uint32_t node, Time time, Time now) {
    Intake& intake = intakes_[node];
    if (intake.count == most_expected) take_in(intake, now);
    if (intake.count == most_expected) return false;
    std::uint32_t at = intake.count++;
    for (; at > 0 && intake.expected[at - 1] > time; --at)
      intake.expected[at] = intake.expected[at - 1];
    intake.expected[at] = time;
    return true;
  }

  // A packet's head is at its node and comes in at the rate `in`. The node's NICs take in packets
  // one after the other, as fast as all of them together can. Returns when it is taken in.
  Time eject(const Event& packet, Rate in) {
    const std::uint32_t size = packet.size();
    Intake& intake = intakes_[packet.to];
    take_in(intake, packet.time);
    const Time start = std::max(packet.time, intake.free);
    intake.free = start + all_rate_.time(size);
    const Time done = std::max(packet.time + in.time(size), start + rate_.time(size));
    if ((packet.flags & Event::last_packet) != 0)
      queue_.push({done + latency_, packet.id, place(Place::delivery, packet.to), 0, 0, 0});
    return done;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t nobody_told = UINT32_MAX;
  // Events come to nodes in no order: what one needs of a NIC or a transfer lies in one line of the
  // cache.
  struct alignas(64) Nic {
    Time free = 0, start = 0;    // start: of the next packet
    std::uint64_t backlog = 0;   // bytes on the wire
    std::uint64_t transfer = 0;  // whose last packet it offers, for `told`
    std::uint32_t turn = none;   // of the ring of its flows
    std::uint32_t told = nobody_told, sender = 0;
    std::uint32_t spare_transfer = none, spare_flow = none;
    bool offers = false;  // a packet that has not gone yet
  };
  static constexpr std::uint32_t most_expected = 30;
  struct alignas(64) Intake {
    Time free = 0;
    std::uint32_t count = 0;  // of `expected`, in order
    std::array<Time, most_expected> expected;
  };
  struct Flow {
    std::uint64_t key = 0;
    std::uint32_t first = none, last = none;   // transfers
    std::uint32_t before = none, next = none;  // flows of the ring
  };
  struct alignas(64) Transfer {
    Shipment shipment;
    std::uint64_t left = 0;
    std::uint32_t via = 0;
    std::uint32_t next = none;
  };

  std::uint64_t on_wire(std::uint64_t bytes) const {
    const std::uint64_t packets = std::max<std::uint64_t>(1, (bytes + payload_ - 1) / payload_);
    return bytes + packets * header_;
  }

  // The latency to the links is that of a pipe: what is behind starts at once.
  void call(std::uint32_t number, Time start, Time now) {
    nics_[number].start = start;
    queue_.push({std::max(start, now), 0, place(Place::nic, number), 0, 0, 0});
  }

  std::uint32_t first_free(std::uint32_t node, Time now) const {
    const auto ready = [&](std::uint32_t nic) {
      return std::max(nics_[nic].free, now) + rate_.time(nics_[nic].backlog);
    };
    const std::uint32_t first = node * per_node_;
    std::uint32_t best = first;
    for (std::uint32_t nic = first + 1; nic < first + per_node_; ++nic) {
      if (ready(nic) < ready(best)) best = nic;
    }
    return best;
  }

  // What a NIC has had it takes again, so that what it works with stays together in memory.
  template <class T>
  static std::uint32_t take(std::vector<T>& all, std::uint32_t& spare) {
    if (spare == none) {
      all.emplace_back();
      return static_cast<std::uint32_t>(all.size() - 1);
    }
    const std::uint32_t number = spare;
    spare = all[number].next;
    return number;
  }
  template <class T>
  static void give_back(std::vector<T>& all, std::uint32_t& spare, std::uint32_t number) {
    all[number].next = spare;
    spare = number;
  }

  // What is expected up to `now`.
  void take_in(Intake& intake, Time now) const {
    std::uint32_t taken = 0;
    for (; taken < intake.count && intake.expected[taken] <= now; ++taken)
      intake.free = std::max(intake.expected[taken], intake.free) + full_takes_;
    if (taken == 0) return;
    std::copy(intake.expected.begin() + taken, intake.expected.begin() + intake.count,
              intake.expected.begin());
    intake.count -= taken;
  }

  std::uint64_t key(std::uint32_t nic, std::uint32_t to) const {
    return std::uint64_t{nic} << 32 | (takes_turns_ ? to : 0);
  }

  // To the flow of that key; a new one is the last whose turn it will be.
  void append(Nic& nic, std::uint64_t flow_key, std::uint32_t transfer) {
    if (const std::uint32_t* const known = flow_of_.find(flow_key)) {
      Flow& flow = flows_[*known];
      transfers_[flow.last].next = transfer;
      flow.last = transfer;
      return;
    }
    const std::uint32_t index = take(flows_, nic.spare_flow);
    flow_of_.at(flow_key) = index;
    flows_[index] = {flow_key, transfer, transfer, index, index};
    if (nic.turn == none) {
      nic.turn = index;
    } else {
      join(flows_[nic.turn].before, index);
      join(index, nic.turn);
    }
  }

  // The transfer whose turn it was has gone, and with the last one its flow.
  void finish(Nic& nic) {
    const std::uint32_t index = nic.turn;
    Flow& flow = flows_[index];
    const std::uint32_t transfer = flow.first;
    const Shipment& done = transfers_[transfer].shipment;
    if (done.tells) {
      nic.told = done.sender_rank;
      nic.sender = done.sender;
      nic.transfer = done.id;
    }
    flow.first = transfers_[transfer].next;
    give_back(transfers_, nic.spare_transfer, transfer);
    nic.turn = flow.next;
    if (flow.first != none) return;
    flow_of_.erase(flow.key);
    join(flow.before, flow.next);
    give_back(flows_, nic.spare_flow, index);
    if (nic.turn == index) nic.turn = none;
  }

  void join(std::uint32_t flow, std::uint32_t next) {
    flows_[flow].next = next;
    flows_[next].before = flow;
  }

  EventQueue& queue_;
  std::uint64_t payload_, header_;
  Time latency_, source_latency_;
  std::uint32_t per_node_;
  bool takes_turns_;
  Rate rate_, all_rate_;
  Time full_takes_;  // to take in a full packet
  std::vector<Nic> nics_;
  std::vector<Intake> intakes_;  // by node
  std::vector<Transfer> transfers_;
  std::vector<Flow> flows_;
  FlatMap<std::uint64_t, std::uint32_t> flow_of_;  // those that have something to send
};

}  // namespace hpcast::netsim
