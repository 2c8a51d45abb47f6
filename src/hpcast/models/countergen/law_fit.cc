#include "hpcast/models/countergen/law_fit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "hpcast/models/countergen/least_squares.h"
#include "hpcast/models/countergen/terms.h"

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

// One form after the other with the same observations, fitted to all of them and to all but those
// of one value of a size.
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
    sizes_ = forms_.sizes_of(form);
    is_likely_ = is_likely;
    const Partition& partition = forms_.partitions[form.partition];
    stretches_ = partition.stretches;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i] = row_of(i, partition.stretch[i]);
      weighted_[i] = {rows_[i], observations_[i].mean * weights_[i]};
      for (double& column : weighted_[i].columns) column *= weights_[i];
    }
  }

  std::size_t coefficients() const {
    return stretches_ + (form_.has_second() || form_.bends ? 1 : 0) + (form_.has_constant ? 1 : 0);
  }

  int varying_sizes() const { return std::popcount(forms_.varying); }

  // The means, over all sizes that vary, of the errors' logarithms of values left out, and of the
  // relative errors. Leaves off where the form is not exact, and the former is beyond `most`.
  // Infinite where a simpler form says the same.
  struct Errors {
    double logarithm = 0, relative = 0;
  };
  Errors errors(double most) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (forms_.groups.empty())
      return observations_[0].mean < smallest_count ? Errors{} : Errors{unknown, unknown};
    if (!least_squares_.solve(weighted_, coefficients(), any_sign())) return {infinite, infinite};
    Errors sum;
    const std::vector<double>& shares = shares_of(sizes_);
    for (std::size_t i = 0; i < forms_.groups.size(); ++i) {
      if (shares[i] == 0) continue;
      const Errors of_group = quick_errors_without(forms_.groups[i].observations);
      sum.logarithm += shares[i] * of_group.logarithm;
      sum.relative += shares[i] * of_group.relative;
      if (sum.logarithm > most && sum.relative > very_one) break;
    }
    return sum;
  }

  // Means over those that are left out, in order. What the others do not tell is unknown.
  Errors errors_without(const std::vector<std::size_t>& out) {
    const Coefficients found = fitted_without(out);
    const bool is_determined = of_others_.is_determined();
    Errors sum;
    for (const std::size_t i : out) {
      const bool is_left = is_any_left(forms_.partitions[form_.partition].stretch[i]);
      if (is_determined && is_left)
        add_error(observations_[i], forecast_of(rows_[i], found), sum);
      else
        add_unknown(!is_left && is_likely_, sum);
    }
    const auto count = static_cast<double>(out.size());
    return {sum.logarithm / count, sum.relative / count};
  }

  // The logarithm's mean over all the others.
  double error_of_others(const std::vector<std::size_t>& out) {
    const Coefficients found = fitted_without(out);
    Errors sum;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!std::binary_search(out.begin(), out.end(), i))
        add_error(observations_[i], forecast_of(rows_[i], found), sum);
    return sum.logarithm / static_cast<double>(others_.size());
  }

  // From the observation that it is farthest off, in counts, or steps within which it is exact.
  double steps_off() {
    const Coefficients found = least_squares_.nonnegative(weighted_, coefficients(), any_sign());
    double off = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double mean = observations_[i].mean;
      off = std::max(
          off, std::abs(forecast_of(rows_[i], found) - mean) / std::max(1.0, very_one * mean));
    }
    return off;
  }

  // With errors along each size, and how far it lies off the observations.
  Law law() {
    Law law = without_errors();
    add_errors(law);
    for (const Observation& o : observations_) {
      const double value = law.at(o.sizes), scale = std::max(value, smallest_count);
      law.below = std::max(law.below, (value - o.mean) / scale);
      law.above = std::max(law.above, (o.mean - value) / scale);
    }
    return law;
  }

 private:
  void add_errors(Law& law) {
    std::vector<std::vector<double>> sizes;
    for (const Observation& o : observations_) sizes.push_back(o.sizes);
    law.seen = seen_in(sizes);
    std::vector<double> errors;
    for (const Group& group : forms_.groups)
      errors.push_back(errors_without(group.observations).relative);
    for (std::size_t size = 0; size < law.seen.size(); ++size) {
      double& error = law.seen[size].error;
      if (forms_.groups.empty()) error = this->errors(0).relative;
      for (std::size_t i = 0; i < errors.size(); ++i)
        error += weight(forms_.groups[i], size, sizes_) * errors[i];
      if ((sizes_ >> size & 1U) == 0) error = std::min(error, effect_of(size));
    }
  }

  // Of a size that the law does not depend on: by how much observations differ that differ in
  // nothing else, relatively, in the mean. Infinite where an observation has no such other.
  double effect_of(std::size_t size) const {
    double effect = 0;
    for (const Observation& o : observations_) {
      double sum = 0, count = 0;
      for (const Observation& other : observations_) {
        std::vector<double> sizes = other.sizes;
        sizes[size] = o.sizes[size];
        if (sizes != o.sizes) continue;
        sum += other.mean;
        count += 1;
      }
      if (count == 1) return std::numeric_limits<double>::infinity();
      effect += relative_error(o.mean, sum / count);
    }
    return effect / static_cast<double>(observations_.size());
  }

  static double weight(const Group& group, std::size_t size, SizeSet dependent) {
    return (dependent >> size & 1U) != 0 ? group.dependent[size] : group.independent[size];
  }

  // Of each group in the error over all sizes that vary, for forms that depend on those.
  const std::vector<double>& shares_of(SizeSet dependent) {
    const auto [at, is_new] = shares_.try_emplace(dependent);
    if (!is_new) return at->second;
    for (const Group& group : forms_.groups) {
      at->second.push_back(0);
      for (std::size_t size = 0; size < group.dependent.size(); ++size)
        at->second.back() += weight(group, size, dependent) / std::popcount(forms_.varying);
    }
    return at->second;
  }

  Law without_errors() {
    const Partition& partition = forms_.partitions[form_.partition];
    const Coefficients found = least_squares_.nonnegative(weighted_, coefficients(), any_sign());
    Law law;
    law.split = form_.partition == 0 ? forms_.terms[form_.term] : partition.split;
    for (std::size_t i = 0; i < stretches_; ++i)
      law.stretches.push_back({forms_.terms[form_.term_of(i)], found[i]});
    std::vector<std::set<double>> splits(stretches_);
    for (std::size_t i = 0; i < observations_.size(); ++i)
      splits[partition.stretch[i]].insert(law.split.at(observations_[i].sizes));
    for (std::size_t i = 0; i < stretches_; ++i) {
      law.stretches[i].first = *splits[i].begin();
      law.stretches[i].last = *splits[i].rbegin();
      law.stretches[i].values = static_cast<std::uint32_t>(splits[i].size());
    }
    if (form_.bends) law.stretches.back().less = found[stretches_];
    if (form_.has_second()) law.second = forms_.terms[form_.other];
    if (form_.has_second()) law.second_coefficient = found[stretches_];
    if (form_.has_constant) law.constant = found[coefficients() - 1];
    return law;
  }

  // A coefficient for each stretch, then those of all of them.
  Coefficients row_of(std::size_t observation, std::size_t stretch) const {
    Coefficients row{};
    row[stretch] =
        forms_.value(form_.has_second() ? form_.term : form_.term_of(stretch), observation);
    if (form_.has_second()) row[stretches_] = forms_.value(form_.other, observation);
    if (form_.bends && stretch == 1) row[stretches_] = -1;
    if (form_.has_constant) row[coefficients() - 1] = 1;
    return row;
  }

  // Bits of coefficients.
  unsigned any_sign() const {
    if (form_.is_signed) return ~0U;
    return form_.any_sign ? ~0U << stretches_ : 0;
  }

  bool is_any_left(std::size_t stretch) const {
    return std::any_of(others_.begin(), others_.end(),
                       [&](const Equation& e) { return e.columns[stretch] != 0; });
  }

  // As errors_without(), from what solves all equations, where that can be.
  Errors quick_errors_without(const std::vector<std::size_t>& out) {
    residuals_.clear();
    if (!least_squares_.residuals_without(out, residuals_)) return errors_without(out);
    Errors sum;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Observation& o = observations_[out[i]];
      add_error(o, std::max(0.0, o.mean - residuals_[i] / weights_[out[i]]), sum);
    }
    const auto count = static_cast<double>(out.size());
    return {sum.logarithm / count, sum.relative / count};
  }

  Coefficients fitted_without(const std::vector<std::size_t>& out) {
    others_.clear();
    for (std::size_t i = 0, next = 0; i < weighted_.size(); ++i)
      if (next < out.size() && out[next] == i)
        ++next;
      else
        others_.push_back(weighted_[i]);
    return of_others_.nonnegative(others_, coefficients(), any_sign());
  }

  // As Law::at() has it.
  double forecast_of(const Coefficients& row, const Coefficients& found) const {
    double forecast = 0;
    for (std::size_t i = 0; i < coefficients(); ++i) forecast += found[i] * row[i];
    return std::max(0.0, forecast);
  }

  static void add_unknown(bool is_likely, Errors& sum) {
    sum.logarithm += is_likely ? unknown_but_likely : unknown;
    sum.relative += unknown;
  }

  static void add_error(const Observation& o, double forecast, Errors& sum) {
    const double off = std::abs(forecast - o.mean);
    const double beyond = std::max(0.0, off - sure * standard_error(o));
    const double judged = forecast > o.mean ? o.mean + beyond : o.mean - beyond;
    sum.logarithm += std::abs(std::log((judged + smallest_count) / (o.mean + smallest_count)));
    sum.relative += relative_error(forecast, o.mean);
  }

  const Forms& forms_;
  const Observations& observations_;
  std::vector<double> weights_;  // of observations
  std::map<SizeSet, std::vector<double>> shares_;
  Form form_;
  SizeSet sizes_ = 0;  // that it depends on
  bool is_likely_ = false;
  std::size_t stretches_ = 1;
  std::vector<Coefficients> rows_;
  std::vector<Equation> weighted_, others_;
  std::vector<double> residuals_;
  LeastSquares least_squares_, of_others_;  // of all observations, of some
};

