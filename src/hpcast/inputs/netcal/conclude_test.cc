#include "hpcast/inputs/netcal/conclude.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/inputs/netcal/machine_for_tests.h"
#include "hpcast/inputs/netcal/read_tables.h"
#include "hpcast/inputs/netcal/write.h"

namespace hpcast::netcal {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

ndl::Network network_in(const Concluded& concluded) {
  return ndl::parse_network(parse_json(network_text(concluded), "made.ndl.json"));
}
void expect_within(double value, double expected) {
  EXPECT_NEAR(value / expected, 1, 0.01) << value << " for " << expected;
}

TEST(ConcludeNetwork, AKnownMachineIsRecovered) {
  const KnownMachine known;
  const Concluded concluded = conclude({known.all(), {}, {}}, "known", 16);
  const ndl::Network network = network_in(concluded);
  expect_within(*network.mpi.ping_pong, known.ping_pong);
  expect_within(network.mpi.send_overhead, known.overhead);
  expect_within(network.mpi.receive_overhead, known.overhead);
  expect_within(2 * network.nodes.nic_latency, known.between());
  expect_within(network.link_classes.front().bandwidth, known.bandwidth);
  expect_within(*network.mpi.copy_bandwidth, known.copy_bandwidth);
  EXPECT_EQ(network.mpi.eager_limit, known.eager_limit);
  EXPECT_EQ(concluded.nodes, 16U);
}

TEST(ConcludeNetwork, ThePingPongAloneTellsByItsJump) {
  const KnownMachine known;
  const ndl::Network network = network_in(conclude({{known.latency()}, {}, {}}, "known", {}));
  expect_within(network.mpi.send_overhead, known.overhead);
  expect_within(network.link_classes.front().bandwidth, known.bandwidth);
  EXPECT_EQ(network.mpi.eager_limit, known.eager_limit);
}

TEST(ConcludeNetwork, WhereNothingTellsHalfIsAssumedAndSaid) {
  KnownMachine known;
  known.eager_limit = 1U << 30;
  const Concluded concluded = conclude({{known.latency()}, {}, {}}, "known", {});
  const ndl::Network network = network_in(concluded);
  expect_within(network.mpi.send_overhead, known.ping_pong / 4);
  EXPECT_EQ(network.mpi.eager_limit, 64U * 1024);
  EXPECT_THAT(concluded.unseen, Contains(HasSubstr("assumed to be half of a ping-pong")));
  EXPECT_THAT(concluded.unseen, Contains(HasSubstr("the eager limit")));
}

// Found by fuzzing: NICs took a last bit longer than the ping-pong, which the NDL's reader refuses.
TEST(ConcludeNetwork, ProcessorsMayTakeNothing) {
  KnownMachine known;
  known.overhead = 0;
  for (const double half : {1.65, 1.01, 2.2, 7.7}) {
    known.ping_pong = half / 1e6;
    const ndl::Network network = network_in(conclude({{known.latency()}, {}, {}}, "known", {}));
    EXPECT_LT(network.mpi.send_overhead, 0.01 * known.ping_pong);
  }
}

TEST(ConcludeNetwork, OfOneNode) {
  const KnownMachine known;
  const ndl::Network network =
      network_in(conclude({{}, known.all(), std::string("mpich")}, "known", {}));
  expect_within(*network.nodes.local_latency, known.between());
  expect_within(network.mpi.send_overhead, known.overhead);
  expect_within(*network.nodes.local_bandwidth, known.bandwidth);
  EXPECT_EQ(network.nodes.ranks, 2U);
  EXPECT_EQ(network.mpi.family, ndl::MpiFamily::mpich);
}

TEST(ConcludeNetwork, ALibraryThatIsKnownIsNotUnseen) {
  const std::vector<Table> tables = KnownMachine().all();
  for (const std::optional<std::string>& library : {std::optional<std::string>(), {"mpich"}}) {
    const auto mentioned = Contains(HasSubstr("which MPI it was"));
    const std::vector<std::string> unseen = conclude({tables, {}, library}, "known", {}).unseen;
    EXPECT_EQ(testing::Value(unseen, mentioned), !library);
  }
}

// A line needs two.
TEST(ConcludeNetwork, OneLargeMessageTellsABandwidth) {
  Table rates;
  rates.benchmark = Benchmark::bandwidth;
  rates.rows = {{1 << 20, 5e9}};
  EXPECT_EQ(network_in(conclude({{rates}, {}, {}}, "known", {})).link_classes.front().bandwidth,
            5e9);
}

TEST(ConcludeNetwork, ProcessorsTakeNoMoreThanAMessageOnANode) {
  const KnownMachine known;
  KnownMachine near = known;
  near.ping_pong = 0.3e-6;
  const ndl::Network network =
      network_in(conclude({known.all(), {near.latency()}, {}}, "known", {}));
  expect_within(network.mpi.send_overhead, 0.15e-6);
  EXPECT_NEAR(*network.nodes.local_latency, 0, 2e-12);
  expect_within(*network.mpi.ping_pong, known.ping_pong);
}

TEST(ConcludeNetwork, TheBestOfRoundsCountsAndItsSpreadIsTold) {
  const KnownMachine known;
  KnownMachine slow = known;
  slow.ping_pong *= 1.5;
  const Concluded concluded =
      conclude({{slow.latency(), known.latency(), slow.latency()}, {}, {}}, "known", {});
  EXPECT_EQ(concluded.between.ping_pong->value, known.latency().rows.front().value);
  EXPECT_NEAR(*concluded.between.ping_pong->spread, 1.5, 0.01);
}

TEST(ConcludeNetwork, SlowExchangesAreTold) {
  const KnownMachine known;
  Table both = known.one_way();
  both.benchmark = Benchmark::both_ways;
  std::vector<Table> tables = known.all();
  tables.push_back(both);
  const Concluded concluded = conclude({tables, {}, {}}, "known", {});
  EXPECT_EQ(concluded.numbers.back().value, 1);
  EXPECT_THAT(concluded.numbers.back().note, HasSubstr("exchanges are forecast too fast"));
}

TEST(ConcludeNetwork, RatesOfSeveralPairsAreNotOnes) {
  Table rates = KnownMachine().rates();
  rates.pairs = 8;
  EXPECT_FALSE(findings_of(Place::between_nodes, {KnownMachine().latency(), rates}).gap);
}

TEST(ConcludeNetwork, WithoutLargeMessagesThereIsNoBandwidth) {
  Table latency = KnownMachine().latency();
  latency.rows.resize(1);
  EXPECT_THROW(conclude({{latency}, {}, {}}, "known", {}), InputError);
  EXPECT_THROW(conclude({{}, {latency}, {}}, "known", {}), InputError);
}

TEST(ConcludeNetwork, ConformsToItsSchemas) {
  Measured measured;
  for (const char* const name : {"osu-5.8.txt", "imb-2019.txt"}) {
    auto read = read_tables(source_tree() + "/tests/fuzz/netcal/" + name).tables;
    measured.between.insert(measured.between.end(), read.begin(), read.end());
  }
  measured.local = KnownMachine().all();
  const Concluded concluded = conclude(measured, "\xff", {});
  const Check check{Place::on_a_node, Benchmark::barrier, 4, 0, 1e-6, 2e-6};
  const Json table = parse_json(to_text(concluded, {check}, "0.1"), "made").root;
  EXPECT_THAT(Conformance("network-calibration.schema.json").faults(table), IsEmpty());
  const Json network = parse_json(network_text(concluded), "made").root;
  EXPECT_THAT(Conformance("ndl.schema.json").faults(network), IsEmpty());
}

}  // namespace
}  // namespace hpcast::netcal
