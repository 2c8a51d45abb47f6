// What answers about power consist of in files.
#include <cstdint>

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"

namespace hpcast::answers {

static Names names_of(const std::vector<PowerTerm>& terms) {
  Names names;
  for (const PowerTerm& term : terms) names.add(term.name);
  return names;
}

static Names names_of(const std::vector<PowerGroup>& groups) {
  Names names;
  for (const PowerGroup& group : groups) names.add(group.name);
  return names;
}

static void describe(Mapping& m, PowerTerm& term) {
  m("name", term.name);
  m("title", term.title);
  m("coefficient_w", term.coefficient_w, any("At a rate of 1"));
  m("always", term.always, "Drawn whatever the node does");
  m.optional("unit", term.unit, "What it counts; missing where nothing is counted");
  m.optional("peak_per_s", term.peak, positive("Units a second at a rate of 1"));
  m.derived("energy_j", term.joules(), any("Of a unit"));
}

static void expect_terms(Mapping& m, const std::vector<PowerTerm>& terms) {
  if (m.reads() && terms.empty()) m.fault("terms", "expected one at least");
}

static void describe(Mapping& m, PowerGroup& group, const Names& terms) {
  m("name", group.name);
  m("time_s", group.time_s);
  m.derived("power_w", sum_of(group.watts), any("Mean over its time"));
  m.by_name("rates", terms.all(), group.rates, "By term, as a fraction of the peak");
  m.by_name("terms_w", terms.all(), group.watts, "By term");
  m("measured_w", group.measured_w, "Mean over its time");
}

static void describe(Mapping& m, PowerInterval& interval, const Names& terms, const Names& groups) {
  m("start_s", interval.start_s);
  m("duration_s", interval.duration_s);
  m.index("name", interval.group, groups, "group", "Of its group");
  m.derived("power_w", sum_of(interval.watts), any());
  m.by_name("terms_w", terms.all(), interval.watts, "By term");
  m("measured_w", interval.measured_w);
}

static void describe(Mapping& m, PowerComparison& comparison) {
  m("mean_error", comparison.mean_error, "Relative, of intervals");
  m("correlation", comparison.correlation, any("Pearson's; missing where nothing varies"));
}

// Node, rack, job and system, as far as the model knows them.
static void describe_powers(Mapping& m, PowerAnswer& r) {
  m.derived("node_w", r.node_w(), any("Mean over all time"));
  m.derived("base_w", r.base_w(), any("Of that, what is drawn always"));
  m("peak_w", r.peak_w, any("Of the interval that draws most"));
  m.derived("energy_j", r.node_w() * r.time_s, any());
  m.optional("nodes_per_rack", r.nodes_per_rack, positive("Missing where that is not known"));
  m.derived("rack_w", r.rack_w(), any("If all nodes of a rack do this"));
  m("job_nodes", r.job_nodes, positive());
  m.derived("job_w", r.job_w(), any());
  m.optional("nodes", r.nodes, positive("Of the system; missing where that is not known"));
  const std::optional<double> system = r.system_w();
  m.derived("system_w", system,
            any("If all nodes do this; of a job, if its nodes do this and the others nothing"));
  m.derived("system_energy_j", system ? std::optional(*system * r.time_s) : std::nullopt, any());
  m("residual_w", r.residual_w,
    "By which what the coefficients were fitted to lies around the fit");
}

static void describe(Mapping& m, PowerCoefficient& coefficient) {
  m("power_w", coefficient.watts, any("At an activity of 1"));
  m("standard_error_w", coefficient.standard_error);
}

enum class FitMethod : std::uint8_t { ordinary, nonnegative };
static WordList words_of(FitMethod) {
  static constexpr const char* words[] = {"ordinary", "nonnegative"};
  return words;
}

static void describe_method(Mapping& m, PowerFit& fit) {
  FitMethod method = fit.nonnegative ? FitMethod::nonnegative : FitMethod::ordinary;
  m("method", method, "Whose coefficients were chosen");
  fit.nonnegative = method == FitMethod::nonnegative;
}

static void describe(Mapping& m, FitQuality& quality) {
  m("r2", quality.r2, any("Missing where the power does not vary"));
  m("mean_error", quality.mean_error, "Relative");
  m("residual_w", quality.residual_w, "Missing where there are as many coefficients as samples");
  m("left_out_error", quality.left_out_error, "Relative, of applications forecast from the others");
}

static void describe(Mapping& m, FittedTerm& term) {
  m("mean_activity", term.mean_activity);
  m("variance_inflation", term.inflation);
  m("ordinary", term.ordinary, "By ordinary least squares");
  m("nonnegative", term.nonnegative, "By those with no coefficient below 0");
}

static void describe(Mapping& m, FittedApplication& application) {
  m("samples", application.samples);
  m("mean_error", application.mean_error, "Relative");
  m("left_out_error", application.left_out_error, "Relative, forecast from the others");
}

static void describe(Mapping& m, FittedSample& sample) {
  m("measured_w", sample.measured_w);
  m("fitted_w", sample.fitted_w, any());
}

static void describe(Mapping& m, JobWindow& window, const Names& terms) {
  m("start_s", window.start_s);
  m("duration_s", window.duration_s);
  m.derived("power_w", sum_of(window.watts), any("Mean over the window"));
  m.by_name("terms_w", terms.all(), window.watts, "By term, means over the window");
}

static void describe(Mapping& m, PowerExcess& excess) {
  m("start_s", excess.start_s);
  m("end_s", excess.end_s);
  m("most_w", excess.most_w);
}

static void describe(Mapping& m, PowerLimit& limit) {
  m("limit_w", limit.limit_w, "With base power");
  m("of_increase", limit.of_increase, "It was asked for without base power");
  m("over_s", limit.over_s, "How long power is above it");
  m("cap_costs_s", limit.cap_costs_s, "How much longer the job takes when it is held to it");
  m("excesses", limit.excesses, "Stretches above it");
}

static void describe_whole(Mapping& m, JobPower& job) {
  const bool known = !job.windows.empty();  // not before they are read
  m.derived("base_w", known ? job.base_w() : 0);
  m.derived("mean_w", known ? job.mean_w() : 0);
  m.derived("peak_w", known ? sum_of(job.peak().watts) : 0, "Of the window that draws most");
  m.derived("peak_at_s", known ? job.peak().start_s : 0, "When that begins");
  m.derived("energy_j", known ? job.energy_j() : 0);
}

void describe(Mapping& m, PowerAnswer& r) {
  describe_head(m, PowerAnswer::kind, r);
  m("model", r.model, "Its name");
  m("coefficients", r.coefficients, "Their name");
  m("time_s", r.time_s, "Of all intervals");
  describe_powers(m, r);
  m.list("terms", r.terms, [&](PowerTerm& term) {
    const auto i = static_cast<std::size_t>(&term - r.terms.data());
    r.rates.resize(r.terms.size()), r.watts.resize(r.terms.size());
    describe(m, term);
    m("rate", r.rates[i], "As a fraction of the peak, mean over all time");
    m("power_w", r.watts[i], any("Mean over all time"));
  });
  expect_terms(m, r.terms);
  const Names terms = names_of(r.terms);
  m.list(
      "groups", r.groups, [&](PowerGroup& group) { describe(m, group, terms); },
      "Programs or regions");
  const Names groups = names_of(r.groups);
  m.list("intervals", r.intervals,
         [&](PowerInterval& interval) { describe(m, interval, terms, groups); });
  m("comparison", r.comparison, "With what was measured, where the counters have it");
  describe_tail(m, r);
}

void describe(Mapping& m, PowerFit& fit) {
  describe_head(m, PowerFit::kind, fit);
  m("model", fit.model, "Its name");
  m("coefficients", fit.coefficients, "The name of the new ones");
  describe_method(m, fit);
  m("ordinary", fit.ordinary, "Of ordinary least squares");
  m("nonnegative", fit.nonnegative_quality, "Of those with no coefficient below 0");
  m("condition", fit.condition, "Number of the terms' columns at length 1");
  m.derived("samples", fit.samples.size());
  m.optional("sampled", fit.samples, "Each of them; missing in files of schema_version 1");
  m.list("terms", fit.terms, [&](PowerTerm& term) {
    fit.fitted.resize(fit.terms.size());
    describe(m, term);
    describe(m, fit.fitted[static_cast<std::size_t>(&term - fit.terms.data())]);
  });
  expect_terms(m, fit.terms);
  const Names terms = names_of(fit.terms);
  m.list("applications", fit.groups, [&](PowerGroup& group) {
    fit.applications.resize(fit.groups.size());
    FittedApplication& application =
        fit.applications[static_cast<std::size_t>(&group - fit.groups.data())];
    describe(m, group, terms);
    describe(m, application);
    application.name = group.name;
  });
  describe_tail(m, fit);
}

void describe(Mapping& m, JobPower& job) {
  describe_head(m, JobPower::kind, job);
  m("model", job.model, "Its name");
  m("coefficients", job.coefficients, "Their name");
  m("network", job.network, "Its name");
  m("time_s", job.time_s, "Of the job");
  m("ranks", job.ranks);
  m("job_nodes", job.job_nodes, positive());
  m("nodes", job.nodes, positive("Of the system; those that are not the job's do nothing"));
  describe_whole(m, job);
  m("terms", job.terms);
  expect_terms(m, job.terms);
  const Names terms = names_of(job.terms);
  m("limits", job.limits, "That were asked for");
  m.list(
      "windows", job.windows, [&](JobWindow& window) { describe(m, window, terms); },
      "One after the other");
  if (job.windows.empty()) m.fault("windows", "expected one at least");
  describe_tail(m, job);
}

}  // namespace hpcast::answers
