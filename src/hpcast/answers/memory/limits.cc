#include "hpcast/answers/memory/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "hpcast/answers/memory/verdict.h"

namespace hpcast::answers {
namespace {

// Objects of a class are about equally busy where they are so by this share of the busiest.
constexpr double about_as_busy = 0.95;

constexpr std::array kinds_of_objects = {LimitKind::core, LimitKind::cache, LimitKind::memory,
                                         LimitKind::router, LimitKind::edge};

// Occupancy by class, as objects come in; cores apart.
class ClassTimes {
 public:
  void add(const ObjectResult& object, double time_s) {
    if (time_s <= 0) return;
    if (object.kind == Kind::core) {
      if (time_s > core_s_) core_ = &object;
      core_s_ = std::max(core_s_, time_s);
      return;
    }
    Limit& limit = limit_of(object);
    times_s_[static_cast<std::size_t>(&limit - limits_.data())].push_back(time_s);
    if (time_s <= limit.time_s) return;
    limit.time_s = time_s;
    limit.object = object.name;
  }

  // Of all classes but cores; what they are worth is left open.
  std::vector<Limit> limits() const {
    std::vector<Limit> limits = limits_;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      limits[i].count = static_cast<std::uint32_t>(
          std::count_if(times_s_[i].begin(), times_s_[i].end(),
                        [&](double s) { return s >= about_as_busy * limits[i].time_s; }));
      if (times_s_[i].size() > 1) limits[i].object.clear();
    }
    return limits;
  }

  const ObjectResult* longest_core() const { return core_; }
  double core_s() const { return core_s_; }

 private:
  Limit& limit_of(const ObjectResult& object) {
    const LimitKind kind = kinds_of_objects[static_cast<std::size_t>(object.kind)];
    const std::string& name = object.class_name.empty() ? object.name : object.class_name;
    const auto found = std::find_if(limits_.begin(), limits_.end(), [&](const Limit& limit) {
      return limit.kind == kind && limit.name == name;
    });
    if (found != limits_.end()) return *found;
    times_s_.emplace_back();
    return limits_.emplace_back(Limit{kind, name});
  }

  std::vector<Limit> limits_;
  std::vector<std::vector<double>> times_s_;  // of each class's objects
  const ObjectResult* core_ = nullptr;        // that takes longest
  double core_s_ = 0;
};

// The longest of all but one.
double longest_but(const std::vector<Limit>& limits, std::size_t but) {
  double longest_s = 0;
  for (std::size_t i = 0; i < limits.size(); ++i)
    if (i != but) longest_s = std::max(longest_s, limits[i].time_s);
  return longest_s;
}

// What a core spends its time on, where that is known.
std::vector<Limit> limits_in(const CoreTime& core) {
  const double faults_s = core.page_faults_s.value_or(0);
  const double saved_s = core.caches_s + core.branches_s + core.units_s;
  return {{LimitKind::latency, waiting_for_memory, core.caches_s},
          {LimitKind::latency, loaded_memory, core.load_s.value_or(0)},
          {LimitKind::core, mispredicted_branches, core.branches_s},
          {LimitKind::core, busy_units, core.units_s},
          {LimitKind::core, its_instructions, std::max(0.0, core.time_s - faults_s - saved_s)},
          {LimitKind::faults, page_faults, faults_s}};
}

// Where a phase does not tell page faults, those of the whole run are shared out as time is.
double faults_in(const PhaseResult& phase, const ObjectResult& core, double time_s) {
  if (phase.executing && phase.executing->page_faults_s) return *phase.executing->page_faults_s;
  return core.time_s > 0 ? time_s / core.time_s * core.core->time_page_faults.value_or(0) : 0;
}

// Of a core that takes so long by a rate of its class.
std::vector<Limit> limits_by_rate(const PhaseResult& phase, const ObjectResult& core,
                                  double time_s) {
  if (!core.core) return {};
  const double faults_s = std::min(time_s, faults_in(phase, core, time_s));
  return {{LimitKind::core, rate_of(*core.core), time_s - faults_s},
          {LimitKind::faults, page_faults, faults_s}};
}

std::vector<Limit> limits_of_core(const PhaseResult& phase, const ClassTimes& times) {
  if (times.longest_core() == nullptr) return {};
  if (phase.executing && times.core_s() <= clearly_longer * phase.executing->time_s)
    return limits_in(*phase.executing);
  return limits_by_rate(phase, *times.longest_core(), times.core_s());
}

// All that a phase's time comes of, in no order.
std::vector<Limit> all_limits(const MemoryAnswer& result, const PhaseResult& phase) {
  ClassTimes times;
  for (const PhaseTraffic& traffic : phase.objects)
    times.add(result.objects[traffic.object], traffic.time_s);
  std::vector<Limit> limits = times.limits();
  const double objects_s = longest_but(limits, limits.size());
  const double threads_s = std::max(times.core_s(), phase.threads_s);
  const auto worth = [&](double others_s, double threads_then_s) {
    return std::max(0.0, phase.time_s - std::max(others_s, threads_then_s));
  };
  for (std::size_t i = 0; i < limits.size(); ++i)
    limits[i].worth_s = worth(longest_but(limits, i), threads_s);
  for (Limit& limit : limits_of_core(phase, times)) {
    limit.worth_s = worth(objects_s, threads_s - limit.time_s);
    limits.push_back(std::move(limit));
  }
  const double waiting_s = threads_s - times.core_s();
  limits.push_back({LimitKind::wait, std::string(waiting_limits), waiting_s,
                    worth(objects_s, threads_s - waiting_s)});
  return limits;
}

std::vector<Limit> in_order(std::vector<Limit> limits, double time_s) {
  std::erase_if(limits, [&](const Limit& limit) {
    return limit.time_s <= 0 || limit.time_s < least_limit * time_s;
  });
  std::stable_sort(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) {
    return std::pair(a.worth_s, a.time_s) > std::pair(b.worth_s, b.time_s);
  });
  return limits;
}

