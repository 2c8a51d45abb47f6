#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// In LIKWID 5's form.
constexpr const char* group_tables =
    "STRUCT,Info,3,,\n"
    "CPU name:,Intel(R) Xeon(R) Gold 6148,,\n"
    "CPU clock:,2.4 GHz,,\n"
    "TABLE,Group 1 Raw,MEM,4,\n"
    "Event,Counter,HWThread 0,HWThread 10\n"
    "INSTR_RETIRED_ANY,FIXC0,1000,2000\n"
    "CPU_CLK_UNHALTED_CORE,FIXC1,500,600\n"
    "CAS_COUNT_RD,MBOX0C0,70,0\n"
    "CAS_COUNT_RD,MBOX1C0,7,-\n"
    "TABLE,Group 1 Raw STAT,MEM,4,\n"
    "Event,Counter,Sum,Min,Max,Avg\n"
    "INSTR_RETIRED_ANY STAT,FIXC0,3000,1000,2000,1500\n"
    "TABLE,Group 1 Metric,MEM,2,\n"
    "Metric,HWThread 0,HWThread 10,\n"
    "Runtime (RDTSC) [s],0.5,0.5,\n"
    "CPI,0.5,0.3,\n";

TEST(Likwid, ReadsAGroup) {
  const Table table = table_in(group_tables);
  EXPECT_EQ(table.source, "likwid");
  EXPECT_THAT(table.threads, ElementsAre("", "HWThread 0", "HWThread 10"));
  EXPECT_EQ(table.rows[0].duration_s, 0.5);
  EXPECT_EQ(value_at(table, "instructions", "HWThread 10"), 2000);
  EXPECT_EQ(value_at(table, "cycles", "HWThread 0"), 500);
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0"), 77);
  EXPECT_TRUE(has_note(table, "counted by the socket"));
}

TEST(Likwid, ReadsMarkedRegions) {
  const Table table = table_in(
      "TABLE,Region copy,Group 1 Raw,Custom,2,\n"
      "Region Info,HWThread 0,,\nRDTSC Runtime [s],0.25,,\ncall count,10,,\n"
      "Event,Counter,HWThread 0\nRuntime (RDTSC) [s],TSC,2.500000e-01\n"
      "L1D_REPLACEMENT,PMC0,33\n"
      "TABLE,Region triad,Group 1 Raw,Custom,2,\n"
      "Region Info,HWThread 0,,\nRDTSC Runtime [s],0.75,,\ncall count,10,,\n"
      "Event,Counter,HWThread 0\nL1D_REPLACEMENT,PMC0,44\n");
  EXPECT_THAT(table.regions, ElementsAre("", "copy", "triad"));
  EXPECT_EQ(value_at(table, "l1d_misses", "HWThread 0", 0, "copy"), 33);
  EXPECT_EQ(value_at(table, "l1d_misses", "HWThread 0", 0, "triad"), 44);
  EXPECT_EQ(table.rows[0].duration_s, 0.25);
}

TEST(Likwid, ScalesGroupsThatTookTurns) {
  const Table table = table_in(
      "TABLE,Group 1 Raw,Custom,2\nEvent,Counter,HWThread 0\nRuntime (RDTSC) [s],TSC,1.0\n"
      "INSTR_RETIRED_ANY,FIXC0,100\nL2_LINES_IN_ALL,PMC0,10\n"
      "TABLE,Group 2 Raw,Custom,2\nEvent,Counter,HWThread 0\nRuntime (RDTSC) [s],TSC,3.0\n"
      "INSTR_RETIRED_ANY,FIXC0,300\nL1D_REPLACEMENT,PMC0,30\n");
  EXPECT_EQ(table.rows[0].duration_s, 4);
  EXPECT_EQ(value_at(table, "instructions", "HWThread 0"), 400);
  EXPECT_EQ(value_at(table, "l2_misses", "HWThread 0"), 40);
  EXPECT_EQ(value_at(table, "l1d_misses", "HWThread 0"), 40);
  EXPECT_EQ(table.column("l2_misses")->running[0], 0.25);
  EXPECT_TRUE(table.column("instructions")->running.empty());
}

