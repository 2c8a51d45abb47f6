#include "hpcast/forecast/memory/sample_margins.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hpcast::forecast {
namespace {

// One object, a phase; requests of 64 bytes at 64 bytes a second.
memsim::Occupancy of(std::uint64_t requests) {
  memsim::Load load;
  load.traffic = {requests, 0, 64 * requests, 0};
  load.time = static_cast<double>(requests);
  memsim::Occupancy occupancy;
  occupancy.phases.push_back({"p", {load}, 1, load.time, 0});
  occupancy.total = {load};
  occupancy.time = load.time;
  return occupancy;
}

answers::MemoryAnswer described(const std::vector<std::uint64_t>& replicates, double fraction,
                                std::uint64_t all, std::uint64_t exact = 0,
                                double unmeasured_share = 0) {
  memsim::Topology topology;
  topology.cache_shapes.resize(1);
  topology.cache_shapes[0].sets = 64;
  topology.cache_shapes[0].log2_line = 6;
  topology.cores_of_cache = {{0}};
  const memsim::SamplePlan plan({memsim::SampleOptions::Kind::sets, 16, 1, 0, 0}, topology, 8192,
                                4096);
  memsim::SampleEstimate estimate;
  estimate.fraction = fraction;
  estimate.unmeasured_share = unmeasured_share;
  std::vector<memsim::Occupancy> occupancies;
  for (const std::uint64_t requests : replicates) {
    estimate.replicates.push_back({{}, 1.0 / static_cast<double>(replicates.size())});
    occupancies.push_back(of(requests));
  }
  answers::MemoryAnswer r;
  r.objects.resize(1);
  describe_sample(r, plan, estimate, of(all), of(exact), occupancies);
  return r;
}

// Four values, variance of their mean by hand: s² = 20000 ÷ 3, ÷ 4, × 15/16; t(3) = 3.182.
TEST(SampleMargins, AreStudentsIntervalOfTheReplicates) {
  const auto r = described({10'000, 10'100, 9'900, 10'000}, 1.0 / 16, 10'000);
  const double half = 3.182 * std::sqrt(20'000.0 / 3 / 4 * 15 / 16);
  const double strewn = 1.960 * std::sqrt(15.0 * 10'000);
  EXPECT_GT(strewn, half);
  EXPECT_DOUBLE_EQ(*r.sample->margin_s, strewn);
  const auto wide = described({10'000, 11'000, 9'000, 10'000}, 1.0 / 16, 10'000);
  EXPECT_NEAR(*wide.sample->margin_s, 10 * half, 1e-9 * half);
  EXPECT_DOUBLE_EQ(wide.objects[0].margin->time_s, *wide.sample->margin_s);
  EXPECT_DOUBLE_EQ(wide.objects[0].margin->bytes, 64 * *wide.sample->margin_s);
}

TEST(SampleMargins, AreNothingWhereNothingWasLeftToChance) {
  EXPECT_EQ(described({500, 500}, 1.0 / 16, 500, 500).objects[0].margin->time_s, 0);
  EXPECT_EQ(*described({10, 990}, 1, 500).sample->margin_s, 0);
}

TEST(SampleMargins, NeedTwoReplicates) {
  const auto r = described({500}, 1.0 / 64, 500);
  EXPECT_EQ(r.sample->replicates, 1U);
  EXPECT_FALSE(r.sample->margin_s);
  EXPECT_FALSE(r.objects[0].margin);
}

TEST(SampleMargins, AreUnknownWherePhasesWereNotMeasured) {
  const auto r = described({500, 500}, 1.0 / 16, 500, 500, 0.3);
  EXPECT_FALSE(r.sample->margin_s);
  EXPECT_FALSE(r.objects[0].margin);
  EXPECT_TRUE(described({500, 500}, 1.0 / 16, 500, 500, 0.001).sample->margin_s);
}

}  // namespace
}  // namespace hpcast::forecast