// A form and what it costs.
using CostlyForm = std::pair<const Form*, double>;

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
  const std::vector<CostlyForm>& all() const { return forms_; }
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
  std::vector<CostlyForm> forms_;
};

// Whether all that the law says is 0 where the size is 1, for its logarithm is.
bool is_nothing_at_one(const Law& law, std::size_t size) {
  const bool has_other = law.second_coefficient != 0 && law.second.logarithm[size] == 0;
  return law.stretches.size() == 1 && law.stretches[0].term.logarithm[size] != 0 && !has_other &&
         law.constant == 0;
}

// Forms with which a law of some form would say the same of all observations: their terms are the
// same there but for a factor, and their stretches are of the same observations.
class RivalForms {
 public:
  RivalForms(const Forms& forms, const Form& form, double rounding)
      : forms_(forms), form_(form), rounding_(rounding) {
    for (const Partition& partition : forms.partitions)
      splits_alike_.push_back(partition.stretch == forms.partitions[form.partition].stretch);
    terms_ = terms_like(form.term);
    if (form.other != Form::none) others_ = terms_like(form.other);
  }

  // As simple as the form, or nearly so; not the form.
  std::vector<const Form*> among(const std::vector<CostlyForm>& candidates, double cost) const {
    constexpr double nearly = 1.5;
    constexpr std::size_t most = 8;
    std::vector<const Form*> rivals;
    for (const auto& [form, its_cost] : candidates) {
      if (its_cost > cost + nearly || rivals.size() == most) break;
      if (form != &form_ && is_rival(*form)) rivals.push_back(form);
    }
    return rivals;
  }

