// The paper's figures that its coefficients give again.
#include "hpcast/models/power/predict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

using answers::PowerAnswer;
using testing::Contains;
using testing::DoubleNear;
using testing::HasSubstr;

constexpr double mega = 1e6;

PowerAnswer predict_k(const Values& values, const PredictRequest& request = {}) {
  return predict(shipped_model("k-computer"), {one_row(1, values)}, request);
}

double increase_mw(const PowerAnswer& r) { return (*r.system_w() - r.base_w() * 82944) / mega; }

TEST(PredictPower, IsTheWeightedSumOfEquationSix) {
  const PowerAnswer r = predict_k(k_counters(0.5, 0.25, 0.125, 0.5, 0.25));
  const double expected =
      1.3659 * 0.5 + 4.3906 * 0.25 + 0.0857 * 0.125 + 2.3299 * 0.5 + 0.2429 * 0.25;
  EXPECT_THAT(increase_mw(r), DoubleNear(expected, 1e-9));
  EXPECT_THAT(*r.system_w(), DoubleNear((10 + expected) * mega, 1));
  EXPECT_DOUBLE_EQ(r.base_w(), 10 * mega / 82944);
  EXPECT_DOUBLE_EQ(r.node_w() * 82944, *r.system_w());
  PredictRequest kernels;
  kernels.power.set = "application-kernels";
  EXPECT_THAT(
      increase_mw(predict_k(k_counters(0.5, 0.25, 0.125, 0.5, 0.25), kernels)),
      DoubleNear(1.5362 * 0.5 + 3.7143 * 0.25 + 0.6075 * 0.125 + 2.1157 * 0.5 + 2.0319 * 0.25,
                 1e-9));
}

// Section 3.3: memory throughput draws most. Alone, at its practical peak, it comes within 0.11 MW
// of the 4.5 MW over idle that may be drawn (section 2.1).
TEST(PredictPower, NamesWhatDrawsMost) {
  const PowerAnswer r = predict_k(k_counters(1, 1, 1, 1, 1));
  EXPECT_EQ(r.terms[largest_term(r.terms, r.watts)].name, "memory");
  EXPECT_THAT(r.verdict, HasSubstr("52 % of it memory throughput"));
  EXPECT_THAT(increase_mw(r), DoubleNear(8.415, 1e-9));
  EXPECT_THAT(4.5 - increase_mw(predict_k(k_counters(0, 1, 0, 0, 0))), DoubleNear(0.1094, 1e-9));
}

// LINPACK's 12.7 MW are 2.7 MW over idle: floating point at its peak is half of that, and needs the
// registers to be fed. RSDFT's 59.6 % of peak alone are 0.81 of its 3.94 MW (section 2.4).
TEST(PredictPower, HasFloatingPointForASmallPart) {
  EXPECT_THAT(increase_mw(predict_k(k_counters(1, 0, 0, 0, 0))) / (12.7 - 10),
              DoubleNear(0.506, 0.001));
  EXPECT_THAT(increase_mw(predict_k(k_counters(0.596, 0, 0, 0, 0))), DoubleNear(0.814, 0.001));
}

TEST(PredictPower, WarnsOfLessThanBasePower) {
  const auto warnings = [](double watts) {
    Values values = k_counters(0, 0.1, 0, 0, 0);
    values.emplace_back("power", watts);
    return predict_k(values).warnings;
  };
  EXPECT_THAT(warnings(0.151),
              Contains(HasSubstr("151 mW at most, and the model's base alone 121 W")));
  EXPECT_THAT(warnings(115), testing::IsEmpty());
}

// Section 2.2: 864 racks of 96 nodes; 2.4: power is told by the rack.
TEST(PredictPower, ScalesToRacksJobsAndTheSystem) {
  PredictRequest request;
  request.job_nodes = 96;
  const PowerAnswer r = predict_k(k_counters(0.5, 0.5, 0, 0, 0), request);
  EXPECT_EQ(r.nodes_per_rack, 96U);
  EXPECT_EQ(r.nodes, 864U * 96);
  EXPECT_THAT(*r.system_w() - 10 * mega, DoubleNear(96 * (r.node_w() - r.base_w()), 1e-3));
  request.job_nodes = 82945;
  EXPECT_THAT(error_of([&] { predict_k(k_counters(0, 0, 0, 0, 0), request); }),
              HasSubstr("--job-nodes 82945: K computer has 82944 nodes"));
}

