#include "hpcast/models/countergen/outgrown.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "hpcast/models/countergen/cache_levels.h"
#include "hpcast/models/countergen/counter_roles.h"

namespace hpcast::countergen {

namespace {

constexpr double outgrown_little = 0.1;  // of all that a metric counts
constexpr double much_more = 1.25;       // times what there was before

std::vector<double> largest_sizes(const Model& model) {
  std::vector<double> largest = model.runs.front().sizes;
  for (const LearnedRun& run : model.runs)
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], run.sizes[i]);
  return largest;
}

// Where a law goes on higher than before, and by how much at some sizes.
struct Rise {
  const Law* law = nullptr;
  std::size_t stretch = 0;  // the one before it
  double by = 0;
};

Rise rise_of(const Law& law, const std::vector<double>& sizes) {
  const auto at = [&](const Law::Stretch& s) {
    return std::max(0.0, s.coefficient * s.term.at(sizes) - s.less);
  };
  for (std::size_t i = 0; i + 1 < law.stretches.size(); ++i) {
    const double before = at(law.stretches[i]), behind = at(law.stretches[i + 1]);
    if (behind > much_more * before) return {&law, i, behind - before};
  }
  return {};
}

// What tells of one level that data outgrow it.
class Outgrown {
 public:
  // `first_touches`: the metric that counts these, and nothing else; none: nobody knows.
  Outgrown(const Model& model, std::size_t metric, const CounterRoles& roles,
           std::optional<std::size_t> first_touches)
      : model_(model),
        metric_(metric),
        roles_(roles),
        first_touches_(first_touches),
        sizes_(largest_sizes(model)) {}

  // The largest of the metric's laws, with what all of them rise by; of no law where that is little
  // of what there is.
  Rise rise() const {
    Rise largest;
    double all = 0, rises = 0;
    for (const auto& [place, laws] : model_.laws) {
      all += laws.steps * laws.metrics[metric_].law.at(sizes_);
      const Rise rise = rise_at(laws);
      rises += rise.by;
      if (rise.by > largest.by) largest = rise;
    }
    return rises > outgrown_little * all ? Rise{largest.law, largest.stretch, rises} : Rise{};
  }

 private:
  // Of all steps at a place, in what is fetched again.
  Rise rise_at(const PlaceLaws& laws) const {
    const GrowthLaw& of = laws.metrics[metric_];
    if (!of.holds) return {};
    Rise rise = rise_of(of.law, sizes_);
    if (rise.law == nullptr || !rises_by_reference(laws, rise)) return {};
    if (first_touches_) {
      const double touched = laws.metrics[*first_touches_].law.at(sizes_);
      rise.by = std::clamp(of.law.at(sizes_) - touched, 0.0, rise.by);
    }
    rise.by *= laws.steps;
    return rise;
  }

  // In runs behind the rise, against the last ones before it.
  bool rises_by_reference(const PlaceLaws& laws, const Rise& rise) const {
    if (roles_.references.empty()) return true;
    const Law::Stretch &before = rise.law->stretches[rise.stretch],
                       &behind = rise.law->stretches[rise.stretch + 1];
    double most_before = 0, most_behind = 0;
    for (const LearnedRun& run : model_.runs) {
      const double at = rise.law->split.at(run.sizes), rate = misses_a_reference(laws, run.sizes);
      constexpr double rounding = 1e-9;
      if (at >= (1 - rounding) * behind.first)
        most_behind = std::max(most_behind, rate);
      else if (at >= (1 - rounding) * before.last)
        most_before = std::max(most_before, rate);
    }
    return most_behind > much_more * most_before;
  }

  double misses_a_reference(const PlaceLaws& laws, const std::vector<double>& sizes) const {
    double references = 0;
    for (const std::size_t m : roles_.references) references += laws.metrics[m].law.at(sizes);
    return laws.metrics[metric_].law.at(sizes) / std::max(references, 1.0);
  }

  const Model& model_;
  std::size_t metric_;
  const CounterRoles& roles_;
  std::optional<std::size_t> first_touches_;
  std::vector<double> sizes_;
};

// "between n=200 and n=400", "where n·m is between 200 and 400"
std::string between_text(const Law& law, std::size_t stretch, const Model& model) {
  const double before = law.stretches[stretch].last, behind = law.stretches[stretch + 1].first;
  const std::string split = to_string(law.split, model.size_names);
  const bool is_size =
      std::find(model.size_names.begin(), model.size_names.end(), split) != model.size_names.end();
  return is_size ? fmt::format("between {0}={1:g} and {0}={2:g}", split, before, behind)
                 : fmt::format("where {} is between {:g} and {:g}", split, before, behind);
}

std::string rise_text(const Rise& rise, const Model& model) {
  const std::vector<Law::Stretch>& stretches = rise.law->stretches;
  std::string text = between_text(*rise.law, rise.stretch, model);
  if (rise.stretch + 2 == stretches.size() && stretches.back().values == 1)
    text += ", beyond which there is no other size to learn from";
  return text;
}

// Of the deepest level, where it held all that it ever fetched.
std::optional<std::size_t> first_touches_in(const Model& model, const CounterRoles& roles) {
  const std::optional<std::size_t> deepest = deepest_misses(model, roles);
  return deepest && holds_all_data(model, *deepest) ? deepest : std::nullopt;
}

}  // namespace

std::vector<std::string> outgrown_caches(const Model& model) {
  std::vector<std::string> lines;
  const CounterRoles roles = roles_of(model.metric_names());
  const std::optional<std::size_t> first_touches = first_touches_in(model, roles);
  for (const std::size_t m : roles.misses) {
    const Rise rise = Outgrown(model, m, roles, first_touches).rise();
    if (rise.law != nullptr)
      lines.push_back(fmt::format("data outgrow L{} {} ({})", level_of(model.metrics[m].name),
                                  rise_text(rise, model), model.metrics[m].name));
  }
  return lines;
}

}  // namespace hpcast::countergen
