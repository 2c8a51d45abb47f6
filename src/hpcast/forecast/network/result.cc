#include "hpcast/forecast/network/result.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "hpcast/base/units.h"
#include "hpcast/forecast/network/assumptions.h"
#include "hpcast/forecast/network/heat.h"
#include "hpcast/inputs/ndl/names.h"
#include "hpcast/inputs/ndl/shape.h"
#include "hpcast/models/netsim/critical_path.h"

namespace hpcast::forecast {

namespace {

using answers::NetworkAnswer;
using netsim::to_seconds;

// Beyond so many, those that matter most are listed.
constexpr std::size_t most_ranks = 4096, most_parts = 500, most_links = 100;

const char* fidelity_name(netsim::Fidelity fidelity) {
  return fidelity == netsim::Fidelity::packet  ? "packet"
         : fidelity == netsim::Fidelity::loggp ? "loggp"
                                               : "ideal";
}

answers::TimeSplit split_of(const netsim::RankTimes& times) {
  answers::TimeSplit split;
  split.compute_s = to_seconds(times.compute);
  split.late_s = to_seconds(times.late);
  split.transfer_s = to_seconds(times.blocked - times.late);
  split.mpi_s = to_seconds(std::max<netsim::Time>(0, times.end - times.compute - times.blocked));
  return split;
}

void fill_ranks(const netsim::Outcome& outcome, NetworkAnswer& r) {
  const auto count = static_cast<double>(std::max<std::size_t>(1, outcome.ranks.size()));
  for (std::uint32_t rank = 0; rank < outcome.ranks.size(); ++rank) {
    const answers::TimeSplit split = split_of(outcome.ranks[rank]);
    r.mean.compute_s += split.compute_s / count;
    r.mean.late_s += split.late_s / count;
    r.mean.transfer_s += split.transfer_s / count;
    r.mean.mpi_s += split.mpi_s / count;
    r.rank_times.push_back({rank, split, to_seconds(outcome.made_wait[rank])});
  }
  if (r.rank_times.size() <= most_ranks) return;
  const auto last = r.rank_times.begin() + most_ranks;
  std::partial_sort(r.rank_times.begin(), last, r.rank_times.end(),
                    [](const auto& a, const auto& b) {
                      return std::pair(a.split.end_s() + a.made_wait_s, b.rank) >
                             std::pair(b.split.end_s() + b.made_wait_s, a.rank);
                    });
  r.rank_times.erase(last, r.rank_times.end());
  std::sort(r.rank_times.begin(), r.rank_times.end(),
            [](const auto& a, const auto& b) { return a.rank < b.rank; });
}

void fill_path(const netsim::Outcome& outcome, NetworkAnswer& r) {
  if (outcome.stopped_early) return;
  for (const netsim::PathStep& step : netsim::critical_path(outcome)) {
    answers::PathPart part{to_seconds(step.begin), to_seconds(step.end), step.rank, {}};
    if (step.transfer) {
      part.from = step.from;
      ++r.critical_path.messages;
    }
    (step.transfer ? r.critical_path.in_network_s : r.critical_path.on_ranks_s) +=
        part.end_s - part.begin_s;
    r.critical_path.parts.push_back(part);
  }
  auto& parts = r.critical_path.parts;
  if (parts.size() <= most_parts) return;
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.end_s - a.begin_s > b.end_s - b.begin_s;
  });
  parts.resize(most_parts);
  std::sort(parts.begin(), parts.end(),
            [](const auto& a, const auto& b) { return a.begin_s < b.begin_s; });
}

class Links {
 public:
  Links(const ndl::Network& network, const netsim::Outcome& outcome, NetworkAnswer& r)
      : network_(network), outcome_(outcome), r_(r), time_s_(to_seconds(outcome.time)) {}

  void fill() {
    if (outcome_.links.empty() || time_s_ <= 0) return;
    fill_classes();
    fill_hottest();
    fill_history();
  }

 private:
  double utilisation(const netsim::LinkOutcome& link) const {
    return std::min(1.0, to_seconds(link.busy) / time_s_);
  }
  double window_length(std::uint32_t window) const {
    const double length = to_seconds(outcome_.history.window());
    return std::min(length, time_s_ - window * length);
  }
  double in_window(std::uint32_t link, std::uint32_t window) const {
    const double length = window_length(window);
    return length <= 0 ? 0 : std::min(1.0, outcome_.history.busy(link, window) / length);
  }