Values with_traffic(double bytes_a_second) {
  Values values = k_counters(0, 0, 0, 0, 0);
  values.emplace_back("network_sent", bytes_a_second);
  values.emplace_back("network_received", bytes_a_second);
  return values;
}

// Section 5.3: 0.210 (MW/system)/(GB/s), and 2b/46, about 0.191, from the memory traffic.
TEST(PredictPower, PricesCommunicationEitherWay) {
  PredictRequest request;
  EXPECT_THAT(increase_mw(predict_k(with_traffic(1e9), request)), DoubleNear(0.210, 1e-9));
  request.power.by_traffic = true;
  EXPECT_THAT(increase_mw(predict_k(with_traffic(1e9), request)),
              DoubleNear(2 * 4.3906 / 46, 1e-9));
  EXPECT_THAT(2 * 4.3906 / 46, DoubleNear(0.191, 5e-4));
  // At Tofu's practical 13 GB/s that is less than two thirds of what memory draws at its peak.
  EXPECT_THAT(increase_mw(predict_k(with_traffic(13e9), request)), DoubleNear(2.4817, 1e-4));
}

TEST(PredictPower, AddsNoTrafficThatMemoryCountersHave) {
  Model model = shipped_model("k-computer");
  for (Term& term : model.terms)
    if (term.traffic) term.traffic->counted = true;
  const PowerAnswer r = predict(model, {one_row(1, with_traffic(1e9))}, {});
  EXPECT_THAT(increase_mw(r), DoubleNear(0, 1e-9));
  EXPECT_THAT(r.not_modelled,
              Contains("communication: what it moves is in the counters of memory"));
}

TEST(PredictPower, TakesAsMuchReceivedAsSent) {
  Values values = with_traffic(2e9);
  values.pop_back();
  const PowerAnswer r = predict_k(values);
  EXPECT_THAT(increase_mw(r), DoubleNear(0.42, 1e-9));
  EXPECT_THAT(r.assumptions, Contains("communication: a node received as much as it sent"));
}

// Section 6.2: 2318 GB in 1110 s, less 180 s of sleep before and after, are 3.09 GB/s of 384 nodes;
// while they are written a constant 0.1 MW, whatever the rate.
TEST(PredictPower, DrawsAConstantWhileFilesAreWritten) {
  EXPECT_THAT(2318.0 / (1110 - 360), DoubleNear(3.09, 0.005));
  for (const double bytes : {1.0, 3.09e9 / 384, 1e9}) {
    Values values = k_counters(0, 0, 0, 0, 0);
    values.emplace_back("file_written", bytes);
    EXPECT_THAT(increase_mw(predict_k(values)), DoubleNear(0.1, 1e-9));
  }
  Values idle = k_counters(0, 0, 0, 0, 0);
  idle.emplace_back("file_written", 0);
  EXPECT_THAT(increase_mw(predict_k(idle)), DoubleNear(0, 1e-9));
}

// Eq. 3 has 8 bytes for each L1D miss; a line is 128. The power is the same, the rate is not.
TEST(PredictPower, OffersTheLineSizeReading) {
  Model model = shipped_model("k-computer");
  const NamedTable table = one_row(1, k_counters(0.1, 0.2, 0.05, 0.3, 0.1));
  const PowerAnswer paper = predict(model, {table}, {});
  count_lines(model);
  const PowerAnswer lines = predict(model, {table}, {});
  EXPECT_DOUBLE_EQ(lines.node_w(), paper.node_w());
  EXPECT_DOUBLE_EQ(lines.rates[2], 16 * paper.rates[2]);
  EXPECT_DOUBLE_EQ(*lines.terms[2].joules(), *paper.terms[2].joules() / 16);
}

