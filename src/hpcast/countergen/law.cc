#include "hpcast/countergen/law.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "hpcast/regression/nonnegative.h"

namespace hpcast::countergen {

namespace {

constexpr double exponents_tried[] = {0, 0.5, 1, 1.5, 2, 3};
// What a law must be better by, relatively, to be taken in place of a simpler one.
constexpr double worth_it = 1e-3;

using Observations = std::vector<Observation>;

struct Point {
  double term, split, mean, weight;
};

// Relative errors count, of counts below 1 as of 1; many values of a run are more sure than few,
// but a size is a size.
double weight_of(const Observation& observation) {
  return std::log2(1 + observation.count) / std::pow(std::max(observation.mean, 1.0), 2);
}

std::vector<Point> points_of(const Observations& observations, const Term& term,
                             const Term& split) {
  std::vector<Point> points;
  for (const Observation& o : observations)
    points.push_back({term.at(o.sizes), split.at(o.sizes), o.mean, weight_of(o)});
  return points;
}

bool is_constant(const Term& term) {
  return std::all_of(term.exponents.begin(), term.exponents.end(),
                     [](double e) { return e == 0; }) &&
         std::all_of(term.logarithm.begin(), term.logarithm.end(), [](auto l) { return l == 0; });
}

// A law's form, to be fitted to whatever observations there are.
struct Form {
  Term term;
  bool has_constant = false;
  std::vector<double> splits;  // ascending values of `split`, between two observations
  Term split;

  // Halves of exponents and logarithms are rarer than what whole loops bring.
  double cost() const {
    double cost = has_constant ? 1 : 0;
    for (const double e : term.exponents) cost += e + (e == std::floor(e) ? 0 : 1);
    for (const auto l : term.logarithm) cost += 1.5 * l;
    return cost + 2 * static_cast<double>(splits.size());
  }
};

// Which of the form's stretches that value of its split term is on.
std::size_t stretch_at(const Form& form, double split) {
  return static_cast<std::size_t>(std::lower_bound(form.splits.begin(), form.splits.end(), split) -
                                  form.splits.begin());
}

// Weighted least squares, with no coefficient below 0: what is counted only grows.
Law fitted(const Form& form, const Observations& observations) {
  const std::size_t stretches = form.splits.size() + 1;
  Law law{form.term, 0, std::vector<Law::Stretch>(stretches), form.split, 0};
  std::vector<std::vector<double>> rows;
  std::vector<double> right;
  for (const Point& p : points_of(observations, form.term, form.split)) {
    const std::size_t at = stretch_at(form, p.split);
    const double weight = std::sqrt(p.weight);
    std::vector<double>& row = rows.emplace_back(stretches + (form.has_constant ? 1 : 0), 0.0);
    row[at] = weight * p.term;
    if (form.has_constant) row.back() = weight;
    right.push_back(weight * p.mean);
    Law::Stretch& stretch = law.stretches[at];
    stretch.first = stretch.last == 0 ? p.split : std::min(stretch.first, p.split);
    stretch.last = std::max(stretch.last, p.split);
  }
  const std::vector<double> found = regression::nonnegative_least_squares(rows, right);
  for (std::size_t i = 0; i < stretches; ++i) law.stretches[i].coefficient = found[i];
  if (form.has_constant) law.constant = found.back();
  return law;
}

double relative_error(double forecast, double mean) {
  return std::abs(forecast - mean) / std::max(mean, 1.0);
}

// By the stretch that the size belongs to: what lies between two of them is not what is judged.
double on_its_stretch(const Form& form, const Law& law, const std::vector<double>& sizes) {
  const Law::Stretch& stretch = law.stretches[stretch_at(form, form.split.at(sizes))];
  return law.constant + stretch.coefficient * law.term.at(sizes);
}

// Each size left out in turn, and forecast from the others.
double error_left_out(const Form& form, const Observations& observations) {
  double sum = 0;
  for (std::size_t out = 0; out < observations.size(); ++out) {
    Observations others = observations;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
    const Law law = fitted(form, others);
    sum +=
        relative_error(on_its_stretch(form, law, observations[out].sizes), observations[out].mean);
  }
  return sum / static_cast<double>(observations.size());
}

double error_inside(const Form& form, const Observations& observations) {
  const Law law = fitted(form, observations);
  double sum = 0;
  for (const Observation& o : observations) sum += relative_error(law.at(o.sizes), o.mean);
  return sum / static_cast<double>(observations.size());
}

// Sizes that do not vary are no factor.
std::vector<bool> varying(const Observations& observations) {
  std::vector<bool> varies(observations[0].sizes.size(), false);
  for (const Observation& o : observations)
    for (std::size_t i = 0; i < varies.size(); ++i)
      if (o.sizes[i] != observations[0].sizes[i]) varies[i] = true;
  return varies;
}

void add_terms(const std::vector<bool>& varies, std::size_t size, Term term,
               std::vector<Term>& terms) {
  if (size == varies.size()) {
    terms.push_back(std::move(term));
    return;
  }
  for (const double exponent : exponents_tried)
    for (const std::uint8_t logarithm : {0, 1}) {
      if ((exponent != 0 || logarithm != 0) && !varies[size]) continue;
      Term more = term;
      more.exponents.push_back(exponent);
      more.logarithm.push_back(logarithm);
      add_terms(varies, size + 1, std::move(more), terms);
    }
}

// Where a working set may outgrow a cache: each size, and all of them together.
std::vector<Term> split_terms(const std::vector<bool>& varies) {
  std::vector<Term> terms;
  const Term none{std::vector<double>(varies.size(), 0),
                  std::vector<std::uint8_t>(varies.size(), 0)};
  Term all = none;
  for (std::size_t i = 0; i < varies.size(); ++i) {
    if (!varies[i]) continue;
    all.exponents[i] = 1;
    terms.push_back(none);
    terms.back().exponents[i] = 1;
  }
  if (terms.size() > 1) terms.push_back(all);
  return terms;
}

// Between each two neighbours, with at least two observations on either side.
std::vector<double> splits_between(const Observations& observations, const Term& split) {
  std::vector<double> values;
  for (const Observation& o : observations) values.push_back(split.at(o.sizes));
  std::sort(values.begin(), values.end());
  std::vector<double> splits;
  for (std::size_t i = 2; i + 2 <= values.size(); ++i)
    if (values[i] > values[i - 1]) splits.push_back(std::sqrt(values[i] * values[i - 1]));
  return splits;
}

std::vector<Form> forms_for(const Observations& observations) {
  const std::vector<bool> varies = varying(observations);
  std::vector<Term> terms;
  add_terms(varies, 0, {}, terms);
  std::vector<Form> forms;
  for (const Term& term : terms) {
    forms.push_back({term, false, {}, term});
    if (is_constant(term)) continue;
    if (observations.size() > 2) forms.push_back({term, true, {}, term});
    for (const Term& split : split_terms(varies))
      for (const double at : splits_between(observations, split))
        for (const bool has_constant : {false, true})
          forms.push_back({term, has_constant, {at}, split});
  }
  return forms;
}

// Values of the same sizes are one observation.
Observations merged(const Observations& observations) {
  Observations by_size;
  for (const Observation& o : observations) {
    const auto same = std::find_if(by_size.begin(), by_size.end(),
                                   [&](const Observation& m) { return m.sizes == o.sizes; });
    if (same == by_size.end()) {
      by_size.push_back(o);
      continue;
    }
    const double count = same->count + o.count;
    same->mean = (same->mean * same->count + o.mean * o.count) / count;
    same->count = count;
  }
  return by_size;
}

std::string term_text(const Term& term, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (term.exponents[i] != 0)
      text +=
          "·" + names[i] + (term.exponents[i] == 1 ? "" : fmt::format("^{:g}", term.exponents[i]));
    if (term.logarithm[i] != 0) text += "·log2(" + names[i] + ")";
  }
  return text;
}

}  // namespace

