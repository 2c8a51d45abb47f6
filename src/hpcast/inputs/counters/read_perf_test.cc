#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PerfText, ThePlainEventIsTheCounter) {
  const std::string plain = "1500,,cycles,1,100.00,,\n", part = "900,,cycles:u,1,100.00,,\n";
  for (const std::string& text : {plain + part, part + plain}) {
    const Table table = table_in(text);
    EXPECT_EQ(value_at(table, "cycles"), 1500);
    EXPECT_EQ(value_at(table, "cycles:u"), 900);
  }
}

// perf stat -I --summary -j, and --no-csv-summary.
TEST(PerfText, ASummaryWithoutTheWordIsNoInterval) {
  const Table table = table_in(
      "1.000100000,64,,cycles,1,100.00,,\n"
      "2.000200000,64,,cycles,1,100.00,,\n128,,cycles,2,100.00,,\n");
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(value_at(table, "cycles", "", 1), 64);
  EXPECT_TRUE(has_note(table, "perf's summary was not read"));
}

TEST(Perf, ReadsTotals) {
  const Table table = table_in(
      "# started on Sun Nov 22 19:38:09 2026\n\n"
      "500.25,msec,task-clock:u,500250000,100.00,2.001,CPUs utilized\n"
      "1000,,cycles:u,500250000,100.00,,\n"
      "<not supported>,,ref-cycles,0,100.00,,\n"
      "<not counted>,,instructions,0,0.00,,\n"
      "250000000,ns,duration_time,250000000,100.00,,\n");
  EXPECT_EQ(table.source, "perf stat -x");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0], (Row{0, 0.25, 0, 0}));
  EXPECT_EQ(value_at(table, "cycles"), 1000);
  EXPECT_EQ(value_at(table, "cpu_time"), 0.50025);
  EXPECT_EQ(table.column("cpu_time")->unit, Unit::seconds);
  EXPECT_EQ(table.columns.size(), 2U);
  EXPECT_THAT(table.notes, ElementsAre("never counted, and left out: ref-cycles, instructions",
                                       "counted in user mode only: task-clock:u, cycles:u"));
}

// As `perf stat -x; -r 3` printed it, where perf cannot count cycles.
TEST(Perf, ReadsSpreadAndAnySeparator) {
  const std::string lines =
      "0.78;msec;task-clock;3.88%;783050;100.00;0.003;CPUs utilized\n"
      "74;;page-faults;0.78%;783050;100.00;89.657;K/sec\n"
      "<not supported>;;cycles;0.00%;0;100.00;;\n"
      "251410550;ns;duration_time;0.05%;251410550;100.00;304.604;G/sec\n";
  for (const std::string separator : {";", "|", "\t", " @ ", ":::", ","}) {
    std::string text;
    for (const char c : lines) text += c == ';' ? separator : std::string(1, c);
    const Table table = table_in(text);
    EXPECT_EQ(value_at(table, "page_faults"), 74) << separator;
    ASSERT_EQ(table.column("page_faults")->spread.size(), 1U) << separator;
    EXPECT_DOUBLE_EQ(table.column("page_faults")->spread[0], 0.0078) << separator;
    EXPECT_EQ(table.rows[0].duration_s, 0.25141055) << separator;
  }
}

TEST(Perf, ReadsDecimalCommas) {
  const Table table = table_in("0,78;msec;task-clock;3,88%;783050;100,00;0,103;CPUs utilized\n");
  EXPECT_DOUBLE_EQ(value_at(table, "cpu_time"), 0.00078);
  EXPECT_DOUBLE_EQ(table.column("cpu_time")->spread[0], 0.0388);
}

TEST(Perf, ReadsIntervals) {
  const Table table = table_in(
      "     0.100244442,10,,cycles,100424584,100.00,,\n"
      "     0.100244442,1,,instructions,100424584,100.00,,\n"
      "     0.200861737,20,,cycles,100424584,100.00,,\n"
      "     0.200861737,<not counted>,,instructions,0,0.00,,\n");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0], (Row{0, 0.100244442, 0, 0}));
  EXPECT_EQ(table.rows[1], (Row{0.100244442, 0.100617295, 0, 0}));
  EXPECT_EQ(value_at(table, "cycles", "", 1), 20);
  EXPECT_TRUE(std::isnan(value_at(table, "instructions", "", 1)));
}

