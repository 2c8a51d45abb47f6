#include "hpcast/models/power/fit.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/models/power/describe.h"
#include "hpcast/models/power/groups.h"
#include "hpcast/models/power/regress.h"

namespace hpcast::power {

namespace {

using answers::PowerFit;

constexpr double most_inflation = 10;  // that coefficients still mean something with

// Terms that were never active have no column.
void drop_inactive(const Model& model, Activity& activity) {
  for (std::size_t i = activity.terms.size(); i-- > 0;) {
    const auto is_active = [&](const ActiveInterval& interval) { return interval.activity[i] > 0; };
    if (std::any_of(activity.intervals.begin(), activity.intervals.end(), is_active)) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    activity.left_out.emplace_back(model.terms[activity.terms[i]].name, "0 in every sample");
    activity.terms.erase(activity.terms.begin() + at);
    for (ActiveInterval& interval : activity.intervals) {
      interval.rates.erase(interval.rates.begin() + at);
      interval.activity.erase(interval.activity.begin() + at);
    }
  }
}

Learnt learnt_of(const Activity& activity) {
  Learnt learnt;
  std::vector<std::string> names;
  for (const ActiveInterval& interval : activity.intervals) {
    const auto at = std::find(names.begin(), names.end(), interval.application);
    learnt.application.push_back(static_cast<std::size_t>(at - names.begin()));
    if (at == names.end()) names.push_back(interval.application);
    learnt.rows.push_back(interval.activity);
    learnt.watts.push_back(interval.watts);
  }
  learnt.applications = names.size();
  return learnt;
}

void check_samples(const Learnt& learnt, const FitRequest& request) {
  const std::size_t coefficients = learnt.rows.front().size();
  if (coefficients == 0) throw InputError("no term of the model was ever active: nothing to fit");
  if (learnt.size() < coefficients)
    throw InputError(fmt::format("{} for {}: too few to fit", counted(learnt.size(), "sample"),
                                 counted(coefficients, "coefficient")),
                     "count by intervals, run more programs, or take fewer --terms");
  if (!request.relative) return;
  for (const double watts : learnt.watts)
    if (!(watts > 0))
      throw InputError("--relative: a sample has 0 W, no error is relative to that");
}

class Fitter {
 public:
  Fitter(Model model, Activity activity, const FitRequest& request)
      : model_(std::move(model)),
        activity_(std::move(activity)),
        request_(request),
        learnt_(learnt_of(activity_)) {}

  Fitted run() {
    check_samples(learnt_, request_);
    const Regressed ordinary = regress(learnt_, {false, request_.relative});
    refuse_alike(ordinary);
    const Regressed nonnegative = regress(learnt_, {true, request_.relative});
    const Regressed& chosen = request_.nonnegative ? nonnegative : ordinary;
    PowerFit& fit = fitted_.fit;
    fit.model = model_.name;
    fit.coefficients = request_.name;
    fit.nonnegative = request_.nonnegative;
    fit.terms = terms_of(model_, activity_.terms, chosen.coefficients);
    fit.condition = ordinary.statistics.condition;
    const std::vector<double> left_out = left_out_errors(learnt_, {false, request_.relative});
    const std::vector<double> left_out_positive =
        left_out_errors(learnt_, {true, request_.relative});
    fit.ordinary = quality(ordinary, left_out);
    fit.nonnegative_quality = quality(nonnegative, left_out_positive);
    add_terms(ordinary, nonnegative);
    add_samples(chosen, request_.nonnegative ? left_out_positive : left_out);
    describe();
    fit.verdict = verdict_line(fit);
    add_set(chosen);
    fitted_.model = std::move(model_);
    return std::move(fitted_);
  }

 private:
  const Term& term(std::size_t i) const { return model_.terms[activity_.terms[i]]; }