TEST(Likwid, RefusesTwoOutputsInOneFile) {
  const std::string one =
      "TABLE,Group 1 Raw,Custom,1\nEvent,Counter,HWThread 0\nCAS_COUNT_RD,MBOX0C0,1000000\n";
  EXPECT_THAT(fault_of(one + one), HasSubstr("file:5: this table stands above already"));
}

TEST(Likwid, ReadsTheTimeline) {
  for (const bool csv : {false, true}) {
    std::string text =
        "# HWThreads: 0|1\n# GID|EventCount|CpuCount|Total runtime [s]|INSTR_RETIRED_ANY|L3_MISS\n"
        "1 2 2 0.1 10 11 1 2\n1 2 2 0.25 20 21 3 4\n";
    if (csv)
      for (char& c : text) c = c == '|' ? ',' : c;
    const Table table = table_in(text);
    ASSERT_EQ(table.rows.size(), 4U);
    EXPECT_EQ(value_at(table, "instructions", "HWThread 1", 1), 21);
    EXPECT_EQ(value_at(table, "llc_misses", "HWThread 0", 1), 3);
    EXPECT_DOUBLE_EQ(table.rows[2].duration_s, 0.15);
  }
}

TEST(Likwid, RefusesWhatIsWrong) {
  const std::string text = group_tables;
  EXPECT_THAT(fault_of(text.substr(0, text.find("600") + 1)),
              HasSubstr("file:7: the file ends in"));
  EXPECT_THAT(fault_of("TABLE,Group 1 Raw,MEM,1\nEvent,Counter,HWThread 0,HWThread 1\nX,PMC0,1\n"),
              HasSubstr("fewer values here than hardware threads"));
  EXPECT_THAT(fault_of("TABLE,Group 1 Raw,MEM,1\nEvent,Counter,HWThread 0\nX,PMC0,ten\n"),
              HasSubstr("'ten' is no number"));
  EXPECT_THAT(fault_of("TABLE,Group 1 Raw,MEM,1\nEvent,Counter,HWThread 0\nRuntime (RDTSC) [s]\n"),
              HasSubstr("no table of LIKWID's holds a count"));
  EXPECT_THAT(fault_of("TABLE,Group 1 Metric,MEM,1\nMetric,HWThread 0\nCPI,1\n"),
              HasSubstr("no table of LIKWID's holds a count"));
  EXPECT_THAT(fault_of("# HWThreads: 0\n# GID|MetricsCount|CpuCount|Total runtime [s]|CPI\n"),
              HasSubstr("one of LIKWID's metrics"));
  EXPECT_THAT(
      fault_of("# HWThreads: 0\n# GID|EventCount|CpuCount|Total runtime [s]|X\n1 1 1 1 2 3\n"),
      HasSubstr("2 values, where 1 events"));
  const std::string timeline =
      "# HWThreads: 0\n# GID|EventCount|CpuCount|Total runtime [s]|X\n1 1 1 1 2\n";
  EXPECT_THAT(fault_of(timeline + "1 1 1\n"), HasSubstr("0 values, where 1 events"));
  EXPECT_EQ(table_in(timeline + "1 of 3\n5 6\n").rows.size(), 1U) << "the program's";
}

// A table of one group on two hardware threads, with a runtime of a second.
std::string likwid_table(const std::string& lines) {
  return "TABLE,Group 1 Raw,X,9,\nEvent,Counter,HWThread 0,HWThread 1,\n"
         "Runtime (RDTSC) [s],TSC,1.0,1.0,\n" +
         lines;
}