 private:
  bool is_rival(const Form& form) const {
    return form.has_constant == form_.has_constant && form.any_sign == form_.any_sign &&
           form.is_signed == form_.is_signed && form.bends == form_.bends &&
           (form.other == Form::none) == (form_.other == Form::none) &&
           (form.partition == 0) == (form_.partition == 0) && splits_alike_[form.partition] &&
           (has_terms(form.term, form.other) ||
            (form.has_second() && has_terms(form.other, form.term)));
  }

  bool has_terms(std::uint16_t term, std::uint16_t other) const {
    return terms_[term] && (other == Form::none || others_[other]);
  }

  std::vector<bool> terms_like(std::uint16_t term) const {
    std::vector<bool> alike;
    for (std::size_t other = 0; other < forms_.terms.size(); ++other)
      alike.push_back(are_alike(term, static_cast<std::uint16_t>(other)));
    return alike;
  }

  bool are_alike(std::uint16_t one, std::uint16_t other) const {
    if (one == other) return true;
    const double factor = forms_.value(other, last()) / forms_.value(one, last());
    for (std::size_t i = 0; i <= last(); ++i) {
      const double expected = factor * forms_.value(one, i);
      if (!(std::abs(forms_.value(other, i) - expected) <= rounding_ * expected)) return false;
    }
    return true;
  }

