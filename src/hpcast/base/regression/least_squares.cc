#include "hpcast/base/regression/least_squares.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "hpcast/base/regression/square_svd.h"

namespace hpcast::regression {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

MatrixXd matrix_of(const std::vector<std::vector<double>>& rows) {
  MatrixXd matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (Index r = 0; r < matrix.rows(); ++r)
    for (Index c = 0; c < matrix.cols(); ++c)
      matrix(r, c) = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  return matrix;
}

bool is_constant(const MatrixXd& x, Index column) {
  return x.col(column).minCoeff() == x.col(column).maxCoeff() && x(0, column) != 0;
}

double squares_about_mean(const VectorXd& values) {
  return (values.array() - values.mean()).square().sum();
}

// Rows of zeros below, until there are as many rows as columns.
MatrixXd with_enough_rows(const MatrixXd& matrix, Index columns) {
  MatrixXd enough = MatrixXd::Zero(std::max(matrix.rows(), columns), matrix.cols());
  enough.topRows(matrix.rows()) = matrix;
  return enough;
}

// The columns of X at length 1 as Q U S V', Q and U with orthonormal columns.
class Decomposed {
 public:
  explicit Decomposed(MatrixXd x) : lengths_(x.colwise().norm()) {
    for (Index c = 0; c < x.cols(); ++c)
      x.col(c) /= lengths_(c) > 0 ? lengths_(c) : lengths_(c) = 1;
    qr_.compute(with_enough_rows(x, x.cols()));
    const MatrixXd r = qr_.matrixQR().topRows(x.cols()).triangularView<Eigen::Upper>();
    svd_.compute(r, Eigen::ComputeFullU | Eigen::ComputeFullV);
    constexpr double least = 1e-10;  // singular values, relative to the largest
    svd_.setThreshold(least);
  }

  VectorXd solve(const VectorXd& y) const {
    const Index columns = lengths_.size();
    const VectorXd right =
        (qr_.householderQ().transpose() * with_enough_rows(y, columns)).col(0).head(columns);
    return svd_.solve(right).cwiseQuotient(lengths_);
  }

  // Of (X'X)^-1, on the diagonal; infinite where it is none.
  double inverse(Index column) const {
    double sum = 0;
    for (Index k = 0; k < lengths_.size(); ++k) {
      const double v = svd_.matrixV()(column, k) / lengths_(column);
      if (k < svd_.rank())
        sum += std::pow(v / svd_.singularValues()(k), 2);
      else if (std::fabs(v * lengths_(column)) > 1e-6)
        return infinite;
    }
    return sum;
  }

  double condition() const {
    const VectorXd& s = svd_.singularValues();
    return svd_.rank() < lengths_.size() ? infinite : s(0) / s(s.size() - 1);
  }

 private:
  VectorXd lengths_;
  Eigen::HouseholderQR<MatrixXd> qr_;
  SquareSvd svd_;
};

}  // namespace

LeastSquares least_squares(const std::vector<std::vector<double>>& rows,
                           const std::vector<double>& values) {
  const MatrixXd x = matrix_of(rows);
  const VectorXd y = VectorXd::Map(values.data(), static_cast<Index>(values.size()));
  const Decomposed decomposed(x);
  const VectorXd b = decomposed.solve(y);
  const double squares = (y - x * b).squaredNorm();
  const Index spare = x.rows() - x.cols();
  bool has_constant = false;
  for (Index c = 0; c < x.cols(); ++c) has_constant = has_constant || is_constant(x, c);
  LeastSquares fit;
  fit.residual = spare > 0 ? std::sqrt(squares / static_cast<double>(spare)) : nothing;
  fit.condition = decomposed.condition();
  const double all = has_constant ? squares_about_mean(y) : y.squaredNorm();
  fit.r2 = all > 0 ? 1 - squares / all : 1;
  for (Index c = 0; c < x.cols(); ++c) {
    const double inverse = decomposed.inverse(c);
    const double own = has_constant ? squares_about_mean(x.col(c)) : x.col(c).squaredNorm();
    fit.coefficients.push_back(b(c));
    fit.standard_errors.push_back(fit.residual * std::sqrt(inverse));
    fit.inflation.push_back(is_constant(x, c) ? nothing : own * inverse);
  }
  return fit;
}

}  // namespace hpcast::regression
