#include "hpcast/inputs/counters/possible.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

// Whoever reads them.
TEST(Possible, CountsThatWrappedAroundAreNot) {
  for (const char* text :
       {"duration_s,cycles,dram_reads\n2,5,18800000000000000000\n",
        "2000000000,ns,duration_time,1,100.00,,\n5,,cycles,1,100.00,,\n"
        "18446744073709551615,,dram_reads,1,100.00,,\n",
        "{\"counter-value\" : \"5\", \"event\" : \"cycles\"}\n"
        "{\"counter-value\" : \"18446744073709551615\", \"event\" : \"dram_reads\"}\n",
        "# hpcast counters 1\nstart_s,duration_s,thread,region,cycles,dram_reads\n"
        "0,1,,,5,1.9e19\n",
        R"({"source": "x", "counters": [{"name": "cycles", "unit": "cycles"},)"
        R"({"name": "dram_reads", "unit": "events"}],)"
        R"("rows": [{"duration_s": 1, "values": {"cycles": 5, "dram_reads": 1.9e19}}]})"
        "\n"}) {
    const Table table = table_in(text);
    EXPECT_EQ(table.column("dram_reads"), nullptr) << text;
    EXPECT_EQ(value_at(table, "cycles"), 5) << text;
    EXPECT_TRUE(has_note(table, "cannot be, and is left out")) << text;
  }
}

// 2^48 - 1 beside what another box counted, in counts or in MiB with two digits.
TEST(Possible, CountsOfABoxThatIsNotThereAreNot) {
  for (const char* text :
       {"100000000,,unc_m_cas_count.rd [uncore_imc_0],1,100.00,,\n"
        "281474976710655,,unc_m_cas_count.rd [uncore_imc_1],1,100.00,,\n5,,cycles,1,100.00,,\n",
        "17179869183.99,MiB,uncore_imc_1/cas_count_read/,1,100.00,,\n"
        "100.00,MiB,uncore_imc_0/cas_count_read/,1,100.00,,\n5,,cycles,1,100.00,,\n",
        "TABLE,Group 1 Raw,MEM,3,\nEvent,Counter,HWThread 0,\nRuntime (RDTSC) [s],TSC,60,\n"
        "CPU_CLK_UNHALTED_CORE,FIXC1,5,\nCAS_COUNT_RD,MBOX0C0,100000000,\n"
        "CAS_COUNT_RD,MBOX1C0,281474976710655,\n"}) {
    const Table table = table_in(text);
    EXPECT_EQ(table.column("dram_reads"), nullptr) << text;
    EXPECT_EQ(table.columns.size(), 1U) << text;
    EXPECT_TRUE(has_note(table, "2.81e+14 cannot be, and is left out")) << text;
  }
}

TEST(Possible, LinesOfMemoryHaveABound) {
  const auto reads = [](const char* lines) {
    return table_in(std::string("10000000000,ns,duration_time,1,100.00,,\n5,,cycles,1,100.00,,\n"
                                "S0,1,") +
                    lines + ",,dram_reads,1,100.00,,\n");
  };
  EXPECT_EQ(value_at(reads("900000000000"), "dram_reads", "S0"), 9e11);
  EXPECT_EQ(reads("1100000000000").column("dram_reads"), nullptr);
}

// A counter that was reset in one interval is right in the others.
TEST(Possible, OneIntervalMayLackIt) {
  const Table table = table_in(
      "1.000000000,5,,cycles,1,100.00,,\n2.000000000,18446744073709551610,,cycles,1,100.00,,\n");
  EXPECT_EQ(value_at(table, "cycles"), 5);
  EXPECT_TRUE(std::isnan(value_at(table, "cycles", "", 1)));
  EXPECT_TRUE(has_note(table, "cycles: 1.84e+19 cannot be, and is left out in 1 row"));
}

TEST(Possible, RatesOfACoreAreBounded) {
  const Table hardware_thread = table_in("thread,duration_s,cycles\nCPU3,1,3e12\n");
  EXPECT_EQ(hardware_thread.column("cycles"), nullptr);
  const Table by_cpu_time = table_in("duration_s,cpu_time [s],instructions,cycles\n1,2,3e15,3e9\n");
  EXPECT_EQ(by_cpu_time.column("instructions"), nullptr);
  EXPECT_EQ(value_at(by_cpu_time, "cycles"), 3e9);
  const Table machine = table_in("duration_s,cycles\n1,3e15\n");  // of a million cores
  EXPECT_EQ(value_at(machine, "cycles"), 3e15);
}

