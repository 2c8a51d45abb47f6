// One part of a simulation, or all of it: a queue, the network's links that it has, and its ranks.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hpcast/models/netsim/exchange.h"
#include "hpcast/models/netsim/ranks.h"
#include "hpcast/models/netsim/simulation.h"
#include "hpcast/models/netsim/territory.h"

namespace hpcast::netsim {

template <class Carrier, class Topology>
class Part {
 public:
  Part(const ndl::Network& network, const Topology& topology, const mpitrace::Profile& profile,
       const MpiModel& model, const std::vector<std::uint32_t>& node_of_rank,
       const SimulationOptions& options, Post& post)
      : topology_(topology),
        profile_(profile),
        options_(options),
        post_(post),
        carrier_(network, topology, queue_, post),
        ranks_(profile, model, node_of_rank, queue_, carrier_, post,
               {may_overtake(network, options.fidelity), options.keeps_timeline,
                options.most_messages}) {
    if constexpr (has_links) {
      if (options.keeps_links) begin_history();
    }
    ranks_.start();
  }

  Time next_time() { return queue_.empty() ? INT64_MAX : queue_.next_time(); }

  // All events before `end`.
  void run_until(Time end) {
    while (!queue_.empty() && queue_.next_time() < end) {
      if (!step()) return;
    }
  }
  // All events there are.
  void run() {
    while (!queue_.empty()) {
      if (!step()) return;
    }
  }
  bool wants_to_stop() const { return stops_; }
  // Tells how far it is, and learns whether it is to go on.
  void ask() {
    if (options_.goes_on && !options_.goes_on(ranks_.finished(), now_)) stops_ = true;
  }

  void take(const Mail& mail) {
    for (const Transfer& transfer : mail.transfers) ranks_.announce(transfer);
    for (const Event& event : mail.events) queue_.push(event);
  }

  Time now() const { return now_; }

  // `last`: the time of the last event of all parts.
  Outcome conclude(Time last) {
    outcome_.stopped_early = stops_;
    outcome_.finished = ranks_.finished();
    outcome_.ranks = ranks_.times();
    for (const RankTimes& rank : outcome_.ranks) outcome_.time = std::max(outcome_.time, rank.end);
    if (stops_) outcome_.time = last;
    outcome_.blocked = ranks_.blocked();
    outcome_.made_wait = ranks_.made_wait();
    outcome_.traffic = ranks_.traffic();
    outcome_.timeline = std::move(ranks_.timeline());
    outcome_.wildcards = std::move(ranks_.wildcards());
    outcome_.messages = std::move(ranks_.messages());
    std::erase_if(outcome_.messages, [](const Message& m) { return m.received < 0; });
    outcome_.stuck = ranks_.complaints();
    outcome_.unreceived = ranks_.leftovers();
    if constexpr (has_links) conclude_links(last);
    return std::move(outcome_);
  }

 private:
  static constexpr std::uint64_t events_between_looks = 1 << 16;
  static constexpr bool has_links = requires(Carrier & c, Event e) { c.handle(e); };

  // False: somebody wants it to stop.
  bool step() {
    const Event event = queue_.pop();
    if (event.time < 0 || event.time > latest_time) {
      outcome_.too_long = stops_ = true;
      return false;
    }
    now_ = event.time;
    if constexpr (has_links) {
      while (now_ >= next_look_) look();
    }
    handle(event);
    if ((++outcome_.events & (events_between_looks - 1)) == 0 && post_.mine == 0) ask();
    return !stops_;
  }

  void handle(const Event& event) {
    if constexpr (has_links) {
      if (carrier_.handle(event)) return;
    }
    ranks_.handle(event);
  }

  // By several ways, or without waiting for each other (within a node, and in LogGP).
  static bool may_overtake(const ndl::Network& network, Fidelity fidelity) {
    if (fidelity == Fidelity::ideal) return false;
    return fidelity == Fidelity::loggp || network.nodes.nics > 1 || network.nodes.ranks > 1 ||
           network.routing == ndl::Routing::valiant;
  }

  void begin_history() {
    const Time longest = to_picoseconds(totals_of(profile_).longest_compute_s);
    outcome_.history = LinkHistory(topology_.links(), std::max<Time>(1'000'000, longest / 64));
    next_look_ = outcome_.history.window_end();
  }

  void look() {
    for (ndl::LinkId link = 0; link < topology_.links(); ++link)
      outcome_.history.note(link, carrier_.load(link, outcome_.history.window_end()).busy);
    outcome_.history.close();
    next_look_ = outcome_.history.window_end();
  }

  void conclude_links(Time last) {
    outcome_.packet_hops = carrier_.packet_hops();
    outcome_.events += carrier_.unqueued();
    outcome_.held = carrier_.held();
    if (!options_.keeps_links) return;
    while (last >= next_look_) look();
    look();
    for (ndl::LinkId link = 0; link < topology_.links(); ++link) {
      const LinkLoad load = carrier_.load(link, last);
      if (load.bytes > 0 || load.busy > 0)
        outcome_.links.push_back({link, topology_.tail(link), topology_.head(link),
                                  topology_.link_class(link), load.busy, load.bytes});
    }
  }

  const Topology& topology_;
  const mpitrace::Profile& profile_;
  const SimulationOptions& options_;
  Post& post_;
  EventQueue queue_;
  Carrier carrier_;
  Ranks ranks_;
  bool stops_ = false;
  Time now_ = 0, next_look_ = INT64_MAX;
  Outcome outcome_;
};

}  // namespace hpcast::netsim
