#include "hpcast/netsim/simulation.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "hpcast/base/diagnostics.h"
#include "hpcast/ndl/shape.h"
#include "hpcast/netsim/packet_network.h"
#include "hpcast/netsim/plain_fabric.h"

namespace hpcast::netsim {

namespace {

constexpr std::uint64_t events_between_looks = 1 << 16;

MpiModel model_of(const ndl::Network& network, Fidelity fidelity) {
  const ndl::MpiCosts& mpi = network.mpi;
  MpiModel model;
  model.library = mpi.family == ndl::MpiFamily::mpich ? MpiLibrary::mpich : MpiLibrary::open_mpi;
  model.chosen.resize(mpitrace::collective_count);
  for (const auto& [collective, name] : mpi.algorithms) {
    for (int kind = 0; kind < mpitrace::collective_count; ++kind) {
      if (collective == name_of(static_cast<Collective>(kind)))
        model.chosen[static_cast<std::size_t>(kind)] =
            algorithm_named(static_cast<Collective>(kind), name);
    }
  }
  if (fidelity == Fidelity::ideal) {
    model.eager_limit = UINT64_MAX;
    model.progresses_alone = true;
    return model;
  }
  model.send_overhead = to_picoseconds(mpi.send_overhead);
  model.receive_overhead = to_picoseconds(mpi.receive_overhead);
  if (mpi.copy_bandwidth) model.copy = Rate(*mpi.copy_bandwidth);
  if (mpi.combine_bandwidth) model.combine = Rate(*mpi.combine_bandwidth);
  model.eager_limit = mpi.eager_limit;
  model.progresses_alone = mpi.progresses_alone;
  model.local_latency = to_picoseconds(network.nodes.local_latency.value_or(0));
  if (network.nodes.local_bandwidth) model.local = Rate(*network.nodes.local_bandwidth);
  return model;
}

// One simulation, by one fabric, from beginning to end.
template <class Carrier>
class Run {
 public:
  Run(const ndl::Network& network, const mpitrace::Profile& profile,
      const SimulationOptions& options)
      : options_(options),
        model_(model_of(network, options.fidelity)),
        nodes_(place_ranks(network, static_cast<std::uint32_t>(profile.ranks.size()))),
        may_overtake_(network.nodes.nics > 1 || network.routing == ndl::Routing::valiant),
        profile_(profile) {}

  // `make(queue)` makes the fabric.
  template <class Make>
  Outcome operator()(Make make, const auto& topology) {
    const auto carrier = make(queue_);
    Ranks ranks(profile_, model_, nodes_, queue_, *carrier, may_overtake_, options_.keeps_timeline);
    if (options_.keeps_links) begin_history(*carrier, topology);
    ranks.start();
    go(*carrier, ranks, topology);
    if (!outcome_.stopped_early) check_end(ranks);
    conclude(*carrier, ranks, topology);
    return std::move(outcome_);
  }

 private:
  static constexpr bool has_links = requires(Carrier & c, Event e) { c.arrive(e); };

  void begin_history(const Carrier&, const auto& topology) {
    if constexpr (has_links) {
      const double longest = totals_of(profile_).longest_compute_s;
      outcome_.history =
          LinkHistory(topology.links(), std::max<Time>(1'000'000, to_picoseconds(longest / 64)));
      next_look_ = outcome_.history.window_end();
    }
  }

  void look(const Carrier& carrier, const auto& topology) {
    if constexpr (has_links) {
      for (ndl::LinkId link = 0; link < topology.links(); ++link)
        outcome_.history.note(link, carrier.load(link, outcome_.history.window_end()).busy);
      outcome_.history.close();
      next_look_ = outcome_.history.window_end();
    }
  }

  void go(Carrier& carrier, Ranks& ranks, const auto& topology) {
    while (!queue_.empty()) {
      const Event event = queue_.pop();
      now_ = event.time;
      while (now_ >= next_look_) look(carrier, topology);
      if ((++outcome_.events & (events_between_looks - 1)) == 0 && !goes_on(ranks)) return;
      if constexpr (has_links) {
        if (event.place() == Place::link) {
          carrier.arrive(event);
          continue;
        }
        if (event.place() == Place::nic) {
          carrier.inject(event);
          continue;
        }
      }
      ranks.handle(event);
    }
  }

