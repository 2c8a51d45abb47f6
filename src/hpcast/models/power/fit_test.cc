#include "hpcast/models/power/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "hpcast/models/power/predict.h"
#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::DoubleNear;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double mw = 1e6 / 82944;  // W of a node for each MW of the system

// Loops of the paper's six kinds (k-power.txt, section 3.1), each as a region of its own: what they
// vary, what they leave alone.
std::vector<Values> basic_loops() {
  std::vector<Values> loops;
  for (int i = 0; i < 8; ++i) loops.push_back(k_counters(0.9, 0.12 * i, 0.02 * i, 0.2, 0.05));
  for (int i = 0; i < 8; ++i)
    loops.push_back(k_counters(0.04, 0.14 * i, 0.06 - 0.005 * i, 0.1, 0.1));
  loops.push_back(k_counters(0.15, 0, 0, 0.9, 0.1));
  loops.push_back(k_counters(0.1, 0.01, 0.6, 0.5, 0.1));
  loops.push_back(k_counters(0.04, 0.95, 0.06, 0.15, 0.05));
  loops.push_back(k_counters(0.93, 0.1, 0.15, 0.6, 0.1));
  loops.push_back(k_counters(0.95, 0.15, 0.2, 0.65, 0.12));
  for (int i = 1; i < 9; ++i) loops.push_back(k_counters(0.12 * i, 0, 0, 0, 0.02 * (i % 3)));
  for (int i = 1; i < 6; ++i)
    loops.push_back(k_counters(0.05 * i, 0, 0.01, 0.1 * (i % 3), 0.15 * i));
  return loops;
}

// What a meter shows of them: a set's coefficients, and noise as large as the paper's residual.
NamedTable measured_loops(const std::string& set, unsigned seed, double noise_mw) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, noise_mw * mw);
  NamedTable named{"loops", {}};
  const Model model = shipped_model("k-computer");
  double start = 0;
  for (Values values : basic_loops()) {
    PredictRequest request;
    request.power.set = set;
    const double watts = predict(model, {one_row(1, values)}, request).node_w();
    values.emplace_back("power", watts + noise(random));
    const std::string region = "loop " + std::to_string(named.table.regions.size());
    add_row(named.table, {start, 1, 0, named.table.region_index(region)}, values);
    start += 600;
  }
  return named;
}

FitRequest by_region() {
  FitRequest request;
  request.activity.by_region = true;
  return request;
}

Fitted fit_loops(const std::string& set, unsigned seed, double noise_mw) {
  return fit_power(shipped_model("k-computer"), {measured_loops(set, seed, noise_mw)}, by_region());
}

// The paper's coefficients, with noise as large as its residuals, come back within three of their
// standard errors; 0.0524 and 0.0891 MW: eqs. 7 and 8.
TEST(FitPower, FindsThePapersCoefficientsAgain) {
  const Model model = shipped_model("k-computer");
  for (const auto& [set, noise] :
       {std::pair{"basic-loops", 0.0524}, {"application-kernels", 0.0891}}) {
    const Fitted fitted = fit_loops(set, 7, noise);
    EXPECT_EQ(fitted.fit.terms.size(), 6);
    for (std::size_t i = 0; i < fitted.fit.terms.size(); ++i) {
      const answers::PowerCoefficient& c = fitted.fit.fitted[i].ordinary;
      const double truth =
          model.watts(model.set(set), *model.set(set).find(fitted.fit.terms[i].name));
      EXPECT_LT(std::fabs(c.watts - truth), 3 * c.standard_error.value())
          << set << ": " << fitted.fit.terms[i].name;
      EXPECT_GT(c.standard_error.value(), 0);
    }
    EXPECT_THAT(fitted.fit.ordinary.residual_w.value() / mw, DoubleNear(noise, noise / 2)) << set;
  }
}

