#include "hpcast/answers/kind_for_tests.h"
#include "hpcast/answers/power/sample_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(PowerFile, HasItsSchemas) {
  expect_schema_is_checked_in<PowerAnswer>();
  expect_schema_is_checked_in<PowerFit>();
  expect_schema_is_checked_in<JobPower>();
}

TEST(PowerFile, IsReadBackAsItWas) {
  expect_round_trip(sample_power());
  PowerAnswer of_job = sample_power();
  of_job.job_nodes = 5;
  expect_round_trip(of_job);
  PowerFit fit = sample_power_fit();
  expect_round_trip(fit);
  fit.ordinary.residual_w.reset();
  fit.nonnegative = true;
  expect_round_trip(fit);
  expect_round_trip(sample_job_power());
}

TEST(PowerFile, OfBeforeIsRead) {
  Json json = to_json(sample_power_fit());
  json.erase("format");
  json.erase("sampled");
  json["schema_version"] = 1;
  PowerFit expected = sample_power_fit();
  expected.samples.clear();
  EXPECT_EQ(read_back<PowerFit>(json.dump()), expected);
}

TEST(PowerFile, FaultsNameTheirPlace) {
  EXPECT_THAT(fault_after(sample_power(), [](Json& json) { json["intervals"][0]["name"] = "?"; }),
              testing::HasSubstr("/intervals/0/name: no group is named '?'"));
  EXPECT_THAT(fault_after(sample_power(), [](Json& json) { json["groups"][0]["rates"] = {1}; }),
              testing::HasSubstr("/groups/0/rates: expected an object"));
  EXPECT_THAT(fault_after(sample_power(), [](Json& json) { json["terms"] = Json::array(); }),
              testing::HasSubstr("/terms: expected one at least"));
  EXPECT_THAT(fault_after(sample_job_power(), [](Json& json) { json["windows"] = Json::array(); }),
              testing::HasSubstr("/windows: expected one at least"));
  EXPECT_THAT(fault_after(sample_job_power(), [](Json& json) { json["format"] = "hpcast-ndl"; }),
              testing::HasSubstr("not an answer of hpcast power job"));
}

TEST(PowerAnswer, SaysWhatDrawsMost) {
  const PowerAnswer r = sample_power();
  EXPECT_EQ(
      r.verdict,
      "116 W a node, 11.6 kW the system; 16 W over base, 100 % of it memory throughput; 464 J "
      "a node in 4 s");
  EXPECT_EQ(largest_term(r.terms, r.watts), 0U);
  EXPECT_EQ(largest_term({{"base", "base", "", 0, 1, true}}, {1}), 0U);
}

// Five nodes draw 116 W, the other 95 their base of 100 W.
TEST(PowerAnswer, AddsIdleNodesToAJob) {
  PowerAnswer r = sample_power();
  EXPECT_DOUBLE_EQ(*r.system_w(), 11600);
  r.job_nodes = 5;
  EXPECT_DOUBLE_EQ(*r.system_w(), 5 * 116 + 95 * 100);
  r.nodes = 0;
  EXPECT_FALSE(r.system_w());
  EXPECT_DOUBLE_EQ(*r.job_w(), 5 * 116);
  EXPECT_DOUBLE_EQ(*r.rack_w(), 10 * 116);
}

TEST(JobPower, TellsOfLimits) {
  const JobPower job = sample_job_power();
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
