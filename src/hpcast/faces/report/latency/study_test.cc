#include "hpcast/faces/report/latency/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using testing::HasSubstr;
using testing::Not;

answers::StudyRun run_of(const std::string& panel, const std::string& name, double slowdown) {
  answers::StudyRun run;
  run.panel = panel;
  run.name = name;
  run.outcome = answers::StudyOutcome::answered;
  run.to_s = {3e-7, 1e-6};
  run.slowdowns = {{answers::LatencyMethod::misses, {slowdown, 3 * slowdown}}};
  run.over_time = {{0, 1, 2.5}, {1, 1, 1.5}};
  return run;
}

answers::StudyResult study_to_show() {
  answers::StudyResult study;
  study.machine = "two-cores";
  study.panel_name = "format";
  study.case_name = "matrix";
  study.panels = {"CRS", "DIA"};
  study.cases = {"a<b", "c"};
  study.from_s = 1e-7;
  study.to_s = {3e-7, 1e-6};
  study.working_set = 4;
  answers::StudyRun refused;
  refused.panel = "DIA";
  refused.name = "c";
  refused.outcome = answers::StudyOutcome::refused;
  refused.reason = "needs 9 bytes";
  study.runs = {run_of("CRS", "a<b", 1.5), run_of("DIA", "a<b", 7), run_of("CRS", "c", 1.1),
                refused};
  return study;
}

TEST(StudyReport, DrawsASortedLineForEachLatency) {
  const std::string svg = slowdown_figure(study_to_show());
  EXPECT_THAT(svg, HasSubstr("CRS, c: 1.10× at 300 ns"));
  EXPECT_LT(svg.find("CRS, c: 3.30× at 1 µs"), svg.find("CRS, a&lt;b: 4.50× at 1 µs"));
  EXPECT_THAT(svg, HasSubstr("1 run, 1 refused"));
  EXPECT_THAT(svg, HasSubstr("logarithmic"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(StudyReport, DrawsNothingWhereNothingWasAnswered) {
  answers::StudyResult study = study_to_show();
  for (answers::StudyRun& run : study.runs) {
    run.outcome = answers::StudyOutcome::failed;
    run.slowdowns.clear();
  }
  EXPECT_THAT(slowdown_figure(study), HasSubstr("no run"));
  EXPECT_THAT(html_page(study), HasSubstr("0 of 4 runs"));
  EXPECT_THAT(text_report(study, {}), HasSubstr("4 failed"));
}

TEST(StudyReport, FileStandsAlone) {
  const std::string svg = svg_file(study_to_show());
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, HasSubstr("<style>"));
}

TEST(StudyReport, ShowsReadsOverTimeOnRequest) {
  answers::StudyResult study = study_to_show();
  EXPECT_THAT(html_page(study), Not(HasSubstr("Outstanding reads")));
  study.over_time = true;
  EXPECT_THAT(html_page(study), HasSubstr("Outstanding reads over time, format CRS"));
  for (answers::StudyRun& run : study.runs) run.over_time.clear();
  EXPECT_EQ(over_time_figures(study), "");
}

TEST(StudyReport, TellsWhyThereIsNoAnswer) {
  EXPECT_THAT(text_report(study_to_show(), {}), HasSubstr("  - DIA c: needs 9 bytes\n"));
  EXPECT_THAT(html_page(study_to_show()), HasSubstr("refused: needs 9 bytes"));
}

}  // namespace
}  // namespace hpcast::report
