// What is written conforms to schemas/latency.schema.json.
#include "hpcast/answers/latency/write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/json.h"
#include "hpcast/base/schema_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(LatencyResult, ConformsToItsSchema) {
  LatencyResult r;
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
  EXPECT_THAT(Conformance("latency.schema.json").faults(Json::parse(to_text(r))),
              testing::IsEmpty());
  EXPECT_EQ(r.verdict,
            "1.50 times the run time at 300 ns instead of 100 ns (1.20 to 3.00), 2.00 times at 500 "
            "ns (1.40 to 5.00); by overlap");
}

}  // namespace
}  // namespace hpcast::answers
