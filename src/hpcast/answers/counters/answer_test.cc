#include "hpcast/answers/counters/answer.h"

#include "hpcast/answers/counters/sample_for_tests.h"
#include "hpcast/answers/kind_for_tests.h"

namespace hpcast::answers {
namespace {

using testing::ElementsAre;

TEST(CounterForecast, HasItsSchema) { expect_schema_is_checked_in<CounterForecast>(); }

TEST(CounterForecast, IsReadBackAsItWas) {
  expect_round_trip(counter_sample());
  expect_round_trip(CounterForecast{});
  CounterForecast forecast = counter_sample();
  forecast.shape = "T";
  forecast.sizes[0].second = 1e5;
  forecast.beyond_caches = {"rows <= 1000"};
  forecast.metrics[0].is_lower_bound = true;
  expect_round_trip(forecast);
}

TEST(CounterForecast, FaultsNameTheirPlace) {
  const std::string fault = fault_after(counter_sample(), [](Json& json) {
    json["time_s"] = "1 s";
    json["metrics"][0]["total"].erase("low");
    json["comparisons"][0]["histogram"].erase(0);
    json["comparisons"][0]["dots"][0]["events"] = 0;
    json["sizes"][0]["value"] = 0;
    json["regions"][0]["gains"].erase(0);
    json["learned_sizes"][0].push_back(1);
  });
  for (const char* place :
       {"/time_s: expected a number", "/metrics/0/total: 'low' is missing", "/histogram",
        "/comparisons/0/dots/0/events", "/sizes/0/value", "/regions/0/gains", "/learned_sizes"})
    EXPECT_THAT(fault, testing::HasSubstr(place));
}

TEST(CounterForecast, IsWrittenWithWhatItSays) {
  const Json value = to_json(counter_sample());
  EXPECT_EQ(value["sizes"][0], Json({{"name", "rows"}, {"value", 5000.0}}));
  EXPECT_EQ(value["metrics"][0]["total"]["measured"], 2.2e6);
  EXPECT_FALSE(value["regions"][1]["gains"][0].contains("measured"));
  EXPECT_EQ(value["comparisons"][0]["histogram"][19], 1000);
  EXPECT_FALSE(value.contains("shape"));
}

TEST(CounterForecast, HasAVerdict) {
  CounterForecast forecast = counter_sample();
  EXPECT_EQ(verdict_line(forecast),
            "At rows=5000, cols=100: 2.31 M PAPI_L1_DCM (nine of ten: 1.9 M to 2.8 M), 34 k "
            "events in 120 ms. Against T&T: 12 % off an event in the mean, +5.0 % in total.");
  forecast.comparisons.clear();
  forecast.metrics[0].total = {7, 7, 7, {}};
  forecast.events = 1;
  EXPECT_EQ(verdict_line(forecast), "At rows=5000, cols=100: 7 PAPI_L1_DCM, 1 event in 120 ms.");
  forecast.metrics.clear();
  EXPECT_EQ(verdict_line(forecast), "At rows=5000, cols=100: 1 event in 120 ms.");
}

TEST(CounterForecast, VerdictTellsWhatIsAGuess) {
  CounterForecast forecast = counter_sample();
  forecast.comparisons.clear();
  forecast.metrics[0].total = {1000, 400, 1600, {}};
  forecast.metrics.push_back({"PAPI_L2_DCM", "#", {0, 0, 9, {}}});
  EXPECT_EQ(guesses_text(forecast), "");
  forecast.metrics[0].total.low = 399;
  forecast.metrics.back().total.high = 11;
  EXPECT_THAT(verdict_line(forecast),
              testing::EndsWith("34 k events in 120 ms. A guess: PAPI_L1_DCM, PAPI_L2_DCM."));
}

TEST(CounterForecast, VerdictTellsWhatNoRunSpeaksFor) {
  CounterForecast forecast = counter_sample();
  forecast.comparisons.clear();
  forecast.guess = "no run has both n other than 200 and p other than 4";
  EXPECT_THAT(verdict_line(forecast),
              testing::EndsWith("in 120 ms. A guess: no run has both n other than 200 and p other "
                                "than 4."));
  EXPECT_EQ(to_json(forecast)["guess"], forecast.guess);
  expect_round_trip(forecast);
  EXPECT_FALSE(to_json(counter_sample()).contains("guess"));
}

TEST(CounterForecast, TellsWhatMayBeMore) {
  CounterForecast forecast = counter_sample();
  forecast.comparisons.clear();
  forecast.metrics[0].is_lower_bound = true;
  forecast.beyond_caches = {"data outgrow L1"};
  EXPECT_EQ(interval_text(forecast.metrics[0]), "1.9 M to 2.8 M or more");
  forecast.metrics[0].total = {7, 7, 7, {}};
  EXPECT_EQ(interval_text(forecast.metrics[0]), "7 or more");
  EXPECT_THAT(verdict_line(forecast),
              testing::EndsWith("Lower bounds, for data outgrow caches or may do so: "
                                "PAPI_L1_DCM."));
  EXPECT_THAT(to_mind(forecast), ElementsAre("data outgrow L1"));
  EXPECT_EQ(to_json(forecast)["metrics"][0]["is_lower_bound"], true);
  EXPECT_EQ(to_json(forecast)["beyond_caches"], Json({"data outgrow L1"}));
  expect_round_trip(forecast);
}

TEST(CounterForecast, VerdictTellsNoMeanOfNoEvents) {
  CounterForecast forecast = counter_sample();
  forecast.comparisons[0].events = 0;
  EXPECT_THAT(verdict_line(forecast), testing::EndsWith("Against T&T: +5.0 % in total."));
}

TEST(CounterForecast, TellsErrorsOfTotals) {
  EXPECT_EQ(relative_error({90, 0, 0, 100}), -0.1);
  EXPECT_EQ(relative_error({0, 0, 0, 0}), 0);
  EXPECT_EQ(relative_error({1, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(relative_error({1, 0, 0, {}}), std::nullopt);
}

TEST(CounterForecast, TellsErrorsWithTheirSign) {
  EXPECT_EQ(signed_percent(0.1), "+10 %");
  EXPECT_EQ(signed_percent(-0.1), "-10 %");
  EXPECT_EQ(signed_percent(-1e-6), "0.00 %");
  EXPECT_EQ(signed_percent(0), "0 %");
}

TEST(CounterForecast, TellsIntervalsThatCanBeSeen) {
  EXPECT_EQ(interval_text({1, 0, 2.5e6, {}}, "bytes"), "0 to 2.5 M bytes");
  EXPECT_EQ(interval_text({1000, 1000.1, 1000.2, {}}, "#"), "");
}

TEST(CounterForecast, WarnsOfSizesFarOutside) {
  CounterForecast forecast = counter_sample();
  EXPECT_THAT(far_outside(forecast), testing::IsEmpty());
  forecast.sizes = {{"rows", 20000}, {"cols", 50}};
  EXPECT_THAT(far_outside(forecast), testing::IsEmpty());
  forecast.sizes = {{"rows", 1e5}, {"cols", 20}};
  EXPECT_THAT(far_outside(forecast),
              ElementsAre("rows=100000 is 10 times the largest that was learned from, 10000",
                          "cols=20 is 5 times below the smallest that was learned from, 100"));
}

}  // namespace
}  // namespace hpcast::answers
