#include "hpcast/inputs/meter/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/meter/fake_sys_for_tests.h"

namespace hpcast::meter {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

double joules_of(const Windows& windows) {
  double joules = 0;
  for (const Window& window : windows) joules += (window.end_s - window.begin_s) * window.watts;
  return joules;
}

// One after the other, without a gap.
void expect_in_order(const Windows& windows) {
  for (std::size_t i = 0; i < windows.size(); ++i) {
    EXPECT_LT(windows[i].begin_s, windows[i].end_s);
    if (i > 0) {
      EXPECT_EQ(windows[i - 1].end_s, windows[i].begin_s);
    }
  }
}

// Whenever it is read: all that was counted is in the windows.
TEST(Sampler, LosesNoEnergy) {
  FakeSys sys;
  const auto set = [&](std::int64_t package, std::int64_t memory) {
    sys.rapl("intel-rapl:0", "package-0", package);
    sys.rapl("intel-rapl:0:0", "dram", memory);
  };
  set(999000000, 5000000);
  const auto zero = std::chrono::steady_clock::now();
  Sampler sampler(choose(find_sensors(sys.path()), {}), 2ms);
  for (int i = 1; i <= 20; ++i) {
    std::this_thread::sleep_for(3ms);
    set(999000000 + i * 250000, 5000000 + i * 100000);
    if (i == 10) {
      EXPECT_LT(joules_of(sampler.so_far(zero).package), 20 * 0.25);
    }
  }
  const Sampled sampled = sampler.finish(zero);
  EXPECT_NEAR(joules_of(sampled.package), 20 * 0.25, 1e-6);
  EXPECT_NEAR(joules_of(sampled.memory), 20 * 0.1, 1e-6);
  EXPECT_NEAR(joules_of(sampled.parts), 20 * 0.35, 1e-6);
  EXPECT_THAT(sampled.node, IsEmpty());
  EXPECT_THAT(sampled.notes, IsEmpty());
  EXPECT_GT(sampled.package.size(), 2U);
  EXPECT_GE(sampled.package.front().begin_s, 0);
  expect_in_order(sampled.package);
}

TEST(Sampler, PowerIsMicrowattsAndEnergyMicrojoules) {
  FakeSys sys;
  sys.hwmon("hwmon0", "power_meter", {{"power1_average", "350000000"}});
  sys.hwmon("hwmon1", "amd_energy", {{"energy1_input", "7000000"}, {"energy1_label", "Esocket0"}});
  Sampler sampler(choose(find_sensors(sys.path()), {}), 1ms);
  std::this_thread::sleep_for(5ms);
  sys.put("class/hwmon/hwmon1/energy1_input", "9000000");
  const Sampled sampled = sampler.finish(std::chrono::steady_clock::now());
  for (const Window& window : sampled.node) EXPECT_EQ(window.watts, 350);
  EXPECT_FALSE(sampled.node.empty());
  EXPECT_NEAR(joules_of(sampled.package), 2, 1e-6);
  EXPECT_LT(sampled.package.front().begin_s, 0);  // before the zero that was told
}

TEST(Sampler, LeavesOutAReadingInWhichACountWentBack) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 250000000);
  Sampler sampler(choose(find_sensors(sys.path()), {}), 1h);
  sys.rapl("intel-rapl:0", "package-0", 1000);
  const Sampled sampled = sampler.finish({});
  EXPECT_THAT(sampled.package, IsEmpty());
  EXPECT_THAT(sampled.notes, ElementsAre(HasSubstr("package-0: its count went back")));
}

TEST(Sampler, TellsOfASensorThatWentAway) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 1000);
  Sampler sampler(choose(find_sensors(sys.path()), {}), 1h);
  std::filesystem::remove(sys.path() + "/class/powercap/intel-rapl:0/energy_uj");
  const Sampled sampled = sampler.finish({});
  EXPECT_THAT(sampled.package, IsEmpty());
  EXPECT_THAT(sampled.notes, ElementsAre(HasSubstr("energy_uj: No such file")));
}

TEST(Sampler, NeedsSensorsThatCanBeRead) {
  Sensor gone;
  gone.path = "/no/such/file";
  EXPECT_THROW(Sampler({gone}, 1ms), InputError);
  EXPECT_THAT(Sampler({}, 1ms).finish({}).parts, IsEmpty());
}

}  // namespace
}  // namespace hpcast::meter
