#include "hpcast/faces/report/kit/histogram.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Histogram percent_histogram() {
  Histogram chart;
  chart.title = "errors";
  chart.x_text = [](double error) { return fmt::format("{:.0f} %", 100 * error); };
  chart.bin_width = 0.25;
  chart.open_end = true;
  return chart;
}

TEST(Histogram, TellsEachBin) {
  const std::string svg = histogram(percent_histogram(), {30, 0, 9, 1});
  EXPECT_THAT(svg, HasSubstr("<title>0 % to 25 %: 30, 75 %</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>50 % to 75 %: 9, 22 %</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>75 % or more: 1, 2.5 %</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("25 % to 50 %")));
  EXPECT_THAT(svg, HasSubstr(">≥ 75 %</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">100 %</text>")));
}

TEST(Histogram, NamesItsEndRatherThanWhatWouldLieOnThat) {
  Histogram chart = percent_histogram();
  chart.bin_width = 0.05;
  const std::string svg = histogram(chart, std::vector<std::uint64_t>(20, 1));
  EXPECT_THAT(svg, HasSubstr(">≥ 95 %</text>"));
  EXPECT_THAT(svg, HasSubstr(">80 %</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">90 %</text>")));
}

TEST(Histogram, CountsInWholeOnes) {
  EXPECT_THAT(histogram(percent_histogram(), {1, 2}), Not(HasSubstr(">0.5</text>")));
}

TEST(Histogram, MayBeEmpty) {
  for (const std::vector<std::uint64_t>& bins :
       {std::vector<std::uint64_t>{}, std::vector<std::uint64_t>{0, 0}}) {
    const std::string svg = histogram(percent_histogram(), bins);
    EXPECT_THAT(svg, Not(HasSubstr("<rect")));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
}

}  // namespace
}  // namespace hpcast::report
