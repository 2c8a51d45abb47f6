// How far single values lie from their mean, and how much of that is noise.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/models/countergen/law.h"

namespace hpcast::countergen {

// Mean and variance of values that come one by one (Welford's algorithm).
class Moments {
 public:
  void add(double value) {
    count_ += 1;
    const double off = value - mean_;
    mean_ += off / count_;
    squares_ += off * (value - mean_);
  }
  double count() const { return count_; }
  double mean() const { return mean_; }
  double variance() const { return count_ > 1 ? squares_ / (count_ - 1) : 0; }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

// What a value of a counter or a clock differs by where the program does the same, as a standard
// deviation: the same for all values, and in proportion to them.
struct Noise {
  double absolute = 0, relative = 0;

  double variance_at(double mean) const {
    return absolute * absolute + relative * relative * mean * mean;
  }
};

// From all places and runs that have enough values to tell, and for what is in proportion large
// ones. What a quarter of them lack is no noise: exact counts have none.
Noise noise_of(const std::vector<Moments>& all);

// Where nine of ten values lie, about; of many, some of them.
class Quantiles {
 public:
  void add(double value);
  Bounds bounds() const;  // at least one value

 private:
  static constexpr std::size_t most = 512;
  std::vector<double> values_;
  std::size_t seen_ = 0, every_ = 1;
};

// How far below or above their mean nine of ten values lie: so much, and so much of the mean.
struct Spread {
  double absolute = 0, relative = 0;

  double at(double mean) const { return absolute + relative * mean; }
  bool operator==(const Spread&) const = default;
};

// Means and how far from them values lie, by run.
struct Deviation {
  double mean = 0, deviation = 0;
};
Spread spread_of(const std::vector<Deviation>& deviations);

}  // namespace hpcast::countergen