  bool goes_on(const Ranks& ranks) {
    outcome_.stopped_early = options_.goes_on && !options_.goes_on(ranks.finished(), now_);
    return !outcome_.stopped_early;
  }

  void check_end(const Ranks& ranks) {
    std::vector<std::string> faults =
        ranks.finished() < profile_.ranks.size() ? ranks.complaints() : ranks.leftovers();
    if (faults.empty()) return;
    std::vector<Diagnostic> diagnostics;
    for (std::string& fault : faults) diagnostics.push_back({"", 0, "", std::move(fault), ""});
    throw InputError(std::move(diagnostics));
  }

  void conclude(const Carrier& carrier, Ranks& ranks, const auto& topology) {
    outcome_.ranks = ranks.times();
    for (const RankTimes& rank : outcome_.ranks) outcome_.time = std::max(outcome_.time, rank.end);
    if (outcome_.stopped_early) outcome_.time = now_;
    outcome_.blocked = ranks.blocked();
    outcome_.made_wait = ranks.made_wait();
    outcome_.traffic = ranks.traffic();
    outcome_.timeline = std::move(ranks.timeline());
    if constexpr (has_links) {
      outcome_.packet_hops = carrier.packet_hops();
      if (!options_.keeps_links) return;
      look(carrier, topology);
      for (ndl::LinkId link = 0; link < topology.links(); ++link) {
        const LinkLoad load = carrier.load(link, outcome_.time);
        if (load.bytes > 0 || load.busy > 0)
          outcome_.links.push_back({link, topology.tail(link), topology.head(link),
                                    topology.link_class(link), load.busy, load.bytes});
      }
    }
  }

  const SimulationOptions& options_;
  MpiModel model_;
  std::vector<std::uint32_t> nodes_;
  bool may_overtake_;
  const mpitrace::Profile& profile_;
  EventQueue queue_;
  Time now_ = 0, next_look_ = INT64_MAX;
  Outcome outcome_;
};

}  // namespace

std::vector<std::uint32_t> place_ranks(const ndl::Network& network, std::uint32_t ranks) {
  const ndl::Nodes& nodes = network.nodes;
  const std::uint64_t count = ndl::node_count(network.shape), places = count * nodes.ranks;
  if (ranks > places)
    throw InputError(
        fmt::format("{} ranks do not fit on {} nodes with {} for each", ranks, count,
                    nodes.ranks == 1 ? "a place" : fmt::format("{} places", nodes.ranks)),
        "more ranks on a node (--ranks-per-node), or a larger network");
  if (nodes.mapping == ndl::Mapping::listed) {
    if (nodes.node_of_rank.size() < ranks)
      throw InputError(fmt::format("the mapping has nodes for {} ranks of {}",
                                   nodes.node_of_rank.size(), ranks));
    return {nodes.node_of_rank.begin(), nodes.node_of_rank.begin() + ranks};
  }
  std::vector<std::uint32_t> placed(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    placed[rank] = nodes.mapping == ndl::Mapping::block ? rank / nodes.ranks
                                                        : rank % static_cast<std::uint32_t>(count);
  return placed;
}

Outcome simulate(const ndl::Network& network, const mpitrace::Profile& profile,
                 const SimulationOptions& options) {
  return ndl::with_topology(network, [&](const auto& topology) {
    using Topology = std::remove_cvref_t<decltype(topology)>;
    switch (options.fidelity) {
      case Fidelity::ideal:
        return Run<IdealFabric>(network, profile, options)(
            [](EventQueue& queue) { return std::make_unique<IdealFabric>(queue); }, topology);
      case Fidelity::loggp:
        return Run<LogGpFabric<Topology>>(network, profile, options)(
            [&](EventQueue& queue) {
              return std::make_unique<LogGpFabric<Topology>>(network, topology, queue);
            },
            topology);
      default:
        return Run<PacketNetwork<Topology>>(network, profile, options)(
            [&](EventQueue& queue) {
              return std::make_unique<PacketNetwork<Topology>>(network, topology, queue);
            },
            topology);
    }
  });
}

}  // namespace hpcast::netsim