TEST(Likwid, ASumLacksWhereABoxLacks) {
  for (const char* none : {"nan", "-nan", "-"}) {
    const std::string box = "CAS_COUNT_RD,MBOX2C0," + std::string(none) + "," + none + ",\n";
    const Table table =
        table_in(likwid_table("INSTR_RETIRED_ANY,FIXC0,5,5,\nCAS_COUNT_RD,MBOX0C0,70,-,\n" + box));
    EXPECT_EQ(table.column("dram_reads"), nullptr) << none;
    EXPECT_EQ(value_at(table, "instructions", "HWThread 0"), 5) << none;
    EXPECT_TRUE(has_note(table, "CAS_COUNT_RD was not counted on MBOX2C0")) << none;
  }
}

// Each group has other boxes, and the first one some that the second one has, too.
TEST(Likwid, BoxesMayTakeTurns) {
  const auto group = [](int number, const char* time, const char* lines) {
    return "TABLE,Group " + std::to_string(number) +
           " Raw,MEM,8,\nEvent,Counter,HWThread 0,HWThread 1,\nRuntime (RDTSC) [s],TSC," + time +
           "," + time + ",\nINSTR_RETIRED_ANY,FIXC0,5,5,\n" + lines;
  };
  const std::string first = group(1, "2.0",
                                  "CAS_COUNT_RD,MBOX0C0,1000,0,\nCAS_COUNT_RD,MBOX1C0,1000,0,\n"
                                  "CAS_COUNT_RD,MBOX3C0,nan,0,\n");
  const Table table = table_in(
      first + group(2, "1.0", "CAS_COUNT_RD,MBOX1C0,500,0,\nCAS_COUNT_RD,MBOX3C0,500,0,\n"));
  EXPECT_DOUBLE_EQ(value_at(table, "dram_reads", "HWThread 0"), 1500 + 1500 + 1500);
  EXPECT_DOUBLE_EQ(table.column("dram_reads")->running[0], 1.0 / 3);
  EXPECT_EQ(value_at(table, "instructions", "HWThread 0"), 10);
  EXPECT_TRUE(has_note(table, "CAS_COUNT_RD: its boxes took turns"));
  EXPECT_FALSE(has_note(table, "was not counted"));
  const Table lacking = table_in(first + group(2, "1.0", "CAS_COUNT_RD,MBOX1C0,500,0,\n"));
  EXPECT_EQ(lacking.column("dram_reads"), nullptr);
  EXPECT_TRUE(has_note(lacking, "CAS_COUNT_RD was not counted on MBOX3C0"));
}

TEST(Likwid, AGroupOfSomeChannelsIsTold) {
  const auto group = [](const std::string& number) {
    return "TABLE,Group " + number + " Raw,MEM" + number +
           ",2,\nEvent,Counter,HWThread 0,\nRuntime (RDTSC) [s],TSC,1.0,\nDRAM_CHANNEL_" + number +
           ",DFC0,70,\n";
  };
  EXPECT_TRUE(has_note(table_in(group("1")), "MEM1 counts some of a socket's memory channels"));
  const Table both = table_in(group("1") + group("2"));
  EXPECT_FALSE(has_note(both, "some of a socket's memory channels"));
  EXPECT_EQ(value_at(both, "dram_accesses", "HWThread 0"), 280);
}

// Of two sockets on two hardware threads each: LIKWID prints 0 where none is read.
std::string two_sockets(const std::string& lines) {
  return "TABLE,Group 1 Raw,X,9,\n"
         "Event,Counter,HWThread 0,HWThread 1,HWThread 10,HWThread 11,\n"
         "Runtime (RDTSC) [s],TSC,1.0,1.0,1.0,1.0,\nINSTR_RETIRED_ANY,FIXC0,5,5,5,5,\n" +
         lines;
}

