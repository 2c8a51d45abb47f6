#include "hpcast/models/power/predict.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/correlation.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/models/power/describe.h"
#include "hpcast/models/power/groups.h"

namespace hpcast::power {

namespace {

using answers::PowerAnswer;

std::string group_name(const ActiveInterval& interval, bool several_tables) {
  if (interval.region.empty()) return interval.application;
  return several_tables ? interval.application + ": " + interval.region : interval.region;
}

void add_intervals(const NodePower& power, bool several_tables, PowerAnswer& r) {
  GroupSums groups(r.terms.size()), whole(r.terms.size());
  for (const ActiveInterval& interval : power.activity.intervals) {
    const std::vector<double> watts = power.watts(interval);
    answers::PowerInterval& shown = r.intervals.emplace_back();
    shown.start_s = interval.start_s;
    shown.duration_s = interval.duration_s;
    shown.group = groups.add(group_name(interval, several_tables), interval, watts);
    whole.add("", interval, watts);
    shown.watts = watts;
    if (!std::isnan(interval.watts)) shown.measured_w = interval.watts;
    r.peak_w = std::max(r.peak_w, answers::sum_of(watts));
  }
  r.groups = groups.take();
  const answers::PowerGroup all = whole.take().front();
  r.rates = all.rates;
  r.watts = all.watts;
  r.time_s = all.time_s;
}

void compare(PowerAnswer& r) {
  std::vector<double> measured, forecast;
  double error = 0;
  for (const answers::PowerInterval& interval : r.intervals) {
    if (interval.measured_w.value_or(0) <= 0) continue;
    measured.push_back(*interval.measured_w);
    forecast.push_back(answers::sum_of(interval.watts));
    error += std::fabs(forecast.back() - measured.back()) / measured.back();
  }
  if (measured.empty()) return;
  r.comparison.emplace().mean_error = error / static_cast<double>(measured.size());
  const double correlation = line_through(measured, forecast).r;
  if (!std::isnan(correlation)) r.comparison->correlation = correlation;
}

// Of a node; another unit or a part of it is below.
void warn_of_less_than_base(PowerAnswer& r) {
  double most = 0, base = 0;
  for (const answers::PowerInterval& interval : r.intervals)
    most = std::max(most, interval.measured_w.value_or(0));
  for (const answers::PowerTerm& term : r.terms)
    if (term.always) base += term.coefficient_w;
  constexpr double much_less = 0.5;
  if (most <= 0 || most >= much_less * base) return;
  r.warnings.push_back(fmt::format(
      "the measured power is {} at most, and the model's base alone {}: is it in another unit "
      "(power [kW]), or of a part of the node?",
      format_scaled(most, "W"), format_scaled(base, "W")));
}

bool is_of_level(const Term& term) { return term.part == Part::cache || term.part == Part::memory; }

// A fit cannot tell apart what goes together, and scaling leaves the shares as they are.
void describe_shares(const Model& model, PowerAnswer& r) {
  if (std::count_if(model.terms.begin(), model.terms.end(), is_of_level) > 1)
    r.assumptions.emplace_back(
        "coefficients are those of a regression, in which what goes together shares what it draws: "
        "a level's watts, and its energy a byte, are not those of the level by itself");
  for (const Term& term : model.terms)
    if (term.line && *term.line > term.factor)
      r.assumptions.push_back(
          fmt::format("{} counts {} of each miss, of a line of {} (--lines counts lines)",
                      term.title, format_bytes(term.factor), format_bytes(*term.line)));
}

void describe(const Model& model, const CoefficientSet& set, const PredictRequest& request,
              PowerAnswer& r) {
  if (r.residual_w)
    r.assumptions.push_back(
        fmt::format("{}: what they were fitted to lies around the fit by {} a node", set.name,
                    format_scaled(*r.residual_w, "W")));
  describe_shares(model, r);
  const bool follows_clock =
      std::any_of(model.terms.begin(), model.terms.end(),
                  [](const Term& term) { return term.voltage != 0 || term.frequency != 0; });
  if (!follows_clock)
    r.not_modelled.emplace_back("clock and voltage other than those of the coefficients");
  r.not_modelled.emplace_back("limits of a processor's own power (TDP), at which its clock falls");
  r.not_modelled.emplace_back("temperature, and differences between chips of a kind (leakage)");
  if (request.power.by_traffic)
    r.assumptions.emplace_back("what is communicated costs what its memory traffic costs");
  if (r.nodes > 0)
    r.assumptions.emplace_back(
        request.job_nodes ? "all nodes of the job do this, the others of the system nothing"
                          : "all nodes of the system do this at the same time");
}

}  // namespace

PowerAnswer predict(const Model& model, const std::vector<NamedTable>& tables,
                    const PredictRequest& request) {
  const NodePower power = node_power(model, tables, request.power);
  const CoefficientSet& set = model.set(request.power.set);
  PowerAnswer r;
  r.model = model.name;
  r.coefficients = set.name;
  r.terms = terms_of(model, power.activity.terms, power.coefficients);
  r.residual_w = model.residual(set);
  r.nodes_per_rack = model.nodes_per_rack;
  r.nodes = model.nodes();
  r.job_nodes = request.job_nodes;
  if (r.nodes > 0 && r.job_nodes.value_or(0) > r.nodes)
    throw InputError(
        fmt::format("--job-nodes {}: {} has {} nodes", *r.job_nodes, model.name, r.nodes));
  add_intervals(power, tables.size() > 1, r);
  compare(r);
  r.warnings = power.activity.warnings;
  warn_of_less_than_base(r);
  r.assumptions = power.activity.assumptions;
  r.assumptions.insert(r.assumptions.end(), model.assumptions.begin(), model.assumptions.end());
  r.not_modelled = left_out(model, power.activity);
  describe(model, set, request, r);
  for (const NamedTable& table : tables)
    r.assumptions.insert(r.assumptions.end(), table.table.notes.begin(), table.table.notes.end());
  r.verdict = verdict_line(r);
  return r;
}

}  // namespace hpcast::power