TEST(Perf, ReadsWhatIsNotAddedUp) {
  const Table cpus = table_in(
      "CPU0,5,,cycles,1000,100.00,,\nCPU10,7,,cycles,1000,100.00,,\n"
      "CPU2,9,,cycles,1000,100.00,,\n");
  EXPECT_THAT(cpus.threads, ElementsAre("", "CPU0", "CPU2", "CPU10"));
  EXPECT_EQ(value_at(cpus, "cycles", "CPU10"), 7);
  const Table cores = table_in(
      "     0.100244442,S0-D0-C0,1,80,,page-faults,100424794,100.00,796.615,/sec\n"
      "     0.100244442,S0-D0-C1,1,1,,page-faults,100447818,100.00,9.955,/sec\n");
  EXPECT_EQ(value_at(cores, "page_faults", "S0-D0-C1"), 1);
  const Table nodes = table_in("N0,2,81,,page-faults,503081560,100.00,,\n");
  EXPECT_EQ(value_at(nodes, "page_faults", "N0"), 81);
  const Table threads = table_in(
      "kworker/0:1-virtio_vsock-29416,0.01,msec,task-clock,13951,100.00,0.000,CPUs utilized\n"
      "app-75,4.03,msec,task-clock,4034756,100.00,0.016,CPUs utilized\n");
  EXPECT_DOUBLE_EQ(value_at(threads, "cpu_time", "app-75"), 0.00403);
}

// The kernel cuts names of threads at 15 bytes.
TEST(Perf, MendsNamesThatAreCutInALetter) {
  const Table table = table_in("\xc3\xa4\xc3-7,5,,cycles,1000,100.00,,\n");
  EXPECT_EQ(table.threads[1], "\xc3\xa4\xef\xbf\xbd-7");
}

TEST(Perf, KnowsMultiplexing) {
  const Table table = table_in("100,,cycles,500,50.00,,\n7,,instructions,1000,100.00,,\n");
  ASSERT_EQ(table.column("cycles")->running.size(), 1U);
  EXPECT_EQ(table.column("cycles")->running[0], 0.5);
  EXPECT_TRUE(table.column("instructions")->running.empty());
  EXPECT_TRUE(has_note(table, "the least for 50 % of it: cycles"));
}

TEST(Perf, AddsTheBoxesOfAMemory) {
  const Table table = table_in(
      "10,,CAS0,1000,100.00,,\n20,,CAS1,1000,100.00,,\n1,,EDC0-misses,1000,100.00,,\n"
      "2,,EDC7-misses,1000,100.00,,\n");
  EXPECT_EQ(value_at(table, "dram_accesses"), 30);
  EXPECT_EQ(value_at(table, "memory_side_misses"), 3);
  const Table numbered = table_in(
      "64.00,MiB,uncore_imc_0/cas_count_read/,1000,100.00,,\n"
      "1.00,MiB,uncore_imc_1/cas_count_read/,1000,100.00,,\n"
      "1.50,Joules,power/energy-pkg/,1000,100.00,,\n");
  EXPECT_EQ(value_at(numbered, "dram_reads"), 65 * 16384.0);
  EXPECT_EQ(value_at(numbered, "package_energy"), 1.5);
}

TEST(Perf, TakesTheMeanOfABoxThatWasCountedTwice) {
  const std::string event = ",uncore_imc_1/cas_count_read/,1000,100.00,,\n";
  const Table table = table_in("1.00,MiB" + event + "3.00,MiB" + event +
                               "1.50,Joules,power/energy-pkg/,1000,100.00,,\n");
  EXPECT_EQ(value_at(table, "dram_reads"), 2 * 16384.0);
  EXPECT_TRUE(has_note(table, "of which the mean is taken: uncore_imc_1/cas_count_read/"));
}

TEST(Perf, KeepsCommasBetweenSlashes) {
  const Table table = table_in(
      "12,,cpu/event=0x2e,umask=0x41/u,1000,100.00,,\n5,,cpu/config=1,name=mine/,900,90.00,1,K/"
      "sec\n");
  EXPECT_EQ(value_at(table, "cpu/event=0x2e,umask=0x41/u"), 12);
  EXPECT_EQ(value_at(table, "cpu/config=1,name=mine/"), 5);
}

TEST(Perf, KeepsASecondNameOfACounterBesideIt) {
  const Table table =
      table_in("12,,cache-misses,9,100.00,,\n11,,LONGEST_LAT_CACHE.MISS,9,100.00,,\n");
  EXPECT_EQ(value_at(table, "llc_misses"), 12);
  EXPECT_EQ(value_at(table, "LONGEST_LAT_CACHE.MISS"), 11);
  EXPECT_TRUE(has_note(table, "LONGEST_LAT_CACHE.MISS is what cache-misses counts too"));
}

