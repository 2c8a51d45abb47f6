#include "hpcast/inputs/counters/whole_sums.h"

#include <gtest/gtest.h>

#include <string>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

std::string line_of(const std::string& thread, const std::string& value, const char* event) {
  return thread + "," + value + ",," + event + ",1,100.00,,\n";
}

TEST(WholeSums, LackWhereAThreadThatRanWasNotCounted) {
  const std::string cycles = line_of("CPU0", "300", "cycles") + line_of("CPU1", "300", "cycles");
  for (const char* const lack : {"<not counted>", "<not supported>"}) {
    const Table table = table_in(cycles + line_of("CPU0", "7", "LLC-load-misses") +
                                 line_of("CPU1", lack, "LLC-load-misses"));
    EXPECT_EQ(table.column("llc_read_misses"), nullptr);
    EXPECT_EQ(value_at(table, "cycles", "CPU1"), 300);
    EXPECT_TRUE(has_note(table, "llc_read_misses: not counted on CPU1, which ran too"));
    EXPECT_FALSE(has_note(table, "lack a part everywhere"));
  }
}

TEST(WholeSums, DoNotLackThreadsThatDidNothing) {
  for (const char* const cycles : {"<not counted>", "0", "2"}) {
    const Table table =
        table_in(line_of("app-1", "300", "cycles") + line_of("app-2", cycles, "cycles") +
                 line_of("app-1", "7", "LLC-load-misses") +
                 line_of("app-2", "<not counted>", "LLC-load-misses"));
    EXPECT_EQ(value_at(table, "llc_read_misses", "app-1"), 7) << cycles;
  }
}

// Whatever its CPU did: reads are of all cores.
TEST(WholeSums, OfMemoryLackWhereASocketDoes) {
  const auto read = [](const char* socket, const char* value) {
    return std::string(socket) + ",1," + value +
           ",MiB,uncore_imc_0/cas_count_read/,1000000000,100.00,,\n";
  };
  const Table table = table_in(read("S0", "1000.00") + read("S1", "<not counted>") +
                               "S0,16,300,,cycles,1,100.00,,\nS1,16,1,,cycles,1,100.00,,\n");
  EXPECT_EQ(table.column("dram_reads"), nullptr);
  EXPECT_TRUE(has_note(table, "dram_reads: not counted on S1"));
}

TEST(WholeSums, LackInTheIntervalsInWhichAThreadDoes) {
  std::string text;
  for (const char* const time : {"1.000000000", "2.000000000"})
    for (const char* const cpu : {"CPU0", "CPU1"}) {
      const std::string place = std::string(time) + "," + cpu;
      const bool lacks = time[0] == '2' && cpu[3] == '1';
      text += line_of(place, "300", "cycles") +
              line_of(place, lacks ? "<not counted>" : "7", "LLC-load-misses");
    }
  const Table table = table_in(text);
  EXPECT_EQ(value_at(table, "llc_read_misses", "CPU0"), 7);
  EXPECT_TRUE(std::isnan(value_at(table, "llc_read_misses", "CPU0", 1)));
  EXPECT_TRUE(has_note(table, "left out in 1 of 2 intervals and regions"));
}

TEST(WholeSums, OfLikwidLackAHardwareThread) {
  const Table table = table_in(
      "TABLE,Group 1 Raw,Custom,3,\nEvent,Counter,HWThread 0,HWThread 1,\n"
      "Runtime (RDTSC) [s],TSC,2.0,2.0,\nINSTR_RETIRED_ANY,FIXC0,400,400,\n"
      "MEM_LOAD_RETIRED_L3_MISS,PMC0,10,nan,\n");
  EXPECT_EQ(table.column("llc_read_misses"), nullptr);
  EXPECT_EQ(value_at(table, "instructions", "HWThread 1"), 400);
}

}  // namespace
}  // namespace hpcast::counters