  std::size_t last() const { return forms_.partitions[0].stretch.size() - 1; }

  const Forms& forms_;
  const Form& form_;
  double rounding_;
  std::vector<bool> splits_alike_;    // by partition
  std::vector<bool> terms_, others_;  // by term
};

// Whether another law goes on otherwise from the last value of a size.
bool goes_on_otherwise(const Law& other, const Law& law, std::size_t size,
                       const Observations& observations) {
  return std::any_of(observations.begin(), observations.end(), [&](const Observation& o) {
    std::vector<double> sizes = o.sizes;
    sizes[size] = 2 * law.seen[size].last;
    return relative_error(other.at(sizes), law.at(sizes)) > tolerance;
  });
}

// The same for any size, and from the first value of it downwards.
bool says_otherwise(const Law& other, const Law& law, const Observations& observations) {
  for (std::size_t size = 0; size < law.seen.size(); ++size) {
    if (goes_on_otherwise(other, law, size, observations)) return true;
    for (const Observation& o : observations) {
      std::vector<double> sizes = o.sizes;
      sizes[size] = law.seen[size].first / 2;
      if (relative_error(other.at(sizes), law.at(sizes)) > tolerance) return true;
    }
  }
  return false;
}

bool has_one_coefficient(const Form& form) {
  return form.partition == 0 && !form.has_constant && !form.has_second();
}

// From there to twice a size, relatively.
double growth_of(const Law& law, std::vector<double> sizes, std::size_t size) {
  const double here = std::max(law.at(sizes), smallest_count);
  sizes[size] *= 2;
  return law.at(sizes) / here;
}

double error_at(const Law& law, const Observation& o) {
  return relative_error(law.at(o.sizes), o.mean);
}

// Of all observations, that which a law is off most, relatively.
const Observation& worst_of(const Law& law, const Observations& observations) {
  return *std::max_element(observations.begin(), observations.end(),
                           [&](const Observation& one, const Observation& other) {
                             return error_at(law, one) < error_at(law, other);
                           });
}

// A law of some form beside a simpler one of the same observations, from the last value of a size.
class LastValue {
 public:
  LastValue(const Form& form, const Form& simple, FormFit& fit, const Observations& observations)
      : form_(form), simple_(simple), fit_(fit), observations_(observations) {}

