// The plan, the samples, the fit, the times of processors and what a skeleton is given of them.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/models/skeleton/fit.h"
#include "hpcast/models/skeleton/plan.h"
#include "hpcast/models/skeleton/processors.h"
#include "hpcast/models/skeleton/samples.h"
#include "hpcast/models/skeleton/times.h"

namespace hpcast::skeleton {

namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const char* const plan_text = R"json({
"schema_version": "1.0", "tool": {"name": "hpcast-slice", "version": "0.1.0"},
"inputs": [{"path": "a.c", "sha256": ""}], "verdict": "v", "processor": "p",
"regions": [
 {"id": 1, "name": "a.c:main:1", "file": "a.c", "line": 2, "end_line": 3, "function": "main",
  "features": [{"name": "loop at 2", "expression": "n"},
               {"name": "loops at 3", "expression": "n * m"},
               {"name": "a while loop", "expression": ""}],
  "forced": true, "text": "for (;;)", "hash": "0123456789abcdef",
  "times": {"coefficients": [1e-6, 0, 2e-9], "bends": [{"feature": 0, "above": 10, "time_s": 1e-9}],
   "mean_error": 0.1, "worst_error": 0.2, "left_out_error": 0.3, "share": 1}},
 {"id": 2, "name": "a.c:main:2", "file": "a.c", "line": 5, "end_line": 5, "function": "main",
  "features": [], "time": "1e-3", "forced": true, "text": "x();"},
 {"id": 3, "name": "a.c:main:3", "file": "a.c", "line": 6, "end_line": 6, "function": "main",
  "features": [], "forced": false, "text": "y();"}],
"kept": [{"file": "a.c", "line": 9, "end_line": 9, "function": "main",
  "why": [{"file": "a.c", "line": 9, "text": "writes n"}]}],
"warnings": [{"file": "a.c", "line": 2, "text": "forced",
  "flow": [{"file": "a.c", "line": 3, "text": "n"}]}],
"not_allocated": [{"file": "a.c", "line": 1, "name": "big"}],
"not_modelled": ["output"], "communication": {"calls": 4}})json";

Document plan_document(const std::string& text = plan_text) { return parse_json(text, "plan"); }

