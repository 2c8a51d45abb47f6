#include "hpcast/inputs/meter/power_doubts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::meter {
namespace {

using counters::Unit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A row of 10 s for each value, each of a region of its own.
std::vector<std::string> doubts_of(const std::vector<double>& values,
                                   const std::string& name = "power", Unit unit = Unit::watts) {
  counters::Table table;
  for (const double value : values) {
    const std::size_t row = table.rows.size();
    table.add_row(
        {10.0 * static_cast<double>(row), 10, 0, table.region_index("p" + std::to_string(row))});
    table.column_to_fill(name, unit).values[row] = value;
  }
  return power_doubts(table);
}

TEST(PowerDoubts, NoneOfAMachine) {
  EXPECT_THAT(doubts_of({80, 300, 300.5, 300.5}), IsEmpty());
  EXPECT_THAT(doubts_of({350}), IsEmpty());
  EXPECT_THAT(doubts_of({800, 3000}, "package_energy", Unit::joules), IsEmpty());
}

TEST(PowerDoubts, WhatStoodStill) {
  EXPECT_THAT(doubts_of({0, 0}), ElementsAre(HasSubstr("power is 0 W throughout")));
  EXPECT_THAT(doubts_of({0, 5}), ElementsAre(HasSubstr("power is 0 W in p0")));
  EXPECT_THAT(doubts_of({0}, "package_energy", Unit::joules),
              ElementsAre(HasSubstr("package_energy is 0 J throughout")));
}

TEST(PowerDoubts, WhatIsNoNodes) {
  EXPECT_THAT(doubts_of({134e3, 100}), ElementsAre(HasSubstr("power is up to 134 kW, more than")));
  EXPECT_THAT(doubts_of({1e6}, "package_energy", Unit::joules),
              ElementsAre(HasSubstr("package_energy is up to 100 kW")));
  EXPECT_THAT(doubts_of({0.35, 0.4}), ElementsAre(HasSubstr("power is 400 mW at most")));
}

TEST(PowerDoubts, WhatIsNoMemorys) {
  EXPECT_THAT(
      doubts_of({120e3, 110e3}, "memory_energy", Unit::joules),
      ElementsAre(HasSubstr("memory_energy is up to 12 kW, more than the memory of a node")));
}

TEST(PowerDoubts, APartAboveItsWhole) {
  counters::Table table;
  table.add_row({0, 10, 0, 0});
  table.column_to_fill("power", Unit::watts).values = {25};
  table.column_to_fill("package_energy", Unit::joules).values = {1500};
  EXPECT_THAT(power_doubts(table), ElementsAre(HasSubstr("more than the 250 J of power")));
}

TEST(PowerDoubts, WhatSticks) {
  EXPECT_THAT(doubts_of({350, 350}), ElementsAre(HasSubstr("power is 350 W in all 2 rows")));
  EXPECT_THAT(doubts_of({80, 350, 350, 350, 350, 350}),
              ElementsAre(HasSubstr("350 W in the last 5 rows")));
}

}  // namespace
}  // namespace hpcast::meter
