#include "hpcast/models/countergen/learn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/model_file.h"

namespace hpcast::countergen {
namespace {

using countertrace::Event;
using countertrace::Trace;

// A program whose thread enters "sweep" so often as rows says, each gains 3·cols misses and takes
// 2·cols ns; outside of it 5 misses and 10 ns from event to event. Of more threads the second one
// misses twice as much, and so on.
class SweepRun {
 public:
  SweepRun(double rows, double cols, const std::string& sweep = "sweep", unsigned threads = 1) {
    made_.ticks_a_second = 1'000'000'000;
    made_.regions = {"main", sweep};
    made_.metrics = {{"PAPI_L1_DCM", "#"}};
    for (unsigned thread = 1; thread <= threads; ++thread) run(rows, cols, thread);
  }
  Trace take() { return std::move(made_); }

 private:
  void run(double rows, double cols, double times) {
    made_.threads.push_back({"thread", {}, {}});
    count_ = 0;
    now_ = 0;
    move(0, Event::Kind::enter, 0, 0);
    for (double row = 0; row < rows; ++row) {
      move(1, Event::Kind::enter, 5 * times, 10);
      move(1, Event::Kind::leave, 3 * cols * times, static_cast<std::uint64_t>(2 * cols));
    }
    move(0, Event::Kind::leave, 5 * times, 10);
  }
  void move(std::uint32_t region, Event::Kind kind, double gain, std::uint64_t ticks) {
    count_ += gain;
    now_ += ticks;
    countertrace::Thread& thread = made_.threads.back();
    thread.events.push_back({now_, 0, Event::Kind::metrics});
    thread.values.push_back(count_);
    thread.events.push_back({now_, region, kind});
  }
  Trace made_;
  double count_ = 0;
  std::uint64_t now_ = 0;
};

TrainingRun sweep_run(double rows, double cols) {
  return {"run", {{"rows", rows}, {"cols", cols}}, SweepRun(rows, cols).take()};
}

std::vector<TrainingRun> sweep_runs() {
  return {sweep_run(4, 100), sweep_run(10, 400), sweep_run(20, 1000), sweep_run(6, 5000),
          sweep_run(30, 50)};
}

std::string message_of(const std::function<void()>& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.diagnostics().front().message + " | " + error.diagnostics().front().hint;
  }
  return "no error";
}

TEST(Learn, ExactGrowthIsForecastExactly) {
  const Model model = learn({}, sweep_runs());
  const Generated made = generate(model, {{50, 20000}});
  const Trace expected = SweepRun(50, 20000).take();
  ASSERT_EQ(made.trace.threads.size(), 1U);
  const countertrace::Thread& thread = made.trace.threads[0];
  ASSERT_EQ(thread.events.size(), expected.threads[0].events.size());
  for (std::size_t i = 0; i < thread.events.size(); ++i) {
    const Event& event = thread.events[i];
    EXPECT_EQ(event.tick, expected.threads[0].events[i].tick * 1000) << i;
    EXPECT_EQ(event.kind, expected.threads[0].events[i].kind) << i;
    EXPECT_EQ(made.trace.regions[event.region],
              expected.regions[expected.threads[0].events[i].region]);
  }
  EXPECT_EQ(thread.values, expected.threads[0].values);
  EXPECT_TRUE(made.notes.empty());
}

// Of rows and columns at hundreds each.
struct Powers {
  double rows, cols;

