#include "hpcast/forecast/power/job_power.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/power/job_energy.h"
#include "hpcast/models/netsim/simulation.h"
#include "hpcast/models/power/busy_cores.h"
#include "hpcast/models/power/describe.h"
#include "hpcast/models/power/job.h"

namespace hpcast::forecast {

namespace {

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

JobNodes nodes_of(const NetworkForecast& network, const power::Model& model,
                  const std::vector<power::NamedTable>& tables, const JobPowerRequest& request) {
  JobNodes nodes;
  nodes.power = power::node_power(model, tables, request.power);
  nodes.node_of_rank = netsim::place_ranks(
      network.network, static_cast<std::uint32_t>(network.profile.ranks.size()));
  for (const std::uint32_t node : nodes.node_of_rank) ++nodes.ranks_on[node];
  nodes.of_system = model.nodes() > 0 ? model.nodes() : network.result.network.nodes;
  if (nodes.ranks_on.size() > nodes.of_system)
    throw InputError(fmt::format("the job is on {} nodes, and {} has {}", nodes.ranks_on.size(),
                                 model.name, nodes.of_system));
  return nodes;
}

// All that an answer says but for the numbers.
class JobDescriber {
 public:
  JobDescriber(const NetworkForecast& network, const power::Model& model,
               const JobPowerRequest& request, const JobNodes& nodes)
      : f_(network), model_(model), request_(request), nodes_(nodes) {}

  answers::JobPower describe(const std::vector<power::NamedTable>& tables) {
    const power::Activity& activity = nodes_.power.activity;
    job_.model = model_.name;
    job_.coefficients = model_.set(request_.power.set).name;
    job_.network = f_.result.network.name;
    job_.time_s = f_.result.time_s;
    job_.ranks = nodes_.node_of_rank.size();
    job_.job_nodes = nodes_.ranks_on.size();
    job_.nodes = nodes_.of_system;
    job_.terms = power::terms_of(model_, activity.terms, nodes_.power.coefficients);
    job_.warnings = activity.warnings;
    job_.assumptions = activity.assumptions;
    warn_of_other_nodes();
    const std::optional<double> cores = counted_cores(tables);
    warn_of_few_cores(cores);
    add_communication_term();
    add_waiting_term();
    add_assumptions(tables, cores);
    return std::move(job_);
  }

  const JobTerms& terms() const { return terms_; }

 private:
  void warn_of_other_nodes() {
    const std::uint64_t of_network = f_.result.network.nodes;
    if (job_.nodes != of_network)
      job_.warnings.push_back(
          fmt::format("base power is of the {} nodes of the power model, and the network has {}",
                      job_.nodes, of_network));
  }

  // Of one node, of the table with most; nothing where one does not tell.
  std::optional<double> counted_cores(const std::vector<power::NamedTable>& tables) const {
    double most = 0;
    for (const power::NamedTable& table : tables) {
      const std::optional<double> cores = power::busy_cores(table.table);
      if (!cores) return std::nullopt;
      most = std::max(most, *cores / request_.power.activity.nodes);
    }
    return most;
  }

  void warn_of_few_cores(std::optional<double> cores) {
    constexpr double enough = 0.75;
    const std::uint32_t ranks = nodes_.most_ranks();
    if (!cores || *cores >= enough * ranks) return;
    job_.warnings.push_back(fmt::format(
        "the counters are of {:.3g} busy cores, and a node has {} ranks: where they are of fewer "
        "ranks, all but base power is too low: count {} ranks, or tell --ranks-per-node",
        *cores, ranks, ranks));
  }

  void assume_that_ranks_share(std::optional<double> cores) {
    job_.assumptions.push_back(fmt::format(
        "the counters{} are what a node counts with all its ranks, {} at most; they compute one "
        "counted interval after the other",
        cores ? fmt::format(", of {:.3g} busy cores,", *cores) : "", nodes_.most_ranks()));
  }

  // Priced by messages: what communication draws, where the model has a term for it that the
  // counters do not tell, neither by itself nor as memory's traffic.
  std::optional<double> price_of_messages(const power::Term* term) const {
    if (term == nullptr) return std::nullopt;
    const auto& left_out = nodes_.power.activity.left_out;
    const bool is_left_out = std::any_of(left_out.begin(), left_out.end(),
                                         [&](const auto& one) { return one.first == term->name; });
    if (!is_left_out || (term->traffic && term->traffic->counted)) return std::nullopt;
    return power::price_of(model_, model_.set(request_.power.set), *term,
                           request_.power.by_traffic);
  }

