#include <algorithm>
#include <cmath>
#include <limits>

#include "hpcast/countergen/law.h"
#include "hpcast/countergen/law_forms.h"
#include "hpcast/countergen/least_squares.h"

namespace hpcast::countergen {

namespace {

using Observations = std::vector<Observation>;

// What a simple law may differ by from what is measured, relatively: caches are no formulas.
constexpr double tolerance = 0.01;
// Within how many standard errors of a mean a forecast is as good as any.
constexpr double sure = 2;
// The logarithm of how wrong a forecast is taken to be where only one size tells of a stretch.
constexpr double unknown = 0.7, unknown_but_likely = 0.2;
// By how much smaller the errors' logarithms must be for each step to a less simple form.
constexpr double worth_it = 3e-3;
// A relative error that only a law has which is the very one.
constexpr double very_one = 1e-8;

double standard_error(const Observation& o) {
  return std::sqrt(o.variance / std::max(o.count, 1.0));
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
    if (count == 0) continue;
    same->mean = (same->mean * same->count + o.mean * o.count) / count;
    same->variance = (same->variance * same->count + o.variance * o.count) / count;
    same->count = count;
  }
  return by_size;
}

// One form with the observations, to be fitted to all of them and to all but one.
class FormFit {
 public:
  FormFit(const Form& form, const Observations& observations)
      : form_(form), observations_(observations) {
    for (const Observation& o : observations) {
      const double split = form.split.at(o.sizes);
      stretch_.push_back(form.thresholds.empty() ? 0 : form.stretch_at(split));
      rows_.push_back(row_of(o, stretch_.back()));
    }
  }

  // The mean of the errors' logarithms of sizes left out, and the same of relative ones. Leaves off
  // where the form is not exact, and the former is beyond `most`.
  struct Errors {
    double logarithm = 0, relative = 0;
  };
  Errors errors(double most) const {
    const auto n = static_cast<double>(observations_.size());
    Errors sum;
    for (std::size_t out = 0; observations_.size() > 1 && out < observations_.size(); ++out) {
      add_error(out, sum);
      if (sum.logarithm > most * n && sum.relative > very_one * n) break;
    }
    return {sum.logarithm / n, sum.relative / n};
  }

  Law law() const {
    const Coefficients found = solution(observations_.size());
    Law law;
    law.split = form_.split;
    for (std::size_t i = 0; i < form_.terms.size(); ++i)
      law.stretches.push_back(
          {form_.terms[i], found[i], std::numeric_limits<double>::infinity(), 0});
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      Law::Stretch& stretch = law.stretches[stretch_[i]];
      const double split = form_.split.at(observations_[i].sizes);
      stretch.first = std::min(stretch.first, split);
      stretch.last = std::max(stretch.last, split);
    }
    if (form_.bends) law.stretches.back().less = found[form_.terms.size()];
    if (form_.second) law.second = *form_.second;
    if (form_.second) law.second_coefficient = found[form_.terms.size()];
    if (form_.has_constant) law.constant = found[columns() - 1];
    return law;
  }

 private:
  std::size_t columns() const {
    return form_.terms.size() + (form_.second || form_.bends ? 1 : 0) +
           (form_.has_constant ? 1 : 0);
  }

  // A coefficient for each stretch, then those of all of them.
  Coefficients row_of(const Observation& o, std::size_t stretch) const {
    Coefficients row{};
    row[stretch] = form_.terms[stretch].at(o.sizes);
    if (form_.second) row[form_.terms.size()] = form_.second->at(o.sizes);
    if (form_.bends && stretch == 1) row[form_.terms.size()] = -1;
    if (form_.has_constant) row[columns() - 1] = 1;
    return row;
  }

  // Of all observations but `out`, if there is such a one.
  Coefficients solution(std::size_t out) const {
    const std::size_t stretches = form_.terms.size();
    const unsigned any_sign = form_.any_sign ? ~0U << stretches : 0;
    return nonnegative_solution(weighted(out), columns(), any_sign);
  }

  std::vector<Equation> weighted(std::size_t out) const {
    std::vector<Equation> equations;
    equations.reserve(observations_.size());
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      if (i == out) continue;
      const Observation& o = observations_[i];
      const double scale =
          1 / std::hypot(standard_error(o), tolerance * std::max(o.mean, smallest_count));
      Equation& equation = equations.emplace_back(Equation{rows_[i], o.mean * scale});
      for (double& column : equation.columns) column *= scale;
    }
    return equations;
  }

  void add_error(std::size_t out, Errors& sum) const {
    const Observation& o = observations_[out];
    if (std::count(stretch_.begin(), stretch_.end(), stretch_[out]) == 1) {
      sum.logarithm += form_.likely ? unknown_but_likely : unknown;
      sum.relative += unknown;
      return;
    }
    const Coefficients found = solution(out);
    double forecast = 0;
    for (std::size_t i = 0; i < columns(); ++i) forecast += found[i] * rows_[out][i];
    forecast = std::max(0.0, forecast);  // as of the law
    const double off = std::abs(forecast - o.mean);
    const double beyond = std::max(0.0, off - sure * standard_error(o));
    const double judged = forecast > o.mean ? o.mean + beyond : o.mean - beyond;
    sum.logarithm += std::abs(std::log((judged + smallest_count) / (o.mean + smallest_count)));
    sum.relative += off / std::max(o.mean, smallest_count);
  }

  const Form& form_;
  const Observations& observations_;
  std::vector<std::size_t> stretch_;  // by observation
  std::vector<Coefficients> rows_;
};

}  // namespace

Law fit_law(const Observations& all, const Expectation& expected) {
  const Observations observations = merged(all);
  const std::vector<Form> forms = forms_for(observations, expected);
  const Form* best = nullptr;
  double least = std::numeric_limits<double>::infinity(), error = 0;
  for (const Form& form : forms) {
    const double cost = worth_it * form.cost;
    const FormFit::Errors errors = FormFit(form, observations).errors(least - cost);
    const bool is_exact = errors.relative <= very_one;
    if (!is_exact && errors.logarithm + cost >= least) continue;
    best = &form;
    least = errors.logarithm + cost;
    error = errors.relative;
    if (is_exact) break;
  }
  Law law = FormFit(*best, observations).law();
  law.error = error;
  return law;
}

}  // namespace hpcast::countergen
