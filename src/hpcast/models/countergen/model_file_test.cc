#include "hpcast/models/countergen/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/generate.h"

namespace hpcast::countergen {
namespace {

using testing::HasSubstr;

// c·n^e
Json power_of_n(double coefficient, double exponent) {
  return Json{{"stretches",
               {{{"term", {{"exponents", {exponent}}, {"logarithms", {0}}}},
                 {"coefficient", coefficient},
                 {"first", 1},
                 {"last", 100}}}},
              {"split", {{"exponents", {1}}, {"logarithms", {0}}}},
              {"error", 0}};
}

Json growth(Json law) {
  const Json none{{"absolute", 0}, {"relative", 0}};
  return {{"law", std::move(law)}, {"below", none}, {"above", none}};
}

// As people may edit it: main enters f three times; before that 5 misses, and then none.
Json small_model() {
  const auto part = [](int region, double times) {
    return Json{{"regions", {region}}, {"times", power_of_n(times, 0)}, {"less", 0}};
  };
  Json model{{"format", "hpcast-counter-model"},
             {"schema_version", 1},
             {"sizes", {"n"}},
             {"metrics", {{{"name", "PAPI_L1_DCM"}, {"unit", "#"}}}},
             {"regions", {"main", "f"}}};
  model["runs"] = Json::array({{{"sizes", {1}}, {"events", 8}}});
  model["stacks"] = Json::array({{0, 0}, {1, 1}});
  model["threads"] = Json::array({{{"name", "thread 0"},
                                   {"start_ns", power_of_n(0, 0)},
                                   {"patterns",
                                    {{{"stack", 0}, {"parts", Json::array({part(0, 1)})}},
                                     {{"stack", 1}, {"parts", Json::array({part(1, 3)})}}}}}});
  model["laws"] = Json::array({{{"thread", 0},
                                {"stack", 1},
                                {"before", {{"enter", 0}}},
                                {"after", {{"enter", 1}}},
                                {"first", true},
                                {"steps", 1},
                                {"gains", {growth(power_of_n(5, 0)), growth(power_of_n(7, 0))}}}});
  return model;
}

Generated made_of(const Json& model, double n = 10) {
  return generate(model_in(parse_json(model.dump(1), "M")), {{n}});
}

std::string fault_of(const Json& model, double n = 10) {
  try {
    made_of(model, n);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ModelFileFaults, ThereIsNoneInTheModelThatOthersAreMadeOf) {
  const Generated made = made_of(small_model());
  ASSERT_EQ(made.trace.threads.size(), 1U);
  EXPECT_EQ(made.trace.threads[0].events.size(), 16U);
  EXPECT_EQ(made.trace.threads[0].values[1], 5);
}

TEST(ModelFileFaults, PartsWithoutRegionsAreRefused) {
  Json model = small_model();
  Json& part = model["threads"][0]["patterns"][1]["parts"][0];
  part["regions"] = Json::array();
  part["times"] = power_of_n(1e18, 0);
  EXPECT_THAT(fault_of(model), HasSubstr("/parts/0/regions: expected at least one"));
}

TEST(ModelFileFaults, AnOrderIsKnownOrItIsSaidWhyNot) {
  Json model = small_model();
  model["threads"][0].erase("patterns");
  EXPECT_THAT(fault_of(model), HasSubstr("/irregular: is missing"));
  model["irregular"] = "the events differ";
  EXPECT_THAT(fault_of(model), HasSubstr("no order of events: the events differ"));
}

// Coefficients, how far off a law is, and how far values lie from it.
TEST(ModelFileFaults, WhatBecomesTooLargeIsRefused) {
  const auto with = [](const std::function<void(Json&)>& change) {
    Json model = small_model();
    change(model["laws"][0]["gains"][0]);
    return model;
  };
  const auto set = [&](const std::string& pointer, double value) {
    return with([&](Json& gain) { gain[Json::json_pointer(pointer)] = value; });
  };
  for (const Json& model :
       {set("/law/stretches/0/coefficient", 1e308), set("/law/error", 1e308),
        set("/below/relative", 1e308), set("/above/absolute", 1e308), set("/law/constant", 1e308),
        with([](Json& gain) { gain["law"] = power_of_n(1e308, 10); }),
        with([](Json& gain) { gain["law"] = power_of_n(-1e308, 10); })}) {
    const std::string fault = fault_of(model);
    if (fault == "none")
      for (const Kind& kind : made_of(model).kinds)
        for (const Forecast& gain : kind.gains) {
          EXPECT_TRUE(gain.low <= gain.high && gain.high < 1e16) << model.dump();
        }
    else
      EXPECT_THAT(fault, HasSubstr("2^53"));
  }
  EXPECT_THAT(fault_of(set("/law/error", 1e308)), HasSubstr("2^53"));
}

TEST(ModelFileFaults, ARegressorKnowsEachMetricWhereThereAreNoLaws) {
  Json model = small_model();
  model["history"] = {{"regressor", "tree"}, {"history", 0},    {"regions", 2},
                      {"sizes", 1},          {"thread", false}, {"models", {nullptr, nullptr}}};
  EXPECT_EQ(fault_of(model), "none");
  model["laws"] = Json::array();
  EXPECT_THAT(fault_of(model), HasSubstr("/history: has no model of a metric"));
}

TEST(ModelFileFaults, AnySeedIsRead) {
  Json model = small_model();
  Json& history = model["history"] = {
      {"regressor", "tree"}, {"history", 0}, {"regions", 2}, {"sizes", 1}, {"thread", false}};
  history["seed"] = UINT64_MAX;
  history["models"] = {nullptr, nullptr};
  EXPECT_EQ(fault_of(model), "none");
  history["seed"] = -1;
  EXPECT_THAT(fault_of(model), HasSubstr("/history/seed"));
}

// Programs that call themselves are deep, and edited models too.
TEST(ModelFileFaults, DeepStacksAreWalkedThrough) {
  constexpr int deep = 3'000;
  Json model = small_model();
  model["stacks"] = Json::array();
  Json& patterns = model["threads"][0]["patterns"] = Json::array();
  for (int i = 0; i < deep; ++i) {
    model["stacks"].push_back({i, 0});
    patterns.push_back(
        {{"stack", i}, {"parts", {{{"regions", {0}}, {"times", power_of_n(1, 0)}, {"less", 0}}}}});
  }
  EXPECT_EQ(made_of(model).trace.threads[0].events.size(), 4U * deep);
}

}  // namespace
}  // namespace hpcast::countergen
