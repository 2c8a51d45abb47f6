#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/power/sample_for_tests.h"
#include "hpcast/answers/power/write.h"
#include "hpcast/base/json.h"
#include "hpcast/base/schema_for_tests.h"

namespace hpcast::answers {
namespace {

std::vector<std::string> power_faults(const std::string& schema, const std::string& text) {
  return Conformance(schema).faults(parse_json(text, "result").root);
}

TEST(PowerResult, ConformsToItsSchema) {
  EXPECT_THAT(power_faults("power-result.schema.json", to_text(sample_power())),
              testing::IsEmpty());
  PowerResult job = sample_power();
  job.job_nodes = 5;
  EXPECT_THAT(power_faults("power-result.schema.json", to_text(job)), testing::IsEmpty());
  PowerFit fit = sample_power_fit();
  EXPECT_THAT(power_faults("power-fit.schema.json", to_text(fit)), testing::IsEmpty());
  fit.ordinary.residual_w.reset();
  EXPECT_THAT(power_faults("power-fit.schema.json", to_text(fit)), testing::IsEmpty());
}

TEST(PowerResult, SaysWhatDrawsMost) {
  const PowerResult r = sample_power();
  EXPECT_EQ(
      r.verdict,
      "116 W a node, 11.6 kW the system; 16 W over base, 100 % of it memory throughput; 464 J "
      "a node in 4 s");
  EXPECT_EQ(largest_term(r.terms, r.watts), 0U);
  EXPECT_EQ(largest_term({{"base", "base", "", 0, 1, true}}, {1}), 0U);
}

// Five nodes draw 116 W, the other 95 their base of 100 W.
TEST(PowerResult, AddsIdleNodesToAJob) {
  PowerResult r = sample_power();
  EXPECT_DOUBLE_EQ(*r.system_w(), 11600);
  r.job_nodes = 5;
  EXPECT_DOUBLE_EQ(*r.system_w(), 5 * 116 + 95 * 100);
  r.nodes = 0;
  EXPECT_FALSE(r.system_w());
  EXPECT_DOUBLE_EQ(*r.job_w(), 5 * 116);
  EXPECT_DOUBLE_EQ(*r.rack_w(), 10 * 116);
}

TEST(JobPower, ConformsToItsSchemaAndTellsOfLimits) {
  const JobPower job = sample_job_power();
  EXPECT_THAT(power_faults("job-power.schema.json", to_text(job)), testing::IsEmpty());
  EXPECT_DOUBLE_EQ(job.base_w(), 600);
  EXPECT_DOUBLE_EQ(job.energy_j(), 2000);
  EXPECT_FALSE(job.is_within_limits());
  EXPECT_THAT(job.verdict,
              testing::StartsWith(
                  "750 W at most, 150 W over base, at 1 s; 666.67 W in the mean, 2 kJ in 3 s; "
                  "its 4 nodes: 466.67 W, 1.4 kJ; above the limit of 700 W"));
  EXPECT_THAT(job.verdict, testing::EndsWith("50 W below the limit of 200 W over base"));
}

TEST(PowerFit, SaysHowGoodItIs) {
  EXPECT_EQ(sample_power_fit().verdict,
            "1.0 % off in the mean, 2.0 % for 2 of 3 applications left out; residual 1.5 W, R² "
            "0.9900; 3 samples of 3 applications");
}

}  // namespace
}  // namespace hpcast::answers
