#include "hpcast/forecast/power/job_power.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/forecast/network/result.h"
#include "hpcast/models/netsim/sample_for_tests.h"
#include "hpcast/models/power/predict.h"
#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::forecast {
namespace {

using power::NamedTable;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr double joules_of_k = 0.210e6 / 82944 / 1e9;  // of a byte: k-power.txt, section 5.3
constexpr std::uint64_t message_bytes = 1'000'000;

// Ranks, two on a node, that compute for a millisecond each and then send around a ring, if asked.
NetworkForecast ring_of(std::uint32_t ranks, std::uint64_t bytes) {
  netsim::ProfileBuilder builder(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    builder.compute(rank, 1e-3);
    if (bytes == 0) continue;
    builder.ireceive(rank, static_cast<std::int32_t>((rank + ranks - 1) % ranks));
    builder.isend(rank, (rank + 1) % ranks, bytes);
    builder.wait_all(rank);
  }
  NetworkForecast made;
  made.network = netsim::network_of(netsim::switch_text(8));
  made.network.nodes.ranks = 2;
  made.profile = builder.profile();
  netsim::SimulationOptions options;
  options.keeps_timeline = true;
  options.most_messages = most_listed_messages;
  made.outcome = netsim::simulate(made.network, made.profile, options);
  made.result = network_result(made.network, made.profile, made.outcome, options.fidelity);
  return made;
}

NamedTable k_table() { return power::one_row(1, power::k_counters(0.5, 0.4, 0.1, 0.3, 0.2)); }

double joules_of_term(const answers::JobPower& job, const std::string& name) {
  double joules = 0;
  for (std::size_t term = 0; term < job.terms.size(); ++term)
    for (const answers::JobWindow& window : job.windows)
      if (job.terms[term].name == name) joules += window.watts[term] * window.duration_s;
  return joules;
}

// Two terms and communication, with what this says of it.
power::Model small_model(const std::string& communication, const std::string& prices) {
  return power::model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m",
    "terms": [
      {"name": "memory", "counters": {"dram_reads": 1}, "factor": "64 B", "peak": "1 TB/s"},
      {"name": "communication", "counters": {"network_sent": 1}, "factor": "1 B",
       "peak": "1 GB/s", "optional": true)" +
                         communication + R"(},
      {"name": "base", "kind": "always"}],
    "coefficients": [{"name": "a", "power": {)" +
                         prices + "}}]}");
}

TEST(JobPower, RanksOfANodeShareWhatItDraws) {
  const power::Model k = power::shipped_model("k-computer");
  const answers::JobPower job = job_power(ring_of(4, 0), k, {k_table()}, {});
  EXPECT_EQ(job.ranks, 4U);
  EXPECT_EQ(job.job_nodes, 2U);
  const answers::PowerAnswer node = power::predict(k, {k_table()}, {});
  EXPECT_NEAR(job.mean_w() - job.base_w(), 2 * (node.node_w() - node.base_w()), 1e-6);
  EXPECT_NEAR(job.base_w(), 10e6, 1e-6);
}

// Three ranks, two on a node: the third has a node of its own, and computes no more than the
// others.
TEST(JobPower, ANodeWithFewerRanksDrawsLess) {
  const power::Model k = power::shipped_model("k-computer");
  const answers::JobPower job = job_power(ring_of(3, 0), k, {k_table()}, {});
  EXPECT_EQ(job.job_nodes, 2U);
  const answers::PowerAnswer node = power::predict(k, {k_table()}, {});
  EXPECT_NEAR(job.mean_w() - job.base_w(), 1.5 * (node.node_w() - node.base_w()), 1e-6);
}

// The counters of one rank are no node's with two.
TEST(JobPower, WarnsOfCountersOfFewerRanks) {
  const auto job = [](double cpu_time, double nodes) {
    power::Values values = power::k_counters(0.5, 0.4, 0.1, 0.3, 0.2);
    values.emplace_back("cpu_time", cpu_time);
    JobPowerRequest request;
    request.power.activity.nodes = nodes;
    return job_power(ring_of(4, 0), power::shipped_model("k-computer"), {power::one_row(1, values)},
                     request);
  };
  const auto warned = Contains(HasSubstr("of 1 busy cores, and a node has 2 ranks"));
  EXPECT_THAT(job(1, 1).warnings, warned);
  EXPECT_THAT(job(2, 1).warnings, Not(Contains(HasSubstr("busy cores"))));
  EXPECT_THAT(job(2, 2).warnings, warned);
  EXPECT_THAT(job(8, 1).assumptions,
              Contains(HasSubstr("of 8 busy cores, are what a node counts with all its ranks, 2")));
}

// Of four messages two are within a node.
TEST(JobPower, MessagesBetweenNodesCost) {
  const answers::JobPower job =
      job_power(ring_of(4, message_bytes), power::shipped_model("k-computer"), {k_table()}, {});
  EXPECT_NEAR(joules_of_term(job, "communication"), 2 * message_bytes * joules_of_k, 1e-9);
}

TEST(JobPower, WhatMemoryCountersHaveCostsNothingMore) {
  const NamedTable table = power::one_row(1, {{"dram_reads", 1e9}});
  const std::string prices = R"("memory": 40, "communication": 5, "base": 100)";
  const auto job = [&](const std::string& counted) {
    return job_power(
        ring_of(4, message_bytes),
        small_model(R"(, "traffic": {"of": "memory", "bytes": 2, "counted": )" + counted + "}",
                    prices),
        {table}, {});
  };
  EXPECT_NEAR(joules_of_term(job("false"), "communication"), 2 * message_bytes * 5e-9, 1e-9);
  const answers::JobPower counted = job("true");
  EXPECT_EQ(joules_of_term(counted, "communication"), 0);
  EXPECT_EQ(counted.terms.size(), 2U);
  EXPECT_THAT(counted.not_modelled,
              Contains("communication: what it moves is in the counters of memory"));
}

TEST(JobPower, TellsThatCommunicationHasNoPrice) {
  const NamedTable table = power::one_row(1, {{"dram_reads", 1e9}});
  const answers::JobPower job = job_power(
      ring_of(4, message_bytes), small_model("", R"("memory": 40, "base": 100)"), {table}, {});
  EXPECT_THAT(job.not_modelled, Contains("communication: the coefficients 'a' have none"));
  const answers::JobPower priced =
      job_power(ring_of(4, message_bytes),
                small_model("", R"("memory": 40, "base": 100, "communication": 5)"), {table}, {});
  EXPECT_THAT(priced.not_modelled, Not(Contains(HasSubstr("communication"))));
}

// A base that goes with clock and voltage is that of the phases, as predict has it.
TEST(JobPower, BaseGoesWithClockAndVoltage) {
  const power::Model cortex = power::shipped_model("cortex-a15");
  NamedTable table{"app", {}};
  power::Values values{{"cycles", 1e9}, {"instructions", 1e9}};
  for (const char* const name :
       {"BRANCH_PRED", "BRANCH_MISPRED", "L1D_CACHE_ACCESS", "L1D_TLB_REFILL", "L1I_CACHE_REFILL"})
    values.emplace_back(name, 1e6);
  for (const bool fast : {false, true}) {
    power::Values one = values;
    one.emplace_back("frequency", fast ? 2e9 : 1e9);
    one.emplace_back("voltage", fast ? 1.3 : 0.9);
    power::add_row(table.table, {fast ? 1.0 : 0.0, fast ? 3.0 : 1.0, 0, 0}, one);
  }
  const answers::JobPower job = job_power(ring_of(2, 0), cortex, {table}, {});
  const answers::PowerAnswer node = power::predict(cortex, {table}, {});
  ASSERT_EQ(job.nodes, 8U);  // the network's
  EXPECT_NEAR(job.job_w(), node.node_w(), 1e-9);
  EXPECT_NEAR(job.base_w(), 8 * node.base_w(), 1e-9);
}

// Twice as many messages as are listed: the others cost as much, over all the time.
TEST(JobPower, SpreadsMessagesThatAreNotListed) {
  NetworkForecast network = ring_of(4, 0);
  network.outcome.messages.assign(most_listed_messages, {1, 2, 1, 0, 0});
  network.outcome.traffic = netsim::Traffic(4);
  for (std::uint32_t i = 0; i < 2 * most_listed_messages; ++i) network.outcome.traffic.add(1, 2, 1);
  const answers::JobPower job =
      job_power(network, power::shipped_model("k-computer"), {k_table()}, {});
  EXPECT_NEAR(joules_of_term(job, "communication"), 2e6 * joules_of_k, 1e-9);
  EXPECT_NEAR(job.windows.back().watts.back(), 1e6 * joules_of_k / job.time_s, 1e-6);
  EXPECT_THAT(job.assumptions, Contains(HasSubstr("of 2000000 messages the first 1000000 cost")));
}

}  // namespace
}  // namespace hpcast::forecast