// Standard errors tell the truth: of many fits, two in three lie within one.
TEST(FitPower, HasStandardErrorsThatHold) {
  const Model model = shipped_model("k-computer");
  const CoefficientSet& set = model.set("basic-loops");
  int within = 0, all = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Fitted fitted = fit_loops("basic-loops", seed, 0.0524);
    for (std::size_t i = 0; i < fitted.fit.terms.size(); ++i, ++all) {
      const answers::PowerCoefficient& c = fitted.fit.fitted[i].ordinary;
      const double truth = model.watts(set, *set.find(fitted.fit.terms[i].name));
      within += std::fabs(c.watts - truth) < c.standard_error.value() ? 1 : 0;
    }
  }
  EXPECT_THAT(static_cast<double>(within) / all, DoubleNear(0.683, 0.06));
}

TEST(FitPower, IsExactWithoutNoise) {
  const Fitted fitted = fit_loops("basic-loops", 1, 0);
  const Model& model = fitted.model;
  const CoefficientSet& made = model.set("");
  EXPECT_EQ(made.name, "fitted");
  for (const char* const term : {"fp", "memory", "l2", "l1d", "integer", "base"})
    EXPECT_THAT(
        model.watts(made, *made.find(term)),
        DoubleNear(model.watts(model.set("basic-loops"), *model.set("basic-loops").find(term)),
                   1e-9))
        << term;
  EXPECT_THAT(fitted.fit.ordinary.mean_error, DoubleNear(0, 1e-12));
  EXPECT_THAT(fitted.fit.ordinary.left_out_error.value(), DoubleNear(0, 1e-9));
  EXPECT_THAT(fitted.fit.ordinary.r2.value(), DoubleNear(1, 1e-12));
  EXPECT_THAT(fitted.fit.nonnegative_quality.mean_error, DoubleNear(0, 1e-7));
  EXPECT_THAT(fitted.fit.not_modelled, Contains("file I/O: no file_written"));
}

// An application that draws what no term tells: only leaving it out shows that.
TEST(FitPower, LeavesOutWholeApplications) {
  NamedTable named{"runs", {}};
  for (int application = 0; application < 3; ++application)
    for (int i = 0; i < 4; ++i) {
      const double memory = application == 2 ? 0.5 + 0.1 * i : 0.1 * (i + 1);
      Values values = k_counters(0, memory, 0, 0, 0);
      values.emplace_back("power", 100 + 50 * memory + (application == 2 ? 20 : 0));
      add_row(named.table,
              {static_cast<double>(4 * application + i), 1, 0,
               named.table.region_index(std::string(1, static_cast<char>('a' + application)))},
              values);
    }
  FitRequest request = by_region();
  request.activity.terms = {"memory", "base"};
  const Fitted fitted = fit_power(shipped_model("k-computer"), {named}, request);
  ASSERT_EQ(fitted.fit.applications.size(), 3);
  // From a and b alone 100 + 50 x is exact, and c draws 20 W more.
  double error = 0;
  for (const double memory : {0.5, 0.6, 0.7, 0.8}) error += 20 / (120 + 50 * memory) / 4;
  EXPECT_THAT(fitted.fit.applications[2].left_out_error.value(), DoubleNear(error, 1e-9));
  EXPECT_LT(fitted.fit.applications[2].mean_error, error / 2);
  const std::string name = fitted.fit.applications[2].name;
  EXPECT_EQ(name, "c");
  request.activity.by_region = false;
  const Fitted one = fit_power(shipped_model("k-computer"), {named}, request);
  EXPECT_FALSE(one.fit.ordinary.left_out_error);
  EXPECT_THAT(one.fit.assumptions, Contains(HasSubstr("one application only")));
}

