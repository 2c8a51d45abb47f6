#include "hpcast/models/countergen/beyond_caches.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hpcast/models/countergen/cache_levels.h"

namespace hpcast::countergen {

namespace {

constexpr double more_data = 1.1;   // times those of any run: what is less is as good as the same
constexpr double nearly_all = 0.9;  // of what a level is asked for: it has nothing to lose

double sum_of(const ThreadTotals& totals, std::size_t metric) {
  double sum = 0;
  for (const std::vector<double>& thread : totals) sum += thread[metric];
  return sum;
}

double most_of_a_thread(const ThreadTotals& totals, std::size_t metric) {
  double most = 0;
  for (const std::vector<double>& thread : totals) most = std::max(most, thread[metric]);
  return most;
}

// The one of the most data; null: nobody knows.
const LearnedRun* run_of_most(const Model& model, std::size_t metric) {
  const LearnedRun* most = nullptr;
  for (const LearnedRun& run : model.runs)
    if (!run.held.empty() &&
        (most == nullptr || run.held[metric].measured > most->held[metric].measured))
      most = &run;
  return most;
}

// To three digits: 1510.
double about(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

// "n=1510": where something that grows by powers of the sizes passes a part of the way, by its
// logarithm.
std::string sizes_on_the_way(const Model& model, const std::vector<double>& from,
                             const std::vector<double>& to, double way) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < from.size(); ++i)
    texts.push_back(fmt::format("{}={:g}", model.size_names[i],
                                about(from[i] * std::pow(to[i] / from[i], way))));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Looks at each level; the deepest one's misses stand for how many data there are.
class LevelDoubts {
 public:
  LevelDoubts(const Model& model, const std::vector<double>& sizes, const ThreadTotals& totals,
              std::size_t deepest, const LearnedRun& most)
      : model_(model), sizes_(sizes), totals_(totals), deepest_(deepest), most_(most) {}

  bool has_more_data() const {
    return sum_of(totals_, deepest_) > more_data * most_.held[deepest_].measured;
  }

  bool is_outgrown(std::size_t metric) const {
    return knows_lines(model_, level(metric)) && holds_all_data(model_, metric) && !fits(metric);
  }

  bool is_unsure(std::size_t metric) const {
    if (holds_all_data(model_, metric) && fits(metric)) return false;
    const std::optional<double> asked = asked_for(metric);
    return !asked || sum_of(totals_, metric) < nearly_all * *asked;
  }

  std::string outgrown_line(std::size_t metric) const {
    return fmt::format(
        "data outgrow L{} ({:.0f} lines) at about {}, beyond what was learned from: {} and the "
        "time are lower bounds",
        level(metric), lines_held(model_, level(metric)),
        sizes_on_the_way(model_, most_.sizes, sizes_, way_until_full(metric)),
        model_.metrics[metric].name);
  }

  std::string unsure_line(const std::vector<std::size_t>& metrics) const {
    std::vector<std::string> levels, names;
    for (const std::size_t m : metrics) {
      levels.push_back(fmt::format("L{}", level(m)));
      names.push_back(model_.metrics[m].name);
    }
    return fmt::format(
        "more data than in any run: whether what is used again (rows of an array, say) still fits "
        "into {} was not seen; if not, {} and the time are more",
        fmt::join(levels, " and "), fmt::join(names, ", "));
  }

 private:
  unsigned level(std::size_t metric) const { return level_of(model_.metrics[metric].name); }

  // Of data in one cache: threads share the deepest one, and have others each.
  double lines_in_a_cache(std::size_t metric) const {
    return metric == deepest_ ? sum_of(totals_, metric) : most_of_a_thread(totals_, metric);
  }

  bool fits(std::size_t metric) const {
    return lines_in_a_cache(metric) <= lines_held(model_, level(metric));
  }

  // From the run of most data to the sizes asked for. Threads had the same shares there.
  double way_until_full(std::size_t metric) const {
    const double now = lines_in_a_cache(metric), share = now / sum_of(totals_, metric);
    const double then = std::max(1.0, share * most_.held[metric].measured);
    return std::log(lines_held(model_, level(metric)) / then) / std::log(now / then);
  }

  // Of a level: what the one before it, or the program, asks it for.
  std::optional<double> asked_for(std::size_t metric) const {
    for (const Limit& limit : limits_by_name(model_.metric_names())) {
      if (limit.metric != metric) continue;
      double asked = 0;
      for (const std::size_t m : limit.most) asked += sum_of(totals_, m);
      return asked;
    }
    return std::nullopt;
  }

  const Model& model_;
  const std::vector<double>& sizes_;
  const ThreadTotals& totals_;
  std::size_t deepest_;
  const LearnedRun& most_;
};

}  // namespace

bool BeyondCaches::is_lower_bound(std::size_t metric) const {
  const auto has = [&](const std::vector<std::size_t>& metrics) {
    return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
  };
  return has(outgrown) || has(unsure);
}

BeyondCaches beyond_caches(const Model& model, const std::vector<double>& sizes,
                           const ThreadTotals& totals) {
  BeyondCaches beyond;
  if (model.laws.empty()) return beyond;  // regressors do not go on beyond the runs
  const CounterRoles roles = roles_of(model.metric_names());
  const std::optional<std::size_t> deepest = deepest_misses(model, roles);
  const LearnedRun* const most = deepest ? run_of_most(model, *deepest) : nullptr;
  if (most == nullptr) return beyond;
  const LevelDoubts doubts(model, sizes, totals, *deepest, *most);
  if (!doubts.has_more_data()) return beyond;
  for (const std::size_t m : roles.misses)
    if (doubts.is_outgrown(m)) {
      beyond.outgrown.push_back(m);
      beyond.lines.push_back(doubts.outgrown_line(m));
    } else if (doubts.is_unsure(m)) {
      beyond.unsure.push_back(m);
    }
  if (!beyond.unsure.empty()) beyond.lines.push_back(doubts.unsure_line(beyond.unsure));
  return beyond;
}

}  // namespace hpcast::countergen
