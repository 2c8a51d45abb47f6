#include "hpcast/faces/report/memory/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "hpcast/faces/report/memory/groups.h"
#include "hpcast/faces/report/memory/operations.h"

namespace hpcast::report {

using answers::ClassCeilings;
using answers::Kind;
using answers::MemoryAnswer;
using answers::ObjectResult;
using answers::PhaseResult;

namespace {

struct Moved {
  double read = 0, written = 0;  // bytes
  double all() const { return read + written; }
};

// Files may hold any number; a picture has room for those of machines.
bool is_drawable(double value) { return value > 1e-30 && value < 1e30; }

// Of what two cores or more reach along the edges.
class SharedObjects {
 public:
  explicit SharedObjects(const MemoryAnswer& result) {
    for (const ObjectResult& object : result.objects)
      if (object.edge) outwards_[object.edge->source].push_back(object.edge->target);
    for (const ObjectResult& object : result.objects)
      if (object.kind == Kind::core) reach(object.name, object.name);
  }
  bool has(const std::string& name) const {
    const auto found = by_.find(name);
    return found != by_.end() && found->second.empty();
  }

 private:
  // An object is gone through at most twice: for the first core, and for the second.
  void reach(const std::string& from, const std::string& core) {
    std::vector<std::string> open = {from};
    while (!open.empty()) {
      const std::string name = std::move(open.back());
      open.pop_back();
      const auto [it, is_new] = by_.try_emplace(name, core);
      if (!is_new && (it->second.empty() || it->second == core)) continue;
      if (!is_new) it->second.clear();
      const std::vector<std::string>& next = outwards_[name];
      open.insert(open.end(), next.begin(), next.end());
    }
  }

