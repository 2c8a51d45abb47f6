#include "hpcast/models/countergen/counter_roles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "hpcast/inputs/counters/aliases.h"

namespace hpcast::countergen {

namespace {

using MetricNames = std::vector<std::string>;

enum class Access : std::uint8_t { any, load, store };

struct Missed {
  unsigned level = 0;
  Access by = Access::any;
};

std::optional<Missed> missed_by_papi(std::string_view name) {
  constexpr std::string_view head = "PAPI_L", example = "PAPI_L1_DCM";
  if (!name.starts_with(head) || name.size() != example.size()) return std::nullopt;
  const char level = name[head.size()];
  if (level < '1' || level > '3') return std::nullopt;
  constexpr std::array<std::pair<std::string_view, Access>, 4> kinds = {{{"_DCM", Access::any},
                                                                         {"_TCM", Access::any},
                                                                         {"_LDM", Access::load},
                                                                         {"_STM", Access::store}}};
  for (const auto& [kind, by] : kinds)
    if (name.ends_with(kind)) return Missed{static_cast<unsigned>(level - '0'), by};
  return std::nullopt;
}

// The canonical counters that a name stands for, alone and as they are.
std::vector<counters::Alias> counters_of(std::string_view name) {
  std::vector<counters::Alias> found = counters::Aliases().find(name);
  std::erase_if(found, [](const counters::Alias& alias) {
    return alias.is_part() || alias.per_second || alias.factor != 1;
  });
  return found;
}

std::optional<Missed> missed_by(std::string_view name) {
  if (const std::optional<Missed> papi = missed_by_papi(name)) return papi;
  constexpr std::array<std::string_view, 3> levels = {"l1d_misses", "l2_misses", "l3_misses"};
  for (const counters::Alias& alias : counters_of(name)) {
    const auto* const level = std::find(levels.begin(), levels.end(), alias.counter);
    if (level != levels.end())
      return Missed{static_cast<unsigned>(level - levels.begin()) + 1,
                    alias.note == "loads only" ? Access::load : Access::any};
  }
  return std::nullopt;
}

// The first metric that counts just that.
std::optional<std::size_t> metric_of(const MetricNames& metrics, std::string_view counter,
                                     std::string_view papi) {
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::vector<counters::Alias> found = counters_of(metrics[m]);
    if (metrics[m] == papi || std::any_of(found.begin(), found.end(), [&](const auto& alias) {
          return alias.counter == counter;
        }))
      return m;
  }
  return std::nullopt;
}

std::vector<std::size_t> references_in(const MetricNames& metrics) {
  const auto loads = metric_of(metrics, "loads", "PAPI_LD_INS");
  const auto stores = metric_of(metrics, "stores", "PAPI_SR_INS");
  if (loads && stores) return {*loads, *stores};
  if (const auto both = metric_of(metrics, "loads_and_stores", "PAPI_LST_INS")) return {*both};
  if (const auto all = metric_of(metrics, "instructions", "PAPI_TOT_INS")) return {*all};
  return {};
}

// What no more can miss than.
class LimitsByName {
 public:
  explicit LimitsByName(const MetricNames& metrics)
      : metrics_(metrics), references_(references_in(metrics)) {
    for (const std::string& name : metrics) missed_.push_back(missed_by(name).value_or(Missed{}));
  }

  std::vector<Limit> all() const {
    std::vector<Limit> limits;
    for (std::size_t m = 0; m < missed_.size(); ++m)
      if (missed_[m].level > 0)
        if (Limit limit{m, most_of(missed_[m])}; !limit.most.empty()) limits.push_back(limit);
    std::stable_sort(limits.begin(), limits.end(), [&](const Limit& one, const Limit& other) {
      return missed_[one.metric].level < missed_[other.metric].level;
    });
    return limits;
  }

 private:
  std::vector<std::size_t> most_of(const Missed& missed) const {
    for (unsigned level = missed.level - 1; level > 0; --level)
      for (const Access by : {missed.by, Access::any})
        for (std::size_t m = 0; m < missed_.size(); ++m)
          if (missed_[m].level == level && missed_[m].by == by) return {m};
    const auto own = missed.by == Access::load    ? metric_of(metrics_, "loads", "PAPI_LD_INS")
                     : missed.by == Access::store ? metric_of(metrics_, "stores", "PAPI_SR_INS")
                                                  : std::nullopt;
    return own ? std::vector<std::size_t>{*own} : references_;
  }

  const MetricNames& metrics_;
  std::vector<std::size_t> references_;
  std::vector<Missed> missed_;  // by metric
};

}  // namespace

CounterRoles roles_of(const MetricNames& metrics) {
  CounterRoles roles{references_in(metrics), {}};
  for (std::size_t m = 0; m < metrics.size(); ++m)
    if (level_of(metrics[m]) > 0) roles.misses.push_back(m);
  return roles;
}

unsigned level_of(const std::string& metric) { return missed_by(metric).value_or(Missed{}).level; }

std::vector<Limit> limits_by_name(const MetricNames& metrics) {
  return LimitsByName(metrics).all();
}

}  // namespace hpcast::countergen
