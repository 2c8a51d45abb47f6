// What all regressors have in common, and closed forms of each family. What they are compared with
// scikit-learn's: tests/regression.
#include "hpcast/base/regression/regressor.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/samples_for_tests.h"

namespace hpcast::regression {

namespace {

using testing::HasSubstr;

class EveryRegressor : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Model> fitted(const Rows& rows, std::uint64_t seed = 1, unsigned threads = 2) {
    return fit({GetParam(), seed, threads}, rows.samples());
  }
  bool is_random() const {
    static const std::set<std::string> random = {"sgd", "forest", "extra-trees", "bagging",
                                                 "adaboost"};
    return random.count(GetParam()) > 0;
  }
};

INSTANTIATE_TEST_SUITE_P(Regression, EveryRegressor, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const Regressor& regressor : regressors())
                             names.push_back(regressor.name);
                           return names;
                         }()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(EveryRegressor, IsTheSameForSeedAndAnyNumberOfThreads) {
  const Rows rows = mixed_rows(150, 1);
  const Json model = fitted(rows)->to_json();
  for (const unsigned threads : {1U, 3U, 0U}) EXPECT_EQ(fitted(rows, 1, threads)->to_json(), model);
  EXPECT_EQ(fitted(rows, 2)->to_json() == model, !is_random());
}

TEST_P(EveryRegressor, ComesBackFromJsonToTheBit) {
  const Rows rows = mixed_rows(150, 2);
  const auto model = fitted(rows);
  const auto again = model_from_json(parse_json(model->to_json().dump(), "m"));
  EXPECT_EQ(again->regressor(), GetParam());
  EXPECT_EQ(again->columns(), rows.columns);
  const Rows others = mixed_rows(100, 3);
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_EQ(again->predict(others.samples().x.row(i)), model->predict(others.samples().x.row(i)));
}

TEST_P(EveryRegressor, PredictsTheTargetOfASingleRow) {
  Rows rows;
  rows.add({1, 0, 3}, 5);
  const double prediction = fitted(rows)->predict(rows.samples().x.row(0));
  EXPECT_NEAR(prediction, 5, GetParam() == "svr" || GetParam() == "sgd" ? 0.2 : 1e-12);
}

// The mean, the median of means drawn at random, or, of support vectors, within epsilon of a
// median.
TEST_P(EveryRegressor, FeaturesThatAreConstantSayNothing) {
  Rows rows;
  for (int i = 0; i < 40; ++i) rows.add({0.1, 0}, i % 2 == 0 ? 1 : 3);
  const double prediction = fitted(rows)->predict(rows.samples().x.row(0));
  if (is_random() || GetParam() == "svr") {
    EXPECT_NEAR(prediction, 2, 1);
  } else {
    EXPECT_NEAR(prediction, 2, 1e-12);
  }
}

// Weights are whole here, so that nothing is rounded.
TEST_P(EveryRegressor, AWeightOfTwoIsARowTwice) {
  if (is_random()) GTEST_SKIP() << "draws rows, which then are others";
  Rows weighted = mixed_rows(60, 4), repeated;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    weighted.weights.push_back(i % 3 == 0 ? 2 : 1);
    const auto row = weighted.samples().x.row(i);
    for (int k = 0; k < weighted.weights.back(); ++k)
      repeated.add({row.begin(), row.end()}, weighted.y[i]);
  }
  if (GetParam() == "svr") {
    EXPECT_THROW(fitted(weighted), InputError);
    return;
  }
  const auto one = fitted(weighted), other = fitted(repeated);
  const double tolerance = GetParam() == "lasso" || GetParam() == "elastic-net" ? 1e-2 : 1e-9;
  for (std::size_t i = 0; i < weighted.size(); ++i)
    EXPECT_NEAR(one->predict(weighted.samples().x.row(i)),
                other->predict(weighted.samples().x.row(i)), tolerance);
}