TEST(Likwid, ZerosHideNoSocketThatLacks) {
  for (const char* row : {"70,0,-,0", "-,0,70,0", "nan,0,0,0"}) {
    const Table table = table_in(two_sockets("CAS_COUNT_RD,MBOX0C0," + std::string(row) + ",\n"));
    EXPECT_EQ(table.column("dram_reads"), nullptr) << row;
    EXPECT_TRUE(has_note(table, "CAS_COUNT_RD was not counted on HWThread")) << row;
    EXPECT_FALSE(has_note(table, "is 0 on")) << row;
  }
  const Table one =
      table_in(two_sockets("CAS_COUNT_RD,MBOX0C0,70,0,7,0,\n"
                           "PWR_PKG_ENERGY,PWR0,100,0,nan,0,\n"));
  EXPECT_EQ(value_at(one, "dram_reads", "HWThread 10"), 7);
  EXPECT_EQ(one.column("package_energy"), nullptr);
  EXPECT_TRUE(has_note(one, "PWR_PKG_ENERGY was not counted on HWThread 10, where a socket's"));
  EXPECT_FALSE(has_note(one, "is 0 on"));
  const Table whole = table_in(two_sockets("CAS_COUNT_RD,MBOX0C0,70,-,7,-,\n"));
  EXPECT_EQ(value_at(whole, "dram_reads", "HWThread 10"), 7);
  EXPECT_FALSE(has_note(whole, "where a socket's"));
}

TEST(Likwid, ASocketOfZerosIsTold) {
  const Table reads =
      table_in(two_sockets("PWR_PKG_ENERGY,PWR0,100,0,90,0,\n"
                           "CAS_COUNT_RD,MBOX0C0,70,0,0,0,\n"));
  EXPECT_EQ(value_at(reads, "dram_reads", "HWThread 0"), 70);
  EXPECT_TRUE(has_note(reads, "CAS_COUNT_RD is 0 on HWThread 10, where a socket's counters"));
  const Table energy =
      table_in(two_sockets("PWR_PKG_ENERGY,PWR0,100,0,90,0,\n"
                           "PWR_DRAM_ENERGY,PWR3,20,0,0,0,\n"));
  EXPECT_EQ(energy.column("memory_energy"), nullptr);
  EXPECT_TRUE(has_note(energy, "PWR_DRAM_ENERGY was not counted on HWThread 10"));
  EXPECT_EQ(value_at(energy, "package_energy", "HWThread 10"), 90);
}

TEST(Likwid, ASocketThatRanNoPartOfARegionIsTold) {
  const auto region = [](const std::string& name, const char* threads, const char* reads) {
    return "TABLE,Region " + name + ",Group 1 Raw,MEM,2,\nEvent,Counter," + threads +
           ",\nRuntime (RDTSC) [s],TSC,1.0,1.0,\nCAS_COUNT_RD,MBOX0C0," + reads + ",\n";
  };
  const Table table = table_in(region("both", "HWThread 0,HWThread 10", "70,7") +
                               region("one", "HWThread 0,HWThread 1", "50,0"));
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0", 0, "one"), 50);
  EXPECT_TRUE(
      has_note(table, "CAS_COUNT_RD: HWThread 10, where a socket's counters are read, lacks"));
}

// Each L3 of AMD's has a hardware thread of its own that reads it.
TEST(Likwid, AnL3IsNoSocket) {
  const Table table =
      table_in(two_sockets("PWR_PKG_ENERGY,PWR1,100,0,90,0,\n"
                           "L3_MISS,CPMC0,70,60,50,40,\n"
                           "DRAM_CHANNEL_0,DFC0,7,0,6,0,\n"));
  EXPECT_FALSE(has_note(table, "where a socket's"));
}

TEST(Likwid, ZerosHideNoSocketOfATimeline) {
  const Table table = table_in(
      "# HWThreads: 0|1|10|11\n"
      "# GID|EventCount|CpuCount|Total runtime [s]|INSTR_RETIRED_ANY|CAS_COUNT_RD|PWR_PKG_ENERGY\n"
      "1 3 4 1.0 5 5 5 5 70 0 7 0 100 0 90 0\n1 3 4 2.0 5 5 5 5 70 0 nan 0 100 0 90 0\n"
      "1 3 4 3.0 5 5 5 5 70 0 0 0 100 0 90 0\n");
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0"), 70);
  for (const char* thread : {"HWThread 0", "HWThread 1", "HWThread 10"})
    EXPECT_TRUE(std::isnan(value_at(table, "dram_reads", thread, 1))) << thread;
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0", 2), 70);
  EXPECT_EQ(value_at(table, "package_energy", "HWThread 10", 1), 90);
  EXPECT_TRUE(has_note(table, "CAS_COUNT_RD was not counted on HWThread 10"));
}

