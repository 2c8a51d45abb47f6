// What the packet simulators know of the network's links, however they handle them.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/base/mixed.h"
#include "hpcast/inputs/ndl/topology.h"
#include "hpcast/models/netsim/event.h"
#include "hpcast/models/netsim/territory.h"

namespace hpcast::netsim {

struct LinkLoad {
  Time busy = 0;  // locked, all together
  std::uint64_t bytes = 0;
};

struct LinkCosts {
  Rate rate;
  Time latency = 0;
};

template <class Topology>
struct Wiring {
  Wiring(const ndl::Network& network, const Topology& t)
      : topology(t),
        switch_latency(to_picoseconds(network.switch_latency)),
        source_latency(t.nodes_pass_on() ? switch_latency : 0),
        detours(network.routing == ndl::Routing::valiant) {
    for (const ndl::LinkClass& kind : network.link_classes)
      classes.push_back({Rate(kind.bandwidth), to_picoseconds(kind.latency)});
  }

  // A vertex that the transfer goes by way of; where it comes from: of none.
  ndl::Vertex detour(std::uint64_t id, ndl::Vertex from) const {
    if constexpr (Topology::has_detours) {
      if (detours) return topology.detour(mixed(id));
    }
    return from;
  }

  // Which of several ways: the same for all packets from a rank to a node, or of a message.
  ndl::LinkId next(const Event& packet, ndl::Vertex at) const {
    const std::uint64_t flow =
        detours ? mixed(packet.id) : (packet.id >> 40) * 0x9e3779b9U + packet.to;
    const bool aside = (packet.flags & Event::on_detour) != 0;
    return topology.next(at, aside ? packet.via : packet.to, flow);
  }

  // The least time from a part's doing anything to its being felt in another, where a packet goes
  // over a link between them: `before` and the link's latency. 0: they cannot be divided.
  Time lookahead(const Territory& territory, bool with_switch) const {
    Time least = INT64_MAX / 2;
    for (ndl::LinkId link = 0; link < topology.links(); ++link) {
      if (!topology.exists(link)) continue;
      const ndl::Vertex tail = topology.tail(link);
      if (territory.part_of(tail) == territory.part_of(topology.head(link))) continue;
      const Time before = tail < topology.nodes() ? source_latency : switch_latency;
      const Time latency = classes[topology.link_class(link)].latency;
      least = std::min(least, latency + (with_switch ? before : 0));
    }
    return least;
  }

  const Topology& topology;
  Time switch_latency;
  Time source_latency;  // of the switch that is part of a node, which its own packets pass too
  bool detours;
  std::vector<LinkCosts> classes;
};

}  // namespace hpcast::netsim
