#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/counters/samples_for_tests.h"

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
  EXPECT_THAT(fault_of(one + one), HasSubstr("file:4: this table stands above already"));
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
}

}  // namespace
}  // namespace hpcast::counters
