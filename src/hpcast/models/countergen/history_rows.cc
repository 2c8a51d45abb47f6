#include "hpcast/models/countergen/history_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "hpcast/base/mixed.h"

namespace hpcast::countergen {

std::size_t HistoryRows::PairHash::operator()(const Pair& pair) const {
  return mixed(std::bit_cast<std::uint64_t>(pair.gain) ^ mixed(pair.row));
}

// Runs of the same sizes have the same number.
std::uint32_t HistoryRows::number_of(const std::vector<double>& sizes) {
  const auto at = std::find_if(sizes_.begin(), sizes_.end(),
                               [&](const std::vector<double>* known) { return *known == sizes; });
  const auto number = static_cast<std::uint32_t>(at - sizes_.begin());
  if (at == sizes_.end()) sizes_.push_back(&sizes);
  return number;
}

std::uint32_t HistoryRows::row_of(const std::u32string& history, std::uint32_t size,
                                  std::uint32_t thread) {
  std::u32string key = history;
  key.push_back(size);
  if (shape_.has_thread) key.push_back(thread);
  const auto [at, is_new] =
      row_of_.try_emplace(std::move(key), static_cast<std::uint32_t>(rows_.size()));
  if (is_new) rows_.push_back({history, thread, size});
  return at->second;
}

void HistoryRows::add_gain(std::size_t target, std::uint32_t row, double gain) {
  const bool is_time = target + 1 == targets_.size();
  if (std::isnan(gain) || (!is_time && gain < least_gain_)) return;
  Target& to = targets_[target];
  if (to.known.insert({row, gain}).second) to.pairs.push_back({row, gain});
}

void HistoryRows::add(const StepsOfRun& run, std::size_t run_number, std::uint32_t thread,
                      const HistoryModel::Chosen& chosen) {
  const ThreadSteps& steps = (*run.threads)[thread];
  const std::size_t metrics = targets_.size() - 1;
  const std::uint32_t size = number_of(run.sizes);
  History history(shape_.events);
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    history.add(sets_.of(steps.steps[i].stack));
    if (chosen ? !chosen(run_number, thread, i) : i + 1 < shape_.events) continue;
    const std::uint32_t row = row_of(history.sets(), size, thread);
    for (std::size_t m = 0; m < metrics; ++m) add_gain(m, row, steps.gains[i * metrics + m]);
    add_gain(metrics, row, steps.steps[i].seconds * nanoseconds);
  }
}

HistoryRows::Table HistoryRows::table(std::size_t target, std::size_t most) const {
  const std::vector<Pair>& pairs = targets_[target].pairs;
  const std::size_t every = std::max<std::size_t>(1, (pairs.size() + most - 1) / most);
  const std::size_t columns = shape_.columns();
  Table table;
  for (std::size_t i = 0; i < pairs.size(); i += every) {
    const Row& row = rows_[pairs[i].row];
    table.x.resize(table.x.size() + columns);
    shape_.fill(row.history, sets_, *sizes_[row.size], row.thread,
                std::span(table.x).last(columns));
    table.y.push_back(pairs[i].gain);
  }
  return table;
}

}  // namespace hpcast::countergen
