// What regressors learn from: rows of features and, for each target, the gains that go with them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hpcast/models/countergen/history_model.h"

namespace hpcast::countergen {

class HistoryRows {
 public:
  HistoryRows(const HistoryShape& shape, const Stacks& stacks, std::size_t targets,
              double least_gain)
      : shape_(shape), sets_(stacks), targets_(targets), least_gain_(least_gain) {}

  // Of one thread, the steps that are chosen; without `chosen` all but the first ones, which have
  // no whole history. The run outlives it.
  void add(const StepsOfRun& run, std::size_t run_number, std::uint32_t thread,
           const HistoryModel::Chosen& chosen);

  struct Table {
    std::vector<double> x;  // rows of shape.columns()
    std::vector<double> y;
  };
  // Of one target, the last of which is the time; of more than `most` rows every few.
  Table table(std::size_t target, std::size_t most) const;

 private:
  struct Row {
    std::u32string history;
    std::uint32_t thread;
    std::uint32_t size;  // of sizes_
  };
  struct Pair {  // a row and a gain
    std::uint32_t row;
    double gain;
    bool operator==(const Pair&) const = default;
  };
  struct PairHash {
    std::size_t operator()(const Pair& pair) const;
  };
  struct Target {
    std::vector<Pair> pairs;
    std::unordered_set<Pair, PairHash> known;
  };
  std::uint32_t number_of(const std::vector<double>& sizes);
  std::uint32_t row_of(const std::u32string& history, std::uint32_t size, std::uint32_t thread);
  void add_gain(std::size_t target, std::uint32_t row, double gain);

  HistoryShape shape_;
  RegionSets sets_;
  std::vector<Target> targets_;
  double least_gain_;
  std::vector<const std::vector<double>*> sizes_;
  std::vector<Row> rows_;
  std::unordered_map<std::u32string, std::uint32_t> row_of_;
};

}  // namespace hpcast::countergen