double Term::at(const std::vector<double>& sizes) const {
  double product = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (exponents[i] != 0) product *= std::pow(sizes[i], exponents[i]);
    if (logarithm[i] != 0) product *= std::log2(std::max(sizes[i], 1.0));
  }
  return product;
}

double Law::at(const std::vector<double>& sizes) const {
  const double where = split.at(sizes);
  std::size_t i = 0;
  while (i + 1 < stretches.size() && where >= stretches[i + 1].first) ++i;
  double coefficient = stretches[i].coefficient;
  if (i + 1 < stretches.size() && where > stretches[i].last) {
    const double way =
        std::log(where / stretches[i].last) / std::log(stretches[i + 1].first / stretches[i].last);
    coefficient += way * (stretches[i + 1].coefficient - coefficient);
  }
  return std::max(0.0, constant + coefficient * term.at(sizes));
}

Law fit_law(const std::vector<Observation>& all) {
  const Observations observations = merged(all);
  const auto error_of = observations.size() > 2 ? error_left_out : error_inside;
  const Form* best = nullptr;
  double least = 0;
  std::vector<Form> forms = forms_for(observations);
  std::stable_sort(forms.begin(), forms.end(),
                   [](const Form& one, const Form& other) { return one.cost() < other.cost(); });
  for (const Form& form : forms) {
    const double error = error_of(form, observations);
    if (best != nullptr && !(error < least * (1 - worth_it) - worth_it)) continue;
    best = &form;
    least = error;
  }
  Law law = fitted(*best, observations);
  law.error = least;
  return law;
}

std::string to_string(const Law& law, const std::vector<std::string>& names) {
  std::string coefficients = fmt::format("{:.3g}", law.stretches.front().coefficient);
  if (law.stretches.size() > 1)
    coefficients = fmt::format("({} … {:.3g})", coefficients, law.stretches.back().coefficient);
  const std::string term = term_text(law.term, names);
  if (law.constant == 0) return coefficients + term;
  return fmt::format("{:.3g} + {}{}", law.constant, coefficients, term);
}

}  // namespace hpcast::countergen
