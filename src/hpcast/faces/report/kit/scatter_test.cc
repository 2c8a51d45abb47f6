#include "hpcast/faces/report/kit/scatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/units.h"

namespace hpcast::report {
namespace {

using testing::HasSubstr;
using testing::Not;

ScatterChart counts_chart() {
  ScatterChart chart;
  chart.title = "a<b";
  chart.text = [](double count) { return format_count(count); };
  return chart;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Scatter, TellsDotsNearFromThoseOff) {
  const std::string svg = scatter_chart(counts_chart(), {{100, 119, 1}, {300, 370, 1}, {50, 5, 1}});
  EXPECT_EQ(times_in(svg, "class=\"near\""), 1);
  EXPECT_EQ(times_in(svg, "class=\"off\""), 2);
  EXPECT_THAT(svg, HasSubstr("1 event: measured 50, forecast 5<"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"a&lt;b\""));
}

TEST(Scatter, MakesOneOfDotsAtOnePlace) {
  const std::string svg =
      scatter_chart(counts_chart(), {{100, 100, 3}, {100, 100.01, 4}, {10, 10, 1}});
  EXPECT_EQ(times_in(svg, "<circle"), 2);
  EXPECT_THAT(svg, HasSubstr("7 events: measured 100, forecast 100<"));
}

TEST(Scatter, GivesADotAnAreaByItsEvents) {
  const std::string svg = scatter_chart(counts_chart(), {{100, 100, 100}, {10, 10, 25}});
  EXPECT_THAT(svg, HasSubstr("r=\"14.0\""));
  EXPECT_THAT(svg, HasSubstr("r=\"7.0\""));
}

TEST(Scatter, PutsZerosAtTheBorder) {
  EXPECT_EQ(times_in(scatter_chart(counts_chart(), {{10, 20, 1}}), ">0</text>"), 0);
  EXPECT_EQ(times_in(scatter_chart(counts_chart(), {{10, 0, 1}}), ">0</text>"), 1);
  const std::string svg = scatter_chart(counts_chart(), {{0, 0, 1}, {0, 7, 1}});
  EXPECT_EQ(times_in(svg, ">0</text>"), 2);
  EXPECT_EQ(times_in(svg, "class=\"near\""), 1);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(Scatter, SaysWhereThereIsNothing) {
  const std::string svg = scatter_chart(counts_chart(), {});
  EXPECT_THAT(svg, HasSubstr("no events"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace hpcast::report