TEST(FitPower, WarnsWhereACoefficientMeansNothing) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 1);
  NamedTable named{"app", {}};
  for (int i = 0; i < 40; ++i) {
    const double memory = 0.02 * i;
    // L1D goes with memory, integers with nothing.
    Values values =
        k_counters(0, memory, 0, memory + 0.002 * noise(random), 0.5 + 0.1 * noise(random));
    values.emplace_back("power", 100 - 40 * memory + noise(random));
    add_row(named.table, {1.0 * i, 1, 0, 0}, values);
  }
  const Fitted fitted = fit_power(shipped_model("k-computer"), {named}, {});
  EXPECT_THAT(fitted.fit.warnings,
              Contains(AllOf(HasSubstr("memory: its coefficient"),
                             HasSubstr("times as large as were it independent"))));
  EXPECT_THAT(fitted.fit.warnings, Contains(HasSubstr("integer: its coefficient")));
  EXPECT_THAT(fitted.fit.warnings, Contains(HasSubstr("is negative")));
  EXPECT_THAT(fitted.fit.not_modelled, Contains("floating point: 0 in every sample"));
  FitRequest request;
  request.nonnegative = true;
  const Fitted positive = fit_power(shipped_model("k-computer"), {named}, request);
  EXPECT_THAT(positive.model.set("").coefficients,
              Each(Field(&Coefficient::value, testing::Ge(0))));
  EXPECT_EQ(positive.model.set("").fit->method, "non-negative least squares");
}

TEST(FitPower, RefusesWhatNoFitCanTell) {
  NamedTable few{"app", {}};
  for (int i = 0; i < 3; ++i) {
    Values values = k_counters(0.1 * i, 0.2, 0.1 * (i % 2), 0.3, 0.1);
    values.emplace_back("power", 100 + i);
    add_row(few.table, {1.0 * i, 1, 0, 0}, values);
  }
  const auto refusal = [&](const FitRequest& request) {
    return error_of([&] { fit_power(shipped_model("k-computer"), {few}, request); });
  };
  EXPECT_THAT(refusal({}), HasSubstr("3 samples for 6 coefficients: too few to fit"));
  FitRequest request;
  request.activity.terms = {"memory", "base"};
  EXPECT_THAT(refusal(request), HasSubstr("memory, base say the same in these samples"));
  request.activity.terms = {"fp", "base"};
  request.onto = "basic-lops";
  EXPECT_THAT(refusal(request), HasSubstr("did you mean 'basic-loops'?"));
}

// Errors relative to the power: what draws little counts as much.
TEST(FitPower, MayBeRelative) {
  NamedTable named{"app", {}};
  const double memory[] = {0.1, 0.2, 0.5, 1};
  const double watts[] = {1, 2, 5, 20};  // the last one does not fit
  for (int i = 0; i < 4; ++i) {
    Values values = k_counters(0, memory[i], 0, 0, 0);
    values.emplace_back("power", watts[i]);
    add_row(named.table, {1.0 * i, 1, 0, 0}, values);
  }
  FitRequest request;
  request.activity.terms = {"memory"};
  // min sum (w - b x)²: b = sum(x w) / sum(x²); relative: b = sum(x/w) / sum(x²/w²).
  const auto coefficient = [&] {
    return fit_power(shipped_model("k-computer"), {named}, request).fit.terms[0].coefficient_w;
  };
  EXPECT_THAT(coefficient(), DoubleNear((0.1 + 0.4 + 2.5 + 20) / 1.3, 1e-9));
  request.relative = true;
  EXPECT_THAT(coefficient(), DoubleNear(0.35 / 0.0325, 1e-9));
}

