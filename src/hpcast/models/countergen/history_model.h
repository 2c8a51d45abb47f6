// The paper's models (trace-generation.txt, section 3): a regressor for each metric, and for the
// time, on histories of metrics events.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/regression/model.h"
#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/history.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

struct HistorySettings {
  std::string regressor = "extra-trees";  // a name of regression::regressors()
  unsigned history = 8;                   // metrics events before, the paper's best
  std::uint64_t seed = 0;
  double least_gain = 0;  // steps that gain less are not learned from; of counts, not of the time
};

class HistoryModel {
 public:
  // Whether a step is to be learned from; by number.
  using Chosen = std::function<bool(std::size_t run, std::size_t thread, std::size_t step)>;

  // `targets`: by metric, with the time behind them, whether it is to be learned. Without `chosen`
  // the first `history` metrics events of each thread are left out, and of rows with the same
  // features and the same gain all but one. Linear models, sgd and svr see features less their
  // mean, over their deviation: sgd diverges without, and the paper does not say. Throws InputError
  // as regression::fit does.
  static HistoryModel fit(const HistorySettings& settings, const std::vector<StepsOfRun>& runs,
                          const Stacks& stacks, const Names& regions,
                          const std::vector<bool>& targets, const Chosen& chosen = {});

  const HistorySettings& settings() const { return settings_; }
  const HistoryShape& shape() const { return shape_; }
  std::size_t targets() const { return models_.size(); }  // metrics, and the time behind them
  bool knows(std::size_t target) const { return models_[target] != nullptr; }
  // Not below 0; NaN where it does not know the target. `row`: as shape() makes it.
  double predict(std::size_t target, std::span<const double> row) const;

  Json to_json() const;
  // Throws InputError.
  static HistoryModel from_json(const Document& document, const std::string& pointer);

 private:
  std::vector<double> scaled(std::span<const double> row) const;
  void take_scale(std::span<const double> rows);

  HistorySettings settings_;
  HistoryShape shape_;
  std::vector<double> means_, deviations_;  // by column; none: not scaled
  std::vector<std::unique_ptr<regression::Model>> models_;
};

// One thread's steps at one size, each predicted when its history is new. The model and the stacks
// outlive it.
class HistoryPredictor {
 public:
  HistoryPredictor(const HistoryModel& model, std::vector<double> sizes, std::uint32_t thread,
                   const Stacks& stacks);

  void enter_step(std::uint32_t stack) { history_.add(sets_.of(stack)); }
  // Of the step, as an index for gains().
  std::uint32_t predict();
  std::span<const double> gains(std::uint32_t prediction) const {
    return std::span(gains_).subspan(prediction * model_.targets(), model_.targets());
  }

 private:
  const HistoryModel& model_;
  std::vector<double> sizes_;
  std::uint32_t thread_;
  RegionSets sets_;
  History history_;
  std::unordered_map<std::u32string, std::uint32_t> known_;
  std::vector<double> gains_, row_;
};

}  // namespace hpcast::countergen
