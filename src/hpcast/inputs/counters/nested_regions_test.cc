#include "hpcast/inputs/counters/nested_regions.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/summary.h"

namespace hpcast::counters {
namespace {

std::string of_group(const char* value, const char* group) {
  return std::string(value) + ",,cycles," + group + ",1,100.00,,\n";
}

TEST(NestedRegions, ControlGroupsAreWithoutThoseInThem) {
  const Table table = table_in(of_group("5", "a/b/c") + of_group("100", "a") +
                               of_group("30", "a/b") + of_group("20", "a/d") + of_group("7", "ab"));
  EXPECT_EQ(value_at(table, "cycles", "", 0, "a"), 50);
  EXPECT_EQ(value_at(table, "cycles", "", 0, "a/b"), 25);
  EXPECT_EQ(value_at(table, "cycles", "", 0, "a/b/c"), 5);
  EXPECT_EQ(value_at(table, "cycles", "", 0, "ab"), 7);
  EXPECT_TRUE(has_note(table, "a counted a/b, a/d too, which is taken out of it"));
}

TEST(NestedRegions, TheRootHoldsAll) {
  const Table table =
      table_in(of_group("100", "/") + of_group("30", "/job") + of_group("5", "/job/step"));
  EXPECT_EQ(value_at(table, "cycles", "", 0, "/"), 70);
  const Table without_slashes = table_in(of_group("100", "/") + of_group("30", "job"));
  EXPECT_EQ(value_at(without_slashes, "cycles", "", 0, "/"), 70);
}

TEST(NestedRegions, WhatWasNotCountedByItselfStaysWithTheOuter) {
  const Table table =
      table_in(of_group("100", "a") + "<not counted>,,cycles,a/b,0,0.00,,\n" + of_group("1", "c"));
  EXPECT_EQ(value_at(table, "cycles", "", 0, "a"), 100);
  EXPECT_EQ(value_at(table, "cycles", "", 0, "c"), 1);
}

// Their times are not added up, nor is the node's power at rest by those who read the table.
TEST(NestedRegions, ControlGroupsRanAtOnce) {
  const std::string time = "2000000000,ns,duration_time,a,1,100.00,,\n";
  const Table table = table_in(of_group("100", "a") + of_group("30", "b") +
                               of_group("<not counted>", "idle") + time);
  EXPECT_EQ(time_of(table), 2);
  EXPECT_EQ(value_at(table, "cycles"), 130);
  EXPECT_EQ(value_at(table, "cycles", "", 0, "b"), 30);
  EXPECT_TRUE(has_note(table, "the groups ran at once"));
  const auto interval = [](const char* cpu, const char* value, const char* group) {
    return std::string("1.500000000,") + cpu + "," + of_group(value, group);
  };
  const Table by_cpu = table_in(interval("CPU0", "10", "a") + interval("CPU1", "20", "a") +
                                interval("CPU0", "1", "a/b") + interval("CPU1", "2", "c"));
  EXPECT_EQ(time_of(by_cpu), 1.5);
  EXPECT_EQ(value_at(by_cpu, "cycles", "CPU0"), 10);
  EXPECT_EQ(value_at(by_cpu, "cycles", "CPU1"), 22);
}

TEST(NestedRegions, WhatOneOfThoseAtOnceLacksTheirSumLacks) {
  const Table table = table_in(of_group("100", "a") + of_group("30", "b") +
                               "7,,faults,a,1,100.00,,\n<not counted>,,faults,b,0,0.00,,\n");
  EXPECT_EQ(value_at(table, "cycles"), 130);
  EXPECT_TRUE(std::isnan(value_at(table, "page_faults")));
}

// Some events of a group alone, others of the whole.
TEST(NestedRegions, WhatWasCountedOfTheWholeStays) {
  const Table table =
      table_in(of_group("100", "a") + of_group("30", "b") + "7,,faults,1,100.00,,\n");
  EXPECT_TRUE(std::isnan(value_at(table, "cycles")));
  EXPECT_EQ(value_at(table, "page_faults"), 7);
}

std::string likwid_region(const std::string& name, const char* time, const char* loads) {
  return "TABLE,Region " + name +
         ",Group 1 Raw,DATA,2,\nRegion Info,HWThread 0,\n"
         "RDTSC Runtime [s]," +
         time +
         ",\ncall count,1,\nEvent,Counter,HWThread 0,\n"
         "MEM_INST_RETIRED_ALL_LOADS,PMC0," +
         loads + ",\n";
}

TEST(NestedRegions, OfLikwidMayBeSo) {
  const Table table =
      table_in(likwid_region("outer", "2.0", "100") + likwid_region("inner", "1.5", "90"));
  EXPECT_TRUE(has_note(table, "whether regions lie in one another, as inner may in outer"));
  const Table apart = table_in(likwid_region("a", "2.0", "80") + likwid_region("b", "1.5", "90"));
  EXPECT_FALSE(has_note(apart, "lie in one another"));
}

}  // namespace
}  // namespace hpcast::counters