// Rows count by their watts, and a constant stays one: R² is about the mean, and what stands beside
// a constant alone is inflated by nothing.
TEST(FitPower, RelativeFitsHaveTheSameStatistics) {
  NamedTable named{"app", {}};
  const double watts[] = {50, 64, 73, 90, 98};
  double mean = 0, all = 0, squares = 0;
  for (int i = 0; i < 5; ++i) {
    Values values = k_counters(0, 0.25 * i, 0, 0, 0);
    values.emplace_back("power", watts[i]);
    add_row(named.table, {1.0 * i, 1, 0, 0}, values);
    mean += watts[i] / 5;
  }
  FitRequest request;
  request.activity.terms = {"memory", "base"};
  const answers::PowerFit ordinary = fit_power(shipped_model("k-computer"), {named}, request).fit;
  request.relative = true;
  const answers::PowerFit fit = fit_power(shipped_model("k-computer"), {named}, request).fit;
  for (const answers::FittedSample& sample : fit.samples) {
    all += std::pow(sample.measured_w - mean, 2);
    squares += std::pow(sample.measured_w - sample.fitted_w, 2);
  }
  EXPECT_THAT(fit.ordinary.r2.value(), DoubleNear(1 - squares / all, 1e-12));
  EXPECT_THAT(fit.fitted[0].inflation.value(), DoubleNear(1, 1e-9));
  EXPECT_FALSE(fit.fitted[1].inflation);
  EXPECT_EQ(fit.condition, ordinary.condition);
  EXPECT_NE(fit.terms[0].coefficient_w, ordinary.terms[0].coefficient_w);
}

// As many samples as coefficients lie on the fit, whatever they are.
TEST(FitPower, KnowsNoResidualWithoutSamplesToSpare) {
  NamedTable named{"app", {}};
  for (const double memory : {0.1, 0.6}) {
    Values values = k_counters(0, memory, 0, 0, 0);
    values.emplace_back("power", 100 + 40 * memory);
    add_row(named.table, {memory, 1, 0, 0}, values);
  }
  FitRequest request;
  request.activity.terms = {"memory", "base"};
  const Fitted fitted = fit_power(shipped_model("k-computer"), {named}, request);
  EXPECT_FALSE(fitted.fit.ordinary.residual_w);
  EXPECT_FALSE(fitted.model.set("").residual);
  EXPECT_THAT(fitted.fit.verdict, HasSubstr("residual unknown"));
}

// A meter that sticks, or programs that draw the same.
TEST(FitPower, SaysThatThePowerDoesNotVary) {
  FitRequest request;
  request.activity.terms = {"memory", "base"};
  const auto fitted = [&](double step) {
    NamedTable named{"app", {}};
    for (int i = 0; i < 6; ++i) {
      Values values = k_counters(0, 0.1 * i * i, 0, 0, 0);
      values.emplace_back("power", 151.3 + step * (i % 2));
      add_row(named.table, {1.0 * i, 1, 0, 0}, values);
    }
    return fit_power(shipped_model("k-computer"), {named}, request);
  };
  const Fitted constant = fitted(0);
  EXPECT_FALSE(constant.fit.ordinary.r2);
  EXPECT_FALSE(constant.model.set("").fit->r2);
  EXPECT_THAT(constant.fit.verdict,
              AllOf(HasSubstr("the power never changed: 151 W in 6 samples, so that nothing"),
                    testing::Not(HasSubstr("off"))));
  EXPECT_THAT(constant.fit.warnings, Contains(HasSubstr("the power does not vary")));
  EXPECT_THAT(fitted(0.5).fit.warnings, Contains(HasSubstr("varies by less than 1 %")));
  EXPECT_TRUE(fitted(0.5).fit.ordinary.r2);
}

TEST(FitPower, RefusesWattsOfDifferentThings) {
  FitRequest request;
  request.activity.terms = {"memory", "base"};
  const auto table = [](const char* name, const char* column) {
    NamedTable named{name, {}};
    for (int i = 0; i < 3; ++i) {
      Values values = k_counters(0, 0.1 * i, 0, 0, 0);
      values.emplace_back(column, 150 + i);
      values.emplace_back("mine", 1);
      add_row(named.table, {1.0 * i, 1, 0, 0}, values);
    }
    return named;
  };
  std::vector<NamedTable> tables{table("a.csv", "power"), table("b.csv", "package_energy")};
  const Model model = shipped_model("k-computer");
  EXPECT_THAT(error_of([&] { fit_power(model, tables, request); }),
              HasSubstr("not of the same: power in a.csv, package_energy in b.csv"));
  tables = {table("a.csv", "power"), table("b.csv", "power")};
  tables[0].table.notes = {"power: by the node's own meter"};
  EXPECT_THAT(fit_power(model, tables, request).fit.warnings,
              testing::Not(Contains(HasSubstr("told by"))));
  tables[1].table.notes = {"power: by the meter of rack.csv"};
  EXPECT_THAT(
      fit_power(model, tables, request).fit.warnings,
      Contains(HasSubstr("by the node's own meter in a.csv, by an external meter in b.csv")));
}