TEST(PredictPower, FollowsTime) {
  NamedTable named{"app", {}};
  add_row(named.table, {0, 3, 0, 0}, k_counters(0, 0, 0, 0, 0));
  add_row(named.table, {3, 1, 0, 0}, k_counters(1, 1, 0, 0, 0));
  const Model model = shipped_model("k-computer");
  const PowerAnswer r = predict(model, {named}, {});
  EXPECT_EQ(r.intervals.size(), 2);
  EXPECT_THAT((r.peak_w - r.base_w()) * 82944 / mega, DoubleNear(1.3659 + 4.3906, 1e-6));
  EXPECT_THAT((r.node_w() - r.base_w()) * 82944 / mega, DoubleNear((1.3659 + 4.3906) / 4, 1e-6));
  EXPECT_DOUBLE_EQ(r.time_s, 4);
}

TEST(PredictPower, ComparesWithWhatWasMeasured) {
  NamedTable named{"app", {}};
  const double base = 10 * mega / 82944;
  for (int i = 0; i < 3; ++i) {
    Values values = k_counters(0, 0.25 * i, 0, 0, 0);
    const double watts = base + 0.25 * i * 4.3906 * mega / 82944;
    values.emplace_back("power", watts * (i == 2 ? 1.1 : 1));
    add_row(named.table, {1.0 * i, 1, 0, named.table.region_index(std::string(1, char('a' + i)))},
            values);
  }
  const PowerAnswer r = predict(shipped_model("k-computer"), {named}, {});
  ASSERT_TRUE(r.comparison);
  EXPECT_THAT(r.comparison->mean_error, DoubleNear((1 - 1 / 1.1) / 3, 1e-9));
  EXPECT_THAT(r.comparison->correlation, testing::Optional(DoubleNear(0.979, 0.001)));
  EXPECT_EQ(r.groups.size(), 3);
  EXPECT_EQ(r.groups[1].name, "b");
}

TEST(PredictPower, RefusesTermsWithoutCoefficients) {
  Model model = shipped_model("k-computer");
  std::erase_if(model.sets[0].coefficients, [](const Coefficient& c) { return c.term == "l2"; });
  Values values = k_counters(0.1, 0.1, 0.1, 0.1, 0.1);
  std::erase_if(values, [](const auto& value) { return value.first == "l1d_misses"; });
  const PowerAnswer r = predict(model, {one_row(1, values)}, {});
  EXPECT_THAT(r.not_modelled, Contains("L2 throughput: the coefficients 'basic-loops' have none"));
  PredictRequest request;
  request.power.activity.terms = {"l2", "fp"};
  EXPECT_THAT(error_of([&] { predict(model, {one_row(1, values)}, request); }),
              HasSubstr("--terms l2: the coefficients 'basic-loops' have none"));
}

// The table in docs/power.md: what the models say of what their factors were made from.
TEST(PredictPower, KnowsHowFarScaledModelsAreFromLinpack) {
  const auto watts = [](const char* model, const Values& values) {
    return predict(shipped_model(model), {one_row(1, values)}, {}).node_w();
  };
  constexpr double k = 10.51e15 / 82944, a64fx = 2.603e12, epyc = 3.541e12;
  EXPECT_THAT(watts("k-computer", linpack_counters(k, 4)), DoubleNear(151, 0.5));
  EXPECT_THAT(watts("a64fx", linpack_counters(a64fx, 16)), DoubleNear(118, 0.5));
  EXPECT_THAT(watts("a64fx", linpack_counters(a64fx, 16, 8)), DoubleNear(188, 0.8));
  EXPECT_THAT(watts("epyc-7702x2", linpack_counters(epyc, 8)), DoubleNear(574, 0.5));
  EXPECT_THAT(watts("epyc-7702x2", linpack_counters(epyc, 8, 4)), DoubleNear(904, 0.8));
}

}  // namespace
}  // namespace hpcast::power
