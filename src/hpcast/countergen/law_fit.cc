#include "hpcast/countergen/law_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "hpcast/countergen/least_squares.h"
#include "hpcast/countergen/terms.h"

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

// What lies between means of the same sizes is part of the variance of both together.
void merge(const Observation& other, Observation& one) {
  const double count = one.count + other.count;
  if (count == 0) return;
  const double part = one.count / count, off = other.mean - one.mean;
  one.mean = part * one.mean + (1 - part) * other.mean;
  one.variance = part * one.variance + (1 - part) * other.variance + part * (1 - part) * off * off;
  one.count = count;
}

// Values of the same sizes are one observation.
Observations merged(const Observations& observations) {
  Observations by_size;
  for (const Observation& o : observations) {
    const auto same = std::find_if(by_size.begin(), by_size.end(),
                                   [&](const Observation& m) { return m.sizes == o.sizes; });
    if (same == by_size.end())
      by_size.push_back(o);
    else
      merge(o, *same);
  }
  return by_size;
}

// One form after the other with the same observations, fitted to all of them and to all but one.
class FormFit {
 public:
  FormFit(const Forms& forms, const Observations& observations)
      : forms_(forms),
        observations_(observations),
        rows_(observations.size()),
        weighted_(observations.size()) {
    for (const Observation& o : observations)
      weights_.push_back(
          1 / std::hypot(standard_error(o), tolerance * std::max(o.mean, smallest_count)));
  }

  // `is_likely`: there is reason to expect its terms.
  void take(const Form& form, bool is_likely) {
    form_ = form;
    is_likely_ = is_likely;
    const Partition& partition = forms_.partitions[form.partition];
    stretches_ = partition.stretches;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i] = row_of(i, partition.stretch[i]);
      weighted_[i] = {rows_[i], observations_[i].mean * weights_[i]};
      for (double& column : weighted_[i].columns) column *= weights_[i];
    }
  }

  // The mean of the errors' logarithms of sizes left out, and the same of relative ones. Leaves off
  // where the form is not exact, and the former is beyond `most`.
  struct Errors {
    double logarithm = 0, relative = 0;
  };
  Errors errors(double most) {
    if (observations_.size() == 1)
      return observations_[0].mean < smallest_count ? Errors{} : Errors{unknown, unknown};
    const auto n = static_cast<double>(observations_.size());
    Errors sum;
    for (std::size_t out = 0; out < observations_.size(); ++out) {
      add_error(out, sum);
      if (sum.logarithm > most * n && sum.relative > very_one * n) break;
    }
    return {sum.logarithm / n, sum.relative / n};
  }

  Law law() {
    const Partition& partition = forms_.partitions[form_.partition];
    const Coefficients found = solution(weighted_);
    Law law;
    law.split = form_.partition == 0 ? forms_.terms[form_.term] : partition.split;
    for (std::size_t i = 0; i < stretches_; ++i)
      law.stretches.push_back(
          {forms_.terms[form_.term_of(i)], found[i], std::numeric_limits<double>::infinity(), 0});
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      Law::Stretch& stretch = law.stretches[partition.stretch[i]];
      const double split = law.split.at(observations_[i].sizes);
      stretch.first = std::min(stretch.first, split);
      stretch.last = std::max(stretch.last, split);
    }
    if (form_.bends) law.stretches.back().less = found[stretches_];
    if (form_.has_second()) law.second = forms_.terms[form_.other];
    if (form_.has_second()) law.second_coefficient = found[stretches_];
    if (form_.has_constant) law.constant = found[columns() - 1];
    return law;
  }

 private:
  std::size_t columns() const {
    return stretches_ + (form_.has_second() || form_.bends ? 1 : 0) + (form_.has_constant ? 1 : 0);
  }

  // A coefficient for each stretch, then those of all of them.
  Coefficients row_of(std::size_t observation, std::size_t stretch) const {
    Coefficients row{};
    row[stretch] =
        forms_.value(form_.has_second() ? form_.term : form_.term_of(stretch), observation);
    if (form_.has_second()) row[stretches_] = forms_.value(form_.other, observation);
    if (form_.bends && stretch == 1) row[stretches_] = -1;
    if (form_.has_constant) row[columns() - 1] = 1;
    return row;
  }

  Coefficients solution(std::span<const Equation> equations) {
    const unsigned any_sign = form_.any_sign ? ~0U << stretches_ : 0;
    return least_squares_.nonnegative(equations, columns(), any_sign);
  }

  Coefficients solution_without(std::size_t out) {
    others_.clear();
    for (std::size_t i = 0; i < weighted_.size(); ++i)
      if (i != out) others_.push_back(weighted_[i]);
    return solution(others_);
  }

  void add_error(std::size_t out, Errors& sum) {
    const Observation& o = observations_[out];
    const std::vector<std::uint8_t>& stretch = forms_.partitions[form_.partition].stretch;
    if (std::count(stretch.begin(), stretch.end(), stretch[out]) == 1) {
      sum.logarithm += is_likely_ ? unknown_but_likely : unknown;
      sum.relative += unknown;
      return;
    }
    const Coefficients found = solution_without(out);
    double forecast = 0;
    for (std::size_t i = 0; i < columns(); ++i) forecast += found[i] * rows_[out][i];
    forecast = std::max(0.0, forecast);  // as Law::at() has it
    const double off = std::abs(forecast - o.mean);
    const double beyond = std::max(0.0, off - sure * standard_error(o));
    const double judged = forecast > o.mean ? o.mean + beyond : o.mean - beyond;
    sum.logarithm += std::abs(std::log((judged + smallest_count) / (o.mean + smallest_count)));
    sum.relative += relative_error(forecast, o.mean);
  }

  const Forms& forms_;
  const Observations& observations_;
  std::vector<double> weights_;  // of observations
  Form form_;
  bool is_likely_ = false;
  std::size_t stretches_ = 1;
  std::vector<Coefficients> rows_;
  std::vector<Equation> weighted_, others_;
  LeastSquares least_squares_;
};

