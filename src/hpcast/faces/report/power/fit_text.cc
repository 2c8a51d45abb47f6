#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

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

std::string coefficient_table(const PowerFit& fit, const TextOptions& options) {
  Table table({{"term", Align::left},
               {"least squares", Align::right},
               {"±", Align::right},
               {"≥ 0", Align::right},
               {"±", Align::right},
               {"VIF", Align::right},
               {"each", Align::right}});
  for (std::size_t i = 0; i < fit.terms.size(); ++i) {
    const FittedTerm& f = fit.fitted[i];
    const auto joules = fit.terms[i].joules();
    table.row({fit.terms[i].title, watts_text(f.ordinary.watts), error_text(f.ordinary),
               watts_text(f.nonnegative.watts), error_text(f.nonnegative),
               f.inflation ? fmt::format("{:.3g}", *f.inflation) : "-",
               joules ? format_scaled(*joules, "J/" + fit.terms[i].unit) : ""});
  }
  return table.text(options.width, options.colour);
}

std::string quality_table(const PowerFit& fit, const TextOptions& options) {
  Table table({{"", Align::left},
               {"residual", Align::right},
               {"R²", Align::right},
               {"mean error", Align::right},
               {"of applications left out", Align::right}});
  const auto add = [&](const std::string& name, const FitQuality& q, bool chosen) {
    table.row({name, answers::residual_text(q), answers::r2_text(q), format_percent(q.mean_error),
               q.left_out_error ? format_percent(*q.left_out_error) : "-"},
              chosen ? Style::strong : Style::plain);
  };
  add("least squares", fit.ordinary, !fit.nonnegative);
  add("least squares ≥ 0", fit.nonnegative_quality, fit.nonnegative);
  return "\n" + table.text(options.width, options.colour) +
         fmt::format("condition number {:.3g}\n", fit.condition);
}

// The worst ones.
std::string application_table(const PowerFit& fit, const TextOptions& options) {
  if (fit.applications.size() < 2) return {};
  constexpr std::size_t most = 12;
  const auto error = [&](std::size_t i) {
    const FittedApplication& a = fit.applications[i];
    return a.left_out_error.value_or(a.mean_error);
  };
  std::vector<std::size_t> order(fit.applications.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return error(a) > error(b); });
  order.resize(std::min(order.size(), most));
  Table table({{"application", Align::left},
               {"samples", Align::right},
               {"measured", Align::right},
               {"fitted", Align::right},
               {"mean error", Align::right},
               {"left out", Align::right}});
  for (const std::size_t i : order) {
    const FittedApplication& a = fit.applications[i];
    table.row({printable(a.name), std::to_string(a.samples),
               watts_text(fit.groups[i].measured_w.value_or(0)),
               watts_text(answers::sum_of(fit.groups[i].watts)), format_percent(a.mean_error),
               a.left_out_error ? format_percent(*a.left_out_error) : "-"});
  }
  std::string text = fmt::format("\n{} applications", fit.applications.size());
  if (fit.applications.size() > most) text += fmt::format(", the {} that are off most", most);
  return text + "\n" + table.text(options.width, options.colour);
}

}  // namespace

std::string text_report(const PowerFit& fit, const TextOptions& options) {
  std::string text = wrapped(fit.verdict, options.width, "  ") + "\n";
  text += fmt::format("{}: '{}', by {}\n\n", printable(fit.model), printable(fit.coefficients),
                      fit.nonnegative ? "non-negative least squares" : "least squares");
  text += coefficient_table(fit, options);
  // Errors of 0 % would say of a power that never changed that it is well forecast.
  if (!fit.power_is_constant())
    text += quality_table(fit, options) + application_table(fit, options);
  text += list_section("Warnings", fit.warnings, options);
  text += list_section("Assumed", fit.assumptions, options);
  return text + list_section("Left out", fit.not_modelled, options);
}

}  // namespace hpcast::report
