#include "hpcast/models/countergen/history.h"

#include <algorithm>

namespace hpcast::countergen {

std::uint32_t RegionSets::of(std::uint32_t stack) {
  if (stack >= of_stack_.size()) of_stack_.resize(stacks_.size(), 0);
  if (of_stack_[stack] > 0) return of_stack_[stack] - 1;
  std::vector<std::uint32_t> regions = stacks_.regions(stack);
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  const auto known = std::find(sets_.begin(), sets_.end(), regions);
  const auto set = static_cast<std::uint32_t>(known - sets_.begin());
  if (known == sets_.end()) sets_.push_back(std::move(regions));
  of_stack_[stack] = set + 1;
  return set;
}

void HistoryShape::fill(const std::u32string& history, const RegionSets& sets,
                        std::span<const double> sizes_at, std::uint32_t thread,
                        std::span<double> row) const {
  std::fill(row.begin(), row.end(), 0.0);
  for (std::size_t event = 0; event < history.size(); ++event)
    for (const std::uint32_t region : sets.regions(history[event]))
      if (region < regions) row[event * regions + region] = 1;  // others were never seen
  std::copy(sizes_at.begin(), sizes_at.end(),
            row.begin() + static_cast<std::ptrdiff_t>(regions * history.size()));
  if (has_thread) row.back() = thread;
}

}  // namespace hpcast::countergen
