#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/answers/closing.h"
#include "hpcast/faces/report/kit/bar_chart.h"
#include "hpcast/faces/report/kit/scatter.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/faces/report/power/figures.h"

namespace hpcast::report {

namespace {

using answers::FitQuality;
using answers::FittedApplication;
using answers::FittedTerm;
using answers::PowerCoefficient;
using answers::PowerFit;

std::string error_text(const PowerCoefficient& c) {
  return c.standard_error ? watts_text(*c.standard_error) : "-";
}

TablePart coefficient_table(const PowerFit& fit) {
  TablePart table{.title = "Coefficients",
                  .note =
                      "Watts of a node at an activity of 1, with standard errors. VIF: by how "
                      "much a coefficient's variance is larger than if its term were "
                      "independent of the others.",
                  .columns = {{"term", Align::left},
                              {"least squares"},
                              {"±"},
                              {"≥ 0"},
                              {"±"},
                              {"VIF"},
                              {"each"},
                              {"mean activity", Align::right, Show::page}}};
  for (std::size_t i = 0; i < fit.terms.size(); ++i) {
    const FittedTerm& f = fit.fitted[i];
    const auto joules = fit.terms[i].joules();
    table.rows.push_back({{fit.terms[i].title, watts_text(f.ordinary.watts), error_text(f.ordinary),
                           watts_text(f.nonnegative.watts), error_text(f.nonnegative),
                           f.inflation ? fmt::format("{:.3g}", *f.inflation) : "-",
                           joules ? format_scaled(*joules, "J/" + fit.terms[i].unit) : "",
                           fmt::format("{:.3g}", f.mean_activity)}});
  }
  return table;
}

TablePart quality_table(const PowerFit& fit) {
  TablePart table{.title = "How good it is",
                  .columns = {{"", Align::left},
                              {"residual"},
                              {"R²"},
                              {"mean error"},
                              {"of applications left out"}},
                  .foot = fmt::format("condition number {:.3g}", fit.condition)};
  const auto add = [&](const char* name, const FitQuality& q, bool chosen) {
    table.rows.push_back(
        {{name, answers::residual_text(q), answers::r2_text(q), format_percent(q.mean_error),
          q.left_out_error ? format_percent(*q.left_out_error) : "-"},
         chosen ? Style::strong : Style::plain});
  };
  add("least squares", fit.ordinary, !fit.nonnegative);
  add("least squares ≥ 0", fit.nonnegative_quality, fit.nonnegative);
  return table;
}

double error_of(const FittedApplication& a) { return a.left_out_error.value_or(a.mean_error); }

// The worst ones come first.
TablePart application_table(const PowerFit& fit) {
  constexpr std::size_t most = 12;
  TablePart table{.title = "All applications",
                  .caption = fmt::format("{} applications, those that are off most first",
                                         fit.applications.size()),
                  .columns = {{"application", Align::left},
                              {"samples"},
                              {"measured"},
                              {"fitted"},
                              {"mean error"},
                              {"left out"}},
                  .most_in_text = most,
                  .noun = "application"};
  if (fit.applications.size() < 2) return table;
  std::vector<std::size_t> order(fit.applications.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return error_of(fit.applications[a]) > error_of(fit.applications[b]);
  });
  for (const std::size_t i : order) {
    const FittedApplication& a = fit.applications[i];
    const double measured = fit.groups[i].measured_w.value_or(0);
    const double fitted = answers::sum_of(fit.groups[i].watts);
    table.rows.push_back(
        {{a.name,
          {std::to_string(a.samples), static_cast<double>(a.samples)},
          {watts_text(measured), measured},
          {watts_text(fitted), fitted},
          {format_percent(a.mean_error), a.mean_error},
          a.left_out_error ? Cell(format_percent(*a.left_out_error), *a.left_out_error) : "-"}});
  }
  return table;
}

Figure sample_scatter(const PowerFit& fit) {
  ScatterChart chart;
  chart.title = "Fitted power over measured power of each sample";
  chart.y_label = "fitted";
  chart.text = watts_text;
  chart.noun = "sample";
  chart.band = 0.05;
  std::vector<ScatterDot> dots;
  for (const answers::FittedSample& sample : fit.samples)
    dots.push_back({sample.measured_w, sample.fitted_w, 1});
  return {"Fitted over measured",
          "The larger a dot, the more samples. What is off by 5 % at most lies in the band.",
          dots.empty() ? "" : scatter_chart(chart, dots)};
}

Figure error_bars(const PowerFit& fit) {
  std::vector<NamedBar> bars;
  for (const FittedApplication& a : fit.applications)
    bars.push_back({a.name, error_of(a), format_percent(error_of(a)), a.mean_error});
  return {"Mean errors", "Of applications that were left out; the line across: learnt from.",
          bar_chart("Mean errors by application", bars)};
}

std::string headline_of(const PowerFit& fit) {
  if (fit.power_is_constant()) return {};
  const FitQuality& q = fit.quality();
  return format_percent(q.mean_error) + " off in the mean";
}

}  // namespace

Document document(const PowerFit& fit) {
  Document d{
      .kind = "Power model",
      .name = fit.model + " · " + fit.coefficients,
      .verdict = fit.verdict,
      .headline = headline_of(fit),
      .about = fmt::format("{}: '{}', by {}", fit.model, fit.coefficients,
                           fit.nonnegative ? "non-negative least squares" : "least squares")};
  d.parts = {coefficient_table(fit)};
  // Errors of 0 % would say of a power that never changed that it is well forecast.
  if (!fit.power_is_constant()) d.parts.emplace_back(quality_table(fit));
  d.parts.emplace_back(
      Pictures{power_breakdown(fit.terms, fit.groups) + power_correlations(fit.terms, fit.groups)});
  if (!fit.power_is_constant()) {
    d.parts.emplace_back(Pair{sample_scatter(fit), error_bars(fit)});
    d.parts.emplace_back(application_table(fit));
  }
  add_closing(d, fit, "Left out");
  return d;
}

}  // namespace hpcast::report