void add_up(std::vector<Limit>& sums, const std::vector<Limit>& limits) {
  for (const Limit& limit : limits) {
    const auto sum = std::find_if(sums.begin(), sums.end(), [&](const Limit& other) {
      return other.kind == limit.kind && other.name == limit.name;
    });
    if (sum == sums.end()) {
      sums.push_back(limit);
      continue;
    }
    sum->time_s += limit.time_s;
    sum->worth_s += limit.worth_s;
  }
}

// Which objects of a class are busiest over all phases.
void name_objects(std::vector<Limit>& sums, const MemoryAnswer& result) {
  ClassTimes times;
  for (const ObjectResult& object : result.objects) times.add(object, object.time_s);
  for (const Limit& total : times.limits())
    for (Limit& sum : sums)
      if (sum.kind == total.kind && sum.name == total.name) {
        sum.object = total.object;
        sum.count = total.count;
      }
}

}  // namespace

void put_limits(MemoryAnswer& result) {
  std::vector<Limit> sums;
  for (PhaseResult& phase : result.phases) {
    std::vector<Limit> limits = all_limits(result, phase);
    add_up(sums, limits);
    phase.limits = in_order(std::move(limits), phase.time_s);
  }
  name_objects(sums, result);
  result.limits = in_order(std::move(sums), result.time_s);
}

std::string cause_of(const std::vector<Limit>& limits) {
  const auto of_core = [](const Limit& limit) {
    return limit.kind == LimitKind::core || limit.kind == LimitKind::latency ||
           limit.kind == LimitKind::faults;
  };
  const auto cause = std::find_if(limits.begin(), limits.end(), of_core);
  if (cause == limits.end()) return {};
  const bool is_loaded = std::any_of(cause, limits.end(), [&](const Limit& limit) {
    return limit.name == loaded_memory && limit.time_s >= cause->time_s / 2;
  });
  return is_loaded && cause->name == waiting_for_memory ? loaded_memory : cause->name;
}

std::string to_string(const Limit& limit) {
  if (limit.count == 0) return limit.name;
  const char* const kind = name_of(limit.kind);
  if (limit.count > 1) return fmt::format("{} × {} ({})", limit.count, limit.name, kind);
  return fmt::format("{} ({})", limit.object.empty() ? limit.name : limit.object, kind);
}

}  // namespace hpcast::answers