// Forms that are within what is expected, with what they cost where likely terms cost nothing; the
// simplest first.
class ExpectedForms {
 public:
  ExpectedForms(const Forms& forms, const Expectation& expected) {
    const auto is_within = [&](const Term& term) {
      return expected.limits.empty() || is_constant(term) ||
             std::any_of(expected.limits.begin(), expected.limits.end(),
                         [&](const Term& limit) { return grows_no_faster(term, limit); });
    };
    for (const Term& term : forms.terms) {
      const bool is_likely =
          std::find(expected.likely.begin(), expected.likely.end(), term) != expected.likely.end();
      terms_.push_back({is_likely, is_within(term), is_likely ? 0 : cost_of(term)});
    }
    for (const Form& form : forms.all)
      if (terms_[form.term].is_within && (form.other == Form::none || terms_[form.other].is_within))
        forms_.emplace_back(&form, cost_of_form(form));
    std::stable_sort(forms_.begin(), forms_.end(),
                     [](const auto& one, const auto& other) { return one.second < other.second; });
  }

  // Each with its cost.
  const std::vector<std::pair<const Form*, double>>& all() const { return forms_; }
  bool is_likely(const Form& form) const {
    const bool wants_other = form.other != Form::none && !form.has_second();
    return terms_[form.term].is_likely && (!wants_other || terms_[form.other].is_likely);
  }

 private:
  struct ExpectedTerm {
    bool is_likely, is_within;
    double cost;
  };
  double cost_of_form(const Form& form) const {
    return form.cost + terms_[form.term].cost +
           (form.other == Form::none ? 0 : terms_[form.other].cost);
  }

  std::vector<ExpectedTerm> terms_;
  std::vector<std::pair<const Form*, double>> forms_;
};

}  // namespace

Law LawFit::law_of(const Observations& all, const Expectation& expected) {
  const Observations observations = merged(all);
  std::vector<std::vector<double>> sizes;
  for (const Observation& o : observations) sizes.push_back(o.sizes);
  const auto [at, is_new] = forms_.try_emplace(sizes);
  if (is_new) at->second = forms_at(sizes);
  const Forms& forms = at->second;
  const ExpectedForms candidates(forms, expected);
  FormFit fit(forms, observations);
  const Form* best = nullptr;
  double least = std::numeric_limits<double>::infinity(), error = 0;
  for (const auto& [form, steps] : candidates.all()) {
    const double cost = worth_it * steps;
    fit.take(*form, candidates.is_likely(*form));
    const FormFit::Errors errors = fit.errors(least - cost);
    const bool is_exact = errors.relative <= very_one;
    if (best != nullptr && !is_exact && !(errors.logarithm + cost < least)) continue;
    best = form;
    least = errors.logarithm + cost;
    error = errors.relative;
    if (is_exact) break;
  }
  fit.take(*best, false);
  Law law = fit.law();
  law.error = error;
  return law;
}

Law fit_law(const Observations& observations, const Expectation& expected) {
  return LawFit().law_of(observations, expected);
}

}  // namespace hpcast::countergen
