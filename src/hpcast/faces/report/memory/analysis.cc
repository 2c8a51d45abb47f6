#include "hpcast/faces/report/memory/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "hpcast/base/text.h"

namespace hpcast::report {

using answers::MemoryAnswer;

namespace {

// What each core does in one phase: its own time, or, where instructions were not counted, its
// references, over its edges.
class CoreWork {
 public:
  explicit CoreWork(const MemoryAnswer& result) : is_timed_(!result.operations.empty()) {
    for (const answers::ObjectResult& object : result.objects)
      if (object.kind == answers::Kind::core) index_.emplace(object.name, index_.size());
    begin();
  }

  template <class Traffic>
  void add(const answers::ObjectResult& object, const Traffic& traffic) {
    if (const auto core = index_.find(object.name); core != index_.end())
      times_[core->second] += time_of(traffic);
    if (!object.edge) return;
    for (const std::string& end : {object.edge->source, object.edge->target})
      if (const auto core = index_.find(end); core != index_.end())
        references_[core->second] += static_cast<double>(traffic.num_read + traffic.num_write);
  }

  // Adds to `idle_s` what each core had nothing to do of so much time, and begins anew.
  void add_idle(double time_s, std::vector<double>& idle_s) {
    idle_s.resize(index_.size());
    if (index_.empty()) return;
    const std::vector<double>& work = is_timed_ ? times_ : references_;
    const double most = *std::max_element(work.begin(), work.end());
    for (std::size_t core = 0; core < work.size(); ++core)
      if (most > 0) idle_s[core] += time_s * (1 - work[core] / most);
    begin();
  }

 private:
  static double time_of(const answers::PhaseTraffic& traffic) { return traffic.time_s; }
  static double time_of(const answers::ObjectResult& object) { return object.time_s; }
  void begin() {
    times_.assign(index_.size(), 0);
    references_.assign(index_.size(), 0);
  }

  std::unordered_map<std::string, std::size_t> index_;
  bool is_timed_;
  std::vector<double> times_, references_;
};

std::vector<double> idle_times(const MemoryAnswer& result) {
  std::vector<double> idle_s;
  CoreWork cores(result);
  for (const answers::PhaseResult& phase : result.phases) {
    for (const answers::PhaseTraffic& traffic : phase.objects)
      cores.add(result.objects[traffic.object], traffic);
    cores.add_idle(phase.time_s, idle_s);
  }
  if (!result.phases.empty()) return idle_s;
  for (const answers::ObjectResult& object : result.objects) cores.add(object, object);
  cores.add_idle(result.time_s, idle_s);
  return idle_s;
}

}  // namespace

PhaseTimes::PhaseTimes(const MemoryAnswer& result) {
  if (result.phases.size() < 2) {
    times_.emplace_back();
    for (const answers::ObjectResult& object : result.objects) times_[0].push_back(object.time_s);
    longest_.push_back(result.time_s);
    return;
  }
  for (const answers::PhaseResult& phase : result.phases) {
    times_.emplace_back(result.objects.size(), 0.0);
    for (const answers::PhaseTraffic& traffic : phase.objects) {
      times_.back()[traffic.object] = traffic.time_s;
    }
    longest_.push_back(phase.time_s);
  }
}

double PhaseTimes::occupancy(std::size_t phase, std::uint32_t object) const {
  return longest_[phase] > 0 ? times_[phase][object] / longest_[phase] : 0;
}

const Group* limiting_group(const MemoryAnswer& result, const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    for (const std::uint32_t member : group.members) {
      if (result.objects[member].name == result.bottleneck.name) return &group;
    }
  }
  return nullptr;
}

std::string idle_cores(const MemoryAnswer& result) {
  const std::vector<double> idle_s = idle_times(result);
  const auto idle = std::count_if(idle_s.begin(), idle_s.end(),
                                  [&](double seconds) { return seconds > result.time_s / 2; });
  if (idle == 0) return {};
  return fmt::format("{} of {} {} nothing to do for most of the time", idle,
                     counted(idle_s.size(), "core"), idle == 1 ? "has" : "have");
}

}  // namespace hpcast::report
