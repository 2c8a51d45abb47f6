#include "hpcast/models/power/busy_cores.h"

#include <gtest/gtest.h>

#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

TEST(BusyCores, AreThreadsWithTime) {
  NamedTable named{"app", {}};
  for (const auto& [thread, seconds] : {std::pair{"a", 4.0}, {"b", 3.0}, {"helper", 0.1}})
    for (const double start : {0.0, 5.0})
      add_row(named.table, {start, 5, named.table.thread_index(thread), 0},
              {{"cpu_time", seconds}});
  EXPECT_EQ(busy_cores(named.table), 2);
}

TEST(BusyCores, OfAllThreadsTogetherAreByProcessorTime) {
  EXPECT_EQ(busy_cores(one_row(10, {{"cpu_time", 35}}).table), 3.5);
  EXPECT_EQ(busy_cores(one_row(10, {{"cycles", 35}}).table), std::nullopt);
  EXPECT_EQ(busy_cores(one_row(10, {{"dram_reads", 35}}).table), std::nullopt);
}

TEST(BusyCores, OfSocketsAreByProcessorTime) {
  NamedTable named{"app", {}};
  for (const auto& [socket, seconds] : {std::pair{"S0", 320.0}, {"S1", 160.0}})
    add_row(named.table, {0, 10, named.table.thread_index(socket), 0}, {{"cpu_time", seconds}});
  EXPECT_EQ(busy_cores(named.table), 48);
}

TEST(BusyCores, OfSocketsAreNotKnownByWhatTheyCounted) {
  NamedTable sockets{"app", {}}, cores{"app", {}};
  for (const char* const socket : {"S0", "S1"})
    add_row(sockets.table, {0, 10, sockets.table.thread_index(socket), 0}, {{"cycles", 1e9}});
  for (const char* const core : {"S0-D0-C0", "S0-D0-C1"})
    add_row(cores.table, {0, 10, cores.table.thread_index(core), 0}, {{"cycles", 1e9}});
  EXPECT_EQ(busy_cores(sockets.table), std::nullopt);
  EXPECT_EQ(busy_cores(cores.table), 2);
}

TEST(BusyCores, AreThreadsThatCountedAnything) {
  NamedTable named{"app", {}};
  for (const auto& [thread, flops] : {std::pair{"0", 1e9}, {"1", 1e9}, {"2", 0.0}})
    add_row(named.table, {0, 10, named.table.thread_index(thread), 0}, {{"dp_flops", flops}});
  EXPECT_EQ(busy_cores(named.table), 2);
}

}  // namespace
}  // namespace hpcast::power
