#include "hpcast/faces/report/power/document.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/power/sample_for_tests.h"
#include "hpcast/faces/report/kit/correlation.h"
#include "hpcast/faces/report/kit/stack_chart.h"

namespace hpcast::report {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

StackChart two_parts() {
  StackChart chart;
  chart.title = "power";
  chart.parts = {{"base", "px"}, {"memory", "p0"}};
  chart.text = [](double watts) { return fmt::format("{:.0f} W", watts); };
  chart.x_text = [](double s) { return fmt::format("{:.0f} s", s); };
  return chart;
}

TEST(StackChart, HasBarsThatAddUp) {
  // 1160 less 17.6 for the name and 90 for texts are 40 W.
  const std::string svg = stacked_bars(two_parts(), {{"a", {30, 10}, 20.0}, {"b", {10, -5}, {}}});
  EXPECT_THAT(svg, HasSubstr("class=\"px\" x=\"17.6\" y=\"4.0\" width=\"789.3\""));
  EXPECT_THAT(svg, HasSubstr("class=\"p0\" x=\"806.9\" y=\"4.0\" width=\"263.1\""));
  EXPECT_THAT(svg, HasSubstr("class=\"mark\" x1=\"543.8\""));
  EXPECT_THAT(svg, HasSubstr("<title>a: 40 W; base 30 W; memory 10 W; measured 20 W</title>"));
  EXPECT_THAT(stacked_bars(two_parts(), {{"a", {0, 0}, {}}}), Not(HasSubstr("nan")));
}

TEST(StackChart, DrawsTheHighestOfManySpans) {
  std::vector<StackSpan> spans;
  for (int i = 0; i < 30000; ++i) spans.push_back({1.0 * i, i + 1.0, {10, 1.0 * (i % 2)}, {}});
  const std::string svg = stacked_spans(two_parts(), spans);
  EXPECT_LT(svg.size(), 200'000U);
  EXPECT_THAT(svg, HasSubstr("from 29900 s: 11 W; base 10 W; memory 1 W"));
  EXPECT_EQ(stacked_spans(two_parts(), {}), "");
  EXPECT_THAT(stacked_spans(two_parts(), {{0, 0, {0, 0}, {}}}), Not(HasSubstr("nan")));
}

TEST(CorrelationChart, DrawsALineThroughItsDots) {
  CorrelationChart chart;
  chart.title = "x against y";
  chart.x_text = chart.y_text = [](double value) { return fmt::format("{:.0f}", value); };
  const std::string svg = correlation_chart(chart, {{"a", 0, 0}, {"b", 50, 5}, {"c", 100, 10}});
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>b: 50, 5</title>"), HasSubstr("class=\"diagonal\"")));
  const std::string one = correlation_chart(chart, {{"a", 0, 0}});
  EXPECT_THAT(one, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("diagonal"))));
}

TEST(JobPowerPage, DrawsTheLimitOverTime) {
  const std::string html = to_page({document(answers::sample_job_power())});
  EXPECT_THAT(html, AllOf(HasSubstr("<svg"), HasSubstr("limit 700 W"), HasSubstr("limit 100 W"),
                          HasSubstr("ring &lt;8&gt;"), Not(HasSubstr("nan"))));
  const std::string text = to_text(document(answers::sample_job_power()), {});
  EXPECT_THAT(text, AllOf(HasSubstr("Limit of 700 W"), HasSubstr("8 ranks on 4 of 6 nodes")));
}

TEST(JobPowerPage, TellsLimitsOfTheIncreaseAsThose) {
  answers::JobPower job = answers::sample_job_power();
  job.limits.front().of_increase = true;
  EXPECT_THAT(to_text(document(job), {}), AllOf(HasSubstr("Limit of 100 W over base\n"),
                                                ContainsRegex("1 s +2 s +150 W over base\n")));
  EXPECT_THAT(to_page({document(job)}), HasSubstr("<dd>100 W over base"));
}

