#include "hpcast/forecast/power/job_energy.h"

#include <algorithm>
#include <utility>

namespace hpcast::forecast {

namespace {

using mpitrace::Operation;
using netsim::to_seconds;

class EnergySpreader {
 public:
  EnergySpreader(const NetworkForecast& network, const JobNodes& nodes, const JobTerms& terms,
                 const std::vector<bool>& always, double window_s)
      : f_(network),
        nodes_(nodes),
        terms_(terms),
        always_(always),
        phases_(nodes.power),
        windows_(network.result.time_s, window_s, always.size()) {}

  power::EnergyWindows spread() && {
    add_base();
    for (std::uint32_t rank = 0; rank < nodes_.node_of_rank.size(); ++rank) add_rank(rank);
    if (terms_.communication != JobTerms::none) add_messages();
    return std::move(windows_);
  }

 private:
  struct Stretch {
    double from = 0, to = 0;
  };

  // The mean over the counted phases: a base that goes with clock and voltage differs by phase.
  void add_base() {
    const double time_s = f_.result.time_s;
    phases_.for_phases(0, 1, [&](double part, const std::vector<double>& watts) {
      for (std::size_t term = 0; term < watts.size(); ++term)
        if (always_[term])
          windows_.add(term, 0, time_s,
                       part * watts[term] * static_cast<double>(nodes_.of_system) * time_s);
    });
  }

  void add_rank(std::uint32_t rank) {
    const std::vector<Operation>& operations = f_.profile.ranks[rank].operations;
    const std::vector<mpitrace::Interval>& intervals = f_.outcome.timeline[rank];
    const double share = 1.0 / nodes_.most_ranks();
    const double waiting_share = 1.0 / nodes_.ranks_on.at(nodes_.node_of_rank[rank]);
    const double all = to_seconds(f_.outcome.ranks[rank].compute);
    double done = 0, idle_since = 0;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (operations[i].kind != mpitrace::Kind::compute) continue;
      const double begin = to_seconds(intervals[i].begin), end = to_seconds(intervals[i].end);
      if (end <= begin) continue;
      add_waiting({idle_since, begin}, waiting_share);
      add_computation({begin, end}, {done / all, std::min(1.0, (done + end - begin) / all)}, share);
      done += end - begin;
      idle_since = end;
    }
    add_waiting({idle_since, to_seconds(f_.outcome.ranks[rank].end)}, waiting_share);
  }

  void add_computation(Stretch time, Stretch progress, double share) {
    double at = time.from;
    phases_.for_phases(progress.from, progress.to,
                       [&](double part, const std::vector<double>& watts) {
                         const double seconds = part * (time.to - time.from);
                         const double end = std::min(time.to, at + seconds);
                         for (std::size_t term = 0; term < watts.size(); ++term)
                           if (!always_[term])
                             windows_.add(term, at, end, watts[term] * share * seconds);
                         at = end;
                       });
  }

  void add_waiting(Stretch time, double share) {
    if (terms_.waiting != JobTerms::none && time.to > time.from)
      windows_.add(terms_.waiting, time.from, time.to,
                   terms_.waiting_w * share * (time.to - time.from));
  }

  void add_messages() {
    double listed = 0, between_nodes = 0;
    for (const netsim::Message& message : f_.outcome.messages) {
      const auto bytes = static_cast<double>(message.bytes);
      listed += bytes;
      if (nodes_.node_of_rank[message.from] == nodes_.node_of_rank[message.to]) continue;
      between_nodes += bytes;
      windows_.add(terms_.communication, to_seconds(message.sent), to_seconds(message.received),
                   terms_.joules_a_byte * bytes);
    }
    if (lists_all_messages(f_.outcome) || listed <= 0) return;
    const double others = static_cast<double>(f_.outcome.traffic.bytes()) - listed;
    windows_.add(terms_.communication, 0, f_.result.time_s,
                 terms_.joules_a_byte * others * between_nodes / listed);
  }

  const NetworkForecast& f_;
  const JobNodes& nodes_;
  const JobTerms& terms_;
  const std::vector<bool>& always_;
  power::ComputePhases phases_;
  power::EnergyWindows windows_;
};

}  // namespace

std::uint32_t JobNodes::most_ranks() const {
  std::uint32_t most = 0;
  for (const auto& [node, ranks] : ranks_on) most = std::max(most, ranks);
  return most;
}

bool lists_all_messages(const netsim::Outcome& outcome) {
  const std::size_t listed = outcome.messages.size();
  return listed < most_listed_messages || listed >= outcome.traffic.messages();
}

power::EnergyWindows job_energies(const NetworkForecast& network, const JobNodes& nodes,
                                  const JobTerms& terms, const std::vector<bool>& always,
                                  double window_s) {
  return EnergySpreader(network, nodes, terms, always, window_s).spread();
}

}  // namespace hpcast::forecast