TEST(Perf, EstimatesTheTimeWhereItMust) {
  const Table used = table_in("500,msec,task-clock,1,100.00,2.000,CPUs utilized\n");
  EXPECT_EQ(used.rows[0].duration_s, 0.25);
  EXPECT_TRUE(has_note(used, "CPUs utilized"));
  const Table none = table_in("5,,cycles,1,100.00,,\n");
  EXPECT_EQ(none.rows[0].duration_s, 0);
  EXPECT_TRUE(has_note(none, "add -e duration_time"));
}

// perf's tool events may have the name of their unit, and lack theirs.
TEST(Perf, KnowsTheTimeOfTheToolsUnit) {
  for (const char* event : {"tool/duration_time/", "tool/duration_time/u", "duration_time:u"}) {
    const Table table = table_in("5,,cycles,1,100.00,,\n250000000,ns," + std::string(event) +
                                 ",250000000,100.00,,\n2000000,,tool/user_time/,1,100.00,,\n");
    EXPECT_EQ(table.rows[0].duration_s, 0.25) << event;
    EXPECT_EQ(table.columns.size(), 2U) << event;
    EXPECT_EQ(value_at(table, "tool/user_time/"), 0.002) << event;
  }
}

TEST(Perf, RefusesWhatIsWrong) {
  EXPECT_THAT(fault_of("5,,cycles,1,100.00,,\n5,,instr"), HasSubstr("file:2: the file ends in"));
  EXPECT_THAT(fault_of("5,,cycles,1,100.00,,\nhello world\n"),
              HasSubstr("file:2: no line of perf"));
  EXPECT_THAT(fault_of("-5,,cycles,1,100.00,,\n"), HasSubstr("-5 is negative"));
  EXPECT_THAT(fault_of("5,,cycles,1,100.00,,\nnan,,faults,1,100.00,,\n"),
              HasSubstr("'nan' is no number"));
  EXPECT_THAT(fault_of("1e99,,cycles,1,100.00,,\n"), HasSubstr("more than any counter"));
  EXPECT_THAT(fault_of("5,,cycles,1,100.00,,\n6,,cycles,1,100.00,,\n"), HasSubstr("stands twice"));
  EXPECT_THAT(fault_of("5,msec,x,1,100.00,,\nCPU1,6,MiB,x,1,100.00,,\n"),
              HasSubstr("in bytes here, in seconds before"));
  EXPECT_THAT(fault_of("5,Joules,cycles,1,100.00,,\n"), HasSubstr("in joules, but cycles is in"));
  EXPECT_THAT(fault_of("     0.200000000,1,,cycles,1,100.00,,\n"
                       "     0.100000000,1,,cycles,1,100.00,,\n"),
              HasSubstr("the time goes back"));
  EXPECT_THAT(fault_of("\n Performance counter stats for 'true':\n\n 5 cycles\n"),
              HasSubstr("output for people"));
  EXPECT_THAT(fault_of("# started on Sun Nov 22\n\n"), HasSubstr("no line is one of perf stat -x"));
  EXPECT_THAT(fault_of(""), HasSubstr("the file is empty"));
  EXPECT_THAT(fault_of(std::string("a\0b", 3)), HasSubstr("this is no text"));
  EXPECT_THAT(fault_of("\x7f"
                       "ELF\x02\x01\x01 junk"),
              HasSubstr("no table of counters"));
  EXPECT_THAT(fault_of(std::string(std::size_t{2} << 20, 'x')), HasSubstr("longer than 1 MiB"));
}

