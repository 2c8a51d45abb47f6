#include "hpcast/models/power/model.h"

#include <algorithm>

#include "hpcast/base/diagnostics.h"

namespace hpcast::power {

namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

// The coefficient's own unit to W of a node at a rate of 1.
double scale_of(const Model& model, const CoefficientSet& set, const Coefficient& coefficient) {
  if (coefficient.per_event) return model.find(coefficient.term)->peak;
  return set.of_system ? 1 / static_cast<double>(model.nodes()) : 1;
}

}  // namespace

const char* symbol_of(EventUnit unit) {
  switch (unit) {
    case EventUnit::bytes:
      return "B";
    case EventUnit::flops:
      return "FLOP";
    case EventUnit::instructions:
      return "inst";
    case EventUnit::cycles:
      return "cycle";
    case EventUnit::events:
      break;
  }
  return "event";
}

const Coefficient* CoefficientSet::find(std::string_view term) const {
  const auto at = std::find_if(coefficients.begin(), coefficients.end(),
                               [&](const Coefficient& c) { return c.term == term; });
  return at == coefficients.end() ? nullptr : &*at;
}

const Term* Model::find(std::string_view term) const {
  const auto at =
      std::find_if(terms.begin(), terms.end(), [&](const Term& t) { return t.name == term; });
  return at == terms.end() ? nullptr : &*at;
}

const CoefficientSet& Model::set(const std::string& name_of_set) const {
  for (const CoefficientSet& one : sets)
    if (name_of_set.empty() || one.name == name_of_set) return one;
  if (sets.empty())
    throw InputError(name + ": has formulas, and no coefficients",
                     "hpcast power fit COUNTERS --model FORMULAS -o MODEL finds them");
  const std::string near = did_you_mean(name_of_set, names_of(sets));
  throw InputError(name + ": has no coefficients '" + name_of_set + "'",
                   near.empty() ? "it has " + list_of(names_of(sets)) : near);
}

double Model::watts(const CoefficientSet& of, const Coefficient& coefficient) const {
  return coefficient.value * scale_of(*this, of, coefficient);
}

std::optional<double> Model::standard_error(const CoefficientSet& of,
                                            const Coefficient& coefficient) const {
  if (!coefficient.standard_error) return std::nullopt;
  return *coefficient.standard_error * scale_of(*this, of, coefficient);
}

std::optional<double> Model::residual(const CoefficientSet& of) const {
  if (!of.residual) return std::nullopt;
  return of.of_system ? *of.residual / static_cast<double>(nodes()) : *of.residual;
}

void check_terms(const Model& model, const std::vector<std::string>& names) {
  const std::vector<std::string> known = names_of(model.terms);
  for (const std::string& name : names) {
    if (model.find(name) != nullptr) continue;
    const std::string near = did_you_mean(name, known);
    throw InputError("the model has no term '" + name + "'",
                     near.empty() ? "it has " + list_of(known) : near);
  }
}

void count_lines(Model& model) {
  std::vector<std::pair<std::string, double>> lines;
  for (const Term& term : model.terms)
    if (term.line) lines.emplace_back(term.name, *term.line);
  if (lines.empty())
    throw InputError("--lines: no term of the model tells the length of its lines",
                     "--factor TERM='64 B' gives one");
  for (const auto& [term, bytes] : lines) set_factor(model, term, bytes);
}

void set_factor(Model& model, const std::string& name, double factor) {
  check_terms(model, {name});
  for (Term& term : model.terms) {
    if (term.name != name) continue;
    if (term.kind != TermKind::rate)
      throw InputError("--factor " + name + ": it has no factor, as it is no rate");
    const double times = factor / term.factor;
    term.factor = factor;
    for (CoefficientSet& set : model.sets)
      for (Coefficient& coefficient : set.coefficients) {
        if (coefficient.term != name) continue;
        coefficient.value /= times;
        if (coefficient.standard_error) *coefficient.standard_error /= times;
      }
  }
}

}  // namespace hpcast::power
