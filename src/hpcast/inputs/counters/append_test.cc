#include "hpcast/inputs/counters/append.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/write.h"

namespace hpcast::counters {
namespace {

using testing::ElementsAre;

Table run_of(const std::string& counters, const std::string& values) {
  return table_in("start_s,duration_s," + counters + "\n0,2," + values + "\n");
}

TEST(Append, RunsBecomeRegions) {
  Table all = run_of("cycles", "10");
  all.regions = {"", "first"};
  all.rows[0].region = 1;
  Table later = run_of("cycles,cycles:running,llc_misses", "20,0.5,7");
  later.notes = {"a note"};
  append(all, later, "second", 100);
  append(all, later, "third", 50.5);
  EXPECT_THAT(all.regions, ElementsAre("", "first", "second", "third"));
  EXPECT_THAT(all.rows, ElementsAre(Row{0, 2, 0, 1}, Row{50.5, 2, 0, 3}, Row{100, 2, 0, 2}));
  EXPECT_THAT(all.column("cycles")->values, ElementsAre(10, 20, 20));
  EXPECT_THAT(all.column("cycles")->running, ElementsAre(1, 0.5, 0.5));
  EXPECT_TRUE(std::isnan(all.column("llc_misses")->values[0]));
  EXPECT_EQ(all.column("llc_misses")->values[2], 7);
  EXPECT_THAT(all.notes, testing::Contains("a note").Times(1));
}

TEST(Append, ToNothing) {
  Table all;
  append(all, run_of("cycles", "20"), "only", 0);
  EXPECT_EQ(all.source, "csv");
  EXPECT_EQ(value_at(all, "cycles", "", 0, "only"), 20);
}

TEST(Began, IsKeptInBothFiles) {
  Table table = run_of("cycles", "20");
  EXPECT_FALSE(table_in(to_csv(table)).began_unix_s);
  table.began_unix_s = 1795512600.125;
  EXPECT_EQ(table_in(to_csv(table)).began_unix_s, table.began_unix_s);
  EXPECT_EQ(table_in(to_json(table, "0")).began_unix_s, table.began_unix_s);
  EXPECT_NE(fault_of("# hpcast counters 1\n# began_unix_s: noon\n"
                     "start_s,duration_s,thread,region,cycles\n0,1,,,5\n"),
            "");
}

}  // namespace
}  // namespace hpcast::counters
