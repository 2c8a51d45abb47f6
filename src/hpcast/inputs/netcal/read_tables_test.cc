#include "hpcast/inputs/netcal/read_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast::netcal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string latency_heading = "# OSU MPI Latency Test v7.2\n# Size          Latency (us)\n";

std::string seed(const std::string& name) { return source_tree() + "/tests/fuzz/netcal/" + name; }
Table only_table(const std::string& text) {
  const Tables read = tables_in(text, "t.txt");
  EXPECT_EQ(read.tables.size(), 1U);
  return read.tables.front();
}
std::string fault_of(const std::string& text) {
  try {
    tables_in(text, "t.txt");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no fault";
}
std::vector<Benchmark> benchmarks_of(const Tables& read) {
  std::vector<Benchmark> all;
  for (const Table& table : read.tables) all.push_back(table.benchmark);
  return all;
}

TEST(ReadTables, OsuOfOneFile) {
  const Tables read = read_tables(seed("osu-5.8.txt"));
  EXPECT_THAT(benchmarks_of(read), ElementsAre(Benchmark::latency, Benchmark::bandwidth,
                                               Benchmark::both_ways, Benchmark::message_rate));
  EXPECT_EQ(read.tables[0].rows.front().value, 1.01e-6);
  EXPECT_EQ(read.tables[0].rows.back().bytes, 4194304U);
  EXPECT_EQ(read.tables[1].rows.size(), 23U);
  EXPECT_NEAR(read.tables[1].rows.back().value, 12.2e9, 0.1e9);
  EXPECT_EQ(read.tables[3].pairs, 1U);
  EXPECT_EQ(read.tables[3].window, 64U);
  EXPECT_NEAR(read.tables[3].rows.front().value, 4.88e6, 0.01e6);
}

TEST(ReadTables, OsuCollectivesWithAllColumns) {
  const Tables read = read_tables(seed("osu-7.4.txt"));
  EXPECT_THAT(benchmarks_of(read), ElementsAre(Benchmark::allreduce, Benchmark::bcast,
                                               Benchmark::alltoall, Benchmark::barrier));
  EXPECT_NEAR(read.tables[0].rows.front().value, 3.1e-6, 1e-9);
  EXPECT_EQ(read.tables[0].ranks, 0U);
  EXPECT_EQ(read.tables[3].rows.front().value, 2.87e-6);
  EXPECT_THAT(read.passed_over, ElementsAre("OSU MPI Multi Latency Test v7.4"));
}

TEST(ReadTables, Imb) {
  const Tables read = read_tables(seed("imb-2019.txt"));
  EXPECT_THAT(benchmarks_of(read),
              ElementsAre(Benchmark::latency, Benchmark::both_ways, Benchmark::allreduce,
                          Benchmark::allreduce, Benchmark::barrier));
  EXPECT_EQ(read.tables[0].rows[1].value, 1.03e-6);
  EXPECT_EQ(read.tables[1].window, 1U);
  // Two messages of 4 MiB in 370.32 µs, whatever IMB's Mbytes are.
  EXPECT_NEAR(read.tables[1].rows.back().value, 2 * 4194304 / 370.32e-6, 1e6);
  EXPECT_EQ(read.tables[3].ranks, 4U);
  EXPECT_EQ(read.tables[3].rows.front().bytes, 4U);  // 0 bytes are reduced by nobody
  EXPECT_EQ(read.tables[4].ranks, 4U);
}

TEST(ReadTables, OlderAndNewerHeadings) {
  EXPECT_EQ(only_table("# OSU MPI Latency Test v3.8\n# Size            Latency (us)\n0   1.5\n")
                .rows.front()
                .value,
            1.5e-6);
  EXPECT_EQ(only_table("# OSU MPI-CUDA Latency Test v7.1\n# Send Buffer on HOST (H) and Receive "
                       "Buffer on HOST (H)\n# Size          Latency (us)\n8   2\n")
                .rows.front()
                .bytes,
            8U);
  EXPECT_EQ(only_table("# OSU MPI Latency Test v7.3\n# Datatype: MPI_CHAR.\n"
                       "# Size       Avg Latency(us)\r\n1  1.25  Pass\r\n")
                .rows.front()
                .value,
            1.25e-6);
}

TEST(ReadTables, RemarksBetweenRowsArePassedOver) {
  const Table table = only_table(latency_heading +
                                 "1 1.0\n[node1:77] 1 more process\n1 more process has sent help\n"
                                 "\n2 1.1\n");
  EXPECT_EQ(table.rows.size(), 2U);
}

TEST(ReadTables, LinesOfHpcastsOwnProgramSayWhoseTheTablesAre) {
  const Table table = only_table("# ranks: 2, nodes: 1\n" + latency_heading + "1 1.0\n");
  EXPECT_EQ(table.nodes, 1U);
  EXPECT_EQ(table.ranks, 2U);
}

TEST(ReadTables, WhatIsNoTableNamesWhatIsExpected) {
  EXPECT_THAT(fault_of("hello\n1 2 3\n"), HasSubstr("there is no table of a benchmark of MPI"));
  EXPECT_THAT(fault_of(""), HasSubstr("osu_latency"));
  EXPECT_THAT(fault_of(latency_heading), HasSubstr("no table in it has numbers"));
}

TEST(ReadTables, NumbersThatNoNetworkHasAreFaults) {
  EXPECT_THAT(fault_of(latency_heading + "1 nan\n"), HasSubstr("t.txt:3: 'nan' is no time"));
  EXPECT_THAT(fault_of(latency_heading + "1 -1\n"), HasSubstr("'-1' is no time"));
  EXPECT_THAT(fault_of(latency_heading + "1 0.00\n"), HasSubstr("'0.00' is no time"));
  EXPECT_THAT(fault_of(latency_heading + "1 1,25\n"), HasSubstr("'1,25' is no time"));
  EXPECT_THAT(fault_of(latency_heading + "1 1e30\n"), HasSubstr("than any network has"));
  EXPECT_THAT(fault_of(latency_heading + "-8 1\n"), HasSubstr("no message's size"));
  EXPECT_THAT(fault_of(latency_heading + "8\n"), HasSubstr("is cut"));
}

TEST(ReadTables, SizesAreToGrow) {
  EXPECT_THAT(fault_of(latency_heading + "8 1\n4 1\n"),
              HasSubstr("t.txt:4: 4 bytes come after 8: sizes are to grow"));
}

TEST(ReadTables, OtherUnitsAreFaults) {
  EXPECT_THAT(fault_of("# OSU MPI Latency Test v7.2\n# Size   Latency (ns)\n1 1000\n"),
              HasSubstr("expected Size, Latency (us)"));
  EXPECT_THAT(fault_of("# Benchmarking PingPong\n#bytes #repetitions t[msec]\n0 1 1\n"),
              HasSubstr("other columns"));
}

TEST(ReadTables, NamesDoNotSteerTheTerminal) {
  const Tables read =
      tables_in("# OSU MPI \x1b[2J Test v1\n" + latency_heading + "1 1.0\n", "t.txt");
  EXPECT_THAT(read.passed_over, ElementsAre("OSU MPI \\x1b[2J Test v1"));
}

}  // namespace
}  // namespace hpcast::netcal