  // Whether what is seen at the last value of a size is all that asks for the law, and the simpler
  // one is far off none of the observations, and worst there.
  bool is_all_that_asks() {
    const Law law = law_of(form_), simple = law_of(simple_);
    const Observation& worst = worst_of(simple, observations_);
    if (error_at(simple, worst) > far_off) return false;
    for (std::size_t size = 0; size < worst.sizes.size(); ++size)
      if (is_last_of_several(law.seen[size], worst.sizes[size]) &&
          grow_otherwise(law, simple, worst.sizes, size) && !do_others_ask(size, worst.sizes[size]))
        return true;
    return false;
  }

 private:
  Law law_of(const Form& form) {
    fit_.take(form, false);
    return fit_.law();
  }

  static bool is_last_of_several(const Seen& seen, double value) {
    return seen.values > 1 && value == seen.last;
  }

  static bool grow_otherwise(const Law& law, const Law& simple, const std::vector<double>& sizes,
                             std::size_t size) {
    return std::abs(growth_of(law, sizes, size) - growth_of(simple, sizes, size)) > tolerance;
  }

  // What is seen at the other values makes a much better forecast of that one by the law's form,
  // and asks for that itself.
  bool do_others_ask(std::size_t size, double value) {
    constexpr double much = 0.5, some = 0.75;
    const std::vector<std::size_t> there = observations_at(size, value);
    const Without law = without(there, form_), simple = without(there, simple_);
    return law.forecast < much * simple.forecast && law.of_others < some * simple.of_others;
  }

  std::vector<std::size_t> observations_at(std::size_t size, double value) const {
    std::vector<std::size_t> there;
    for (std::size_t i = 0; i < observations_.size(); ++i)
      if (observations_[i].sizes[size] == value) there.push_back(i);
    return there;
  }

  // The logarithms of errors where some observations are left out: of these, and of the others.
  struct Without {
    double forecast = 0, of_others = 0;
  };
  Without without(const std::vector<std::size_t>& out, const Form& form) {
    fit_.take(form, false);
    return {fit_.errors_without(out).logarithm, fit_.error_of_others(out)};
  }

  const Form &form_, &simple_;
  FormFit& fit_;
  const Observations& observations_;
};

// Within what terms are the same: an exact law tells them apart that nearly are.
double rounding_of(const Law& law) { return std::clamp(law.error(), very_one, tolerance); }

std::vector<Law> rivals_of(const Law& law, const std::vector<const Form*>& forms, FormFit& fit,
                           const Observations& observations) {
  std::vector<Law> rivals;
  for (const Form* const form : forms) {
    fit.take(*form, false);
    if (Law rival = fit.law(); says_otherwise(rival, law, observations))
      rivals.push_back(std::move(rival));
  }
  return rivals;
}

// Among the forms, that whose law forecasts best.
class FormSearch {
 public:
  FormSearch(const ExpectedForms& candidates, FormFit& fit, const Observations& observations)
      : candidates_(candidates), fit_(fit), observations_(observations) {}

  CostlyForm best() {
    for (const CostlyForm& candidate : candidates_.all()) {
      if (!candidate.first->is_signed) consider(candidate);
      if (is_best_exact_) return best_;
    }
    if (const auto exact = exact_signed()) return *exact;
    return rests_on_last() ? simple_ : best_;
  }

 private:
  void consider(const CostlyForm& candidate) {
    const auto& [form, steps] = candidate;
    const double cost = worth_it * steps;
    fit_.take(*form, candidates_.is_likely(*form));
    const FormFit::Errors errors = fit_.errors(least_ - cost);
    const bool is_exact = errors.relative <= very_one;
    if (form->only_exact && !is_exact) return;
    if (best_.first != nullptr && !is_exact && !(errors.logarithm + cost < least_)) return;
    best_ = candidate;
    least_ = errors.logarithm + cost;
    is_best_exact_ = is_exact;
    if (!is_exact && has_one_coefficient(*form)) simple_ = candidate;
  }