std::string said_of_plan(const std::string& text) {
  try {
    plan_in(plan_document(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Plan, IsRead) {
  const Plan plan = plan_in(plan_document());
  ASSERT_EQ(plan.regions.size(), 3U);
  ASSERT_EQ(plan.regions[0].features.size(), 2U);
  EXPECT_EQ(plan.regions[0].features[1].expression, "n * m");
  EXPECT_THAT(plan.regions[0].unknown, ElementsAre("a while loop"));
  EXPECT_EQ(plan.regions[1].time, "1e-3");
  EXPECT_EQ(plan.kept[0].why[0].text, "writes n");
  EXPECT_EQ(plan.warnings[0].flow[0].line, 3);
  EXPECT_EQ(plan.not_allocated[0].text, "big");
  EXPECT_EQ(plan.calls, 4U);
}

TEST(Plan, ConformsToTheSchema) {
  EXPECT_THAT(Conformance("skeleton.schema.json").faults(plan_document().root), ElementsAre());
}

TEST(Plan, FaultsAreTold) {
  EXPECT_THAT(said_of_plan("{}"), HasSubstr("not a skeleton's plan"));
  EXPECT_THAT(said_of_plan(R"({"schema_version": "2.0", "regions": []})"), HasSubstr("1.0"));
  EXPECT_THAT(said_of_plan(R"({"schema_version": "1.0", "regions": [{"id": 1}]})"),
              HasSubstr("name"));
  EXPECT_THAT(said_of_plan(R"({"schema_version": "1.0", "regions": [
                {"id": 1, "name": "a", "file": "a"}, {"id": 1, "name": "b", "file": "a"}]})"),
              HasSubstr("two regions have the id 1"));
}

TEST(Plan, HashIsOfTextAndFeatures) {
  const ScratchFolder scratch;
  Region region;
  region.file = scratch.file("a.c");
  region.line = 2;
  region.end_line = 3;
  write_file_atomically(region.file, "one\ntwo\nthree\nfour\n");
  const std::string hash = hash_of(region);
  write_file_atomically(region.file, "another\ntwo\nthree\n");
  EXPECT_EQ(hash_of(region), hash);
  region.features.push_back({"loop", "n"});
  EXPECT_NE(hash_of(region), hash);
  region.features.clear();
  write_file_atomically(region.file, "one\ntwo\nthree!\n");
  EXPECT_NE(hash_of(region), hash);
}

std::string said_of_samples(const std::string& text) {
  const ScratchFolder scratch;
  write_file_atomically(scratch.file("s"), text);
  Run run;
  try {
    read_samples(scratch.file("s"), run);
  } catch (const InputError& error) {
    return error.what();
  }
  return fmt::format("{} {} {}", run.samples.size(), run.processes, run.lost);
}

TEST(Samples, AreReadOrRefused) {
  const std::string head = "hpcast-skeleton-samples 1\n";
  EXPECT_EQ(said_of_samples(head + "3 10 1e-6 5 6\n4 1 0\nend 2\n"), "2 1 2");
  EXPECT_THAT(said_of_samples("hello\nend 0\n"), HasSubstr("expected 'hpcast-skeleton-samples"));
  EXPECT_THAT(said_of_samples(head + "3 10 1e-6\n"), HasSubstr("cut short"));
  EXPECT_THAT(said_of_samples(head + "3 ten 1\nend 0\n"), HasSubstr("expected a region"));
  EXPECT_THAT(said_of_samples(head + "3 0 1\nend 0\n"), HasSubstr("expected a region"));
  EXPECT_THAT(said_of_samples(head + "3 1 1 x\nend 0\n"), HasSubstr("expected a region"));
  EXPECT_THAT(said_of_samples(head + "3 1 -1\nend 0\n"), HasSubstr("expected a region"));
}

TEST(Samples, TheMiddleRunIsAWholeOne) {
  const skeleton::Run least{"{}", 2, {{1, 1, 5, {}}, {1, 2, 5, {}}, {2, 1, 7, {}}}, 0};
  const skeleton::Run middle{"{}", 2, {{1, 1, 11, {}}, {2, 1, 6, {}}, {3, 1, 1, {}}}, 0};
  const skeleton::Run most{"{}", 2, {{1, 1, 50, {}}}, 0};
  EXPECT_EQ(middle_run({middle, most, least}).samples[1].seconds, 6);
  EXPECT_EQ(middle_run({most, middle}).samples[1].seconds, 6);
  EXPECT_EQ(middle_run({least}).samples[2].seconds, 7);
}

// Runs of sizes n with regions 1 (1 µs + n * n * 1 ns) and 2 (3 µs), some calls each.
Run run_of(double n, double slower = 1) {
  Run run{fmt::format("mpirun -n 2 {{}} {}", n), 2, {}, 0};
  run.samples.push_back({1, 10, slower * (10e-6 + 10 * n * n * 1e-9), {10 * n * n}});
  run.samples.push_back({1, 5, slower * (5e-6 + 5 * n * 1e-9), {5 * n}});
  run.samples.push_back({2, 100, 300e-6, {}});
  return run;
}

TEST(FitRegions, FindsTheTimesAndTheirShare) {
  const std::vector<RegionFit> fits = fit_regions({run_of(100), run_of(200), run_of(400)});
  ASSERT_EQ(fits.size(), 2U);
  EXPECT_THAT(fits[0].law.coefficients,
              ElementsAre(DoubleNear(1e-6, 1e-9), DoubleNear(1e-9, 1e-12)));
  EXPECT_THAT(fits[1].law.coefficients, ElementsAre(DoubleNear(3e-6, 1e-9)));
  EXPECT_LT(fits[0].worst_error, 1e-4);
  EXPECT_LT(*fits[0].left_out_error, 1e-4);
  EXPECT_NEAR(fits[0].share + fits[1].share, 1, 1e-12);
  EXPECT_EQ(fits[0].runs.size(), 3U);
  EXPECT_LT(*error_of_longest({run_of(100), run_of(200), run_of(400)}), 1e-4);
}

// Times that scatter come to the same in all.
TEST(FitRegions, KeepsTheTotal) {
  skeleton::Run run{"{}", 1, {}, 0};
  double total = 0, forecast = 0;
  for (int i = 1; i <= 40; ++i) {
    const double seconds = 1e-6 * i * (i % 4 == 0 ? 2 : 1);
    run.samples.push_back({1, 1, seconds, {1.0 * i}});
    total += seconds;
  }
  const Law law = fit_regions({run}).front().law;
  for (const Sample& sample : run.samples) {
    forecast += law.coefficients[0] + law.coefficients[1] * sample.values[0];
    for (const Bend& bend : law.bends)
      forecast += bend.seconds * std::max(0.0, sample.values[0] - bend.above);
  }
  EXPECT_NEAR(forecast / total, 1, 1e-3);
}

// Twice as slow from 10000 on, and so beyond what was measured.
TEST(FitRegions, FindsWhereDataNoLongerFitACache) {
  const auto seconds = [](double n) { return 1e-9 * n + 1e-9 * std::max(0.0, n - 10000); };
  skeleton::Run run{"{}", 1, {}, 0};
  for (double n = 100; n <= 160000; n *= 1.3)
    run.samples.push_back({1, 10, 10 * seconds(n), {10 * n}});
  const RegionFit fit = fit_regions({run}).front();
  EXPECT_LT(fit.mean_error, 0.02);
  double slope = fit.law.coefficients[1];
  for (const Bend& bend : fit.law.bends) slope += bend.seconds;
  EXPECT_NEAR(slope, 2e-9, 0.03e-9);
}

// Data that outgrow a cache are slower altogether, not only what is above: between, each more takes
// longer than further on.
TEST(FitRegions, FollowsTheStepAtACache) {
  const auto seconds = [](double n) { return 1e-9 * n * std::min(2.0, std::max(1.0, n / 10000)); };
  skeleton::Run run{"{}", 1, {}, 0};
  for (double n = 100; n <= 160000; n *= 2)
    run.samples.push_back({1, 10, 10 * seconds(n), {10 * n}});
  const Law law = fit_regions({run}).front().law;
  for (const double n : {3000.0, 13000.0, 15000.0, 20000.0, 30000.0, 70000.0, 500000.0}) {
    double forecast = law.coefficients[0] + law.coefficients[1] * n, slope = law.coefficients[1];
    for (const Bend& bend : law.bends) {
      forecast += bend.seconds * std::max(0.0, n - bend.above);
      if (n > bend.above) slope += bend.seconds;
    }
    EXPECT_NEAR(forecast / seconds(n), 1, 0.12) << n;
    EXPECT_GE(slope, -1e-15);
  }
}

// Nobody knows what is between sizes that were measured: a straight line.
TEST(FitRegions, IsStraightBetweenSizes) {
  skeleton::Run run{"{}", 1, {}, 0};
  const auto sample = [&](double n, double seconds) {
    run.samples.push_back({1, 1, seconds, {n}});
  };
  sample(5000, 15e-6);
  sample(45000, 150e-6);
  sample(180000, 1.6e-3);
  sample(1280000, 15e-3);
  const Law law = fit_regions({run}).front().law;
  double seconds = law.coefficients[0] + law.coefficients[1] * 20000;
  for (const Bend& bend : law.bends) seconds += bend.seconds * std::max(0.0, 20000 - bend.above);
  EXPECT_NEAR(seconds, 65e-6, 10e-6);
}

TEST(FitRegions, ErrorsAreTold) {
  const std::vector<RegionFit> fits =
      fit_regions({run_of(100), run_of(200), run_of(200, 1.5), run_of(400)});
  EXPECT_GT(fits[0].mean_error, 0.01);
  EXPECT_GT(*fits[0].left_out_error, 0.3);
  EXPECT_GT(*error_of_longest({run_of(100), run_of(200, 1.5), run_of(400)}), 0.2);
  EXPECT_FALSE(fit_regions({run_of(100)})[0].left_out_error);
  EXPECT_FALSE(error_of_longest({run_of(100)}));
  EXPECT_TRUE(fit_regions({}).empty());
}

Processors measured() {
  Processors processors;
  RegionTime time;
  time.name = "a.c:main:1";
  time.hash = "0123456789abcdef";
  time.features = {"n", "n * m"};
  time.law = {{1e-6, 0, 2e-9}, {{0, 1e6, 3e-9}}};
  time.left_out_error = 0.1;
  time.mean_error = 0.015;
  time.runs = {{"mpirun {}", 4, 3, 0.5}};
  put(processors.find_or_add("here"), time);
  Processor& faster = processors.find_or_add("faster");
  faster.of = "here";
  faster.factor = 0.5;
  return processors;
}

TEST(Processors, ComeBackAndConformToTheSchema) {
  const std::string text = to_text(measured());
  const Document document = parse_json(text, "p");
  EXPECT_THAT(Conformance("processors.schema.json").faults(document.root), ElementsAre());
  EXPECT_EQ(to_text(processors_in(document)), text);
}

TEST(Processors, TimesByNameTextAndRatio) {
  const Processors all = measured();
  const Found own = time_on(all, *all.find("here"), "a.c:main:1", "0123456789abcdef");
  EXPECT_EQ(own.fit, Fit::found);
  const Found half = time_on(all, *all.find("faster"), "a.c:main:1", "0123456789abcdef");
  EXPECT_THAT(half.time.law.coefficients, ElementsAre(5e-7, 0, 1e-9));
  EXPECT_EQ(half.measured_on, "here");
  EXPECT_EQ(time_on(all, *all.find("faster"), "a.c:main:1", "other").fit, Fit::other_text);
  EXPECT_EQ(time_on(all, *all.find("faster"), "a.c:main:2", "other").fit, Fit::missing);
}

std::string said_of_processors(const std::string& processors, const char* version = "1") {
  try {
    processors_in(parse_json(
        fmt::format(
            R"({{"format": "hpcast-processors", "schema_version": {}, "processors": [{}]}})",
            version, processors),
        "p"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Processors, FaultsAreTold) {
  EXPECT_EQ(said_of_processors(""), "");
  EXPECT_THAT(said_of_processors("", "2"), HasSubstr("schema_version 1"));
  EXPECT_THAT(said_of_processors(R"({"name": "a"}, {"name": "a"})"), HasSubstr("another"));
  EXPECT_THAT(said_of_processors(
                  R"({"name": "here"}, {"name": "b", "ratio": {"of": "hree", "factor": 1}})"),
              HasSubstr("did you mean 'here'"));
  EXPECT_THAT(said_of_processors(R"({"name": "a", "ratio": {"of": "b", "factor": 1}},
                                    {"name": "b", "ratio": {"of": "a", "factor": 1}})"),
              HasSubstr("circle"));
  EXPECT_THAT(said_of_processors(R"({"name": "a", "regions": [
                {"name": "r", "hash": "h", "features": ["n"], "coefficients": [1]}]})"),
              HasSubstr("expected 2"));
  EXPECT_THAT(said_of_processors(R"({"name": "a", "regions": [
                {"name": "r", "hash": "h", "features": [], "coefficients": [-1]}]})"),
              HasSubstr("below 0"));
  EXPECT_THROW(processors_in(parse_json("{}", "p")), InputError);
}

TEST(TimesHeader, HasAMacroForEachRegionThatIsMeasured) {
  const Plan plan = plan_in(plan_document());
  const Processors all = measured();
  std::vector<Found> times;
  for (const Region& region : plan.regions)
    times.push_back(time_on(all, *all.find("here"), region.name, region.hash));
  EXPECT_EQ(times_header(plan, times, "here */"),
            "/* Written by hpcast skeleton: seconds on here * /. */\n"
            "/* a.c:main:1: error of its time 1.5 % */\n"
            "#define HPCAST_SKELETON_REGION_1(f1, f2) \\\n"
            "  hpcast_skeleton_add(((void)(f1), 1e-06 + 2e-09 * (f2) + "
            "3e-09 * hpcast_skeleton_above(f1, 1e+06)))\n"
            "/* a.c:main:3: no time */\n"
            "#define HPCAST_SKELETON_REGION_3() \\\n"
            "  hpcast_skeleton_add(0)\n");
}

}  // namespace

}  // namespace hpcast::skeleton