std::string said_of(const Rows& rows, const std::string& regressor = "tree") {
  try {
    fit({regressor}, rows.samples());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Fit, RefusesBadSamples) {
  Rows rows;
  EXPECT_THAT(said_of(rows), HasSubstr("no feature"));
  rows.columns = 2;
  EXPECT_THAT(said_of(rows), HasSubstr("no row"));
  rows.add({1, 2}, 3);
  rows.add({1, std::numeric_limits<double>::quiet_NaN()}, 3);
  EXPECT_THAT(said_of(rows), HasSubstr("feature 1 of row 1 is nan"));
  rows.x.back() = 2;
  rows.y.back() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(said_of(rows), HasSubstr("target of row 1 is inf"));
  rows.y.back() = 1;
  rows.weights = {1};
  EXPECT_THAT(said_of(rows), HasSubstr("2 rows have 1 weight"));
  rows.weights = {1, 0};
  EXPECT_THAT(said_of(rows), HasSubstr("weight of row 1 is 0"));
  rows.weights.clear();
  rows.x.push_back(1);
  EXPECT_THAT(said_of(rows), HasSubstr("make 4 values, but there are 5"));
  EXPECT_THAT(said_of(mixed_rows(5, 1), "extra-tree"), HasSubstr("did you mean 'extra-trees'?"));
}

TEST(Linear, RecoversCoefficients) {
  Random random(5, 0);
  Rows rows;
  for (int i = 0; i < 5000; ++i) {
    const std::vector<double> x = {random.uniform(), 1e3 * random.uniform(), 7 + random.uniform()};
    rows.add(x, 2 + 3 * x[0] - 0.5 * x[1] + 10 * x[2]);
  }
  const Json model = fit({"linear"}, rows.samples())->to_json();
  EXPECT_NEAR(model["intercept"], 2, 1e-9);
  EXPECT_NEAR(model["coefficients"][0], 3, 1e-9);
  EXPECT_NEAR(model["coefficients"][1], -0.5, 1e-12);
  EXPECT_NEAR(model["coefficients"][2], 10, 1e-9);
}

TEST(Linear, FeaturesThatSayTheSameShare) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({1.0 * i, 1.0 * i, 5, 0.1 * (i % 7)}, 4.0 * i);
  const Json model = fit({"linear"}, rows.samples())->to_json();
  EXPECT_NEAR(model["coefficients"][0], 2, 1e-9);
  EXPECT_NEAR(model["coefficients"][1], 2, 1e-9);
  EXPECT_NEAR(model["coefficients"][2], 0, 1e-9);
}

// Of one feature with mean 0 and squares of s in all: soft(s w, alpha n) / s.
TEST(Lasso, OfOneFeatureIsAClosedForm) {
  Rows rows;
  for (const double x : {-2.0, -1.0, 0.0, 1.0, 2.0}) rows.add({x}, 3 * x + 1);
  const Json model = fit({"lasso"}, rows.samples())->to_json();
  EXPECT_NEAR(model["coefficients"][0], (3 * 10 - 5) / 10.0, 1e-12);
  EXPECT_NEAR(model["intercept"], 1, 1e-12);
}

// Features of 1000 make every step too long.
TEST(Sgd, SaysWhenItDiverges) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({1000.0 * (i % 7), 1}, i);
  EXPECT_THAT(said_of(rows, "sgd"), HasSubstr("'sgd' diverges"));
}