  void fill_classes() {
    std::vector<answers::LinkClassLoad> classes(network_.link_classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i) {
      classes[i].name = link_class_name(network_, i);
      classes[i].bandwidth = network_.link_classes[i].bandwidth;
    }
    for (const netsim::LinkOutcome& link : outcome_.links) {
      answers::LinkClassLoad& one = classes[link.link_class];
      ++one.links;
      one.mean += utilisation(link);
      one.highest = std::max(one.highest, utilisation(link));
    }
    for (answers::LinkClassLoad& one : classes) {
      if (one.links == 0) continue;
      one.mean /= static_cast<double>(one.links);
      r_.link_classes.push_back(one);
    }
  }

  void fill_hottest() {
    std::vector<std::uint32_t> order(outcome_.links.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::size_t shown = std::min(order.size(), most_links);
    std::partial_sort(order.begin(), order.begin() + static_cast<long>(shown), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                        return std::pair(outcome_.links[a].busy, b) >
                               std::pair(outcome_.links[b].busy, a);
                      });
    with_topology(network_, [&](const auto& topology) {
      for (std::size_t i = 0; i < shown; ++i) {
        const netsim::LinkOutcome& link = outcome_.links[order[i]];
        double peak = 0;
        for (std::uint32_t w = 0; w < outcome_.history.windows(); ++w)
          peak = std::max(peak, in_window(link.id, w));
        r_.links.push_back({vertex_name(network_, topology, link.from),
                            vertex_name(network_, topology, link.to),
                            link_class_name(network_, link.link_class), link.bytes,
                            to_seconds(link.busy), utilisation(link), peak});
      }
    });
  }

  void fill_history() {
    r_.history.window_s = to_seconds(outcome_.history.window());
    for (std::uint32_t w = 0; w < outcome_.history.windows() && window_length(w) > 0; ++w) {
      double sum = 0, highest = 0;
      for (const netsim::LinkOutcome& link : outcome_.links) {
        sum += in_window(link.id, w);
        highest = std::max(highest, in_window(link.id, w));
      }
      r_.history.mean.push_back(sum / static_cast<double>(outcome_.links.size()));
      r_.history.highest.push_back(highest);
    }
  }

  const ndl::Network& network_;
  const netsim::Outcome& outcome_;
  NetworkAnswer& r_;
  double time_s_;
};

void fill_messages(const netsim::Traffic& traffic, NetworkAnswer& r) {
  r.messages = traffic.messages();
  r.bytes = traffic.bytes();
  for (const netsim::Traffic::Sizes& sizes : traffic.sizes()) {
    if (sizes.messages > 0) r.sizes.push_back({sizes.least, sizes.most, sizes.messages});
  }
  r.matrix = {traffic.ranks_a_row(), traffic.rows(), traffic.matrix()};
}

}  // namespace

NetworkAnswer network_result(const ndl::Network& network, const mpitrace::Profile& profile,
                             const netsim::Outcome& outcome, netsim::Fidelity fidelity) {
  NetworkAnswer r;
  r.time_s = to_seconds(outcome.time);
  r.fidelity = fidelity_name(fidelity);
  r.network = {network.name, network.type, name_of(network.routing), ndl::node_count(network.shape),
               network.nodes.ranks};
  r.ranks = static_cast<std::uint32_t>(profile.ranks.size());
  const std::vector<std::uint32_t> placed = netsim::place_ranks(network, r.ranks);
  r.nodes_used =
      static_cast<std::uint32_t>(std::set<std::uint32_t>(placed.begin(), placed.end()).size());
  fill_ranks(outcome, r);
  fill_path(outcome, r);
  Links(network, outcome, r).fill();
  r.heat = link_heat(network, outcome);
  fill_messages(outcome.traffic, r);
  describe_network_model(network, profile, fidelity, r);
  r.run.events = outcome.events;
  r.run.packet_hops = outcome.packet_hops;
  return r;
}

}  // namespace hpcast::forecast
