#include "hpcast/counters/nested_regions.h"

#include <gtest/gtest.h>

#include "hpcast/counters/samples_for_tests.h"

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
