#include "hpcast/inputs/counters/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/fold.h"
#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/summary.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

NamedTable named(const std::string& name, const std::string& text) {
  return {name, table_in(text)};
}

std::string merge_fault(const std::vector<NamedTable>& runs) {
  try {
    merge(runs, Surplus::refuse);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Merge, TellsWhatCannotBeBesideOneAnother) {
  const Table table = merge(
      {named("a", "duration_s,cycles\n1,1e9\n"), named("b", "duration_s,instructions\n1,6e11\n")},
      Surplus::refuse);
  EXPECT_TRUE(has_note(table, "up to 600 instructions a cycle"));
}

TEST(Merge, PutsCountersSideBySideAndTakesMeans) {
  const Table table = merge({named("a", "duration_s,cycles,loads\n1,100,5\n"),
                             named("b", "duration_s,cycles,stores\n3,140,6\n")},
                            Surplus::refuse);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].duration_s, 2);
  EXPECT_EQ(value_at(table, "loads"), 5);
  EXPECT_EQ(value_at(table, "stores"), 6);
  EXPECT_EQ(value_at(table, "cycles"), 120);
  // Deviation 28.28 of one run, 20 of the mean.
  EXPECT_DOUBLE_EQ(table.column("cycles")->spread[0], 20.0 / 120);
  EXPECT_TRUE(has_note(table, "the runs took 1 to 3 s"));
}

TEST(Merge, TellsNoTimeThatIsNotKnown) {
  const Table table =
      merge({named("a", "cycles,loads\n100,1\n"), named("b", "duration_s,cycles\n12,140\n")},
            Surplus::refuse);
  EXPECT_FALSE(has_note(table, "the runs took"));
}

TEST(Merge, MatchesIntervalsByNumber) {
  const NamedTable a = named("a", "time,cycles\n0.10,1\n0.20,2\n");
  const NamedTable b = named("b", "time,loads\n0.11,3\n0.22,4\n0.33,5\n");
  const Table table = merge({a, b}, Surplus::drop);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_DOUBLE_EQ(table.rows[1].start_s, 0.105);
  EXPECT_EQ(value_at(table, "loads", "", 1), 4);
  EXPECT_TRUE(has_note(table, "not all runs had the last 1 intervals"));
  EXPECT_THAT(merge_fault({a, b}), HasSubstr("a: has no row for interval 3, which b has"));
}

TEST(Merge, RefusesOtherThreads) {
  EXPECT_THAT(merge_fault({named("a", "thread,cycles\nx,1\n"), named("b", "thread,loads\ny,1\n")}),
              HasSubstr("b: has no row for interval 1, x, which a has"));
}

TEST(Fold, AddsPartsOfSeveralRuns) {
  Table table = merge({named("a", "dram_accesses@low,loads\n10,1\n"),
                       named("b", "dram_accesses@high,loads\n5,1\n")},
                      Surplus::refuse);
  table = fold_parts(table);
  EXPECT_EQ(value_at(table, "dram_accesses"), 15);
  EXPECT_EQ(value_at(table, "loads"), 1);
  EXPECT_EQ(table.columns.size(), 2U);
}

TEST(Summary, TellsTotalsAndRates) {
  const std::string text = summary(table_in(
      "start_s,duration_s,loads,power [W],mine,mine:running\n0,1,1000,100,,\n1,3,3000,50,5,0.5\n"));
  EXPECT_THAT(text, HasSubstr("4 s, counted by csv: 3 counters, 2 intervals\n"));
  EXPECT_THAT(text, HasSubstr("loads          4 k        1 k/s\n"));
  EXPECT_THAT(text, HasSubstr("power       62.5 W\n"));
  EXPECT_THAT(text, HasSubstr("counted 50 % of the time; in 1 of 2 rows\n"));
}

}  // namespace
}  // namespace hpcast::counters