  void refuse_alike(const Regressed& ordinary) const {
    std::vector<std::string> alike;
    for (std::size_t i = 0; i < activity_.terms.size(); ++i)
      if (std::isinf(ordinary.statistics.standard_errors[i])) alike.push_back(term(i).name);
    if (!std::isinf(ordinary.statistics.condition)) return;
    if (alike.empty())  // as many samples as coefficients: there are no errors
      for (const std::size_t i : activity_.terms) alike.push_back(model_.terms[i].name);
    throw InputError(fmt::format("{} say the same in these samples: no fit can tell them apart",
                                 fmt::join(alike, ", ")),
                     "leave one out with --terms, or add programs in which they differ");
  }

  answers::FitQuality quality(const Regressed& fit, const std::vector<double>& left_out) const {
    answers::FitQuality quality;
    double squares = 0, mean = 0, all = 0;
    for (const double watts : learnt_.watts) mean += watts / static_cast<double>(learnt_.size());
    const bool has_constant =
        std::any_of(fit.statistics.inflation.begin(), fit.statistics.inflation.end(),
                    [](double inflation) { return std::isnan(inflation); });
    for (std::size_t r = 0; r < learnt_.size(); ++r) {
      squares += std::pow(forecast(fit.coefficients, learnt_.rows[r]) - learnt_.watts[r], 2);
      all += std::pow(learnt_.watts[r] - (has_constant ? mean : 0), 2);
    }
    if (const std::size_t spare = learnt_.size() - fit.coefficients.size(); spare > 0)
      quality.residual_w = std::sqrt(squares / static_cast<double>(spare));
    if (!power_is_constant()) quality.r2 = 1 - squares / all;
    quality.mean_error = mean_of(learnt_, fit.errors).value_or(0);
    quality.left_out_error = mean_of(learnt_, left_out);
    return quality;
  }

  // Of the largest power.
  double variation() const {
    const auto [least, most] = std::minmax_element(learnt_.watts.begin(), learnt_.watts.end());
    return *most > 0 ? (*most - *least) / *most : 0;
  }
  bool power_is_constant() const {
    constexpr double rounding = 1e-9;  // of means
    return variation() <= rounding;
  }

  void warn_of_constant_power() {
    constexpr double little = 0.01;
    if (learnt_.size() < 2 || variation() > little) return;
    fitted_.fit.warnings.push_back(
        fmt::format("the power {}: nothing tells the terms apart, whatever the errors are; run "
                    "programs that draw different powers, hpcast power measure has some",
                    power_is_constant() ? "does not vary between the samples"
                                        : "varies by less than 1 % between the samples"));
  }

  static answers::PowerCoefficient coefficient(const Regressed& fit, std::size_t i) {
    answers::PowerCoefficient c{fit.coefficients[i], {}};
    if (std::isfinite(fit.standard_errors[i])) c.standard_error = fit.standard_errors[i];
    return c;
  }

  void add_terms(const Regressed& ordinary, const Regressed& nonnegative) {
    for (std::size_t i = 0; i < activity_.terms.size(); ++i) {
      answers::FittedTerm& fitted = fitted_.fit.fitted.emplace_back();
      fitted.ordinary = coefficient(ordinary, i);
      fitted.nonnegative = coefficient(nonnegative, i);
      if (const double vif = ordinary.statistics.inflation[i]; std::isfinite(vif))
        fitted.inflation = vif;
      for (const std::vector<double>& row : learnt_.rows)
        fitted.mean_activity += row[i] / static_cast<double>(learnt_.size());
      warn(i, fitted);
    }
  }

  // Where a coefficient means nothing.
  void warn(std::size_t i, const answers::FittedTerm& fitted) {
    const answers::PowerCoefficient& c = fitted_.fit.chosen(fitted);
    std::vector<std::string> reasons;
    if (c.watts < 0) reasons.emplace_back("is negative");
    if (c.standard_error.value_or(0) > std::fabs(c.watts))
      reasons.emplace_back("has a standard error larger than itself");
    if (fitted.inflation.value_or(0) > most_inflation)
      reasons.push_back(
          fmt::format("has a variance {:.3g} times as large as were it independent of "
                      "the other terms",
                      *fitted.inflation));
    if (reasons.empty()) return;
    fitted_.fit.warnings.push_back(fmt::format("{}: its coefficient {}: it means nothing by itself",
                                               term(i).name, fmt::join(reasons, ", and ")));
  }

