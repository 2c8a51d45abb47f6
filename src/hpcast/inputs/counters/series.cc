#include "hpcast/inputs/counters/series.h"

#include <algorithm>
#include <cmath>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void Series::fill_to(std::size_t rows) {
  values.resize(std::max(rows, values.size()), nothing);
  running.resize(values.size(), 1);
  spread.resize(values.size(), nothing);
}

bool Series::is_counted() const {
  return std::any_of(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
}

bool Series::repetitions_agree() const {
  constexpr double noise = 0.1;
  return std::all_of(repetitions.begin(), repetitions.end(), [&](const auto& entry) {
    const auto& [row, all] = entry;
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    return running[row] < 1 || *most - *least <= noise * *most;
  });
}

void Series::add_part(std::size_t row, double value, const Sample& sample) {
  is_sum = true;
  spread[row] = spread_of_sum(values[row], spread[row], value, sample.spread);
  values[row] += value;
}

void Series::add_again(std::size_t row, double value, const Sample& sample) {
  std::vector<double>& all = repetitions[row];
  if (all.empty()) all.push_back(values[row]);
  all.push_back(value);
  const Mean mean = mean_of(all, sample.spread);
  values[row] = mean.value;
  spread[row] = mean.spread;
}

void Series::add(std::size_t row, double value, const Sample& sample, Repeats repeats) {
  fill_to(row + 1);
  const bool lacks_already = lacks.count(row) > 0;
  if (std::isnan(value)) {
    lacks.emplace(row, sample.supported ? Lack::not_counted : Lack::not_supported);
    if (repeats == Repeats::again) return;
    is_sum |= !std::isnan(values[row]);
    values[row] = nothing;
    return;
  }
  if (repeats == Repeats::parts && lacks_already) return;
  if (repeats == Repeats::again) lacks.erase(row);
  if (std::isnan(values[row])) {
    values[row] = value;
    running[row] = sample.running;
    spread[row] = sample.spread;
    return;
  }
  running[row] = std::min(running[row], sample.running);
  if (repeats == Repeats::parts)
    add_part(row, value, sample);
  else
    add_again(row, value, sample);
}

}  // namespace hpcast::counters
