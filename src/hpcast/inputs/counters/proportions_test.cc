#include "hpcast/inputs/counters/proportions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"
#include "hpcast/inputs/counters/write.h"

namespace hpcast::counters {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Proportions, NoCoreDoesSoManyInstructions) {
  const Table table =
      table_in("start_s,duration_s,cycles,instructions\n0,1,1e9,6e11\n1,1,1e9,3e9\n");
  EXPECT_TRUE(has_note(table, "up to 600 instructions a cycle in 1 row, where no core does more"));
  const std::string again = to_csv(table_in(to_csv(table)));
  EXPECT_EQ(again, to_csv(table)) << "told once";
  EXPECT_THAT(table_in("duration_s,cycles,instructions\n1,1e9,8e9\n").notes, IsEmpty());
  EXPECT_THAT(table_in("duration_s,cycles,instructions\n1,3,600\n").notes, IsEmpty())
      << "so few tell nothing";
  EXPECT_TRUE(
      has_note(table_in("1000000000,ns,duration_time,1,100.00,,\n1000000,,cycles,1,100.00,,\n"
                        "600000000,,instructions,1,100.00,,\n"),
               "600 instructions a cycle"));
}

TEST(Proportions, APartTakesNoMoreThanItsWhole) {
  const auto perf = [](const char* cores, const char* package) {
    return doubts_of_proportions(
        table_in(std::string("1.000000000,") + cores + ",Joules,power/energy-cores/,1,100.00,,\n" +
                 "1.000000000," + package + ",Joules,power/energy-pkg/,1,100.00,,\n"));
  };
  EXPECT_THAT(perf("400", "100"),
              ElementsAre(HasSubstr("power/energy-cores/ adds up to 400 J, more than the 100 J of "
                                    "package_energy, which should hold it")));
  EXPECT_THAT(perf("80", "100"), IsEmpty());
  EXPECT_THAT(perf("105", "100"), IsEmpty()) << "noise";
  const Table node =
      table_in("duration_s,package_energy [J],memory_energy [J],power [W]\n2,500,90,200\n");
  EXPECT_TRUE(
      has_note(node, "package_energy and memory_energy add up to 590 J, more than the 400 J"));
}

// Not of those in which one of them was not counted.
TEST(Proportions, AreOfTheSameTime) {
  EXPECT_THAT(
      table_in("start_s,duration_s,package_energy [J],power [W]\n0,1,100,150\n1,1,100,\n").notes,
      IsEmpty());
}

}  // namespace
}  // namespace hpcast::counters