TEST(Likwid, EachHardwareThreadOfASocketHasItsOwnBoxes) {
  const Table table =
      table_in(likwid_table("CAS_COUNT_RD,MBOX0C0,70,7,\nCAS_COUNT_RD,MBOX1C0,7,70,\n"));
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0"), 77);
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 1"), 77);
}

TEST(Likwid, OptionsMakeAnotherCounter) {
  const Table table =
      table_in(likwid_table("MEM_INST_RETIRED_ALL_LOADS,PMC0,100,10,\n"
                            "MEM_INST_RETIRED_ALL_LOADS,PMC1:THRESHOLD=0x1,70,7,\n"
                            "MEM_INST_RETIRED_ALL_LOADS,PMC2:EDGEDETECT:THRESHOLD=0x1,7,1,\n"));
  EXPECT_EQ(value_at(table, "loads", "HWThread 0"), 100);
  EXPECT_EQ(value_at(table, "MEM_INST_RETIRED_ALL_LOADS:THRESHOLD=0x1", "HWThread 0"), 70);
  EXPECT_EQ(table.columns.size(), 3U);
  EXPECT_TRUE(has_note(table, "counted with options, which make another counter of it"));
}

TEST(Likwid, KeepsMemoryInThePackageApart) {
  const std::string hbm = "CAS_COUNT_RD,HBM0C0,700,-,\nCAS_COUNT_RD,HBM1C0,70,-,\n";
  const Table both = table_in(likwid_table("CAS_COUNT_RD,MBOX0C0,5,-,\n" + hbm));
  EXPECT_EQ(value_at(both, "dram_reads", "HWThread 0"), 5);
  EXPECT_EQ(value_at(both, "CAS_COUNT_RD on HBM", "HWThread 0"), 770);
  EXPECT_TRUE(has_note(both, "CAS_COUNT_RD on HBM is another memory's than CAS_COUNT_RD"));
  EXPECT_EQ(value_at(table_in(likwid_table(hbm)), "dram_reads", "HWThread 0"), 770);
}

TEST(Likwid, TwoCountersOfACoreCountTheSame) {
  const Table table =
      table_in(likwid_table("L2_LINES_IN_ALL,PMC0,100,10,\nL2_LINES_IN_ALL,PMC1,102,10,\n"));
  EXPECT_EQ(value_at(table, "l2_misses", "HWThread 0"), 101);
}

TEST(Likwid, LevelsAreNotAddedUp) {
  const Table table =
      table_in(likwid_table("INSTR_RETIRED_ANY,FIXC0,5,5,\nTEMP_CORE,TMP0,45,47,\n"
                            "VOLTAGE_CORE,VTG0,0.95,0.96,\nPWR_PP0_ENERGY,PWR1,80.5,0,\n"));
  EXPECT_EQ(table.column("TEMP_CORE"), nullptr);
  EXPECT_TRUE(has_note(table, "TEMP_CORE is a level, no count: left out"));
  EXPECT_EQ(value_at(table, "voltage", "HWThread 1"), 0.96);
  EXPECT_EQ(table.column("voltage")->unit, Unit::volts);
  EXPECT_EQ(table.column("PWR_PP0_ENERGY")->unit, Unit::joules);
}

