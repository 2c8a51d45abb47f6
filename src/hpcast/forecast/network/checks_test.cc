#include "hpcast/forecast/network/checks.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/netcal/machine_for_tests.h"

namespace hpcast::forecast {
namespace {

using netcal::Benchmark;
using netcal::Check;
using netcal::KnownMachine;
using netcal::Place;

TEST(NetworkChecks, AKnownMachineIsForecastAsItWasMeasured) {
  const std::vector<Check> checks =
      network_checks(netcal::conclude({KnownMachine().all(), {}, {}}, "known", {}));
  EXPECT_EQ(checks.size(), 3U * 4);
  for (const Check& check : checks)
    EXPECT_NEAR(check.ratio(), 1, check.benchmark == Benchmark::latency ? 0.01 : 0.03)
        << name_of(check.benchmark) << ", " << check.bytes;
}

TEST(NetworkChecks, OnANodeWindowsOfLargeMessagesAreNotHeldAgainstIt) {
  for (const Check& check :
       network_checks(netcal::conclude({{}, KnownMachine().all(), {}}, "known", {}))) {
    EXPECT_NE(check.benchmark, Benchmark::bandwidth);
    EXPECT_EQ(check.place, Place::on_a_node);
  }
}

TEST(NetworkChecks, CollectivesOfUnknownRanksAreLeftOut) {
  std::vector<netcal::Table> tables = KnownMachine().all();
  netcal::Table barrier;
  barrier.benchmark = Benchmark::barrier;
  barrier.rows = {{0, 2e-6}};
  tables.push_back(barrier);
  const auto barriers = [&](std::uint32_t ranks, std::optional<std::uint32_t> nodes) {
    tables.back().ranks = ranks;
    int count = 0;
    for (const Check& check : network_checks(netcal::conclude({tables, {}, {}}, "known", nodes)))
      count += check.benchmark == Benchmark::barrier ? 1 : 0;
    return count;
  };
  EXPECT_EQ(barriers(0, {}), 0);
  EXPECT_EQ(barriers(8, {}), 1);
  EXPECT_EQ(barriers(8, 4), 0);
}

}  // namespace
}  // namespace hpcast::forecast
