#include "hpcast/base/regression/nonnegative.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hpcast::regression {

namespace {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;

// The normal equations of A with columns of length 1. They are a few, and features that differ by
// less than the square root of the arithmetic's precision are not told apart by measured times.
struct Normal {
  Rows matrix;
  Vector right, lengths;
};

Normal normal_equations(const Rows& a, const Vector& b) {
  constexpr double ridge = 1e-10;  // so that columns that are alike are no trouble
  const std::size_t n = a.empty() ? 0 : a.front().size();
  Normal normal{Rows(n, Vector(n, 0)), Vector(n, 0), Vector(n, 0)};
  for (const Vector& row : a)
    for (std::size_t i = 0; i < n; ++i) normal.lengths[i] += row[i] * row[i];
  for (double& length : normal.lengths) length = length > 0 ? std::sqrt(length) : 1;
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t i = 0; i < n; ++i) {
      const double scaled = a[r][i] / normal.lengths[i];
      normal.right[i] += scaled * b[r];
      for (std::size_t j = 0; j < n; ++j)
        normal.matrix[i][j] += scaled * a[r][j] / normal.lengths[j];
    }
  for (std::size_t i = 0; i < n; ++i) normal.matrix[i][i] += ridge;
  return normal;
}

// Gaussian elimination of the rows and columns in `chosen`: positive definite.
Vector solved(const Normal& normal, const std::vector<std::size_t>& chosen) {
  const std::size_t n = chosen.size();
  Rows m(n, Vector(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = normal.matrix[chosen[i]][chosen[j]];
    m[i][n] = normal.right[chosen[i]];
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= n; ++j) m[i][j] -= factor * m[k][j];
    }
  Vector x(n);
  for (std::size_t i = n; i-- > 0;) {
    x[i] = m[i][n];
    for (std::size_t j = i + 1; j < n; ++j) x[i] -= m[i][j] * x[j];
    x[i] /= m[i][i];
  }
  return x;
}

// The coefficient at 0 by which the error would shrink the most.
std::size_t best_entry(const Normal& normal, const Vector& x, const std::vector<bool>& passive) {
  std::size_t best = x.size();
  double most = 1e-12 * (1 + *std::max_element(normal.right.begin(), normal.right.end()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (passive[i]) continue;
    double slope = normal.right[i];
    for (std::size_t j = 0; j < x.size(); ++j) slope -= normal.matrix[i][j] * x[j];
    if (slope <= most) continue;
    most = slope;
    best = i;
  }
  return best;
}

std::vector<std::size_t> members(const std::vector<bool>& passive) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < passive.size(); ++i)
    if (passive[i]) chosen.push_back(i);
  return chosen;
}

// Towards the least error of the passive coefficients, until that needs none below 0.
void step_inside(const Normal& normal, Vector& x, std::vector<bool>& passive) {
  for (;;) {
    const std::vector<std::size_t> chosen = members(passive);
    const Vector target = solved(normal, chosen);
    double part = 1;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (target[i] <= 0) part = std::min(part, x[chosen[i]] / (x[chosen[i]] - target[i]));
    for (std::size_t i = 0; i < chosen.size(); ++i)
      x[chosen[i]] += part * (target[i] - x[chosen[i]]);
    if (part >= 1) return;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (target[i] > 0 || x[chosen[i]] > 1e-14) continue;
      x[chosen[i]] = 0;
      passive[chosen[i]] = false;
    }
  }
}

}  // namespace

std::vector<double> nonnegative_least_squares(const Rows& a, const Vector& b) {
  if (a.empty()) return {};
  const Normal normal = normal_equations(a, b);
  const std::size_t n = a.front().size();
  Vector x(n, 0);
  std::vector<bool> passive(n, false);
  for (std::size_t round = 0; round < 10 * n + 10; ++round) {
    const std::size_t entry = best_entry(normal, x, passive);
    if (entry == n) break;
    passive[entry] = true;
    step_inside(normal, x, passive);
  }
  for (std::size_t i = 0; i < n; ++i) x[i] /= normal.lengths[i];
  return x;
}

}  // namespace hpcast::regression
