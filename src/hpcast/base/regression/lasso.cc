// Lasso and elastic net: min |y - X w|² / 2n + alpha l1 |w|₁ + alpha (1 - l1) |w|² / 2.
#include <algorithm>
#include <cmath>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/linear_model.h"
#include "hpcast/base/regression/reduced.h"

namespace hpcast::regression {

namespace {

struct Penalty {
  double absolute, squared;  // times |w|₁, times |w|² / 2
};

double soft(double value, double threshold) {
  return std::copysign(std::max(std::abs(value) - threshold, 0.0), value);
}

// By how much the error, times n, may still shrink: the duality gap (Kim, Koh, Lustig, Boyd and
// Gorinevsky, 2007), as scikit-learn's enet_coordinate_descent has it.
double duality_gap(const Reduced& system, const Penalty& penalty, const Eigen::VectorXd& w,
                   const Eigen::VectorXd& residual) {
  const Eigen::VectorXd slopes = system.r.transpose() * residual - penalty.squared * w;
  const double steepest = slopes.cwiseAbs().maxCoeff();
  const double error = residual.squaredNorm() + system.rest;
  const double part = steepest > penalty.absolute ? penalty.absolute / steepest : 1;
  const double dual = part < 1 ? 0.5 * error * (1 + part * part) : error;
  return dual + penalty.absolute * w.lpNorm<1>() - part * (residual.dot(system.z) + system.rest) +
         0.5 * penalty.squared * (1 + part * part) * w.squaredNorm();
}

// The largest change of a coefficient, and the largest coefficient.
struct Turn {
  double change = 0, largest = 0;
};

Turn descend(const Reduced& system, const Penalty& penalty, Eigen::VectorXd& w,
             Eigen::VectorXd& residual) {
  Turn turn;
  for (Eigen::Index i = 0; i < w.size(); ++i) {
    const auto column = system.r.col(i).head(i + 1);
    const double square = column.squaredNorm();
    if (square == 0) continue;
    const double before = w[i];
    const double slope = column.dot(residual.head(i + 1)) + square * before;
    w[i] = soft(slope, penalty.absolute) / (square + penalty.squared);
    if (w[i] != before) residual.head(i + 1) -= (w[i] - before) * column;
    turn.change = std::max(turn.change, std::abs(w[i] - before));
    turn.largest = std::max(turn.largest, std::abs(w[i]));
  }
  return turn;
}

// One coefficient after the other until changes and then the gap are small: from 0, in order, with
// max_iter=1000 and tol=1e-4, so that we stop where scikit-learn does.
Eigen::VectorXd coordinate_descent(const Reduced& system, const Penalty& penalty) {
  constexpr int most_turns = 1000;
  constexpr double tolerance = 1e-4;
  const double enough = tolerance * (system.z.squaredNorm() + system.rest);
  Eigen::VectorXd w = Eigen::VectorXd::Zero(system.z.size());
  Eigen::VectorXd residual = system.z;
  for (int i = 0; i < most_turns; ++i) {
    const Turn turn = descend(system, penalty, w, residual);
    const bool settled = turn.largest == 0 || turn.change / turn.largest < tolerance;
    if (settled && duality_gap(system, penalty, w, residual) < enough) break;
  }
  return w;
}

// Weights in all are as many as there are rows, as in scikit-learn.
std::unique_ptr<Model> fit_by_descent(const Settings& settings, const Samples& samples,
                                      double alpha, double l1) {
  Reduced system = reduced(samples);
  const double scale = system.rows / system.weight;
  system.r *= std::sqrt(scale);
  system.z *= std::sqrt(scale);
  system.rest *= scale;
  const Eigen::VectorXd w =
      coordinate_descent(system, {alpha * l1 * system.rows, alpha * (1 - l1) * system.rows});
  return linear_model(settings.regressor, w, system.y_mean - system.x_mean.dot(w));
}

}  // namespace

std::unique_ptr<Model> fit_lasso(const Settings& settings, const Samples& samples) {
  return fit_by_descent(settings, samples, 1, 1);  // Lasso(alpha=1.0)
}

std::unique_ptr<Model> fit_elastic_net(const Settings& settings, const Samples& samples) {
  return fit_by_descent(settings, samples, 1, 0.5);  // ElasticNet(alpha=1.0, l1_ratio=0.5)
}

}  // namespace hpcast::regression
