// Rows for the tests of regressors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hpcast/base/regression/random.h"
#include "hpcast/base/regression/samples.h"

namespace hpcast::regression {

struct Rows {
  std::size_t columns = 0;
  std::vector<double> x, y, weights;

  Samples samples() const { return {{x, columns}, y, weights}; }
  std::size_t size() const { return y.size(); }
  void add(const std::vector<double>& features, double target) {
    columns = features.size();
    x.insert(x.end(), features.begin(), features.end());
    y.push_back(target);
  }
};

// Two features that are 0 or 1, one of a few values, one (and if asked for one more) of a great
// many, one that is constant; targets that depend on some of them, and on chance.
inline Rows mixed_rows(std::size_t count, std::uint64_t seed, bool with_noise = true) {
  Random random(seed, 0);
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<double>(random.below(2)), b = static_cast<double>(random.below(2));
    const auto few = static_cast<double>(random.below(5));
    const double many = random.uniform(), more = random.uniform();
    const double target = 3 * a - b + a * few + 4 * many * many + (with_noise ? more : 0);
    rows.add({a, b, few, many, 7, more}, target);
  }
  return rows;
}

}  // namespace hpcast::regression
