#include "hpcast/forecast/job_power.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/netsim/simulation.h"
#include "hpcast/power/job.h"
#include "hpcast/power/predict.h"

namespace hpcast::forecast {

namespace {

using mpitrace::Kind;
using mpitrace::Operation;
using netsim::to_seconds;

constexpr char waiting_term[] = "waiting";

bool counts_network(const power::Numerator& numerator) {
  return std::any_of(numerator.weights.begin(), numerator.weights.end(), [](const auto& weight) {
    return weight.first == "network_sent" || weight.first == "network_received";
  });
}

// The model's term of what nodes send and receive; null: it has none.
const power::Term* communication_of(const power::Model& model) {
  for (const power::Term& term : model.terms)
    if (!term.numerators.empty() && counts_network(term.numerators.front())) return &term;
  return nullptr;
}

// Of a byte that goes from one node to another, at both together.
double joules_of_byte(const power::Term& term, double watts) {
  double weight = 0;
  for (const auto& [counter, one] : term.numerators.front().weights) weight += one;
  return watts / term.peak * term.factor * weight;
}

class JobPowerMaker {
 public:
  JobPowerMaker(const NetworkForecast& network, const power::Model& model,
                const std::vector<power::NamedTable>& tables, const JobPowerRequest& request)
      : f_(network),
        model_(model),
        request_(request),
        node_(power::node_power(model, tables, request.power)),
        phases_(node_),
        node_of_rank_(netsim::place_ranks(
            network.network, static_cast<std::uint32_t>(network.profile.ranks.size()))) {
    for (const std::uint32_t node : node_of_rank_) ++ranks_on_[node];
    describe(tables);
  }

  result::JobPower make() && {
    power::EnergyWindows windows(job_.time_s, window(), job_.terms.size());
    add_base(windows);
    for (std::uint32_t rank = 0; rank < node_of_rank_.size(); ++rank) add_rank(rank, windows);
    if (communication_ != no_term) add_messages(windows);
    job_.windows = windows.windows();
    if (request_.limit_w) job_.limits.push_back(power::limit_of(job_, *request_.limit_w, false));
    if (request_.limit_increase_w)
      job_.limits.push_back(power::limit_of(job_, *request_.limit_increase_w, true));
    job_.verdict = result::verdict_line(job_);
    return std::move(job_);
  }

 private:
  static constexpr std::size_t no_term = SIZE_MAX;

  void describe(const std::vector<power::NamedTable>& tables) {
    const power::CoefficientSet& set = model_.set(request_.power.set);
    job_.model = model_.name;
    job_.coefficients = set.name;
    job_.network = f_.result.network.name;
    job_.time_s = f_.result.time_s;
    job_.ranks = node_of_rank_.size();
    job_.job_nodes = ranks_on_.size();
    job_.nodes = model_.nodes() > 0 ? model_.nodes() : job_.job_nodes;
    if (job_.job_nodes > job_.nodes)
      throw InputError(fmt::format("the job is on {} nodes, and {} has {}", job_.job_nodes,
                                   model_.name, job_.nodes));
    job_.terms = power::terms_of(model_, node_.activity.terms, node_.coefficients);
    job_.warnings = node_.activity.warnings;
    job_.assumptions = node_.activity.assumptions;
    add_communication_term();
    add_waiting_term();
    add_assumptions(tables);
  }

  // Counted already, or from the messages; not at all where the model does not know it.
  void add_communication_term() {
    const power::Term* const term = communication_of(model_);
    const bool is_left_out =
        std::any_of(node_.activity.left_out.begin(), node_.activity.left_out.end(),
                    [&](const auto& one) { return term != nullptr && one.first == term->name; });
    for (const auto& [name, reason] : node_.activity.left_out)
      if (term == nullptr || name != term->name)
        job_.not_modelled.push_back(model_.find(name)->title + ": " + reason);
    if (term == nullptr) {
      job_.not_modelled.emplace_back("what communication draws, which the model has no term for");
      return;
    }
    if (!is_left_out) return;
    const auto watts =
        power::price_of(model_, model_.set(request_.power.set), *term, request_.power.by_traffic);
    if (!watts) return;
    communication_ = job_.terms.size();
    joules_a_byte_ = joules_of_byte(*term, *watts);
    job_.terms.push_back(
        {term->name, term->title, power::symbol_of(term->unit), term->peak, *watts, false});
  }

  void add_waiting_term() {
    if (request_.waiting_w <= 0) return;
    waiting_ = job_.terms.size();
    job_.terms.push_back({waiting_term, "waiting in MPI", "", 0, request_.waiting_w, false});
  }

