#include "hpcast/inputs/calibrate/load_curve.h"

#include <algorithm>

#include "hpcast/inputs/calibrate/least.h"

namespace hpcast::calibrate {

namespace {

using dat::BandwidthLatency;

constexpr double more_bandwidth = 1.01;

// Points that have become one, at their mean.
struct Pool {
  BandwidthLatency mean;
  double points = 1;

  void take(const Pool& other) {
    const double both = points + other.points;
    mean.bandwidth = (mean.bandwidth * points + other.mean.bandwidth * other.points) / both;
    mean.latency = (mean.latency * points + other.mean.latency * other.points) / both;
    points = both;
  }
};

bool is_more(const BandwidthLatency& later, const BandwidthLatency& before) {
  return later.bandwidth > more_bandwidth * before.bandwidth && later.latency >= before.latency;
}

void add(std::vector<Pool>& pools, BandwidthLatency point) {
  Pool last{point};
  for (; !pools.empty() && !is_more(last.mean, pools.back().mean); pools.pop_back())
    last.take(pools.back());
  pools.push_back(last);
}

}  // namespace

std::vector<BandwidthLatency> load_curve(const BandwidthLatency& idle,
                                         const std::vector<BandwidthLatency>& loaded) {
  std::vector<Pool> pools;
  for (BandwidthLatency point : loaded) {
    point.latency = std::max(point.latency, idle.latency);
    if (is_more(point, idle)) add(pools, point);
  }
  std::vector<BandwidthLatency> curve = {idle};
  for (const Pool& pool : pools) curve.push_back(pool.mean);
  return curve;
}

bool rises(const std::vector<BandwidthLatency>& curve) {
  return curve.back().latency > widest_spread * curve.front().latency;
}

}  // namespace hpcast::calibrate
