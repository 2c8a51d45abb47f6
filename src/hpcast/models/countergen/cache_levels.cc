#include "hpcast/models/countergen/cache_levels.h"

#include <algorithm>
#include <array>

namespace hpcast::countergen {

bool knows_lines(const Model& model, unsigned level) { return level <= model.cache_lines.size(); }

double lines_held(const Model& model, unsigned level) {
  constexpr std::array<double, 3> fewest = {256, 2048, 16384};
  return knows_lines(model, level) ? static_cast<double>(model.cache_lines[level - 1])
                                   : fewest[level - 1];
}

bool holds_all_data(const Model& model, std::size_t metric) {
  const double lines = lines_held(model, level_of(model.metrics[metric].name));
  return std::all_of(model.runs.begin(), model.runs.end(), [&](const LearnedRun& run) {
    return !run.held.empty() && run.held[metric].measured <= lines;
  });
}

std::optional<std::size_t> deepest_misses(const Model& model, const CounterRoles& roles) {
  if (roles.misses.empty()) return std::nullopt;
  return *std::max_element(roles.misses.begin(), roles.misses.end(), [&](auto one, auto other) {
    return level_of(model.metrics[one].name) < level_of(model.metrics[other].name);
  });
}

}  // namespace hpcast::countergen