// Without the one that varies the memory's throughput, the others do not tell what that draws.
TEST(FitPower, TellsHowManyApplicationsWereLeftOut) {
  NamedTable named{"runs", {}};
  const double memory[] = {0.1, 0.1, 0.1, 0.1, 0.5, 0.7};
  for (int i = 0; i < 6; ++i) {
    Values values = k_counters(0, memory[i], 0, 0, 0);
    values.emplace_back("power", 100 + 50 * memory[i] + i % 2);
    const std::string region(1, static_cast<char>('a' + i / 2));
    add_row(named.table, {1.0 * i, 1, 0, named.table.region_index(region)}, values);
  }
  FitRequest request = by_region();
  request.activity.terms = {"memory", "base"};
  const Fitted fitted = fit_power(shipped_model("k-computer"), {named}, request);
  EXPECT_EQ(fitted.fit.left_out_applications(), 2U);
  EXPECT_THAT(fitted.fit.verdict, HasSubstr("for 2 of 3 applications left out"));
  EXPECT_THAT(fitted.fit.assumptions,
              Contains(HasSubstr("1 of 3 applications cannot be left out")));
}

// Throughput and watts of exchanges, as in figures 9 to 12, fitted onto what is known of the rest.
TEST(FitPower, FitsCommunicationOntoTheRest) {
  NamedTable named{"exchange", {}};
  for (int i = 0; i < 6; ++i)
    add_row(named.table, {1.0 * i, 1, 0, 0},
            {{"network_sent", 1e9 * i}, {"network_received", 1e9 * i}, {"power", 120 + 2.6 * i}});
  FitRequest request;
  request.activity.terms = {"communication", "base"};
  request.onto = "basic-loops";
  request.name = "with-exchange";
  const Fitted fitted = fit_power(shipped_model("k-computer"), {named}, request);
  const CoefficientSet& set = fitted.model.set("with-exchange");
  EXPECT_THAT(set.find("communication")->value, DoubleNear(2.6, 1e-9));
  EXPECT_THAT(set.find("base")->value, DoubleNear(120, 1e-9));
  EXPECT_THAT(set.find("memory")->value, DoubleNear(4.3906 * mw, 1e-9));
  EXPECT_THAT(set.description, HasSubstr("memory, l2, l1d, integer, io as in 'basic-loops'"));
  // Writing: a constant while it lasts.
  NamedTable writing{"dd", {}};
  for (int i = 0; i < 6; ++i)
    add_row(writing.table, {1.0 * i, 1, 0, 0},
            {{"file_written", i % 2 * 8e6 * i}, {"power", 120 + i % 2 * 1.2}});
  request.activity.terms = {"io", "base"};
  request.onto = "with-exchange";
  request.name = "all";
  const Fitted both = fit_power(fitted.model, {writing}, request);
  EXPECT_THAT(both.model.set("all").find("io")->value, DoubleNear(1.2, 1e-9));
  EXPECT_THAT(both.model.set("all").find("communication")->value, DoubleNear(2.6, 1e-9));
  // Where all there is has been fitted anew, nothing is taken over.
  request.onto = "io and base";
  CoefficientSet few{"io and base", "", false, {{"io", 1, {}, false}}, {}, {}};
  Model model = fitted.model;
  model.sets.push_back(few);
  EXPECT_EQ(fit_power(model, {writing}, request).model.set("all").description, "");
}

}  // namespace
}  // namespace hpcast::power