std::string said_of_model(const std::string& text) {
  try {
    model_from_json(parse_json(text, "m"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ModelFromJson, TellsFaults) {
  EXPECT_THAT(said_of_model("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(said_of_model("{}"), HasSubstr("'regressor' is missing"));
  EXPECT_THAT(said_of_model(R"({"regressor": "lassoo", "columns": 1})"),
              HasSubstr("did you mean 'lasso'?"));
  EXPECT_THAT(said_of_model(R"({"regressor": "tree", "trees": ["1"]})"), HasSubstr("columns"));
  EXPECT_THAT(said_of_model(R"({"regressor": "tree", "columns": 0, "trees": ["1"]})"),
              HasSubstr("a whole number from 1"));
  EXPECT_THAT(said_of_model(R"({"regressor": "ridge", "columns": 1, "coefficients": [1]})"),
              HasSubstr("/intercept: expected a number"));
  EXPECT_THAT(
      said_of_model(
          R"({"regressor": "sgd", "columns": 2, "intercept": 1, "coefficients": [1, "a"]})"),
      HasSubstr("expected 2 numbers, found 1 in an array of 2"));
  EXPECT_THAT(
      said_of_model(
          R"({"regressor": "svr", "columns": 2, "gamma": 1, "intercept": 1, "vectors": ["1 2:1"]})"),
      HasSubstr("no feature 2, only 0 to 1"));
  EXPECT_THAT(
      said_of_model(
          R"({"regressor": "adaboost", "columns": 1, "weights": [1], "trees": ["1", "2"]})"),
      HasSubstr("expected 2 numbers"));
  EXPECT_THAT(
      said_of_model(R"({"regressor": "adaboost", "columns": 1, "weights": [-1], "trees": ["1"]})"),
      HasSubstr("0 or more"));
}

TEST(ModelFromJson, IsNotMadeToKeepMoreThanItReads) {
  std::string vectors = R"("1")";
  for (int i = 0; i < 40; ++i) vectors += R"(, "1")";
  EXPECT_THAT(
      said_of_model(fmt::format(
          R"({{"regressor": "svr", "columns": 1000000, "gamma": 1, "intercept": 1, "vectors": [{}]}})",
          vectors)),
      HasSubstr("more vectors of 1000000 features"));
}

TEST(ModelFromJson, TellsWhatIsWrongWithTrees) {
  const auto said = [](const std::string& trees) {
    return said_of_model(
        fmt::format(R"({{"regressor": "forest", "columns": 2, "trees": [{}]}})", trees));
  };
  EXPECT_EQ(said(R"("0:0.5 1 1:2 3 -4e-3", "7")"), "");
  EXPECT_THAT(said(""), HasSubstr("one or more trees"));
  EXPECT_THAT(said(R"("1", "")"), HasSubstr("tree 1: the tree ends before its last leaf"));
  EXPECT_THAT(said(R"("0:0.5 1")"), HasSubstr("tree 0: the tree ends before its last leaf"));
  EXPECT_THAT(said(R"("0:0.5")"), HasSubstr("ends before"));
  EXPECT_THAT(said(R"("0:0.5 1:1 1 2")"), HasSubstr("ends before"));
  EXPECT_THAT(said(R"("0:0.5 1 2 3")"), HasSubstr("more after the tree's last leaf"));
  EXPECT_THAT(said(R"("2:0.5 1 2")"), HasSubstr("no feature 2, only 0 to 1"));
  EXPECT_THAT(said(R"("-1:0.5 1 2")"), HasSubstr("expected FEATURE:NUMBER"));
  EXPECT_THAT(said(R"("0:nan 1 2")"), HasSubstr("expected a number, found 'nan'"));
  EXPECT_THAT(said(R"("one")"), HasSubstr("expected a number, found 'one'"));
}

TEST(ModelFromJson, IsFoundAtItsPlace) {
  const Document document = parse_json(
      R"({"of": [{"model": {"regressor": "tree", "columns": 1, "trees": ["0:0.5 1 2"]}}]})", "m");
  const auto model = model_from_json(document, "/of/0/model");
  EXPECT_EQ(model->predict(std::vector<double>{0.5}), 1);
  EXPECT_EQ(model->predict(std::vector<double>{0.6}), 2);
  EXPECT_THROW(model_from_json(document, "/of/1/model"), InputError);
}

}  // namespace

}  // namespace hpcast::regression