// Nor over groups that took turns.
TEST(Likwid, LevelsAreMeansOverGroups) {
  const Table table = table_in(
      "TABLE,Group 1 Raw,X,2\nEvent,Counter,HWThread 0\nRuntime (RDTSC) [s],TSC,1\n"
      "VOLTAGE_CORE,VTG0,0.8\nTABLE,Group 2 Raw,X,2\nEvent,Counter,HWThread 0\n"
      "Runtime (RDTSC) [s],TSC,3\nVOLTAGE_CORE,VTG0,1.0\n");
  EXPECT_DOUBLE_EQ(value_at(table, "voltage", "HWThread 0"), 0.95);
}

// LIKWID quotes nothing.
TEST(Likwid, NamesOfRegionsMayHoldCommas) {
  const auto region = [](const std::string& name, const char* count) {
    return "TABLE,Region " + name +
           ",Group 1 Raw,DATA,6,\nRegion Info,HWThread 0,\nRDTSC Runtime [s],2.0,\ncall count,1,\n"
           "Event,Counter,HWThread 0,\nMEM_INST_RETIRED_ALL_LOADS,PMC0," +
           count + ",\nTABLE,Region " + name +
           ",Group 1 Metric,DATA,2,\nMetric,HWThread 0,\nCPI,1,\n";
  };
  const Table table = table_in(region("scale<double,4>", "20") + region("a,Group,b", "6"));
  EXPECT_THAT(table.regions, ElementsAre("", "scale<double,4>", "a,Group,b"));
  EXPECT_EQ(value_at(table, "loads", "HWThread 0", 0, "scale<double,4>"), 20);
  EXPECT_EQ(value_at(table, "loads", "HWThread 0", 0, "a,Group,b"), 6);
}

TEST(Likwid, ReadsWhatMpirunWrites) {
  const Table table = table_in(
      "Region,solve<a,b>,\nGroup,1,\nEvent,Counter,n1:0:0,n1:1:1,\n"
      "Runtime (RDTSC) [s],TSC,1.205,1.206,\nRegion calls,CTR,10,10,\n"
      "INSTR_RETIRED_ANY,FIXC0,50,51,\nCAS_COUNT_RD,MBOX0C0,1000,0,\n"
      "Metric,n1:0:0,n1:1:1,\nCPI,1,1,\n");
  EXPECT_THAT(table.threads, ElementsAre("", "n1:0:0", "n1:1:1"));
  EXPECT_EQ(value_at(table, "instructions", "n1:1:1", 0, "solve<a,b>"), 51);
  EXPECT_EQ(table.rows[0].duration_s, 1.205);
  EXPECT_TRUE(has_note(table, "likwid-mpirun writes 0 where LIKWID counted nothing"));
}

TEST(Likwid, ATimelineLacksWhatIsNoNumber) {
  const Table table = table_in(
      "# HWThreads: 0\n# GID|EventCount|CpuCount|Total runtime [s]|INSTR_RETIRED_ANY|CAS_COUNT_RD|"
      "CAS_COUNT_RD|TEMP_CORE|PWR_PKG_ENERGY\n"
      "1 5 1 1.0 10 7 8 40 60\n1 5 1 2.0 20 7 nan 41 -nan\n");
  EXPECT_EQ(value_at(table, "dram_reads", "HWThread 0"), 15);
  EXPECT_TRUE(std::isnan(value_at(table, "dram_reads", "HWThread 0", 1)));
  EXPECT_TRUE(std::isnan(value_at(table, "package_energy", "HWThread 0", 1)));
  EXPECT_EQ(table.column("package_energy")->unit, Unit::joules);
  EXPECT_EQ(table.column("TEMP_CORE"), nullptr);
  EXPECT_TRUE(has_note(table, "taken for boxes of a unit and added up: CAS_COUNT_RD"));
}

TEST(Likwid, ATimelineDoesNotTellOptions) {
  const Table table = table_in(
      "# HWThreads: 0\n# GID|EventCount|CpuCount|Total runtime [s]|INSTR_RETIRED_ANY|X|X\n"
      "1 3 1 1.0 10 7 8\n");
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_TRUE(has_note(table, "does not tell whether these are the same counter"));
}

}  // namespace
}  // namespace hpcast::counters
