#include "hpcast/faces/report/memory/roofline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/roofline_chart.h"

namespace hpcast::report {
namespace {

using answers::Kind;
using answers::large_sample;
using answers::MemoryAnswer;
using answers::small_sample;
using testing::HasSubstr;
using testing::Not;

// The large sample with FLOPs: of every core, and by phase.
MemoryAnswer counted_sample() {
  MemoryAnswer r = large_sample();
  r.classes = {{Kind::core, "zen2", 32e9, 64e9},
               {Kind::cache, "L2_rome", 0, 0, 100e9, 100e9},
               {Kind::cache, "L3_rome", 0, 0, 260e9, 130e9},
               {Kind::memory, "ddr4_3200_x2", 0, 0, 51.2e9, 51.2e9, true}};
  for (answers::ObjectResult& object : r.objects)
    if (object.core) object.core->num_dp_flops = 1e9;
  r.operations = {{0, "triad", ProgramPart::main, {0, 0, 0, 0, {127'000'000'000}, {}, 0}},
                  {0, "exchange", ProgramPart::main, {0, 0, 0, 0, {1'000'000'000}, {}, 0}},
                  {0, "exchange", ProgramPart::start_up, {0, 0, 0, 0, {5'000'000'000}, {}, 0}}};
  return r;
}

std::vector<std::string> names_of(const Roofline& roofline) {
  std::vector<std::string> names;
  for (const RooflinePoint& point : roofline.points) names.push_back(point.name);
  return names;
}

TEST(Roofline, ClosedForm) {
  const Roofline roofline = *roofline_of(small_sample());
  ASSERT_EQ(roofline.peaks.size(), 2u);
  EXPECT_EQ(roofline.peaks[0].label, "1 core, double precision");
  EXPECT_DOUBLE_EQ(roofline.peaks[1].flops_per_s, 10e9);
  ASSERT_EQ(roofline.levels.size(), 1u) << "the first cache is not shared";
  EXPECT_EQ(roofline.levels[0].label, "ddr (1 of 1)");
  EXPECT_TRUE(roofline.levels[0].limits);
  EXPECT_DOUBLE_EQ(roofline.levels[0].bandwidth, 2176);
  ASSERT_EQ(names_of(roofline), std::vector<std::string>{"whole run"});
  EXPECT_DOUBLE_EQ(roofline.points[0].flops_per_s, 2e9);
  EXPECT_DOUBLE_EQ(intensity(roofline.points[0], 0), 4e9 / 4352);
  EXPECT_DOUBLE_EQ(roof_at(roofline, 0, 4e9 / 4352), 2e9);
  EXPECT_DOUBLE_EQ(roof_at(roofline, 0, 1e9), 10e9);
}

TEST(Roofline, HasMemoriesAndSharedCachesAndAPointForEachPhaseWithFlops) {
  const Roofline roofline = *roofline_of(counted_sample());
  EXPECT_EQ(roofline.peaks[0].label, "128 cores, double precision");
  ASSERT_EQ(roofline.levels.size(), 2u);
  EXPECT_EQ(roofline.levels[0].label, "L3_rome (32 of 32)");
  EXPECT_EQ(roofline.levels[1].label, "ddr4_3200_x2 (8 of 8)");
  EXPECT_NEAR(roofline.levels[1].bandwidth, 8 * 51.2e9, 1);
  EXPECT_EQ(names_of(roofline), (std::vector<std::string>{"whole run", "triad", "exchange"}));
  EXPECT_DOUBLE_EQ(roofline.points[2].flops, 1e9) << "without the start-up";
}

TEST(Roofline, OnlyOfWhatWasUsed) {
  MemoryAnswer r = counted_sample();
  for (answers::ObjectResult& object : r.objects) {
    if (object.numa_node == 0) continue;
    object.bytes_read = object.bytes_write = 0;
    if (object.core) object.core->num_dp_flops = 0;
  }
  const Roofline roofline = *roofline_of(r);
  EXPECT_EQ(roofline.peaks[0].label, "16 cores, double precision");
  EXPECT_EQ(roofline.levels[1].label, "ddr4_3200_x2 (1 of 8)");
}

TEST(Roofline, IsLeftOutWithoutFlopsOrCeilings) {
  MemoryAnswer r = small_sample();
  r.classes.clear();
  EXPECT_FALSE(roofline_of(r));
  r = small_sample();
  r.objects[0].core->num_dp_flops = r.objects[0].core->num_sp_flops = 0;
  EXPECT_FALSE(roofline_of(r));
  EXPECT_FALSE(roofline_of(large_sample()));
  EXPECT_FALSE(roofline_of(MemoryAnswer{}));
  EXPECT_THAT(html_page(std::span(&r, 1)), Not(HasSubstr("<h3>Roofline</h3>")));
}

TEST(Roofline, StandsNumbersThatNoMachineHas) {
  MemoryAnswer r = small_sample();
  r.time_s = 1e-300;
  EXPECT_FALSE(roofline_of(r));
  r = small_sample();
  r.classes[2].read_bandwidth = r.classes[2].write_bandwidth = 1e300;
  EXPECT_FALSE(roofline_of(r));
  r = small_sample();
  r.classes[0] = {Kind::core, "cpu"};
  EXPECT_TRUE(roofline_of(r)->peaks.empty()) << "a machine that does not limit its cores";
  EXPECT_THAT(roofline_chart(*roofline_of(r)), Not(HasSubstr("precision")));
}

// What a memory of such a class takes to move this: as memsim has it.
double time_of(const answers::ClassCeilings& c, const answers::PhaseTraffic& t) {
  const double r = static_cast<double>(t.bytes_read) / c.read_bandwidth;
  const double w = static_cast<double>(t.bytes_write) / c.write_bandwidth;
  return c.half_duplex ? r + w : std::max(r, w);
}

class RandomResult {
 public:
  RandomResult(std::mt19937_64& random, bool half_duplex) : random_(random), r_(small_sample()) {
    r_.classes[2].half_duplex = half_duplex;
    r_.classes[2].write_bandwidth = 100 + static_cast<double>(random() % 4000);
    r_.phases.clear();
    r_.operations.clear();
    r_.time_s = 0;
    memory().bytes_read = memory().bytes_write = 0;
    core() = {};
    for (const char* name : {"a", "b", "c"}) add_phase(name);
  }
  const MemoryAnswer& result() const { return r_; }

 private:
  answers::ObjectResult& memory() { return r_.objects[2]; }
  answers::CoreResult& core() { return *r_.objects[0].core; }

  void add_phase(const char* name) {
    answers::PhaseTraffic t{2, 0, 0, random_() % 10000, random_() % 10000, 0};
    t.time_s = time_of(r_.classes[2], t);
    const double time_s = std::max(t.time_s, count(name));
    r_.phases.push_back({name, time_s, "mem0", 0, 1, {t}});
    r_.time_s += time_s;
    memory().bytes_read += t.bytes_read;
    memory().bytes_write += t.bytes_write;
  }
  // s: what the core takes for them.
  double count(const char* name) {
    const std::uint64_t dp = random_() % 10'000'000'000, sp = random_() % 10'000'000'000;
    r_.operations.push_back({0, name, ProgramPart::main, {0, 0, 0, 0, {dp}, {sp}, 0}});
    core().num_dp_flops += static_cast<double>(dp);
    core().num_sp_flops += static_cast<double>(sp);
    return static_cast<double>(dp) / r_.classes[0].dp_flops +
           static_cast<double>(sp) / r_.classes[0].sp_flops;
  }

  std::mt19937_64& random_;
  MemoryAnswer r_;
};

TEST(Roofline, NoPointLiesAboveItsRoof) {
  constexpr double rounding = 1 + 1e-9;
  std::mt19937_64 random(7);
  for (int i = 0; i < 200; ++i) {
    const Roofline roofline = *roofline_of(RandomResult(random, i % 2 == 0).result());
    ASSERT_EQ(roofline.points.size(), 4u);
    for (const RooflinePoint& point : roofline.points)
      EXPECT_LE(point.flops_per_s, roof_at(roofline, 0, intensity(point, 0)) * rounding);
  }
}

TEST(Roofline, IsDrawnInWordsToo) {
  const MemoryAnswer r = small_sample();
  const std::string html = html_page(std::span(&r, 1));
  EXPECT_THAT(html, HasSubstr("<h3>Roofline</h3>"));
  EXPECT_THAT(html, HasSubstr("whole run: 2 GFLOP/s at 919 k FLOP/B of ddr (1 of 1), 100 % of its "
                              "roof there (2 GFLOP/s)"));
  EXPECT_THAT(html, HasSubstr("1 core, single precision: 10 GFLOP/s"));
  EXPECT_THAT(html, HasSubstr("<span class=\"limit\"><i class=\"p0\"></i>ddr (1 of 1): 2.18 kB/s, "
                              "limits</span>"));
}

}  // namespace
}  // namespace hpcast::report
