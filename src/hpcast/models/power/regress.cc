#include "hpcast/models/power/regress.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "hpcast/base/regression/nonnegative.h"

namespace hpcast::power {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// What is minimised: a row divided by its watts has a relative error.
Learnt weighted(Learnt learnt, const Method& method) {
  if (!method.relative) return learnt;
  for (std::size_t r = 0; r < learnt.size(); ++r) {
    for (double& value : learnt.rows[r]) value /= learnt.watts[r];
    learnt.watts[r] = 1;
  }
  return learnt;
}

// Those of the columns that are not 0, as if there were no others.
std::vector<double> errors_of_positive(const Learnt& learnt, const std::vector<double>& fitted) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    if (fitted[i] > 0) kept.push_back(i);
  std::vector<double> errors(fitted.size(), none);
  if (kept.empty()) return errors;
  std::vector<std::vector<double>> rows;
  for (const std::vector<double>& row : learnt.rows) {
    rows.emplace_back();
    for (const std::size_t column : kept) rows.back().push_back(row[column]);
  }
  const regression::LeastSquares fit = regression::least_squares(rows, learnt.watts);
  for (std::size_t i = 0; i < kept.size(); ++i) errors[kept[i]] = fit.standard_errors[i];
  return errors;
}

double relative_error(const std::vector<double>& coefficients, const std::vector<double>& row,
                      double watts) {
  return watts > 0 ? std::fabs(forecast(coefficients, row) - watts) / watts : none;
}

// Of many applications so many parts are left out in turn.
constexpr std::size_t most_parts = 200;

// What is not of a part's applications.
Learnt without(const Learnt& learnt, std::size_t part, std::size_t parts) {
  Learnt rest;
  for (std::size_t r = 0; r < learnt.size(); ++r) {
    if (learnt.application[r] % parts == part) continue;
    rest.rows.push_back(learnt.rows[r]);
    rest.watts.push_back(learnt.watts[r]);
  }
  return rest;
}

}  // namespace

double forecast(const std::vector<double>& coefficients, const std::vector<double>& row) {
  return std::inner_product(row.begin(), row.end(), coefficients.begin(), 0.0);
}

Regressed regress(const Learnt& learnt, const Method& method) {
  const Learnt rows = weighted(learnt, method);
  Regressed fit;
  fit.statistics = regression::least_squares(learnt.rows, learnt.watts);
  const regression::LeastSquares least =
      method.relative ? regression::least_squares(rows.rows, rows.watts) : fit.statistics;
  fit.coefficients = least.coefficients;
  fit.standard_errors = least.standard_errors;
  if (method.nonnegative) {
    fit.coefficients = regression::nonnegative_least_squares(rows.rows, rows.watts);
    fit.standard_errors = errors_of_positive(rows, fit.coefficients);
  }
  for (std::size_t r = 0; r < learnt.size(); ++r)
    fit.errors.push_back(relative_error(fit.coefficients, learnt.rows[r], learnt.watts[r]));
  return fit;
}

std::vector<double> left_out_errors(const Learnt& learnt, const Method& method) {
  if (learnt.applications < 2) return {};
  std::vector<double> errors(learnt.size(), none);
  const std::size_t parts = std::min(learnt.applications, most_parts);
  for (std::size_t part = 0; part < parts; ++part) {
    const Learnt rest = without(learnt, part, parts);
    if (rest.size() < learnt.rows.front().size()) continue;
    const Regressed fit = regress(rest, method);
    if (std::isinf(fit.statistics.condition)) continue;
    for (std::size_t r = 0; r < learnt.size(); ++r)
      if (learnt.application[r] % parts == part)
        errors[r] = relative_error(fit.coefficients, learnt.rows[r], learnt.watts[r]);
  }
  return errors;
}

std::optional<double> mean_of(const Learnt& learnt, const std::vector<double>& errors,
                              std::optional<std::size_t> application) {
  double sum = 0, count = 0;
  for (std::size_t r = 0; r < errors.size(); ++r) {
    if (std::isnan(errors[r]) || (application && learnt.application[r] != *application)) continue;
    sum += errors[r];
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace hpcast::power
