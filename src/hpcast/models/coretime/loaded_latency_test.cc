#include "hpcast/models/coretime/loaded_latency.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "hpcast/base/random_cases_for_tests.h"

namespace hpcast::coretime {
namespace {

// Twice the latency at half of 100 GB/s, five times of it at the end.
const dat::LatencyCurves steep({{0, 1e-7}, {50e9, 2e-7}, {100e9, 5e-7}});

TEST(LoadedLatency, NothingUnderWayIsTheFirstPoint) {
  EXPECT_EQ(loaded_latency(steep, 0, 1), 1e-7);
}

TEST(LoadedLatency, StaysWhereTheCurveIs) {
  for (const double used : {1e9, 25e9, 50e9, 80e9, 100e9})
    EXPECT_NEAR(loaded_latency(steep, used * steep.at(used, 1), 1), steep.at(used, 1), 1e-20);
}

TEST(LoadedLatency, BeyondTheEndIsTheLastPoint) {
  EXPECT_EQ(loaded_latency(steep, 500e9 * 5e-7, 1), 5e-7);
}

// No use but 1 GB/s keeps 100 bytes under way, at 100 ns each.
TEST(LoadedLatency, OfALeapIsInBetween) {
  const dat::LatencyCurves leap({{0, 8e-8}, {1e9, 8e-8}, {std::nextafter(1e9, 2e9), 1e-3}});
  EXPECT_NEAR(loaded_latency(leap, 100, 1), 1e-7, 1e-16);
}

// As many bytes under way, whatever they take: 50 GB/s x 200 ns.
TEST(LoadedLatency, OfWhoWaitsForItIsFoundAtOnce) {
  EXPECT_NEAR(loaded_latency(steep, 100e9 * 1e-7, 1), 2e-7, 1e-18);
}

// 100 ns of the way, and a wire of hardly any latency: 50 GB/s x 200 ns.
TEST(LoadedLatency, OfAPartOfTheWayIsFoundAtOnceToo) {
  const dat::LatencyCurves wire({{0, 1e-15}, {100e9, 2e-7}});
  EXPECT_NEAR(loaded_latency(wire, 100e9 * 1e-7, 1, 1e-7), 1e-7, 1e-15);
}

// 80 GB/s at any latency.
TEST(LoadedLatency, OfWhoDoesNotWaitIsComeNearerEachTime) {
  double latency = steep.idle(), before = 0;
  for (int i = 0; i < 60; ++i) {
    before = latency;
    latency = loaded_latency(steep, 80e9 * latency, 1);
    EXPECT_GE(latency, before);  // never to and fro
    EXPECT_LE(latency, steep.at(80e9, 1) * (1 + 1e-12));
  }
  EXPECT_NEAR(latency, steep.at(80e9, 1), 1e-12 * latency);
}

// An obvious twin: along the curve, a step after the other.
double stepped(const dat::LatencyCurves& curves, double under_way, double share, double step) {
  double used = 0;
  while (used * curves.at(used, share) < under_way) used += step;
  return curves.at(used, share);
}

class RandomCurves {
 public:
  explicit RandomCurves(std::uint64_t seed) : random_(seed) {}
  double below(double limit) { return limit * static_cast<double>(random_() % 10000) / 10000; }
  std::vector<dat::BandwidthLatency> points(double percent, double latency) {
    std::vector<dat::BandwidthLatency> all;
    double used = below(10);
    for (int i = 0; i < 5; ++i) {
      all.push_back({used, latency, percent});
      used += 1 + below(20);
      latency += below(100);
    }
    return all;
  }

 private:
  std::mt19937_64 random_;
};

TEST(LoadedLatency, IsAsByTheObviousTwin) {
  for (std::uint64_t seed = 1; seed <= random_cases(300); ++seed) {
    RandomCurves random(seed);
    std::vector<dat::BandwidthLatency> points = random.points(50, 80);
    const std::vector<dat::BandwidthLatency> more = random.points(100, 60);
    points.insert(points.end(), more.begin(), more.end());
    const dat::LatencyCurves curves(points);
    const double under_way = random.below(20000), share = random.below(1);
    constexpr double step = 1e-3;
    const double latency = loaded_latency(curves, under_way, share);
    ASSERT_NEAR(latency, stepped(curves, under_way, share, step), 100 * step) << seed;
  }
}

TEST(LoadedLatency, ALowerCurveIsNeverSlower) {
  for (std::uint64_t seed = 1; seed <= random_cases(300); ++seed) {
    RandomCurves random(seed);
    std::vector<dat::BandwidthLatency> points = random.points(100, 60);
    const dat::LatencyCurves higher(points);
    for (dat::BandwidthLatency& point : points) point.latency *= 0.5 + random.below(0.5);
    const dat::LatencyCurves lower(points);
    const double under_way = random.below(20000);
    ASSERT_LE(loaded_latency(lower, under_way, 1),
              loaded_latency(higher, under_way, 1) * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace hpcast::coretime