// A limit far above would press all else to the bottom of the picture.
TEST(JobPowerPage, LeavesLimitsFarAboveOutOfPictures) {
  answers::JobPower job = answers::sample_job_power();
  job.limits = {{1e6, false, {}, 0, 0}};
  EXPECT_THAT(to_page({document(job)}), Not(HasSubstr("limit 1 MW")));
}

TEST(PowerText, BreaksDownAndScales) {
  const std::string text = to_text(document(answers::sample_power()), {});
  for (const char* const part :
       {"116 W a node, 11.6 kW the system", "our nodes, coefficients 'fitted'", "20 GB/s",
        "800 pJ/B", "rack of 10 nodes     1.16 kW  4.64 kJ", "system of 100 nodes", "node, at most",
        "the model is 1.0 % off in the mean\n", "2 intervals", "Warnings\n  - memory: too much"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(PowerText, TellsHowFarToTrustAFit) {
  answers::PowerFit fit = answers::sample_power_fit();
  const std::string text = to_text(document(fit), {});
  for (const char* const part : {"3 applications", "condition number 3.4", "800 pJ/B",
                                 "memory throughput", "least squares", "VIF"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(to_page({document(fit)}),
              AllOf(HasSubstr("1.0 % off in the mean</span>2.0 % for 2 of 3 applications left out"),
                    HasSubstr("<td>1.5 W</td>")));
  fit.ordinary.residual_w.reset();
  EXPECT_THAT(to_text(document(fit), {}), HasSubstr("unknown"));
  EXPECT_THAT(to_page({document(fit)}), HasSubstr("<td>unknown</td>"));
}

TEST(PowerPage, HasNoCorrelationOfAConstant) {
  answers::PowerFit fit = answers::sample_power_fit();
  fit.ordinary.r2.reset();
  double noise = 0;
  for (answers::PowerGroup& group : fit.groups) {
    group.watts[1] = 151.3;
    group.measured_w = 151.3 + (noise += 1e-13);
  }
  fit.verdict = verdict_line(fit);
  const std::string page = to_page({document(fit)});
  EXPECT_THAT(page, AllOf(HasSubstr("The power does not vary."), Not(HasSubstr("Correlation ")),
                          HasSubstr("the power never changed: 121 W"),
                          Not(HasSubstr("off in the mean")), Not(HasSubstr("Mean errors"))));
  EXPECT_THAT(to_text(document(fit), {}), AllOf(HasSubstr("W"), Not(HasSubstr("mean error"))))
      << "0 %";
}

TEST(PowerPage, HasTheFiguresAndNoMarkupOfNames) {
  const std::string page = to_page({document(answers::sample_power())});
  EXPECT_THAT(page, AllOf(HasSubstr("What draws power"), HasSubstr("Over time"),
                          HasSubstr("write &lt;out&gt;"), Not(HasSubstr("write <out>"))));
  EXPECT_THAT(page, Not(HasSubstr("Correlation")));  // of two groups
  const std::string fit = to_page({document(answers::sample_power_fit())});
  EXPECT_THAT(fit, AllOf(HasSubstr("Correlation 1.00."), HasSubstr("Fitted over measured"),
                         HasSubstr("b &lt;c&gt;"), Not(HasSubstr("b <c>"))));
}

TEST(PowerPage, OfNoPowerHasNoShares) {
  answers::PowerAnswer r = answers::sample_power();
  r.watts = r.rates = {0, 0};
  r.peak_w = 0;
  for (answers::PowerGroup& group : r.groups) group.watts = group.rates = {0, 0};
  for (answers::PowerInterval& interval : r.intervals) interval.watts = {0, 0};
  EXPECT_THAT(to_page({document(r)}), Not(HasSubstr("nan")));
  EXPECT_THAT(to_text(document(r), {}), Not(HasSubstr("nan")));
}

TEST(PowerPage, DrawsNothingOverTimeOfIntervalsBesideEachOther) {
  answers::PowerAnswer r = answers::sample_power();
  r.intervals[1].start_s = 1;
  EXPECT_THAT(to_page({document(r)}), Not(HasSubstr("Over time")));
}

}  // namespace
}  // namespace hpcast::report
