// CART (Breiman, Friedman, Olshen and Stone, 1984) with squared errors: every node is split where
// the squared errors of the means of both sides are least, until all targets of a node are the
// same or no feature tells its rows apart. As scikit-learn's DecisionTreeRegressor does by default,
// but for four things: features are not rounded to single precision, values nearer than 1e-7 are
// told apart, targets that are small numbers are not taken for 0, and of splits that are as good
// the one of the first feature is taken, not a random one, unless that is asked for.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "hpcast/base/regression/columns.h"
#include "hpcast/base/regression/random.h"
#include "hpcast/base/regression/tree.h"

namespace hpcast::regression {

struct Rule {
  int depth = std::numeric_limits<int>::max();  // at most so many splits from root to leaf
  // One split a feature, at random between its least and its largest value in the node, the best of
  // which is taken: extremely randomised trees (Geurts, Ernst and Wehenkel, 2006).
  bool random_thresholds = false;
};

// Grows one tree after another on the same rows; nothing is allocated for a node.
class Grower {
 public:
  Grower(const Training& training, const Rule& rule);

  // On the groups that have a weight above 0, at least one. random: chooses among splits that are
  // as good, as ensembles want it; may be null without random thresholds.
  Tree grow(const Means& means, Random* random);

  // What the last tree predicts for the groups that it was grown on.
  const std::vector<double>& fitted() const { return fitted_; }

 private:
  struct Pending {
    std::uint32_t begin, end;  // of rows_
    std::uint32_t features;    // how many of features_ may still tell rows apart
    int depth;
    std::uint32_t right_of;  // the node above, where this is its right side
  };
  struct Moments {
    double weight = 0, mean = 0;
    bool alike = false;  // all targets
  };
  struct Totals {
    double weight = 0, sum = 0;
  };
  // Of a feature of two values: the rows of a node with the larger one.
  struct Two {
    Totals totals;
    std::uint32_t count = 0;
  };
  // The rows of a node with one value of a feature.
  struct Bin {
    std::uint32_t code;
    double weight, sum;
  };
  struct Split {
    double gain = -1;  // by how much squared errors shrink
    double threshold = 0;
    std::uint32_t feature = 0, code = 0;  // rows with at most this code go left
  };

  void take_rows(const Means& means);
  void pack(const Pending& node);
  const std::uint8_t* narrow_codes(std::uint32_t feature) const;
  const std::uint32_t* wide_codes(std::uint32_t feature) const;
  void grow_node(Pending node);
  void add_leaf(const Pending& node, double value);
  Moments moments_of(const Pending& node) const;
  Totals take_sums(const Pending& node, const Moments& moments);
  Split best_split(Pending& node, const Totals& totals);
  void collect_bins(std::uint32_t feature, const Pending& node, const Totals& totals);
  void add_bin(const Bin& bin) { bins_[bin_count_++] = bin; }
  void count_twos(const Pending& node);
  void count_two(const std::uint8_t* codes, std::uint32_t begin, std::uint32_t end, Two& two) const;
  void collect_two(const Two& two, const Pending& node, const Totals& totals);
  template <class Code>
  void collect(const Code* codes, std::size_t values, const Pending& node);
  template <class Code>
  void collect_counted(const Code* codes, const Pending& node);
  template <class Code>
  void collect_sorted(const Code* codes, const Pending& node);
  void try_thresholds(std::uint32_t feature, const Totals& totals, Split& best) const;
  void try_random_threshold(std::uint32_t feature, const Totals& totals, Split& best);
  void take_better(const Split& split, Split& best) const;
  std::uint32_t part(const Pending& node, const Split& split);
  template <class Code>
  std::uint32_t part_by(const Code* codes, const Pending& node, std::uint32_t most);

  const Training& training_;
  const Rule rule_;
  Random* random_ = nullptr;
  std::vector<Tree::Node> nodes_;
  std::vector<Pending> pending_;
  // A node's rows (groups, or places among packed_rows_) lie side by side, in their order: weight,
  // target, and weight with the weighted difference to the node's mean.
  std::vector<std::uint32_t> rows_, spare_rows_;
  std::vector<double> weights_, targets_, spare_weights_, spare_targets_;
  std::vector<Totals> sums_;
  std::vector<std::uint32_t> features_;
  std::vector<Two> twos_;          // by feature
  std::vector<Totals> histogram_;  // all 0 between uses
  std::vector<std::uint64_t> sorted_;
  std::vector<Bin> bins_;  // the first bin_count_ are those of the feature that is looked at
  std::size_t bin_count_ = 0;
  std::vector<double> fitted_;
  // What is below a small node is grown on a copy of its rows, which the processor's cache holds.
  bool packed_ = false;
  std::uint32_t packed_end_ = 0;             // of rows_
  std::vector<std::uint32_t> packed_rows_;   // the groups
  std::vector<std::uint8_t> packed_narrow_;  // by feature, then by place
  std::vector<std::uint32_t> packed_wide_;
};

}  // namespace hpcast::regression