  double at(double rows_now, double cols_now) const {
    return std::pow(rows_now, rows) * std::pow(cols_now / 100, cols);
  }
};

using RowsAndCols = std::vector<std::pair<double, double>>;

Forecast total_of(const Generated& made) {
  Forecast sum;
  for (const std::uint32_t kind : made.steps[0]) {
    sum.low += made.kinds[kind].gains[0].low;
    sum.high += made.kinds[kind].gains[0].high;
  }
  return sum;
}

// How often "sweep" is entered and what it gains are functions of rows and columns.
using OfSizes = std::function<double(double rows, double cols)>;

void expect_intervals_to_hold(const OfSizes& times, const OfSizes& gain, const RowsAndCols& learned,
                              const RowsAndCols& asked) {
  const auto run = [&](double rows, double cols) {
    return SweepRun(times(rows, cols), 400 * gain(rows, cols)).take();
  };
  std::vector<TrainingRun> runs;
  for (const auto& [rows, cols] : learned)
    runs.push_back({"run", {{"rows", rows}, {"cols", cols}}, run(rows, cols)});
  const Model model = learn({}, runs);
  for (const auto& [rows, cols] : asked) {
    const Forecast total = total_of(generate(model, {{rows, cols}}));
    const double truth = run(rows, cols).threads[0].values.back();
    EXPECT_LE(total.low, truth) << times(2, 300) << ' ' << gain(2, 300) << ' ' << rows;
    EXPECT_GE(total.high, truth) << times(2, 300) << ' ' << gain(2, 300) << ' ' << rows;
  }
}

// Weak scaling: rows and columns grow together, so that whatever grows with one of them may be of
// the other.
TEST(Learn, IntervalsAllowForSizesThatVariedTogether) {
  const auto of = [](const Powers& powers) {
    return [powers](double rows, double cols) { return powers.at(rows, cols); };
  };
  for (const Powers& times : {Powers{1, 0}, Powers{0, 1}})
    for (const Powers& gain : {Powers{0, 1}, Powers{1, 0}, Powers{1, 1}, Powers{2, 0}, Powers{0, 2},
                               Powers{2, -1}, Powers{-1, 2}})
      expect_intervals_to_hold(of(times), of(gain), {{4, 400}, {8, 800}, {16, 1600}, {32, 3200}},
                               {{32, 400}, {4, 3200}, {16, 800}});
}

// Sums and products are the same where one of two sizes is always 8, or 800.
TEST(Learn, IntervalsAllowForWhatSizesDoTogetherThatWereChangedOneByOne) {
  const OfSizes one[] = {[](double rows, double) { return rows; },
                         [](double, double cols) { return cols / 100; }};
  const OfSizes both[] = {[](double rows, double cols) { return rows * cols / 100; },
                          [](double rows, double cols) { return rows + cols / 100; },
                          [](double rows, double cols) { return rows * rows + cols; },
                          [](double rows, double cols) { return 20 * rows + cols * cols / 1e4; }};
  const RowsAndCols star = {{2, 800}, {4, 800}, {8, 800}, {16, 800}, {8, 200}, {8, 400}, {8, 1600}};
  const RowsAndCols asked = {{16, 1600}, {32, 1600}, {32, 3200}, {2, 200}, {2, 3200}, {32, 200}};
  const OfSizes shared = [](double rows, double cols) { return rows * 100 / cols + 2; };
  for (const OfSizes& of_one : one) {
    expect_intervals_to_hold(of_one, shared, star, asked);
    for (const OfSizes& of_both : both) {
      expect_intervals_to_hold(of_one, of_both, star, asked);
      expect_intervals_to_hold(of_both, of_one, star, asked);
    }
  }
}

// With what runs say of one size, that of others is known: nothing is wider than it was.
TEST(Learn, IntervalsAreNoWiderWhereOneSizeIsChanged) {
  std::vector<TrainingRun> runs = {sweep_run(4, 100), sweep_run(8, 100), sweep_run(16, 100),
                                   sweep_run(8, 200), sweep_run(8, 400)};
  const Forecast total = total_of(generate(learn({}, runs), {{32, 100}}));
  EXPECT_GT(total.low, 0.9 * 32 * 305);
  EXPECT_LT(total.high, 1.1 * 32 * 305);
}

// A program of three steps, at sizes that double.
std::vector<TrainingRun> short_runs(const std::vector<double>& cols) {
  std::vector<TrainingRun> runs;
  double n = 100;
  for (const double of_run : cols)
    runs.push_back({"run", {{"n", n *= 2}}, SweepRun(1, of_run).take()});
  return runs;
}

// What no law describes: trees, where these know anything of a thread's first steps.
TEST(Learn, WhatIsNotKnownIsNotNothing) {
  const Model model = learn({}, short_runs({50, 4000, 5, 70, 4000, 2}));
  for (const double n : {300.0, 1600.0, 10'000.0}) {
    const Generated made = generate(model, {{n}});
    const Forecast sweep = made.kinds[made.steps[0][1]].gains[0];
    EXPECT_GE(sweep.value, 6) << n;
    EXPECT_LE(sweep.low, 6) << n;
    EXPECT_GT(sweep.high, sweep.value) << n;
  }
}

TEST(Learn, RegressorsRefuseWhatTheyCannotLearnFrom) {
  LearnRequest request;
  request.method = "tree";
  EXPECT_THAT(message_of([&] {
                learn(request, short_runs({300, 1, 200}));
              }),
              testing::StartsWith("PAPI_L1_DCM: no event to learn from: the first 8 of each thread "
                                  "have no whole history | a smaller --history"));
  request.history = 1;
  EXPECT_EQ(message_of([&] { learn(request, short_runs({300, 1, 200})); }), "no error");
  request.least_gain = 1e6;
  EXPECT_THAT(message_of([&] {
                learn(request, short_runs({300, 1, 200}));
              }),
              testing::HasSubstr("and none behind them gains 1e+06 | a smaller --history or"));
}

TEST(Learn, TheOrderOfEventsMayBeThatOfATrace) {
  Model model = learn({}, sweep_runs());
  model.shape.clear();
  model.irregular = "of its own mind";
  EXPECT_THAT(message_of([&] {
                generate(model, {{50, 100}});
              }),
              testing::AllOf(testing::HasSubstr("of its own mind"), testing::HasSubstr("--shape")));
  const Trace shape = SweepRun(7, 1).take();
  const Generated made = generate(model, {{7, 200}, &shape});
  EXPECT_EQ(made.trace.threads[0].values, SweepRun(7, 200).take().threads[0].values);
}

// A tree knows each step that it was grown from.
TEST(Learn, RegressorsForecastEachThreadByItself) {
  std::vector<TrainingRun> runs;
  for (const double cols : {100.0, 1000.0})
    runs.push_back({"run", {{"rows", 4}, {"cols", cols}}, SweepRun(4, cols, "sweep", 3).take()});
  LearnRequest request;
  request.method = "tree";
  request.history = 1;
  const Generated made = generate(learn(request, runs), {{4, 1000}, &runs[1].trace});
  for (std::size_t t = 0; t < 3; ++t)
    EXPECT_EQ(made.trace.threads[t].values, runs[1].trace.threads[t].values) << t;
}

TEST(Learn, WhatNoRunHadIsTold) {
  const Model model = learn({}, sweep_runs());
  const Trace shape = SweepRun(7, 1, "dive").take();
  EXPECT_THAT(generate(model, {{7, 200}, &shape}).notes,
              testing::Contains(testing::HasSubstr("'dive'")));
}

TEST(Learn, TooLargeASizeIsRefused) {
  const Model model = learn({}, sweep_runs());
  EXPECT_THAT(message_of([&] { generate(model, {{50, 1e30}}); }), testing::HasSubstr("2^53"));
  EXPECT_THAT(message_of([&] { generate(model, {{1e12, 50}}); }), testing::HasSubstr("events"));
}

TEST(Learn, NoiseHasTheMeanAskedForAndFollowsItsSeed) {
  LearnRequest request;
  request.noise = 1000;
  const auto total = [&] { return generate(learn(request, sweep_runs()), {{20, 1000}}); };
  const double first = total().trace.threads[0].values.back();
  EXPECT_NEAR(first, 20 * 3005 + 5 + 41 * 1000, 1500);
  EXPECT_EQ(total().trace.threads[0].values.back(), first);
  request.seed = 1;
  EXPECT_NE(total().trace.threads[0].values.back(), first);
}

TEST(Learn, RefusesWhatDoesNotGoTogether) {
  std::vector<TrainingRun> runs = sweep_runs();
  EXPECT_THAT(message_of([&] { learn({{"PAPI_TOT_INS"}}, runs); }),
              testing::HasSubstr("no metric PAPI_TOT_INS"));
  EXPECT_THAT(message_of([&] { learn({}, {runs[0]}); }), testing::HasSubstr("same size"));
  runs[1].trace = SweepRun(10, 400, "dive").take();
  EXPECT_THAT(message_of([&] { learn({}, runs); }), testing::HasSubstr("--differing-regions"));
  LearnRequest differing;
  differing.differing_regions = true;
  EXPECT_EQ(learn(differing, runs).regions.all().size(), 3U);
  runs = sweep_runs();
  runs[2].trace.threads.push_back(runs[2].trace.threads[0]);
  EXPECT_THAT(message_of([&] { learn({}, runs); }), testing::HasSubstr("2"));
  runs = sweep_runs();
  runs[2].trace.threads.clear();
  EXPECT_THAT(message_of([&] { learn({}, runs); }), testing::HasSubstr("no events"));
  runs = sweep_runs();
  runs[2].trace.partial = "the program was interrupted";
  EXPECT_THAT(message_of([&] { learn({}, runs); }),
              testing::HasSubstr("not of a whole run: the program was interrupted"));
  runs = sweep_runs();
  runs[2].trace.metrics.clear();
  EXPECT_THAT(message_of([&] { learn({}, runs); }), testing::HasSubstr("no counter"));
}

// What is learned is what counters gain at each event, as Score-P and hpcast memory write it.
TEST(Learn, RefusesTracesWithoutCountsAtEachEvent) {
  const auto fault_of = [](const std::function<void(countertrace::Thread&)>& change) {
    std::vector<TrainingRun> runs = sweep_runs();
    change(runs[1].trace.threads[0]);
    return message_of([&] { learn({}, runs); });
  };
  EXPECT_EQ(fault_of([](countertrace::Thread&) {}), "no error");
  const auto counts = [](const Event& event) { return event.kind == Event::Kind::metrics; };
  EXPECT_THAT(fault_of([&](countertrace::Thread& thread) {
                std::erase_if(thread.events, counts);
                thread.values.clear();
              }),
              testing::HasSubstr("no counter was recorded"));
  EXPECT_THAT(fault_of([&](countertrace::Thread& thread) {
                thread.events.erase(
                    std::remove_if(thread.events.begin() + 1, thread.events.end(), counts),
                    thread.events.end());
                thread.values.resize(1);
              }),
              testing::HasSubstr("no thread counts twice"));
  EXPECT_THAT(fault_of([&](countertrace::Thread& thread) {
                thread.events.erase(
                    std::remove_if(thread.events.begin(), thread.events.begin() + 8, counts),
                    thread.events.begin() + 8);
                thread.values.erase(thread.values.begin(), thread.values.begin() + 4);
              }),
              testing::HasSubstr("of 22 events that enter or leave regions, 4 have no METRIC"));
}

TEST(Learn, MetricsThatAreDefinedButNotCountedAreNone) {
  std::vector<TrainingRun> runs = sweep_runs();
  for (TrainingRun& run : runs) {
    run.trace.metrics.push_back({"PAPI_L2_DCM", "#"});
    std::vector<double>& values = run.trace.threads[0].values;
    for (std::size_t i = values.size(); i > 0; --i)
      values.insert(values.begin() + static_cast<std::ptrdiff_t>(i), std::nan(""));
  }
  EXPECT_EQ(learn({}, runs).metrics.size(), 1U);
  EXPECT_THAT(message_of([&] { learn({{"PAPI_L2_DCM"}}, runs); }),
              testing::HasSubstr("no metric PAPI_L2_DCM"));
}

// Where a metric is not at each metrics event, the next one has what was gained meanwhile.
TEST(Learn, CountsThatAreMissingAreGainedLater) {
  Trace trace = SweepRun(4, 100).take();
  trace.threads[0].values[3] = std::nan("");
  Names names;
  Stacks stacks;
  const auto gains = steps_of(trace, {"PAPI_L1_DCM"}, names, stacks)[0].gains;
  EXPECT_TRUE(std::isnan(gains[2]));
  EXPECT_EQ(gains[3], 5 + 300);
}

TEST(Learn, TheModelKnowsWhetherItsCountersWereSimulated) {
  std::vector<TrainingRun> runs = sweep_runs();
  EXPECT_FALSE(model_in(parse_json(to_text(learn({}, runs)), "M")).is_simulated);
  runs[3].trace.is_simulated = true;
  EXPECT_TRUE(model_in(parse_json(to_text(learn({}, runs)), "M")).is_simulated);
}

class ModelFile : public testing::TestWithParam<std::string> {};

TEST_P(ModelFile, KeepsWhatWasLearned) {
  LearnRequest request;
  request.method = GetParam();
  request.history = 2;
  const Model model = learn(request, sweep_runs());
  const std::string text = to_text(model);
  const Document document = parse_json(text, "model");
  EXPECT_THAT(Conformance("counter-model.schema.json").faults(document.root), testing::IsEmpty());
  const Model again = model_in(document);
  EXPECT_EQ(to_text(again), text);
  const Generated one = generate(model, {{9, 300}}), other = generate(again, {{9, 300}});
  EXPECT_EQ(one.trace.threads[0].values, other.trace.threads[0].values);
  EXPECT_GT(one.trace.threads[0].values.back(), 0);
}

std::vector<std::string> all_methods() {
  std::vector<std::string> names = {by_laws};
  for (const regression::Regressor& regressor : regression::regressors())
    names.push_back(regressor.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, ModelFile, testing::ValuesIn(all_methods()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace hpcast::countergen
