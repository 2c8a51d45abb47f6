// Least squares with coefficients that are not negative.
#pragma once

#include <vector>

namespace hpcast::regression {

// min |A x - b| with x >= 0, by Lawson and Hanson's active sets. A: rows of the same length.
// Columns that say the same share what they say evenly.
std::vector<double> nonnegative_least_squares(const std::vector<std::vector<double>>& a,
                                              const std::vector<double>& b);

}  // namespace hpcast::regression
