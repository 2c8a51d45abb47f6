#include "hpcast/models/netsim/simulation.h"

#include <fmt/core.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/ndl/shape.h"
#include "hpcast/models/netsim/buffered_network.h"
#include "hpcast/models/netsim/packet_network.h"
#include "hpcast/models/netsim/part.h"
#include "hpcast/models/netsim/plain_fabric.h"
#include "hpcast/models/netsim/thread_exchange.h"

namespace hpcast::netsim {

namespace {

MpiModel model_of(const ndl::Network& network, Fidelity fidelity) {
  const ndl::MpiCosts& mpi = network.mpi;
  MpiModel model;
  model.family = mpi.family;
  model.chosen.resize(mpitrace::collective_count);
  for (const auto& [collective, name] : mpi.algorithms) {
    if (const auto kind = mpitrace::collective_named(collective))
      model.chosen[static_cast<std::size_t>(*kind)] = algorithm_named(*kind, name);
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

bool has_wildcards(const mpitrace::Profile& profile) {
  return std::any_of(profile.ranks.begin(), profile.ranks.end(), [](const auto& rank) {
    return std::any_of(rank.operations.begin(), rank.operations.end(),
                       mpitrace::receives_by_wildcard);
  });
}

// Part 0 tells of all.
void check_end(const mpitrace::Profile& profile, const Outcome& outcome) {
  if (outcome.too_long)
    throw InputError("the simulation would go on for more than 26 days of simulated time");
  if (outcome.stopped_early) return;
  constexpr std::size_t most_told = 8;
  std::size_t told = 0;
  std::vector<Diagnostic> faults;
  const auto say = [&](const std::string& text) { faults.push_back({"", 0, "", text, ""}); };
  const bool stuck = outcome.finished < profile.ranks.size();
  if (stuck) {
    say(fmt::format(
        "the profile does not come to its end: {} of {} ranks wait for what never comes "
        "(a deadlock, or a call that its partner's trace does not have)",
        profile.ranks.size() - outcome.finished, profile.ranks.size()));
    if (has_wildcards(profile))
      say("it has receives with wildcards (MPI_ANY_SOURCE, MPI_ANY_TAG), which may take other "
          "messages on this network than when it was recorded (--wildcards recorded: the same)");
    for (const std::string& missing : profile.not_modelled)
      say("which may come from what the profile does not have: " + missing);
  }
  if (outcome.held > 0)
    say(fmt::format(
        "{} packets wait in the network for buffers that wait for each other: its routing "
        "needs more virtual channels than there are",
        outcome.held));
  for (const std::string& text : stuck ? outcome.stuck : outcome.unreceived) {
    if (told++ < most_told) say(text);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

// A simulation and what it needs, by one kind of fabric.
template <class Carrier, class Topology>
struct Stage {
  Stage(const ndl::Network& n, const Topology& t, const mpitrace::Profile& p,
        const SimulationOptions& o)
      : network(n),
        topology(t),
        profile(p),
        options(o),
        model(model_of(n, o.fidelity)),
        node_of_rank(place_ranks(n, static_cast<std::uint32_t>(p.ranks.size()))) {}

  Outcome run_whole() const {
    const Territory territory;
    Post post{&territory, 0, {}};
    Part<Carrier, Topology> part(network, topology, profile, model, node_of_rank, options, post);
    part.run();
    return part.conclude(part.now());
  }

  Outcome run_part(const Territory& territory, Time lookahead, Exchange& exchange) const {
    Post post{&territory, exchange.mine(), std::vector<Mail>(exchange.parts())};
    const Topology own = topology;  // which may remember what it has been asked
    Part<Carrier, Topology> part(network, own, profile, model, node_of_rank, options, post);
    Mail in;
    Exchange::Word word{part.next_time(), false};
    constexpr std::uint64_t windows_between_looks = 1024;
    for (std::uint64_t window = 0;; ++window) {
      word = exchange.exchange(post.out, in, word);
      part.take(in);
      if (word.earliest == INT64_MAX || word.stop) break;
      part.run_until(word.earliest + lookahead);
      if (exchange.mine() == 0 && window % windows_between_looks == 0) part.ask();
      word = {part.next_time(), part.wants_to_stop()};
      for (const Mail& mail : post.out) {
        for (const Event& event : mail.events) word.earliest = std::min(word.earliest, event.time);
      }
    }
    Outcome outcome = part.conclude(exchange.latest(part.now()));
    outcome.stopped_early = word.stop;
    exchange.gather(outcome);
    return outcome;
  }

  const ndl::Network& network;
  const Topology& topology;
  const mpitrace::Profile& profile;
  const SimulationOptions& options;
  MpiModel model;
  std::vector<std::uint32_t> node_of_rank;
};

template <class Carrier, class Topology>
Outcome run_in_threads(const Stage<Carrier, Topology>& stage) {
  const std::uint32_t threads = std::min<std::uint32_t>(
      stage.options.threads, static_cast<std::uint32_t>(stage.profile.ranks.size()));
  if (threads < 2) return stage.run_whole();
  const Territory territory(stage.topology, stage.node_of_rank, threads);
  const Time lookahead = Carrier::lookahead(stage.network, stage.topology, territory);
  if (lookahead == 0) return stage.run_whole();
  return run_threads(
      threads, [&](Exchange& exchange) { return stage.run_part(territory, lookahead, exchange); });
}

template <class Carrier, class Topology>
Outcome run_in_processes(const Stage<Carrier, Topology>& stage, Exchange& exchange) {
  const Territory territory(stage.topology, stage.node_of_rank, exchange.parts());
  const Time lookahead = Carrier::lookahead(stage.network, stage.topology, territory);
  if (lookahead == 0) return exchange.mine() == 0 ? stage.run_whole() : Outcome{};
  return stage.run_part(territory, lookahead, exchange);
}

// Calls run(stage) with the stage that network and fidelity want.
template <class Run>
Outcome on_stage(const ndl::Network& network, const mpitrace::Profile& profile,
                 const SimulationOptions& options, Run run) {
  return ndl::with_topology(network, [&](const auto& topology) {
    using Topology = std::remove_cvref_t<decltype(topology)>;
    const auto with = [&]<class Carrier>(std::type_identity<Carrier>) {
      return run(Stage<Carrier, Topology>(network, topology, profile, options));
    };
    if (options.fidelity == Fidelity::ideal)
      return with(std::type_identity<IdealFabric<Topology>>());
    if (options.fidelity == Fidelity::loggp)
      return with(std::type_identity<LogGpFabric<Topology>>());
    return network.switch_buffer ? with(std::type_identity<BufferedNetwork<Topology>>())
                                 : with(std::type_identity<PacketNetwork<Topology>>());
  });
}

}  // namespace

std::vector<std::uint32_t> place_ranks(const ndl::Network& network, std::uint32_t ranks) {
  const ndl::Nodes& nodes = network.nodes;
  const std::uint64_t count = ndl::node_count(network.shape), places = count * nodes.ranks;
  if (ranks > places)
    throw InputError(
        fmt::format("{} do not fit on {} with {}{}", counted(ranks, "rank"), counted(count, "node"),
                    counted(nodes.ranks, "place"), count == 1 ? "" : " for each"),
        "more ranks on a node (--ranks-per-node), or a larger network");
  if (nodes.mapping == ndl::Mapping::listed) {
    if (nodes.node_of_rank.size() < ranks)
      throw InputError(fmt::format("the mapping has nodes for {} of {}", nodes.node_of_rank.size(),
                                   counted(ranks, "rank")));
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
  Outcome outcome =
      on_stage(network, profile, options, [](const auto& stage) { return run_in_threads(stage); });
  outcome.sort_messages(options.most_messages);
  check_end(profile, outcome);
  return outcome;
}

Outcome simulate_part(const ndl::Network& network, const mpitrace::Profile& profile,
                      const SimulationOptions& options, Exchange& exchange) {
  Outcome outcome = on_stage(network, profile, options,
                             [&](const auto& stage) { return run_in_processes(stage, exchange); });
  outcome.sort_messages(options.most_messages);
  if (exchange.mine() == 0) check_end(profile, outcome);
  return outcome;
}

}  // namespace hpcast::netsim
