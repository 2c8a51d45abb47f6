#include "hpcast/models/countergen/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/model_file.h"

namespace hpcast::countergen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using MetricNameList = std::vector<std::string>;

auto limit(std::size_t metric, const std::vector<std::size_t>& most) {
  return AllOf(Field(&Limit::metric, metric), Field(&Limit::most, most));
}

TEST(Limits, AreThoseOfTheLevelBefore) {
  EXPECT_THAT(
      limits_by_name({"PAPI_L3_DCM", "PAPI_L1_DCM", "PAPI_L2_DCM", "PAPI_LD_INS", "PAPI_SR_INS"}),
      ElementsAre(limit(1, {3, 4}), limit(2, {1}), limit(0, {2})));
  EXPECT_THAT(limits_by_name({"PAPI_L3_TCM", "PAPI_L1_DCM"}), ElementsAre(limit(0, {1})));
  EXPECT_THAT(limits_by_name({"PAPI_L1_LDM", "PAPI_L2_LDM", "PAPI_LD_INS"}),
              ElementsAre(limit(0, {2}), limit(1, {0})));
  EXPECT_THAT(limits_by_name({"PAPI_L1_LDM", "PAPI_L2_DCM"}), IsEmpty()) << "stores miss, too";
  EXPECT_THAT(limits_by_name({"l2_rqsts.miss", "L1-dcache-load-misses", "instructions"}),
              ElementsAre(limit(1, {2}), limit(0, {2})));
  EXPECT_THAT(limits_by_name({"PAPI_TOT_CYC", "PAPI_L1_ICM"}), IsEmpty());
}

TEST(Limits, HoldForecastsAndWhatTheyLieWithin) {
  const std::vector<Limit> limits = limits_by_name({"PAPI_LST_INS", "PAPI_L1_DCM", "PAPI_L2_DCM"});
  std::vector<Forecast> gains = {{100, 100, 100}, {80, 50, 900}, {300, 60, 1000}, {7, 6, 8}};
  hold_to(limits, gains);
  const auto is = [](double value, double low, double high) {
    return AllOf(Field(&Forecast::value, value), Field(&Forecast::low, low),
                 Field(&Forecast::high, high));
  };
  EXPECT_THAT(gains, ElementsAre(is(100, 100, 100), is(80, 60, 100), is(80, 60, 100), is(7, 6, 8)));
  gains = {{100, 90, 110}, {5, 0, 20}, {12, 12, 12}, {}};
  hold_to(limits, gains);
  EXPECT_THAT(gains[1], is(12, 12, 20)) << "what is surer says more";
  EXPECT_THAT(gains[2], is(12, 12, 12));
  gains = {{100, 90, 110}, {5, 4, 6}, {12, 11, 13}, {}};
  hold_to(limits, gains);
  EXPECT_THAT(gains[1], is(5, 4, 6)) << "they contradict each other";
  EXPECT_THAT(gains[2], is(5, 4, 6));
}

// A loop that refers to n data, and how often it misses; steps alone, with no trace around.
ThreadSteps loop_that_misses(double n, double l1, double l2) {
  const Step step{1, move_of(0, false), move_of(0, true), 1e-6};
  return {{step}, {n, l1, l2}};
}

// Hardware counts what it fetches ahead.
TEST(Limits, AreNoneThatRunsDoNotKeep) {
  const MetricNameList names = {"PAPI_LST_INS", "PAPI_L1_DCM", "PAPI_L2_DCM"};
  const auto kept = [&](double l2) {
    const std::vector<ThreadSteps> steps = {loop_that_misses(1000, 100, l2)};
    return limits_kept(names, {{{10}, &steps}});
  };
  EXPECT_THAT(kept(100), ElementsAre(limit(1, {0}), limit(2, {1})));
  EXPECT_THAT(kept(101), ElementsAre(limit(1, {0}), limit(2, {1}))) << "that is little";
  EXPECT_THAT(kept(130), ElementsAre(limit(1, {0})));
}

// A run whose only region refers to n² data and misses so often.
countertrace::Trace run_of_levels(double n, double l1, double l2) {
  using countertrace::Event;
  countertrace::Trace trace;
  trace.ticks_a_second = 1'000'000'000;
  trace.regions = {"loop"};
  trace.metrics = {{"PAPI_LST_INS", "#"}, {"PAPI_L1_DCM", "#"}, {"PAPI_L2_DCM", "#"}};
  countertrace::Thread& thread = trace.threads.emplace_back();
  thread.events = {{0, 0, Event::Kind::metrics},
                   {0, 0, Event::Kind::enter},
                   {1000, 0, Event::Kind::metrics},
                   {1000, 0, Event::Kind::leave}};
  thread.values = {0, 0, 0, n * n, l1, l2};
  return trace;
}

// By its own law L2 misses with n², as it did below 1000.
TEST(Limits, HoldWhatIsGeneratedAndAreTold) {
  std::vector<TrainingRun> runs;
  for (const double n : {200.0, 400.0, 800.0})
    runs.push_back({"run", {{"n", n}}, run_of_levels(n, 5 * n, n * n / 200)});
  const Model model = model_in(parse_json(to_text(learn({}, runs)), "M"));
  EXPECT_THAT(model.limits, ElementsAre(limit(1, {0}), limit(2, {1})));
  EXPECT_THAT(Conformance("counter-model.schema.json").faults(Json::parse(to_text(model))),
              IsEmpty());
  for (const double n : {100.0, 600.0, 3200.0, 1e5}) {
    const Generated made = generate(model, {{n}});
    const std::vector<Forecast>& gains = made.kinds[made.steps[0][0]].gains;
    EXPECT_LE(gains[2].value, gains[1].value) << n;
    EXPECT_LE(gains[2].low, gains[1].low) << n;
    EXPECT_LE(gains[2].high, gains[1].high) << n;
    EXPECT_LE(gains[1].high, gains[0].high) << n;
    EXPECT_LE(made.trace.threads[0].values[5], made.trace.threads[0].values[4]) << n;
  }
  EXPECT_THAT(generate(model, {{600}}).notes, IsEmpty());
  EXPECT_THAT(generate(model, {{1e5}}).notes,
              ElementsAre(AllOf(StartsWith("PAPI_L2_DCM: 50 M by itself, 500 k where"))));
}

}  // namespace
}  // namespace hpcast::countergen
