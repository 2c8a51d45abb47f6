#include "hpcast/faces/report/kit/bar_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BarChart, HasLengthsByValueAndMarks) {
  const std::string svg = bar_chart("time", {{"a", 10, "10 s", {}}, {"b", 5, "5 s", 20.0}});
  // The longest, a mark of 20, has the 560 pixels less 17.2 for names and 80 for texts.
  EXPECT_THAT(svg, HasSubstr("width=\"231.4\""));
  EXPECT_THAT(svg, HasSubstr("width=\"115.7\""));
  EXPECT_THAT(svg, HasSubstr("class=\"mark\" x1=\"480.0\""));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"time. a: 10 s. b: 5 s. \""));
}

TEST(BarChart, ShortensLongNamesAndTellsThemInFull) {
  const std::string name = std::string(60, 'n') + "<end>";
  const std::string svg = bar_chart("time", {{name, 1, "1 s", {}}});
  EXPECT_THAT(svg, HasSubstr("n…</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>" + std::string(60, 'n') + "&lt;end&gt;: 1 s</title>"));
}

TEST(BarChart, MayBeAllZero) {
  EXPECT_THAT(bar_chart("time", {{"a", 0, "0 s", 0.0}}), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace hpcast::report
