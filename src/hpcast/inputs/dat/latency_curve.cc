#include "hpcast/inputs/dat/latency_curve.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace hpcast::dat {

namespace {

double between(double from, double to, double share) { return from + share * (to - from); }

template <class O, class Class>
void add_curved(Kind kind, const std::vector<O>& objects, const std::vector<Class>& classes,
                std::vector<CurvedObject>& curved) {
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const Class& c = classes[objects[i].class_index];
    if (!c.latency_curve.empty()) curved.push_back({kind, i, LatencyCurves(c.latency_curve)});
  }
}

}  // namespace

LatencyCurves::LatencyCurves(const std::vector<BandwidthLatency>& points) {
  std::map<double, Curve> by_share;
  for (const BandwidthLatency& point : points) {
    const double share = point.read_percent.value_or(100) / 100;
    Curve& curve = by_share[share];
    curve.read_share = share;
    const double before = curve.points.empty() ? 0 : curve.points.back().latency;
    curve.points.push_back({point.bandwidth, std::max(before, point.latency)});
  }
  for (auto& [share, curve] : by_share) curves_.push_back(std::move(curve));
}

double LatencyCurves::Curve::at(double bandwidth) const {
  const auto next = std::upper_bound(
      points.begin(), points.end(), bandwidth,
      [](double used, const BandwidthLatency& point) { return used < point.bandwidth; });
  if (next == points.begin()) return next->latency;
  const BandwidthLatency& last = *std::prev(next);
  if (next == points.end()) return last.latency;
  return between(last.latency, next->latency,
                 (bandwidth - last.bandwidth) / (next->bandwidth - last.bandwidth));
}

double LatencyCurves::at(double bandwidth, double read_share) const {
  const auto next =
      std::lower_bound(curves_.begin(), curves_.end(), read_share,
                       [](const Curve& curve, double share) { return curve.read_share < share; });
  if (next == curves_.end()) return curves_.back().at(bandwidth);
  if (next == curves_.begin() || next->read_share == read_share) return next->at(bandwidth);
  const Curve& last = *std::prev(next);
  return between(last.at(bandwidth), next->at(bandwidth),
                 (read_share - last.read_share) / (next->read_share - last.read_share));
}

std::vector<CurvedObject> objects_with_curves(const Machine& machine) {
  std::vector<CurvedObject> curved;
  add_curved(Kind::cache, machine.caches, machine.cache_classes, curved);
  add_curved(Kind::memory, machine.memories, machine.mem_classes, curved);
  add_curved(Kind::router, machine.routers, machine.router_classes, curved);
  add_curved(Kind::edge, machine.edges, machine.edge_classes, curved);
  return curved;
}

}  // namespace hpcast::dat
