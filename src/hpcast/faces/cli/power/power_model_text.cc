#include "hpcast/faces/cli/power/power_model_text.h"

#include <fmt/core.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::cli {

namespace {

using power::Model;
using power::Term;
using power::TermKind;

// "dram_reads + dram_writes", "2 fp_simd_instructions - loads".
std::string sum_text(const power::Numerator& numerator) {
  std::string text;
  for (const auto& [counter, weight] : numerator.weights) {
    const double size = weight < 0 ? -weight : weight;
    text += text.empty() ? (weight < 0 ? "-" : "") : weight < 0 ? " - " : " + ";
    text += size == 1 ? counter : fmt::format("{} {}", size, counter);
  }
  return text;
}

std::string formula_text(const Model& model, const Term& term) {
  std::string text;
  if (term.kind == TermKind::always) text = "always";
  if (term.kind == TermKind::during) text = "while counted: " + sum_text(term.numerators.front());
  if (term.kind == TermKind::rate) {
    const std::string unit = power::symbol_of(term.unit);
    text = "(" + sum_text(term.numerators.front()) + ")";
    if (term.factor != 1) text += fmt::format(" x {} {}", term.factor, unit);
    text += term.per_cycle ? " / (cycles / " + format_scaled(*model.clock, "Hz") + ")" : " / s";
    text += " / " + format_scaled(term.peak, unit + "/s");
  }
  const auto scale_by = [&](const char* what, int power) {
    if (power != 0)
      text += std::string(" x ") + what + (power == 1 ? "" : fmt::format("^{}", power));
  };
  scale_by("V", term.voltage);
  scale_by("f", term.frequency);
  return text;
}

}  // namespace

std::string formulas_text(const Model& model, const report::TextOptions& options) {
  std::string text;
  for (const Term& term : model.terms) {
    text +=
        report::wrapped(term.name + ": " + formula_text(model, term), options.width, "    ") + "\n";
    for (std::size_t i = 1; i < term.numerators.size(); ++i)
      text += report::wrapped("  or " + sum_text(term.numerators[i]), options.width, "    ") + "\n";
  }
  return text;
}

std::string coefficients_text(const Model& model, const power::CoefficientSet& set,
                              const report::TextOptions& options) {
  report::Table table({{"'" + set.name + "'", report::Align::left},
                       {"W a node at 1", report::Align::right},
                       {"±", report::Align::right},
                       {"each", report::Align::right}});
  for (const power::Coefficient& c : set.coefficients) {
    const Term& term = *model.find(c.term);
    const double watts = model.watts(set, c);
    const auto error = model.standard_error(set, c);
    table.row({term.title, format_scaled(watts, "W"), error ? format_scaled(*error, "W") : "",
               term.kind == TermKind::rate
                   ? format_scaled(watts / term.peak, std::string("J/") + symbol_of(term.unit))
                   : ""});
  }
  std::string text = "\n" + table.text(options.width, options.colour);
  if (const auto residual = model.residual(set))
    text += "residual " + format_scaled(*residual, "W") + " a node\n";
  return text;
}

}  // namespace hpcast::cli
