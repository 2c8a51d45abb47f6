// Fabrics without contention.
#pragma once

#include "hpcast/inputs/ndl/path.h"
#include "hpcast/models/netsim/event_queue.h"
#include "hpcast/models/netsim/fabric.h"
#include "hpcast/models/netsim/territory.h"

namespace hpcast::netsim {

// Everything is there at once.
template <class Topology>
class IdealFabric final : public Fabric {
 public:
  IdealFabric(const ndl::Network&, const Topology&, EventQueue& queue, Post&) : queue_(queue) {}
  void send(const Shipment& shipment, Time now) override {
    queue_.push({now, shipment.id, place(Place::delivery, shipment.to), 0, 0, 0});
    if (shipment.tells)
      queue_.push(
          {now, shipment.id, place(Place::sent, shipment.sender_rank), shipment.sender, 0, 0});
  }

  // It has no lookahead: what is sent is there.
  static Time lookahead(const ndl::Network&, const Topology&, const Territory&) { return 0; }

 private:
  EventQueue& queue_;
};

// LogGP (Alexandrov et al., 1995): latency of the way plus bytes over its narrowest bandwidth; the
// overheads o are the ranks'. No gap: messages do not stand in each other's way.
template <class Topology>
class LogGpFabric final : public Fabric {
 public:
  LogGpFabric(const ndl::Network& network, const Topology& topology, EventQueue& queue, Post&)
      : network_(network), topology_(topology), queue_(queue) {}

  void send(const Shipment& shipment, Time now) override {
    const ndl::Path path =
        path_between(network_, topology_, shipment.from, shipment.to, shipment.id);
    const std::uint64_t packets = std::max<std::uint64_t>(
        1, (shipment.bytes + network_.packet_payload - 1) / network_.packet_payload);
    const std::uint64_t wire = shipment.bytes + packets * network_.packet_header;
    const Time sent = now + Rate(path.bandwidth).time(wire);
    const Time there = sent + to_picoseconds(path.latency);
    queue_.push({there, shipment.id, place(Place::delivery, shipment.to), 0, 0, 0});
    if (shipment.tells)
      queue_.push(
          {sent, shipment.id, place(Place::sent, shipment.sender_rank), shipment.sender, 0, 0});
  }

  // Not divided: it is fast enough.
  static Time lookahead(const ndl::Network&, const Topology&, const Territory&) { return 0; }

 private:
  const ndl::Network& network_;
  const Topology& topology_;
  EventQueue& queue_;
};

}  // namespace hpcast::netsim
