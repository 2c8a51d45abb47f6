#include "hpcast/base/regression/reduced.h"

#include <Eigen/QR>
#include <cmath>
#include <numeric>

#include "hpcast/base/regression/groups.h"

namespace hpcast::regression {

namespace {

using Eigen::Index;

// The triangle of rows that come one after the other.
class Triangle {
 public:
  explicit Triangle(Index columns)
      : work_(Eigen::MatrixXd::Zero(9 * columns, columns)), filled_(columns) {}

  template <class Row>
  void append(const Row& row) {
    if (filled_ == work_.rows()) fold();
    work_.row(filled_++) = row;
  }

  Eigen::MatrixXd finished() {
    fold();
    return work_.topRows(work_.cols());
  }

 private:
  void fold() {
    work_.bottomRows(work_.rows() - filled_).setZero();
    const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>> decomposed(work_);  // in its place
    work_.topRows(work_.cols()).triangularView<Eigen::StrictlyLower>().setZero();
    filled_ = work_.cols();
  }

  Eigen::MatrixXd work_;
  Index filled_;
};

Eigen::Map<const Eigen::RowVectorXd> row_of(const Samples& samples, std::uint32_t row) {
  const std::span<const double> values = samples.x.row(row);
  return {values.data(), static_cast<Index>(values.size())};
}

// Of differences to the first row, so that a constant feature is exactly its mean.
void take_means(const Samples& samples, const Groups& groups, const Means& means, Reduced& result) {
  const Eigen::RowVectorXd first = row_of(samples, 0);
  Eigen::RowVectorXd sums = Eigen::RowVectorXd::Zero(first.size());
  double sum = 0;
  for (std::size_t i = 0; i < groups.first.size(); ++i) {
    sums += means.weight[i] * (row_of(samples, groups.first[i]) - first);
    sum += means.weight[i] * (means.value[i] - samples.y[0]);
  }
  result.x_mean = first + sums / result.weight;
  result.y_mean = samples.y[0] + sum / result.weight;
}

double error_within(const Samples& samples, const Groups& groups, const Means& means) {
  double error = 0;
  for (std::size_t i = 0; i < samples.y.size(); ++i)
    error += samples.weight(i) * std::pow(samples.y[i] - means.value[groups.of_row[i]], 2);
  return error;
}

}  // namespace

Reduced reduced(const Samples& samples) {
  const Groups groups = groups_in(samples.x);
  const Means means = means_of(groups, samples.y, weights_of(samples));
  const auto columns = static_cast<Index>(samples.x.columns);
  Reduced result;
  result.rows = static_cast<double>(samples.y.size());
  result.weight = std::accumulate(means.weight.begin(), means.weight.end(), 0.0);
  take_means(samples, groups, means, result);
  Triangle triangle(columns + 1);
  Eigen::RowVectorXd row(columns + 1);
  for (std::size_t i = 0; i < groups.first.size(); ++i) {
    row.head(columns) = row_of(samples, groups.first[i]) - result.x_mean.transpose();
    row[columns] = means.value[i] - result.y_mean;
    triangle.append(std::sqrt(means.weight[i]) * row);
  }
  const Eigen::MatrixXd both = triangle.finished();
  result.r = both.topLeftCorner(columns, columns);
  result.z = both.col(columns).head(columns);
  result.rest = std::pow(both(columns, columns), 2) + error_within(samples, groups, means);
  return result;
}

}  // namespace hpcast::regression
