#include "hpcast/inputs/calibrate/fill_load.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hpcast/base/units.h"
#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/judge.h"
#include "hpcast/inputs/calibrate/load_curve.h"

namespace hpcast::calibrate {

namespace {

using dat::BandwidthLatency;

// A line has no shape.
constexpr std::size_t fewest_points = 3;

bool is_sure(const Least& least) { return least.spread() <= widest_spread; }

// The one at the highest pace that is separated from noise; of none the last.
const LoadTime& most_of(const std::vector<LoadTime>& loads) {
  const auto last = std::find_if(loads.rbegin(), loads.rend(),
                                 [](const LoadTime& load) { return is_sure(load.latency); });
  return last == loads.rend() ? loads.back() : *last;
}

std::vector<BandwidthLatency> curve_of(const Least& idle, const std::vector<LoadTime>& loads,
                                       double objects, double most) {
  std::vector<BandwidthLatency> loaded;
  for (const LoadTime& load : loads)
    if (is_sure(load.latency))
      loaded.push_back({std::min(load.bandwidth / objects, most), load.latency.value()});
  auto curve = load_curve({Chase::line / idle.value(), idle.value()}, loaded);
  for (BandwidthLatency& point : curve)
    point = {four_digits(point.bandwidth), four_digits(point.latency)};
  return curve;
}

// Empty: it can be used.
std::string why_not(const std::vector<BandwidthLatency>& curve, const LoadTime& most) {
  if (!rises(curve)) return "no rise up to " + format_bandwidth(most.bandwidth);
  if (curve.size() < fewest_points) return "too few paces differ";
  return {};
}

}  // namespace

void fill_load(dat::MemClass& memory, const Level& level, const Times& times, Book& book) {
  if (times.loads.empty()) return;
  const Least& idle = times.levels.back().latency;
  const LoadTime& most = most_of(times.loads);
  if (most.latency.count() == 0) {
    book.add_unseen("Memory's latency under load: other threads could not keep up reading.");
    return;
  }
  const auto curve = curve_of(idle, times.loads, static_cast<double>(level.objects),
                              memory.throughput.read_bandwidth);
  const double spread = std::max(idle.spread(), most.latency.spread());
  const std::string why = why_not(curve, most);
  const auto add = [&](const char* name, double value, Unit unit) {
    const bool used = book.add({level.name, name, value, unit, spread, {}, {}, {}});
    if (!why.empty()) book.only_told(why);
    if (!rises(curve)) book.found("no rise");
    return used && why.empty();
  };
  if (add("latency, most load", most.latency.value(), Unit::seconds)) memory.latency_curve = curve;
  add("all bytes, most load", most.bandwidth, Unit::bytes_per_second);
}

}  // namespace hpcast::calibrate