TEST(Possible, ANodeHasSoManyCores) {
  const Table perf = table_in(
      "1000000000,ns,duration_time,1,100.00,,\n281474976710656,,cycles,1,100.00,,\n"
      "281474976710655,,mine,1,100.00,,\n5,,faults,1,100.00,,\n");
  EXPECT_EQ(perf.columns.size(), 1U);
  EXPECT_TRUE(has_note(perf, "cycles: 2.81e+14 cannot be"));
  EXPECT_EQ(value_at(table_in("duration_s,x\n1e6,281474976710655\n"), "x"), -1) << "48 bits";
}

// RAPL's count of 32 bits goes around at 65.7 kJ.
TEST(Possible, ASocketDrawsSoMuch) {
  const Table perf = table_in(
      "1.000000000,S0,1,65712.99,Joules,power/energy-pkg/,1,100.00,,\n"
      "2.000000000,S0,1,212.99,Joules,power/energy-pkg/,1,100.00,,\n");
  EXPECT_TRUE(std::isnan(value_at(perf, "package_energy", "S0", 0)));
  EXPECT_EQ(value_at(perf, "package_energy", "S0", 1), 212.99);
  const Table likwid = table_in(
      "TABLE,Group 1 Raw,X,2\nEvent,Counter,HWThread 0\nRuntime (RDTSC) [s],TSC,1\n"
      "PWR_PKG_ENERGY,PWR0,65712.99\nX,PMC0,1\n");
  EXPECT_EQ(likwid.column("package_energy"), nullptr);
}

TEST(Possible, MemoryDrawsLess) {
  const std::string interval = "1.000000000,5,,cycles,1,100.00,,\n1.000000000,";
  const std::string event = ",Joules,power/energy-ram/,1,100.00,,\n";
  EXPECT_EQ(table_in(interval + "12000" + event).column("memory_energy"), nullptr);
  EXPECT_EQ(value_at(table_in(interval + "1200" + event), "memory_energy"), 1200);
  EXPECT_EQ(value_at(table_in("duration_s,memory_energy [J]\n1,12000\n"), "memory_energy"), 12000)
      << "of many nodes";
}

TEST(Possible, WhatRunsTakesEnergy) {
  const Table table =
      table_in("start_s,duration_s,package_energy [J],memory_energy [J]\n0,1,100,0\n1,1,0,0\n");
  EXPECT_EQ(table.column("memory_energy"), nullptr);
  EXPECT_TRUE(has_note(table, "memory_energy: 0 J throughout, so that it was not counted"));
  EXPECT_EQ(value_at(table, "package_energy", "", 1), 0);
}

// A table that people have made may name nodes and racks like perf's groups of processors.
TEST(Possible, WhatAThreadOfATableIsNobodyKnows) {
  const Table table = table_in("duration_s,thread,power [W]\n1,N1,14300\n1,rack0,120000\n");
  EXPECT_EQ(value_at(table, "power", "N1"), 14300);
  EXPECT_EQ(value_at(table, "power", "rack0"), 120000);
}

TEST(Possible, LevelsAndEnergiesAreBounded) {
  const Table table = table_in(
      "duration_s,power [W],package_energy [J],frequency [GHz],cycles\n1,1e9,5e10,300,1\n");
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0].name, "cycles");
}

TEST(Possible, TimesOfSeveralYearsAreRefused) {
  EXPECT_THAT(fault_of("start_s,duration_s,cycles\n1700000000,1,5\n"),
              HasSubstr("a row begins after 1700000000 s, which no run does"));
  EXPECT_THAT(fault_of("duration_s,region,cycles\n1.7e18,loop,5\n"),
              HasSubstr("a row takes 1.7e+18 s in loop, which no run does"));
  EXPECT_THAT(fault_of("TABLE,Group 1 Raw,X,1\nEvent,Counter,HWThread 0\n"
                       "Runtime (RDTSC) [s],TSC,1.7e9\nX,PMC0,1\n"),
              HasSubstr("which no run does"));
}

}  // namespace
}  // namespace hpcast::counters