  void add_communication_term() {
    const power::Term* const term = communication_of(model_);
    const std::optional<double> watts = price_of_messages(term);
    for (const auto& [name, reason] : nodes_.power.activity.left_out)
      if (!watts || name != term->name)
        job_.not_modelled.push_back(model_.find(name)->title + ": " + reason);
    for (const std::string& title : power::not_asked_for(model_, nodes_.power.activity))
      job_.not_modelled.push_back(title + ": not among --terms");
    if (term == nullptr)
      job_.not_modelled.emplace_back("what communication draws, which the model has no term for");
    if (!watts) return;
    terms_.communication = job_.terms.size();
    terms_.joules_a_byte = joules_of_byte(*term, *watts);
    job_.terms.push_back(
        {term->name, term->title, power::symbol_of(term->unit), term->peak, *watts, false});
    if (!lists_all_messages(f_.outcome))
      job_.assumptions.push_back(fmt::format(
          "of {} messages the first {} cost where they are, the others evenly over the job",
          f_.outcome.traffic.messages(), f_.outcome.messages.size()));
  }

  void add_waiting_term() {
    if (request_.waiting_w <= 0) return;
    terms_.waiting = job_.terms.size();
    terms_.waiting_w = request_.waiting_w;
    job_.terms.push_back({waiting_term, "waiting in MPI", "", 0, request_.waiting_w, false});
  }

  void add_assumptions(const std::vector<power::NamedTable>& tables, std::optional<double> cores) {
    std::vector<std::string>& a = job_.assumptions;
    a.insert(a.end(), model_.assumptions.begin(), model_.assumptions.end());
    assume_that_ranks_share(cores);
    a.push_back(request_.waiting_w > 0
                    ? fmt::format("a node whose ranks are all in MPI draws {} over base",
                                  format_scaled(request_.waiting_w, "W"))
                    : "ranks in MPI draw base power and what their messages cost; --waiting adds "
                      "what polling draws");
    if (job_.nodes > job_.job_nodes)
      a.push_back(fmt::format("the system has {} nodes, and the other {} do nothing", job_.nodes,
                              job_.nodes - job_.job_nodes));
    if (request_.limit_w || request_.limit_increase_w)
      a.emplace_back(
          "held to a limit, a job does later what would be above it, at as much energy "
          "over base");
    for (const power::NamedTable& table : tables)
      a.insert(a.end(), table.table.notes.begin(), table.table.notes.end());
    a.insert(a.end(), f_.result.assumptions.begin(), f_.result.assumptions.end());
    job_.not_modelled.emplace_back("power of the network's switches and cables, but as base power");
    job_.not_modelled.emplace_back("that a supply answers late: windows are means");
    job_.not_modelled.insert(job_.not_modelled.end(), f_.result.not_modelled.begin(),
                             f_.result.not_modelled.end());
  }

  const NetworkForecast& f_;
  const power::Model& model_;
  const JobPowerRequest& request_;
  const JobNodes& nodes_;
  JobTerms terms_;
  answers::JobPower job_;
};

double window_of(const answers::JobPower& job, const JobPowerRequest& request) {
  constexpr double windows = 1000;
  const double window = request.window_s.value_or(job.time_s / windows);
  if (job.time_s <= 0) throw InputError("the job takes no time, and so has no power over time");
  if (job.time_s / window > static_cast<double>(most_power_windows))
    throw InputError(fmt::format("--window {}: the job of {} has more than {} of them",
                                 format_time(window), format_time(job.time_s), most_power_windows));
  return window;
}

}  // namespace

answers::JobPower job_power(const NetworkForecast& network, const power::Model& model,
                            const std::vector<power::NamedTable>& tables,
                            const JobPowerRequest& request) {
  const JobNodes nodes = nodes_of(network, model, tables, request);
  JobDescriber describer(network, model, request, nodes);
  answers::JobPower job = describer.describe(tables);
  std::vector<bool> always;
  for (const answers::PowerTerm& term : job.terms) always.push_back(term.always);
  if (request.limit_w && std::find(always.begin(), always.end(), true) == always.end())
    throw InputError("--limit is of all that the system draws, and no term here is base power",
                     "--limit-increase, or a model and --terms with base power");
  job.windows =
      job_energies(network, nodes, describer.terms(), always, window_of(job, request)).windows();
  if (request.limit_w) job.limits.push_back(power::limit_of(job, *request.limit_w, false));
  if (request.limit_increase_w)
    job.limits.push_back(power::limit_of(job, *request.limit_increase_w, true));
  job.verdict = answers::verdict_line(job);
  return job;
}

}  // namespace hpcast::forecast
