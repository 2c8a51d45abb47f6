#include "hpcast/faces/report/counters/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/counters/sample_for_tests.h"

namespace hpcast::report {
namespace {

using answers::counter_sample;
using answers::CounterForecast;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::Pointee;
using testing::StartsWith;

auto has_no_broken_number() {
  return AllOf(Not(ContainsRegex("[^a-z](nan|inf)[^a-z]")), Not(ContainsRegex("[0-9](nan|inf)")));
}

TEST(CounterForecastText, BeginsWithTheVerdict) {
  const std::string text = text_report(counter_sample(), {});
  EXPECT_THAT(text, StartsWith("At rows=5000, cols=100: 2.31 M PAPI_L1_DCM (nine of ten: "));
  EXPECT_THAT(text,
              HasSubstr("\ngrowth laws, learned from 3 runs; order of events forecast, too\n"));
  EXPECT_THAT(text, HasSubstr("\nPAPI_L1_DCM     2.31 M  1.9 M to 2.8 M     2.2 M  +5.0 %\n"));
  EXPECT_THAT(
      text,
      HasSubstr("\nPAPI_L1_DCM    10    20 k  12 %   8.0 %    140 %  +5.0 %     12 %      14 k\n"));
  EXPECT_THAT(text, HasSubstr("\n  - threads <wait> for nobody\n"));
  EXPECT_THAT(text, has_no_broken_number());
}

TEST(CounterForecastText, WarnsInTheLineAfterTheVerdict) {
  CounterForecast forecast = counter_sample();
  forecast.sizes[0].second = 1e5;
  forecast.verdict = "At once.";
  EXPECT_THAT(text_report(forecast, {}),
              StartsWith("At once.\nMind: rows=100000 is 10 times the largest that was learned "));
}

TEST(CounterForecastText, HasTheRegionsThatCountMost) {
  CounterForecast forecast = counter_sample();
  forecast.regions.clear();
  for (int i = 0; i < 14; ++i)
    forecast.regions.push_back(
        {"r" + std::to_string(i) + "!", 1, 20.0 - i, {{i == 13 ? 1e6 : 0.0, 0, 0, {}}, {}}});
  const std::string text = text_report(forecast, {});
  EXPECT_THAT(text, HasSubstr("\nr13!")) << "the longest time has r0, the most misses r13";
  EXPECT_THAT(text, Not(HasSubstr("\nr11!")));
  EXPECT_THAT(text, HasSubstr("… 2 more that count less"));
}

TEST(CounterForecastText, LeavesRoomForNames) {
  CounterForecast forecast = counter_sample();
  for (CounterForecast::Metric& metric : forecast.metrics) metric.name = std::string(30, 'M');
  EXPECT_THAT(text_report(forecast, {}), HasSubstr("… 1 more metric in the page and the JSON"));
  TextOptions wide;
  wide.width = 120;
  EXPECT_THAT(text_report(forecast, wide), Not(HasSubstr("more metric")));
}

TEST(CounterForecastReport, ChoosesRegionsByTimeAndByGain) {
  CounterForecast forecast = counter_sample();
  forecast.regions = {{"long", 1, 10, {{1, 1, 1, {}}, {}}},
                      {"neither", 1, 4, {{1, 1, 1, {}}, {}}},
                      {"misses", 1, 1, {{9, 9, 9, {}}, {}}}};
  const auto named = [](const char* name) {
    return Pointee(Field(&CounterForecast::Region::name, name));
  };
  EXPECT_THAT(leading_regions(forecast, 2), ElementsAre(named("long"), named("misses")));
  EXPECT_THAT(leading_regions(forecast, 3),
              ElementsAre(named("long"), named("neither"), named("misses")));
}

TEST(CounterForecastPage, ShowsEverything) {
  const std::string html = html_page(counter_sample());
  EXPECT_THAT(html, HasSubstr("<span class=\"time\">2.31 M</span><strong>PAPI_L1_DCM</strong> at "
                              "rows=5000, cols=100, nine of ten 1.9 M to 2.8 M; 34 k events in "
                              "120 ms; measured: 12 % off an event in the mean, +5.0 % in total"));
  EXPECT_THAT(html, HasSubstr("Against T&amp;T"));
  EXPECT_THAT(html, HasSubstr("<title>19 k events: measured 110, forecast 115</title>"));
  EXPECT_THAT(html, HasSubstr("<title>95 % or more: 1 k, 5.0 %</title>"));
  EXPECT_THAT(html, HasSubstr("PAPI_L1_DCM by region"));
  EXPECT_THAT(html,
              HasSubstr("Learned at (rows, cols)</dt><dd>(100, 100), (1000, 1000), (10000, "));
  EXPECT_THAT(html, has_no_broken_number());
}

TEST(CounterForecastPage, TellsWhatIsAGuess) {
  CounterForecast forecast = counter_sample();
  forecast.metrics[0].total.low = 0;
  EXPECT_THAT(html_page(forecast), HasSubstr("34 k events in 120 ms; a guess: PAPI_L1_DCM;"));
}

TEST(CounterForecastPage, TellsWhatNoRunSpeaksFor) {
  CounterForecast forecast = counter_sample();
  forecast.guess = "no run has both <n> and p";
  EXPECT_THAT(html_page(forecast),
              HasSubstr("in 120 ms; a guess: no run has both &lt;n&gt; and p;"));
}

TEST(CounterForecastPage, TellsWhatMayBeMoreAsTheTextDoes) {
  CounterForecast forecast = counter_sample();
  forecast.metrics[0].is_lower_bound = true;
  forecast.beyond_caches = {"data outgrow <L1>"};
  const std::string html = html_page(forecast), text = text_report(forecast, {});
  EXPECT_THAT(html, HasSubstr("<b>Caches:</b> data outgrow &lt;L1&gt;</p>"));
  EXPECT_THAT(html, HasSubstr("<td>1.9 M to 2.8 M or more</td>"));
  EXPECT_THAT(text, HasSubstr("\nMind: data outgrow <L1>\n"));
  EXPECT_THAT(text, HasSubstr("  1.9 M to 2.8 M or more  "));
}

TEST(CounterForecastPage, EscapesNames) {
  const std::string html = html_page(counter_sample());
  EXPECT_THAT(html, AllOf(HasSubstr("&lt;b&gt;solve&lt;/b&gt;"), Not(HasSubstr("<b>solve"))));
  EXPECT_THAT(html, AllOf(HasSubstr("bytes_&lt;read&gt;"), Not(HasSubstr("<read>"))));
  EXPECT_THAT(html, AllOf(HasSubstr("threads &lt;wait&gt;"), Not(HasSubstr("<wait>"))));
}

TEST(CounterForecastPage, MayHaveNothingButEvents) {
  CounterForecast forecast = counter_sample();
  forecast.metrics.clear();
  forecast.regions.clear();
  forecast.comparisons.clear();
  forecast.against.clear();
  forecast.verdict = verdict_line(forecast);
  const std::string html = html_page(forecast), text = text_report(forecast, {});
  EXPECT_THAT(html, HasSubstr("<span class=\"time\">34 k</span>events at rows=5000, cols=100<"));
  EXPECT_THAT(html, Not(HasSubstr("<svg")));
  EXPECT_THAT(html, has_no_broken_number());
  EXPECT_THAT(text, has_no_broken_number());
}

TEST(CounterForecastPage, TellsNoErrorsOfNoEvents) {
  CounterForecast forecast = counter_sample();
  CounterForecast::Comparison& c = forecast.comparisons[0];
  c = {};
  c.metric = "PAPI_L1_DCM";
  const std::string html = html_page(forecast), text = text_report(forecast, {});
  EXPECT_THAT(html, HasSubstr("<th>PAPI_L1_DCM</th><td>10</td><td>0</td><td>–</td>"));
  EXPECT_THAT(html, AllOf(Not(HasSubstr("Their errors")), has_no_broken_number()));
  EXPECT_THAT(text, has_no_broken_number());
}

}  // namespace
}  // namespace hpcast::report
