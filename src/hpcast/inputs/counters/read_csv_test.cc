#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/write.h"

namespace hpcast::counters {
namespace {

TEST(CsvLines, MayBeCut) {
  EXPECT_THAT(fault_of("duration_s,cycles,loads\n1,2,3\n1,2"), testing::HasSubstr("it was cut"));
  const Table table = table_in("duration_s,cycles,loads\n1,2,3");
  EXPECT_EQ(value_at(table, "loads"), 3);
  EXPECT_TRUE(has_note(table, "the last line has no end"));
}

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

// Everything that a table can hold.
Table full_table() {
  Table table;
  table.source = "a \"test\", by hand";
  table.notes = {"first: note", "second, with a comma"};
  table.thread_index("CPU2");
  table.thread_index("CPU0, the first");
  table.region_index("loop \"a\"");
  table.region_index("init");
  table.add_row({0, 0.1, 1, 0});
  table.add_row({0, 0.1, 2, 2});
  table.add_row({0.1, 1.0 / 3, 1, 1});
  Column& cycles = table.column_to_fill("cycles", Unit::cycles);
  cycles.values = {1, 1234567890.1234567, not_there};
  cycles.running = {1, 0.25, 1};
  cycles.spread = {0.1, not_there, 0.3};
  table.column_to_fill("odd, name", Unit::bytes).values = {0.1, 1e-300, 1e13};
  table.column_to_fill("never", Unit::events);
  return table;
}

TEST(OwnFormats, ComeBackAsTheyWere) {
  const Table table = full_table();
  const std::string json = to_json(table, "1"), csv = to_csv(table);
  EXPECT_EQ(to_json(table_in(csv), "1"), json);
  EXPECT_EQ(to_csv(table_in(csv)), csv);
  EXPECT_EQ(to_json(table_in(json), "1"), json);
  EXPECT_EQ(to_csv(table_in(json)), csv);
}

TEST(OwnFormats, MayHoldTimesAlone) {
  Table table;
  table.source = "otf2";
  table.add_row({0, 1, table.thread_index("a"), 0});
  table.add_row({1, 1, table.thread_index("a"), 0});
  EXPECT_EQ(to_csv(table_in(to_csv(table))), to_csv(table));
  EXPECT_EQ(to_csv(table_in(to_json(table, "1"))), to_csv(table));
}

TEST(OwnFormats, ConformToTheSchema) {
  Conformance schema("counters.schema.json");
  EXPECT_EQ(schema.faults(Json::parse(to_json(full_table(), "1"))), std::vector<std::string>());
  EXPECT_EQ(schema.faults(Json::parse(to_json(table_in("cycles,x\n1,2\n"), "1"))),
            std::vector<std::string>());
  EXPECT_NE(schema.faults(Json::parse(R"({"schema_version": 1, "source": "x", "rows": []})")),
            std::vector<std::string>());
}

TEST(OwnFormats, RefuseWhatIsWrong) {
  const std::string csv = to_csv(full_table());
  EXPECT_THAT(fault_of(csv.substr(0, csv.size() - 3)), HasSubstr("it was cut"));
  EXPECT_THAT(fault_of(csv + "1,2\n"), HasSubstr("2 values in a table of 9 columns"));
  EXPECT_THAT(fault_of(csv + csv.substr(csv.find("0.1,0.333"))), HasSubstr("stands above"));
  EXPECT_THAT(fault_of("# hpcast counters 1\nstart_s,cycles\n0,1\n"),
              HasSubstr("do not begin with"));
  EXPECT_THAT(fault_of("# hpcast counters 1\n# unit: x meters\n"),
              HasSubstr("no unit of hpcast's"));
  EXPECT_THAT(fault_of("# hpcast counters 1\nstart_s,duration_s,thread,region,x\n"),
              HasSubstr("the table has no row"));
  const auto json = [](const std::string& counters, const std::string& rows) {
    return R"({"source": "x", "counters": [)" + counters + R"(], "rows": [)" + rows + "]}";
  };
  EXPECT_THAT(fault_of(json(R"({"name": "cycles", "unit": "joules"})", "")),
              HasSubstr("cycles is counted in cycles"));
  EXPECT_THAT(fault_of(json("", R"({"values": {"cycles": 1}})")), HasSubstr("no such counter"));
  EXPECT_THAT(fault_of(json(R"({"name": "a", "unit": "events"})", R"({"values": {"a": -1}})")),
              HasSubstr("expected a count"));
  EXPECT_THAT(fault_of(json("", "{}, {}")), HasSubstr("stands above"));
  EXPECT_THAT(fault_of(json("", "")), HasSubstr("the table has no row"));
}

TEST(Csv, LevelsAreNoCounts) {
  const Table table = table_in("epoch,cycles,cpu_temp [C],load [%]\n1,10,45,80\n2,20,46,81\n");
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_TRUE(has_note(table, "cpu_temp is a level, no count: left out"));
}

TEST(Csv, ReadsNamesThroughTheAliases) {
  const Table table = table_in(
      "# by hand\nstart_s, duration_s, thread, region, PAPI_TOT_CYC, Energy [mJ], mine, "
      "mine:spread, mine:running\n0,0.5,t1,,100,2500,,,\n0,0.5,t2,,200,,7,0.1,0.5\n");
  EXPECT_EQ(table.source, "csv");
  EXPECT_EQ(value_at(table, "cycles", "t2"), 200);
  EXPECT_EQ(value_at(table, "Energy", "t1"), 2.5);
  EXPECT_EQ(table.column("Energy")->unit, Unit::joules);
  EXPECT_TRUE(std::isnan(value_at(table, "mine", "t1")));
  EXPECT_EQ(table.column("mine")->spread[1], 0.1);
  EXPECT_EQ(table.column("mine")->running[1], 0.5);
}

TEST(Csv, ReadsTimesAtTheEndOfIntervals) {
  const Table table = table_in("cycles.core0;cycles.core10;time\n1,5;2;0,5\n3;4;1,25\n");
  EXPECT_THAT(table.threads, ElementsAre("", "core0", "core10"));
  EXPECT_EQ(table.rows[2], (Row{0.5, 0.75, 1, 0}));
  EXPECT_EQ(value_at(table, "cycles", "core0"), 1.5);
  EXPECT_EQ(value_at(table, "cycles", "core10", 1), 4);
}

// What is told at the beginning is of no time; a time told again is a fault, whatever is added up.
TEST(Csv, LeavesOutWhatIsAtTimeZero) {
  ReadOptions options;
  options.aliases = aliases_in("mW,power,0.001\n", "aliases");
  const Table table = table_in("time_s,mW\n0,100000\n1,110000\n2,120000\n", options);
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(value_at(table, "power"), 110);
  EXPECT_EQ(value_at(table, "power", "", 1), 120);
  EXPECT_THAT(table.notes, testing::Contains(HasSubstr("at time 0")));
  EXPECT_THAT(fault_of("time_s,mW\n1,1\n1,2\n", options), HasSubstr("a row of the same time"));
}

TEST(Csv, MakesCountsOfRates) {
  ReadOptions options;
  options.aliases = aliases_in("CAS.RD.ch#,dram_reads,15625,per_second\n", "aliases");
  const Table table = table_in("CAS.RD.ch0,CAS.RD.ch11,time\n1,2,0.5\n4,8,2.5\n", options);
  EXPECT_EQ(value_at(table, "dram_reads"), 3 * 15625 * 0.5);
  EXPECT_EQ(value_at(table, "dram_reads", "", 1), 12 * 15625 * 2.0);
  // Of a time that nobody knows.
  EXPECT_EQ(table_in("CAS.RD.ch0,cycles\n1,5\n", options).column("dram_reads"), nullptr);
}

TEST(Csv, RefusesWhatIsWrong) {
  EXPECT_THAT(fault_of("cycles,faults\n1,2\n1\n"), HasSubstr("file:3: 1 values in a table of 2"));
  EXPECT_THAT(fault_of("cycles,faults\n1,2\n1,2\n"), HasSubstr("file:3: a row of the same time"));
  EXPECT_THAT(fault_of("cycles,cycles\n1,2\n"), HasSubstr("two columns have the name"));
  EXPECT_THAT(fault_of("cycles,faults\n1,x\n"), HasSubstr("file:2: faults: 'x' is no number"));
  EXPECT_THAT(fault_of("cycles,faults\n1,inf\n"), HasSubstr("'inf' is no number"));
  EXPECT_THAT(fault_of("time,cycles\n2,1\n1,1\n"), HasSubstr("the time goes back"));
  EXPECT_THAT(fault_of("cycles,cycles:running\n1,2\n"), HasSubstr("is a share"));
  EXPECT_THAT(fault_of("cycles,faults\n"), HasSubstr("the table has no row"));
  EXPECT_THAT(fault_of("cycles,faults\n1,\"1,234\"\n"), HasSubstr("a comma stands in it"));
  EXPECT_THAT(fault_of("start_s,duration_s,cycles\n0,1,1\n0,2,1\n"),
              HasSubstr("a row of the same time"));
  ReadOptions csv;
  csv.format = Format::csv;
  EXPECT_THAT(fault_of("1,2\n3,4\n", csv), HasSubstr("the first line names no counters"));
}

TEST(Csv, ReadsTheSharedSamples) {
  const std::string folder = source_tree() + "/../shared/data/counters/profet-cascadelake/HPCG";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  const Table table = read_counters(folder + "/llc_misses.csv");
  EXPECT_EQ(table.threads.size(), 17U);
  EXPECT_EQ(value_at(table, "llc_misses", "core3"), 593509);
  EXPECT_EQ(value_at(table, "llc_misses", "core0", 1), 23124373);
}

}  // namespace
}  // namespace hpcast::counters