  bool rests_on_last() {
    return simple_.first != nullptr && simple_ != best_ &&
           LastValue(*best_.first, *simple_.first, fit_, observations_).is_all_that_asks();
  }

  // The simplest of any sign that is exact, and not by chance.
  std::optional<CostlyForm> exact_signed() {
    double tried = 0;
    for (const CostlyForm& candidate : candidates_.all()) {
      if (!candidate.first->is_signed) continue;
      tried += 1;
      fit_.take(*candidate.first, false);
      if (fit_.errors(-1).relative <= very_one && !may_be_chance(tried)) return candidate;
    }
    return std::nullopt;
  }

  // Of so many forms one meets counts that are but a few off others of as many coefficients. Where
  // several sizes vary, sums of one may stand for the others.
  bool may_be_chance(double tried) {
    constexpr double hardly_ever = 20;
    const std::size_t coefficients = fit_.coefficients();
    const double spare = distinct_means() - static_cast<double>(coefficients);
    return spare < static_cast<double>(fit_.varying_sizes()) ||
           std::pow(steps_off_others(coefficients), spare) < hardly_ever * tried;
  }

  // Observations that say the same show nothing twice, and any law below 0 says 0.
  double distinct_means() const {
    std::set<double> means;
    for (const Observation& o : observations_)
      if (o.mean > 0) means.insert(o.mean);
    return static_cast<double>(means.size());
  }

  // The best of those.
  double steps_off_others(std::size_t most_coefficients) {
    FormSearch others(candidates_, fit_, observations_);
    for (const CostlyForm& candidate : candidates_.all()) {
      fit_.take(*candidate.first, false);
      if (!candidate.first->is_signed && fit_.coefficients() <= most_coefficients)
        others.consider(candidate);
    }
    fit_.take(*others.best_.first, false);
    return fit_.steps_off();
  }

  const ExpectedForms& candidates_;
  FormFit& fit_;
  const Observations& observations_;
  CostlyForm best_, simple_;  // of all; of those of one coefficient
  double least_ = std::numeric_limits<double>::infinity();
  bool is_best_exact_ = false;
};

}  // namespace

const Forms& LawFit::forms_of(const Observations& observations) {
  std::vector<std::vector<double>> sizes;
  for (const Observation& o : observations) sizes.push_back(o.sizes);
  const auto [at, is_new] = forms_.try_emplace(sizes);
  if (is_new) at->second = forms_at(sizes);
  return at->second;
}

Law LawFit::law_of(const Observations& all, const Expectation& expected) {
  const Observations observations = merged(all);
  const Forms& forms = forms_of(observations);
  const ExpectedForms candidates(forms, expected);
  FormFit fit(forms, observations);
  const auto [best, cost] = FormSearch(candidates, fit, observations).best();
  fit.take(*best, false);
  Law law = fit.law();
  if (!forms.groups.empty())
    law.rivals =
        rivals_of(law, RivalForms(forms, *best, rounding_of(law)).among(candidates.all(), cost),
                  fit, observations);
  for (std::size_t size = 0; size < law.seen.size(); ++size)
    if (is_nothing_at_one(law, size)) doubt_logarithm(observations, expected, size, law);
  return law;
}

void LawFit::doubt_logarithm(const Observations& observations, const Expectation& expected,
                             std::size_t size, Law& law) {
  Observations others = observations;
  std::erase_if(others, [&](const Observation& o) { return o.sizes[size] == 1; });
  if (others.empty() || others.size() == observations.size()) return;
  if (goes_on_otherwise(law_of(others, expected), law, size, observations))
    law.seen[size].values = 1;
}

Law fit_law(const Observations& observations, const Expectation& expected) {
  return LawFit().law_of(observations, expected);
}

}  // namespace hpcast::countergen
