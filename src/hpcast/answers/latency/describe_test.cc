// Answers about latency as files.
#include "hpcast/answers/kind_for_tests.h"
#include "hpcast/answers/latency/study_files.h"

namespace hpcast::answers {
namespace {

LatencyAnswer sample_latency() {
  LatencyAnswer r;
  r.inputs = {{"app.csv", std::string(64, 'a'), "counters"}};
  r.from_s = 1e-7;
  r.to_s = {3e-7, 5e-7};
  r.time_s = r.busy_s = 2;
  r.forecasts = {{LatencyMethod::overlap, {"llc_misses"}, 1e6, {4, 4.5}, {1.5, 2}, {1.6, 2.1}}};
  r.method = LatencyMethod::overlap;
  r.missing = {{LatencyMethod::stalls, {"memory_stall_cycles", "cycles"}}};
  r.lower = {1.2, 1.4};
  r.upper = {3, 5};
  r.without_memory_side = {2, 3};
  r.intervals = {{0, 1, "solve", 1e6, 1.5, {1, 2}}, {1, 1, "", 0, {}, {1, 1}}};
  r.truth = {{5e-7, 1.9}};
  r.assumptions = r.not_modelled = {"a"};
  r.verdict = verdict_line(r);
  return r;
}

TEST(LatencyFile, HasItsSchema) {
  expect_schema_is_checked_in<LatencyAnswer>();
  expect_schema_is_checked_in<StudyRunFile>();
}

TEST(LatencyFile, IsReadBackAsItWas) {
  expect_round_trip(sample_latency());
  LatencyAnswer r = sample_latency();
  r.truth.clear();
  r.without_memory_side.clear();
  expect_round_trip(r);
}

TEST(LatencyFile, ListsRunAlongTheLatencies) {
  const auto fault = [](const char* pointer) {
    return fault_after(sample_latency(),
                       [&](Json& json) { json[Json::json_pointer(pointer)].push_back(1); });
  };
  EXPECT_THAT(fault("/lower"), testing::HasSubstr("/lower: expected 2 numbers, found 3"));
  EXPECT_THAT(fault("/forecasts/0/slowdown"), testing::HasSubstr("/forecasts/0/slowdown"));
  EXPECT_THAT(fault("/intervals/0/slowdown"), testing::HasSubstr("/intervals/0/slowdown"));
  EXPECT_THAT(fault("/without_memory_side"), testing::HasSubstr("expected one for each of to_s"));
}

TEST(LatencyFile, TheMethodIsAmongTheForecasts) {
  EXPECT_THAT(fault_after(sample_latency(), [](Json& json) { json["method"] = "stalls"; }),
              testing::HasSubstr("/method: is not among the forecasts"));
}

TEST(LatencyAnswer, HasAVerdict) {
  const LatencyAnswer r = sample_latency();
  EXPECT_EQ(r.verdict,
            "1.50 times the run time at 300 ns instead of 100 ns (1.20 to 3.00), 2.00 times at 500 "
            "ns (1.40 to 5.00); by overlap");
}

}  // namespace
}  // namespace hpcast::answers