  std::unordered_map<std::string, std::vector<std::string>> outwards_;
  std::unordered_map<std::string, std::string> by_;  // the core that reaches it; empty: several
};

const ClassCeilings* ceilings_of(const MemoryAnswer& result, Kind kind, const std::string& name) {
  const auto found =
      std::find_if(result.classes.begin(), result.classes.end(),
                   [&](const ClassCeilings& c) { return c.kind == kind && c.class_name == name; });
  return found == result.classes.end() ? nullptr : &*found;
}

// Of one object of the class, under such a mix of reads and writes.
double bandwidth_of(const ClassCeilings& c, const Moved& moved) {
  if (c.read_bandwidth <= 0 || c.write_bandwidth <= 0 || moved.all() <= 0) return 0;
  const double reading = moved.read / c.read_bandwidth;
  const double writing = moved.written / c.write_bandwidth;
  return moved.all() / (c.half_duplex ? reading + writing : std::max(reading, writing));
}

template <class Counted>
void add_moved(Moved& sum, const Counted& counted) {
  sum.read += static_cast<double>(counted.bytes_read);
  sum.written += static_cast<double>(counted.bytes_write);
}

Moved moved_in(const MemoryAnswer& result, const RooflineLevel& level) {
  Moved sum;
  for (const std::uint32_t member : level.members) add_moved(sum, result.objects[member]);
  return sum;
}

Moved moved_in(const PhaseResult& phase, const RooflineLevel& level) {
  Moved sum;
  for (const answers::PhaseTraffic& traffic : phase.objects)
    if (std::binary_search(level.members.begin(), level.members.end(), traffic.object))
      add_moved(sum, traffic);
  return sum;
}

double flops_of(const answers::CoreResult& core) { return core.num_dp_flops + core.num_sp_flops; }

// Of the cores that executed something; nothing where the machine does not limit one of them.
std::optional<RooflinePeak> peak_of(const MemoryAnswer& result, const char* precision,
                                    double answers::CoreResult::*counted,
                                    double ClassCeilings::*rate) {
  double operations = 0, sum = 0;
  int cores = 0;
  for (const ObjectResult& object : result.objects) {
    if (!object.core || flops_of(*object.core) + object.core->num_inst <= 0) continue;
    const ClassCeilings* const ceilings = ceilings_of(result, Kind::core, object.class_name);
    if (!ceilings || ceilings->*rate <= 0) return std::nullopt;
    operations += (*object.core).*counted;
    sum += ceilings->*rate;
    ++cores;
  }
  if (operations <= 0 || !is_drawable(sum)) return std::nullopt;
  return RooflinePeak{fmt::format("{} core{}, {}", cores, cores == 1 ? "" : "s", precision), sum};
}

std::vector<RooflinePeak> peaks_of(const MemoryAnswer& result) {
  std::vector<RooflinePeak> peaks;
  const auto take = [&](const std::optional<RooflinePeak>& peak) {
    if (peak) peaks.push_back(*peak);
  };
  take(peak_of(result, "double precision", &answers::CoreResult::num_dp_flops,
               &ClassCeilings::dp_flops));
  take(peak_of(result, "single precision", &answers::CoreResult::num_sp_flops,
               &ClassCeilings::sp_flops));
  std::stable_sort(peaks.begin(), peaks.end(), [](const RooflinePeak& a, const RooflinePeak& b) {
    return a.flops_per_s < b.flops_per_s;
  });
  return peaks;
}

// Those of its members that moved something; none where they cannot be a ceiling.
RooflineLevel roofline_level(const MemoryAnswer& result, const Group& group,
                             const SharedObjects& shared) {
  RooflineLevel level;
  const ClassCeilings* const ceilings = ceilings_of(result, group.kind, group.class_name);
  if (!ceilings || (group.kind != Kind::memory && group.kind != Kind::cache)) return level;
  for (const std::uint32_t member : group.members) {
    const ObjectResult& object = result.objects[member];
    if (total_bytes(object) == 0) continue;
    if (group.kind == Kind::cache && !shared.has(object.name)) continue;
    level.members.push_back(member);
    level.limits = level.limits || object.name == result.bottleneck.name;
  }
  std::sort(level.members.begin(), level.members.end());
  double best = bandwidth_of(*ceilings, moved_in(result, level));
  for (const PhaseResult& phase : result.phases)
    best = std::max(best, bandwidth_of(*ceilings, moved_in(phase, level)));
  level.bandwidth = best * static_cast<double>(level.members.size());
  level.label =
      fmt::format("{} ({} of {})", group.label, level.members.size(), group.members.size());
  return level;
}

std::vector<RooflineLevel> roofline_levels(const MemoryAnswer& result) {
  const SharedObjects shared(result);
  std::vector<RooflineLevel> levels;
  for (const Group& group : group_objects(result)) {
    RooflineLevel level = roofline_level(result, group, shared);
    if (is_drawable(level.bandwidth)) levels.push_back(std::move(level));
  }
  return levels;
}

template <class Stretch>
void add_point(Roofline& roofline, const std::string& name, double flops, const Stretch& stretch) {
  if (!is_drawable(flops) || !is_drawable(flops / stretch.time_s)) return;
  RooflinePoint point{name, flops, flops / stretch.time_s, {}};
  for (const RooflineLevel& level : roofline.levels)
    point.bytes.push_back(moved_in(stretch, level).all());
  roofline.points.push_back(std::move(point));
}

double all_flops(const MemoryAnswer& result) {
  double sum = 0;
  for (const ObjectResult& object : result.objects)
    if (object.core) sum += flops_of(*object.core);
  return sum;
}

void add_phases(Roofline& roofline, const MemoryAnswer& result) {
  if (result.phases.size() < 2) return;
  const std::vector<PhaseOperations> counted = operations_by_phase(result.operations);
  for (const PhaseResult& phase : result.phases)
    for (const auto& [name, counts] : counted)
      if (name == phase.name)
        add_point(roofline, name, static_cast<double>(all_dp_flops(counts) + all_sp_flops(counts)),
                  phase);
}

}  // namespace

double intensity(const RooflinePoint& point, std::size_t level) {
  return point.bytes[level] > 0 ? point.flops / point.bytes[level] : 0;
}

double roof_at(const Roofline& roofline, std::size_t level, double intensity) {
  const double allowed = intensity * roofline.levels[level].bandwidth;
  return roofline.peaks.empty() ? allowed : std::min(allowed, roofline.peaks.back().flops_per_s);
}

std::optional<Roofline> roofline_of(const MemoryAnswer& result) {
  Roofline roofline{peaks_of(result), roofline_levels(result), {}};
  add_point(roofline, "whole run", all_flops(result), result);
  add_phases(roofline, result);
  if (roofline.levels.empty() || roofline.points.empty()) return std::nullopt;
  return roofline;
}

}  // namespace hpcast::report
