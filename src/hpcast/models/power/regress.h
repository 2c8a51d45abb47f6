// The least squares behind a power model, and how well they do on what was not learnt from.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hpcast/base/regression/least_squares.h"

namespace hpcast::power {

// Rows of activities with their watts and the application that each is of.
struct Learnt {
  std::vector<std::vector<double>> rows;
  std::vector<double> watts;
  std::vector<std::size_t> application;  // by row
  std::size_t applications = 0;

  std::size_t size() const { return rows.size(); }
};

struct Method {
  bool nonnegative = false;
  bool relative = false;  // rows count by 1 / watts²
};

struct Regressed {
  std::vector<double> coefficients;
  std::vector<double> standard_errors;  // NaN: none
  // Of the rows as they are, whatever each counts by: a constant divided by watts is none.
  regression::LeastSquares statistics;
  std::vector<double> errors;  // by row, relative, absolute values
};
Regressed regress(const Learnt& learnt, const Method& method);

double forecast(const std::vector<double>& coefficients, const std::vector<double>& row);

// By row: the relative error when its application is forecast from all others (of more than 200,
// without a 200th of them at once); NaN where those do not tell. Nothing where there is one
// application only.
std::vector<double> left_out_errors(const Learnt& learnt, const Method& method);

// Of those that are no NaN, of the rows of one application or, without, of all.
std::optional<double> mean_of(const Learnt& learnt, const std::vector<double>& errors,
                              std::optional<std::size_t> application = {});

}  // namespace hpcast::power