  void add_samples(const Regressed& chosen, const std::vector<double>& left_out) {
    PowerFit& fit = fitted_.fit;
    GroupSums groups(activity_.terms.size());
    for (std::size_t r = 0; r < learnt_.size(); ++r) {
      fit.samples.push_back({learnt_.watts[r], forecast(chosen.coefficients, learnt_.rows[r])});
      std::vector<double> watts = learnt_.rows[r];
      for (std::size_t i = 0; i < watts.size(); ++i) watts[i] *= chosen.coefficients[i];
      const ActiveInterval& interval = activity_.intervals[r];
      groups.add(interval.application, interval, watts);
    }
    fit.groups = groups.take();
    for (std::size_t a = 0; a < learnt_.applications; ++a) {
      const auto samples = static_cast<std::uint64_t>(
          std::count(learnt_.application.begin(), learnt_.application.end(), a));
      fit.applications.push_back({fit.groups[a].name, samples,
                                  mean_of(learnt_, chosen.errors, a).value_or(0),
                                  mean_of(learnt_, left_out, a)});
    }
  }

  void describe() {
    PowerFit& fit = fitted_.fit;
    warn_of_constant_power();
    fit.warnings.insert(fit.warnings.end(), activity_.warnings.begin(), activity_.warnings.end());
    fit.assumptions = activity_.assumptions;
    fit.assumptions.emplace_back(
        "standard errors take samples for independent, which intervals of one program are not: "
        "the error of applications left out tells more");
    if (learnt_.applications < 2)
      fit.assumptions.emplace_back(
          "one application only: nothing tells how good the model is on another one");
    if (learnt_.applications > 1 && fit.left_out_applications() < learnt_.applications)
      fit.assumptions.push_back(fmt::format(
          "{} of {} applications cannot be left out: the others alone do not tell all coefficients",
          learnt_.applications - fit.left_out_applications(), learnt_.applications));
    fit.not_modelled = left_out(model_, activity_);
  }

  void add_set(const Regressed& chosen) {
    CoefficientSet set;
    set.name = request_.name;
    if (!request_.onto.empty()) take_over(model_.set(request_.onto), set);
    for (std::size_t i = 0; i < activity_.terms.size(); ++i) {
      const answers::PowerCoefficient c = coefficient(chosen, i);
      set.coefficients.push_back({term(i).name, c.watts, c.standard_error, false});
    }
    const answers::FitQuality& quality = fitted_.fit.quality();
    set.residual = quality.residual_w;
    set.fit = FitFacts{request_.nonnegative ? "non-negative least squares" : "least squares",
                       learnt_.size(),
                       learnt_.applications,
                       quality.r2,
                       quality.mean_error,
                       quality.left_out_error};
    std::erase_if(model_.sets, [&](const CoefficientSet& s) { return s.name == set.name; });
    model_.sets.insert(model_.sets.begin(), std::move(set));
  }

  // In W of a node; what was fitted now is not taken over.
  void take_over(const CoefficientSet& from, CoefficientSet& to) {
    std::vector<std::string> names;
    for (const Coefficient& c : from.coefficients) {
      const auto is_fitted = [&](std::size_t index) { return model_.terms[index].name == c.term; };
      if (std::any_of(activity_.terms.begin(), activity_.terms.end(), is_fitted)) continue;
      to.coefficients.push_back(
          {c.term, model_.watts(from, c), model_.standard_error(from, c), false});
      names.push_back(c.term);
    }
    if (!names.empty())
      to.description = fmt::format("{} as in '{}'", fmt::join(names, ", "), from.name);
  }

  Model model_;
  Activity activity_;
  const FitRequest& request_;
  Learnt learnt_;
  Fitted fitted_;
};

}  // namespace

Fitted fit_power(Model model, const std::vector<NamedTable>& tables, const FitRequest& request) {
  ActivityRequest wanted = request.activity;
  wanted.needs_watts = true;
  if (!request.onto.empty()) model.set(request.onto);
  Activity activity = activity_of(model, tables, wanted);
  drop_inactive(model, activity);
  return Fitter(std::move(model), std::move(activity), request).run();
}

}  // namespace hpcast::power