TEST(PerfJson, ReadsTotalsAndIntervals) {
  const Table table = table_in(
      R"({"counter-value" : "0.887705", "unit" : "msec", "event" : "task-clock", "variance" : 10.37, )"
      R"("event-runtime" : 887705, "pcnt-running" : 100.00, "metric-value" : 0.003526, )"
      R"("metric-unit" : "CPUs utilized"})"
      "\n"
      R"({"counter-value" : "<not supported>", "unit" : "", "event" : "cycles", "variance" : 0.00, )"
      R"("event-runtime" : 0, "pcnt-running" : 100.00, "metric-value" : 0.0, "metric-unit" : ""})"
      "\n"
      R"({"counter-value" : "251718897.000000", "unit" : "ns", "event" : "duration_time"})"
      "\n");
  EXPECT_EQ(table.source, "perf stat -j");
  EXPECT_EQ(table.rows[0].duration_s, 0.251718897);
  EXPECT_DOUBLE_EQ(value_at(table, "cpu_time"), 0.000887705);
  EXPECT_DOUBLE_EQ(table.column("cpu_time")->spread[0], 0.1037);
  const Table intervals = table_in(
      "# started on Sun Nov 22 19:38:09 2026\n\n"
      R"({"interval" : 1.5, "cpu" : "3", "counter-value" : "12.0", "unit" : "", "event" : "cycles", )"
      R"("pcnt-running" : 25.00})"
      "\n"
      R"({"interval" : 1.5, "metric-value" : "22.036686", "metric-unit" : "%  tma_backend_bound"})"
      "\n");
  EXPECT_EQ(intervals.rows[0].duration_s, 1.5);
  EXPECT_EQ(value_at(intervals, "cycles", "CPU3"), 12);
  EXPECT_EQ(intervals.column("cycles")->running[0], 0.25);
  EXPECT_TRUE(has_note(intervals, "perf's metrics were not read"));
}

TEST(PerfJson, RefusesWhatIsWrong) {
  EXPECT_THAT(fault_of("{\"counter-value\" : \"1\", \"event\" : \"cycles\"}\n{\"counter-va"),
              HasSubstr("file:2: the file ends in the middle"));
  EXPECT_THAT(fault_of("{\"counter-value\" : \"1\"}\n"), HasSubstr("file:1: one of"));
  EXPECT_THAT(fault_of("{\"counter-value\" : \"x\", \"event\" : \"cycles\"}\n"),
              HasSubstr("'x' is no number"));
  EXPECT_THAT(fault_of("{\"metric-value\" : \"1\"}\n"), HasSubstr("metrics alone"));
}

TEST(PerfText, ASumLacksWhereAPartWasNeverCounted) {
  const Table table = table_in(
      "5;;CAS0;1;100.00;;\n6;;CAS1;1;100.00;;\n<not supported>;;CAS2;0;100.00;;\n"
      "7;;cycles;1;100.00;;\n");
  EXPECT_EQ(table.column("dram_accesses"), nullptr);
  EXPECT_EQ(value_at(table, "cycles"), 7);
  EXPECT_THAT(table.notes, testing::Contains(HasSubstr("lack a part everywhere: dram_accesses")));
}

TEST(PerfText, LeavesOutTheSummaryOfIntervals) {
  const Table table = table_in(
      "1.000000000,5,,cycles,1,100.00,,\n2.000000000,6,,cycles,1,100.00,,\n"
      "         summary,11,,cycles,2,100.00,,\n");
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(value_at(table, "cycles", "", 1), 6);
  EXPECT_THAT(table.notes, testing::Contains(HasSubstr("perf's summary was not read")));
}

TEST(PerfText, RefusesDamagedValuesAndTimes) {
  const std::string good = "5,,cycles,1,100.00,,\n";
  for (const char* bad : {"5O0,,cache-misses,1,100.00,,\n", "hello,,world\n"})
    EXPECT_THAT(fault_of(good + bad), HasSubstr("file:2: no line of perf stat -x")) << bad;
  EXPECT_THAT(fault_of("2000000000.000000000,5,,cycles,1,100.00,,\n"),
              HasSubstr("is no time of a run"));
}

// perf stat -e '{cycles,instructions},{cycles,cache-misses}': each group has its own cycles.
TEST(PerfText, TakesTheMeanOfWhatSeveralGroupsCounted) {
  const Table table = table_in(
      "400,,cycles,1,50.00,,\n800,,instructions,1,50.00,,\n"
      "420,,cycles,1,40.00,,\n3,,cache-misses,1,50.00,,\n");
  EXPECT_EQ(value_at(table, "cycles"), 410);
  EXPECT_EQ(table.column("cycles")->running[0], 0.4);
  EXPECT_DOUBLE_EQ(table.column("cycles")->spread[0], 10.0 / 410);
  EXPECT_EQ(value_at(table, "instructions"), 800);
  EXPECT_TRUE(has_note(table, "by several groups of events at once, of which the mean is taken"));
  const Table one_lacks = table_in(
      "<not counted>,,cycles,0,0.00,,\n800,,instructions,1,50.00,,\n420,,cycles,1,40.00,,\n");
  EXPECT_EQ(value_at(one_lacks, "cycles"), 420);
}

