#include "hpcast/answers/latency/study.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "hpcast/answers/latency/study_files.h"
#include "hpcast/base/file.h"
#include "hpcast/base/schema_for_tests.h"

namespace hpcast::answers {
namespace {

StudyRun answered_run(const std::string& panel, const std::string& name, double slowdown) {
  StudyRun run;
  run.panel = panel;
  run.name = name;
  run.outcome = StudyOutcome::answered;
  run.working_set_bytes = 4096;
  run.scale = 8;
  run.from_s = 1e-7;
  run.to_s = {3e-7, 5e-7};
  run.method = LatencyMethod::window;
  run.slowdowns = {{LatencyMethod::window, {slowdown, 2 * slowdown}},
                   {LatencyMethod::misses, {10 * slowdown, 20 * slowdown}}};
  return run;
}

StudyRun refused_run(const std::string& panel, const std::string& name) {
  StudyRun run;
  run.panel = panel;
  run.name = name;
  run.outcome = StudyOutcome::refused;
  run.reason = "too large";
  return run;
}

StudyResult small_study() {
  StudyResult study;
  study.panel_name = "format";
  study.case_name = "matrix";
  study.panels = {"CRS", "DIA"};
  study.cases = {"a", "b", "c"};
  study.to_s = {3e-7, 5e-7};
  study.working_set = 4;
  study.method = LatencyMethod::window;
  study.runs = {answered_run("CRS", "a", 3), answered_run("DIA", "a", 5),
                answered_run("CRS", "b", 1), refused_run("DIA", "b"),
                answered_run("CRS", "c", 2), refused_run("DIA", "c")};
  return study;
}

LatencyAnswer small_latency() {
  LatencyAnswer latency;
  latency.from_s = 1e-7;
  latency.to_s = {3e-7, 5e-7};
  latency.method = LatencyMethod::window;
  latency.forecasts = {{LatencyMethod::window, {}, 0, {}, {1.5, 3}, {}},
                       {LatencyMethod::misses, {}, 0, {}, {15, 30}, {}}};
  latency.lower = {1.5, 3};
  latency.upper = {15, 30};
  return latency;
}

TEST(StudyResult, SpreadsAroundTheMedian) {
  EXPECT_EQ(spread_of({3, 1, 2}).median, 2);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).least, 1);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).most, 4);
  EXPECT_EQ(spread_of({}).median, 0);
}

TEST(StudyResult, SortsEachLatencyByItself) {
  StudyResult study = small_study();
  study.runs[0].slowdowns[0].slowdown = {3, 0.5};
  const auto names = [&](std::size_t latency) {
    std::string in_order;
    for (const StudyRun* run : sorted_runs(study, "CRS", latency)) in_order += run->name;
    return in_order;
  };
  EXPECT_EQ(names(0), "bca");
  EXPECT_EQ(names(1), "abc");
}

TEST(StudyResult, CountsRefusals) {
  const std::vector<PanelSummary> panels = summaries_of(small_study());
  ASSERT_EQ(panels.size(), 2u);
  EXPECT_EQ(panels[1].answered, 1u);
  EXPECT_EQ(panels[1].refused, 2u);
  EXPECT_EQ(panels[1].failed, 0u);
  EXPECT_EQ(panels[0].slowdown[1].median, 4);
}

TEST(StudyResult, HasAVerdict) {
  EXPECT_EQ(
      verdict_line(small_study()),
      "4 of 6 runs; at 500 ns the median slowdown is 5.00 times, DIA 10.0, CRS 4.00; by window; "
      "2 refused");
}

TEST(StudyResult, HasAVerdictWithoutAnyAnswer) {
  StudyResult study = small_study();
  for (StudyRun& run : study.runs) run = refused_run(run.panel, run.name);
  EXPECT_EQ(verdict_line(study), "0 of 6 runs; 6 refused");
  EXPECT_TRUE(summaries_of(study)[0].slowdown.empty());
}

TEST(StudyResult, ShowsAnotherMethod) {
  StudyResult study = small_study();
  study.method = LatencyMethod::misses;
  EXPECT_EQ(summary_of(study, "CRS").slowdown[0].most, 30);
}

TEST(StudyResult, StatesTheScale) {
  EXPECT_NE(assumptions_of(small_study()).front().find("8 times smaller"), std::string::npos);
}

class StudyFiles : public testing::Test {
 protected:
  StudyFiles() {
    path_ = (std::filesystem::temp_directory_path() / "hpcast-study-file-XXXXXX").string();
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  ~StudyFiles() override { std::filesystem::remove_all(path_); }
  StudyRun written_and_read(const StudyRun& run, const LatencyAnswer* latency) {
    write_file_atomically(path_ + "/run.json", run_text(run, latency));
    return run_of(read_json(path_ + "/run.json"));
  }
  std::string path_;
};

TEST_F(StudyFiles, ReadWhatTheyWrote) {
  StudyRun run = answered_run("CRS", "a", 1.5);
  const LatencyAnswer latency = small_latency();
  EXPECT_EQ(written_and_read(run, &latency), run);
  EXPECT_EQ(written_and_read(refused_run("ELL", "b"), nullptr), refused_run("ELL", "b"));
}

TEST_F(StudyFiles, RefuseAnAnswerWithoutSlowdowns) {
  EXPECT_THROW(written_and_read(answered_run("CRS", "a", 1), nullptr), InputError);
}

TEST_F(StudyFiles, ConformToTheirSchema) {
  const LatencyAnswer latency = small_latency();
  const auto faults = [](const std::string& text) {
    return Conformance("latency-run.schema.json").faults(Json::parse(text));
  };
  EXPECT_EQ(faults(run_text(answered_run("CRS", "a", 1), &latency)), std::vector<std::string>());
  EXPECT_EQ(faults(run_text(refused_run("CRS", "a"), nullptr)), std::vector<std::string>());
  EXPECT_EQ(faults("{}").size(), 8u);
}

}  // namespace
}  // namespace hpcast::answers