  void add_assumptions(const std::vector<power::NamedTable>& tables) {
    std::vector<std::string>& a = job_.assumptions;
    a.insert(a.end(), model_.assumptions.begin(), model_.assumptions.end());
    a.emplace_back(
        "each node's ranks compute as the counters have it, one counted interval after "
        "the other over each rank's computation");
    a.push_back(request_.waiting_w > 0
                    ? fmt::format("a node whose ranks are all in MPI draws {} over base",
                                  format_scaled(request_.waiting_w, "W"))
                    : "ranks in MPI draw base power and what their messages cost; --waiting adds "
                      "what polling draws");
    if (job_.nodes > job_.job_nodes)
      a.push_back(
          fmt::format("the system's other {} nodes do nothing", job_.nodes - job_.job_nodes));
    if (request_.limit_w || request_.limit_increase_w)
      a.emplace_back(
          "held to a limit, a job does later what would be above it, at as much energy "
          "over base");
    for (const power::NamedTable& table : tables)
      a.insert(a.end(), table.table.notes.begin(), table.table.notes.end());
    job_.not_modelled.emplace_back("power of the network's switches and cables, but as base power");
    job_.not_modelled.emplace_back("that a supply answers late: windows are means");
  }

  double window() const {
    constexpr double windows = 1000;
    const double window = request_.window_s.value_or(job_.time_s / windows);
    if (job_.time_s <= 0) throw InputError("the job takes no time, and so has no power over time");
    if (job_.time_s / window > static_cast<double>(most_power_windows))
      throw InputError(fmt::format("--window {}: the job of {} has more than {} of them",
                                   format_time(window), format_time(job_.time_s),
                                   most_power_windows));
    return window;
  }

  void add_base(power::EnergyWindows& windows) const {
    for (std::size_t term = 0; term < node_.coefficients.size(); ++term)
      if (job_.terms[term].always)
        windows.add(term, 0, job_.time_s,
                    node_.coefficients[term] * static_cast<double>(job_.nodes) * job_.time_s);
  }

  void add_rank(std::uint32_t rank, power::EnergyWindows& windows) const {
    const std::vector<Operation>& operations = f_.profile.ranks[rank].operations;
    const std::vector<mpitrace::Interval>& intervals = f_.outcome.timeline[rank];
    const double share = 1.0 / ranks_on_.at(node_of_rank_[rank]);
    const double all = to_seconds(f_.outcome.ranks[rank].compute);
    double done = 0, idle_since = 0;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (operations[i].kind != Kind::compute) continue;
      const double begin = to_seconds(intervals[i].begin), end = to_seconds(intervals[i].end);
      if (end <= begin) continue;
      add_waiting(idle_since, begin, share, windows);
      add_computation({begin, end}, {done / all, std::min(1.0, (done + end - begin) / all)}, share,
                      windows);
      done += end - begin;
      idle_since = end;
    }
    add_waiting(idle_since, to_seconds(f_.outcome.ranks[rank].end), share, windows);
  }

  struct Stretch {
    double from = 0, to = 0;
  };

  void add_computation(Stretch time, Stretch progress, double share,
                       power::EnergyWindows& windows) const {
    double at = time.from;
    phases_.for_phases(progress.from, progress.to,
                       [&](double part, const std::vector<double>& watts) {
                         const double seconds = part * (time.to - time.from);
                         const double end = std::min(time.to, at + seconds);
                         for (std::size_t term = 0; term < watts.size(); ++term)
                           if (!job_.terms[term].always)
                             windows.add(term, at, end, watts[term] * share * seconds);
                         at = end;
                       });
  }

  void add_waiting(double begin, double end, double share, power::EnergyWindows& windows) const {
    if (waiting_ != no_term && end > begin)
      windows.add(waiting_, begin, end, request_.waiting_w * share * (end - begin));
  }

  // Where there are more than are listed, what the others cost is spread over the whole job.
  void add_messages(power::EnergyWindows& windows) {
    double listed = 0, between_nodes = 0;
    for (const netsim::Message& message : f_.outcome.messages) {
      const auto bytes = static_cast<double>(message.bytes);
      listed += bytes;
      if (node_of_rank_[message.from] == node_of_rank_[message.to]) continue;
      between_nodes += bytes;
      windows.add(communication_, to_seconds(message.sent), to_seconds(message.received),
                  joules_a_byte_ * bytes);
    }
    const double others = static_cast<double>(f_.outcome.traffic.bytes()) - listed;
    if (f_.outcome.messages.size() < most_listed_messages || others <= 0 || listed <= 0) return;
    windows.add(communication_, 0, job_.time_s, joules_a_byte_ * others * between_nodes / listed);
    job_.assumptions.push_back(fmt::format(
        "of {} messages the first {} cost where they are, the others evenly over the job",
        f_.result.messages, most_listed_messages));
  }

  const NetworkForecast& f_;
  const power::Model& model_;
  const JobPowerRequest& request_;
  power::NodePower node_;
  power::ComputePhases phases_;
  std::vector<std::uint32_t> node_of_rank_;
  std::map<std::uint32_t, std::uint32_t> ranks_on_;
  std::size_t communication_ = no_term, waiting_ = no_term;
  double joules_a_byte_ = 0;
  result::JobPower job_;
};

}  // namespace

result::JobPower job_power(const NetworkForecast& network, const power::Model& model,
                           const std::vector<power::NamedTable>& tables,
                           const JobPowerRequest& request) {
  return JobPowerMaker(network, model, tables, request).make();
}

}  // namespace hpcast::forecast