// perf since Linux 6.5 prints them unasked.
TEST(PerfText, PassesOverMetrics) {
  const Table table = table_in(
      "2400,,cycles,1,100.00,2.925,GHz\n,820500000,100.00,,,,TopdownL1\n"
      ",,,,,4.9,%  tma_bad_speculation\n,820500000,100.00,,,nan,%  tma_retiring\n"
      ",,,,,0.30,stalled cycles per insn\n");
  EXPECT_EQ(value_at(table, "cycles"), 2400);
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_TRUE(has_note(table, "perf's metrics were not read"));
  for (const std::string head : {"     1.000404834,", "S0-D0-C0,2,", "CPU3,", "app-77,"})
    EXPECT_EQ(table_in(head + "24,,cycles,1,100.00,,\n" + head + ",1,100.00,,,,TopdownL1\n" + head +
                       ",,,,,4.9,%  tma_bad_speculation\n")
                  .columns.size(),
              1U)
        << head;
}

// perf stat -x '\t'
TEST(PerfText, PassesOverMetricsBetweenTabs) {
  const Table table = table_in(
      "\t820500000\t100.00\t\t\t\tTopdownL1\n"
      "2400\t\tcycles\t1\t100.00\t2.925\tGHz\n30\t\tinstructions\t1\t100.00\t\t\n"
      "\t\t\t\t\t4.9\t%  tma_bad_speculation\n"
      "\t820500000\t100.00\t\t\tnan\t%  tma_retiring\n");
  EXPECT_EQ(value_at(table, "cycles"), 2400);
  EXPECT_EQ(value_at(table, "instructions"), 30);
  EXPECT_TRUE(has_note(table, "perf's metrics were not read"));
}

TEST(PerfText, RefusesMetricsAlone) {
  const std::string two_lines =
      "{\"unit\" : \"GHz\"}{\"unit\" : \"insn per cycle\"}\n"
      "{\"metric-value\" : \"2.9\"}{\"metric-value\" : \"1.25\"}\n";
  for (const std::string& text : std::vector<std::string>{
           "core\tcpus\tretiring\tbad speculation\t\nS0-D0-C0\t2\t51.0\t3.9\t\n",
           "core,cpus,retiring,bad speculation,\nS0-D0-C0,2,51.0,3.9,\n",
           "time,GHz,insn per cycle,\n     1.000404834,2.9,1.25,\n",
           "GHz,insn per cycle,branch-misses of all branches,\n2.9,1.25,0.4,\n",
           ",820500000,100.00,,,,TopdownL1\n,820500000,100.00,,,22.0,%  tma_retiring\n",
           "{\"GHz\" : \"2.9\", \"insn per cycle\" : \"1.25\"}\n", two_lines})
    EXPECT_THAT(fault_of(text), HasSubstr("perf's metrics alone")) << text;
}

// The names of metrics are without end: perf's way of writing them tells.
TEST(PerfText, RefusesMetricsOfAnyName) {
  for (const char* const text :
       {"time,MB/s  bandwidth_read,MB/s  memory_bandwidth_write,\n     1.000404834,123,10,\n",
        "MB/s  memory_bandwidth_total,\n123.4,\n", "ns  latency,MPKI  branch_mpki,\n9,1.1,\n",
        "per_instr  loads_per_instr,per_instr  l1d_mpi,\n0.24,0.01,\n",
        "# started on Fri Nov 27\n\ncore,cpus,MB/s  memory_bandwidth,\nS0-D0-C0,2,20.1,\n",
        "time;nr_elapsed;G/sec;\n     1.000404834;1.0;123.4;\n"})
    EXPECT_THAT(fault_of(text), HasSubstr("perf's metrics alone")) << text;
  // Names that people line up.
  EXPECT_EQ(value_at(table_in("time,  cycles,  loads\n1,  7,  8\n"), "loads"), 8);
  EXPECT_EQ(value_at(table_in("region,  cycles,  loads,\na,  7,  8,\n"), "loads", "", 0, "a"), 8);
}

