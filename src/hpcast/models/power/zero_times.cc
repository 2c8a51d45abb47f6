#include "hpcast/models/power/zero_times.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace hpcast::power {

namespace {

bool counted_anything(const NodeSample& sample) {
  return std::any_of(sample.values.begin(), sample.values.end(),
                     [](double value) { return value > 0; });
}

// The longest of those that took time and began with it; null: there is none.
NodeSample* longest_beside(std::vector<NodeSample>& samples, const NodeSample& zero) {
  NodeSample* longest = nullptr;
  for (NodeSample& sample : samples) {
    if (sample.start_s != zero.start_s || !(sample.duration_s > 0)) continue;
    if (longest == nullptr || sample.duration_s > longest->duration_s) longest = &sample;
  }
  return longest;
}

void add_counts(const NodeSample& zero, NodeSample& to) {
  for (std::size_t i = 0; i < to.values.size(); ++i)
    if (!std::isnan(zero.values[i])) to.values[i] += zero.values[i];
}

std::string text_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  const std::vector<std::string> shown(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

}  // namespace

std::string fold_zero_times(std::vector<NodeSample>& samples, bool has_clock) {
  if (std::none_of(samples.begin(), samples.end(),
                   [](const NodeSample& sample) { return sample.duration_s > 0; }))
    return {};
  std::vector<NodeSample> kept, zeros;
  for (NodeSample& sample : samples) {
    const bool by_clock = has_clock && sample.cycles > 0;
    (sample.duration_s > 0 || by_clock ? kept : zeros).push_back(std::move(sample));
  }
  std::vector<std::string> added;
  for (NodeSample& zero : zeros) {
    if (!counted_anything(zero)) continue;
    if (NodeSample* const longest = longest_beside(kept, zero)) {
      add_counts(zero, *longest);
      const std::string& name = zero.region.empty() ? zero.application : zero.region;
      if (std::find(added.begin(), added.end(), name) == added.end()) added.push_back(name);
    } else {
      kept.push_back(std::move(zero));
    }
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const NodeSample& a, const NodeSample& b) { return a.start_s < b.start_s; });
  samples = std::move(kept);
  if (added.empty()) return {};
  return fmt::format("what took 0 s ({}) has its counts in the longest region that began with it",
                     text_of(added));
}

}  // namespace hpcast::power
