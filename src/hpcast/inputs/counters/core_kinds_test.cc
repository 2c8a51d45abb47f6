#include "hpcast/inputs/counters/core_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

TEST(CoreKinds, AreAddedUp) {
  const Table table = table_in(
      "2000000000,ns,duration_time,2000000000,100.00,,\n"
      "300,,cpu_atom/cycles/,1,37.50,0.750,GHz\n900,,cpu_core/cycles/,1,62.50,2.250,GHz\n"
      "10,,cpu_atom/cache-misses/u,1,37.50,,\n40,,cpu_core/cache-misses/u,1,62.50,,\n"
      "5,,page-faults,1,100.00,,\n");
  EXPECT_EQ(value_at(table, "cycles"), 1200);
  EXPECT_EQ(value_at(table, "llc_misses"), 50);
  EXPECT_EQ(table.columns.size(), 3U);
  EXPECT_TRUE(table.column("cycles")->running.empty());  // it ran on the one or on the other
  EXPECT_TRUE(has_note(table, "added up over the kinds of cores: cycles, llc_misses"));
  EXPECT_TRUE(has_note(table, "not scaled up it is: cycles 675"));
  EXPECT_TRUE(has_note(table, "counted in user mode only: cpu_atom/cache-misses/u"));
}

TEST(CoreKinds, HaveNamesOfIntelArmAndApple) {
  for (const auto& [one, other] :
       {std::pair("cpu_core/cycles:u/", "cpu_lowpower/cycles:u/"),
        std::pair("armv8_cortex_a53/cpu_cycles/", "armv8_cortex_a73/cpu_cycles/"),
        std::pair("armv8_pmuv3_0/cpu_cycles/", "armv8_pmuv3_1/cpu_cycles/"),
        std::pair("armv9_cortex_a510/cycles/k", "armv9_cortex_x3/cycles/k"),
        std::pair("apple_icestorm_pmu/cycles/", "apple_firestorm_pmu/cycles/")}) {
    const std::string text = std::string("3,,") + one + ",1,100.00,,\n4,,";
    const Table table = table_in(text + other + ",1,100.00,,\n");
    EXPECT_EQ(value_at(table, "cycles"), 7) << one;
  }
  const Table papi = table_in("adl_glc::INST_RETIRED:ANY,adl_grt::INST_RETIRED:ANY\n30,4\n");
  EXPECT_EQ(value_at(papi, "instructions"), 34);
}

TEST(CoreKinds, AreAddedUpInJson) {
  const auto object = [](const char* event, const char* value) {
    return std::string(R"({"counter-value" : ")") + value + R"(", "unit" : "", "event" : ")" +
           event + "\", \"pcnt-running\" : 50.00}\n";
  };
  const Table table =
      table_in(object("cpu_core/cycles/", "9.0") + object("cpu_atom/cycles/", "3.0"));
  EXPECT_EQ(value_at(table, "cycles"), 12);
}

// perf stat -A: each CPU is of one kind.
TEST(CoreKinds, StandOnTheirOwnCpus) {
  const Table table = table_in(
      "CPU0,9,,cpu_core/cycles/,1,100.00,,\nCPU1,8,,cpu_core/cycles/,1,100.00,,\n"
      "CPU2,3,,cpu_atom/cycles/,1,100.00,,\n");
  EXPECT_EQ(value_at(table, "cycles", "CPU1"), 8);
  EXPECT_EQ(value_at(table, "cycles", "CPU2"), 3);
  EXPECT_FALSE(has_note(table, "not scaled up"));
}

TEST(CoreKinds, CountNothingWhereTheProgramNeverWas) {
  const Table table =
      table_in("9,,cpu_core/cycles/,1000,100.00,,\n<not counted>,,cpu_atom/cycles/,0,0.00,,\n");
  EXPECT_EQ(value_at(table, "cycles"), 9);
  EXPECT_TRUE(has_note(table,
                       "taken for 0, as the other kind of core counted all the time: "
                       "cpu_atom/cycles/"));
}

TEST(CoreKinds, HaveNoSumWhereOneLacks) {
  const std::string cycles =
      "9,,cpu_core/cycles/,1,100.00,,\n3,,cpu_atom/cycles/,1,100.00,,\n"
      "4,,cpu_core/cache-misses/,1,60.00,,\n";
  for (const char* atom : {"", "<not supported>,,cpu_atom/cache-misses/,0,0.00,,\n",
                           "<not counted>,,cpu_atom/cache-misses/,0,0.00,,\n"}) {
    const Table table = table_in(cycles + atom);
    EXPECT_EQ(table.column("llc_misses"), nullptr) << atom;
    EXPECT_EQ(value_at(table, "cpu_core/cache-misses/"), 4) << atom;
    EXPECT_TRUE(has_note(table, "there is no sum, and what there is keeps its own name: ")) << atom;
  }
}

TEST(CoreKinds, LeaveNoPartUnderTheWholesName) {
  const Table table = table_in(
      "9,,cpu_core/cycles/u,1,100.00,,\n<not supported>,,cpu_atom/cycles/u,0,0.00,,\n"
      "5,,cpu_core/cycles/k,1,100.00,,\n<not supported>,,cpu_atom/cycles/k,0,0.00,,\n");
  EXPECT_EQ(table.column("cycles"), nullptr);
  EXPECT_EQ(value_at(table, "cpu_core/cycles/uk"), 14);
}

TEST(CoreKinds, OfASingleKindAreTold) {
  const Table one = table_in("9,,cpu_core/cycles/,1,100.00,,\n");
  EXPECT_EQ(value_at(one, "cycles"), 9);
  EXPECT_TRUE(has_note(one, "on one kind of core alone, whatever others did: cpu_core/cycles/"));
  const Table server = table_in("9,,armv8_pmuv3_0/cpu_cycles/,1,100.00,,\n");
  EXPECT_EQ(value_at(server, "cycles"), 9);
  EXPECT_TRUE(server.notes.empty() || !has_note(server, "one kind of core"));
}

}  // namespace
}  // namespace hpcast::counters