// perf stat -e unc_m_cas_count.rd --no-merge, of versions that do not name the boxes.
TEST(PerfText, AddsUpBoxesOfOneName) {
  const auto line = [](const char* count, const char* event, const char* share = "100.00") {
    return std::string(count) + ",," + event + ",1000," + share + ",,\n";
  };
  const std::string four = line("1", "unc_m_cas_count.rd") + line("2", "unc_m_cas_count.rd") +
                           line("3", "unc_m_cas_count.rd");
  const std::string cycles = line("100", "cycles");
  const Table sum = table_in(cycles + four + line("4", "unc_m_cas_count.rd"));
  EXPECT_EQ(value_at(sum, "dram_reads"), 10);
  EXPECT_TRUE(has_note(sum, "taken for several boxes of a unit, and added up: unc_m_cas_count.rd"));
  const Table lacks = table_in(cycles + four + line("<not counted>", "unc_m_cas_count.rd", "0.00"));
  EXPECT_EQ(lacks.column("dram_reads"), nullptr);
  // Groups that take turns, and those of a core's events.
  EXPECT_EQ(value_at(table_in(cycles + line("10", "unc_m_cas_count.rd", "50.00") +
                              line("12", "unc_m_cas_count.rd", "50.00")),
                     "dram_reads"),
            11);
  const Table agree = table_in(line("100", "cycles") + line("102", "cycles") + line("7", "loads"));
  EXPECT_EQ(value_at(agree, "cycles"), 101);
  EXPECT_FALSE(has_note(agree, "do not agree"));
  const Table differ = table_in(line("100", "cycles") + line("150", "cycles") + line("7", "loads"));
  EXPECT_TRUE(has_note(differ, "these groups do not agree"));
}

// perf stat -a -e task-clock,duration_time -G /,/
TEST(PerfText, DurationsHaveNoControlGroup) {
  for (const char* const spread : {"", "1.11%,"}) {
    const Table table = table_in(std::string("204.64,msec,task-clock,/,") + spread +
                                 "34882139533,100.00,2.000,CPUs utilized\n" +
                                 "6936,,page-faults,/," + spread + "2293,100.00,33.893,K/sec\n" +
                                 "102313526,ns,duration_time,," + spread + "102313526,100.00,,\n");
    EXPECT_EQ(value_at(table, "page_faults", "", 0, "/"), 6936);
    EXPECT_EQ(table.rows[0].duration_s, 0.102313526);
    EXPECT_EQ(table.regions.size(), 2U);
  }
}

// "CPUs utilized" until Linux 6.18, then "CPUs  CPUs_utilized", with one digit.
TEST(PerfText, KnowsNewNamesOfMetrics) {
  const Table table = table_in("1512.44,msec,task-clock:u,1,100.00,1.0,CPUs  CPUs_utilized\n");
  EXPECT_DOUBLE_EQ(table.rows[0].duration_s, 1.51244);
  EXPECT_TRUE(has_note(table, "to about 5 %"));
  const Table too_few = table_in("15.44,msec,task-clock:u,1,100.00,0.1,CPUs  CPUs_utilized\n");
  EXPECT_EQ(too_few.rows[0].duration_s, 0);
  EXPECT_TRUE(has_note(too_few, "has too few digits; add -e duration_time"));
}

TEST(PerfText, SaysWhatDecimalCommasAre) {
  for (const char* text :
       {"820,50,msec,task-clock,820500000,100,00,0,980,CPUs utilized\n",
        "# started on Tue Mar  3\n\n820,50,msec,task-clock,820500000,100,00,0,980,CPUs utilized\n",
        "     1,000404834,1000,10,msec,task-clock,1000100000,100,00,1,000,CPUs utilized\n",
        "     1,000404834,2400,,cycles,1000100000,100,00,2,400,GHz\n"})
    EXPECT_THAT(fault_of(text), HasSubstr("LC_ALL=C perf stat -x")) << text;
}

TEST(PerfText, TellsThreadsFromDies) {
  const Table table = table_in(
      "S0-D0-4711,5,,cycles,1,100.00,,\nS1,6,,cycles,1,100.00,,\nN0-8,7,,cycles,1,100.00,,\n");
  EXPECT_THAT(table.threads, ElementsAre("", "N0-8", "S0-D0-4711", "S1"));
  EXPECT_EQ(value_at(table, "cycles", "S0-D0-4711"), 5);
}

// perf before Linux 6.2 prints numbers as C does.
TEST(PerfJson, ReadsNumbersThatAreNoneOfJson) {
  for (const char* metric : {"nan", "-nan", "inf", "-inf", "0,980000"}) {
    const Table table = table_in(
        std::string(R"({"counter-value" : "5,5", "unit" : "", "event" : "nan, a name", )") +
        R"("event-runtime" : 8, "pcnt-running" : 50,00, "metric-value" : )" + metric +
        R"(, "metric-unit" : "of all branches"})" + "\n");
    EXPECT_EQ(value_at(table, "nan, a name"), 5.5) << metric;
    EXPECT_EQ(table.column("nan, a name")->running[0], 0.5) << metric;
  }
}

}  // namespace
}  // namespace hpcast::counters
