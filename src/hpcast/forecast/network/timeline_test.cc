// What is made of a network forecast: its timeline, its Chrome trace, its heat, its JSON.
#include "hpcast/forecast/network/timeline.h"

#include <gtest/gtest.h>

#include <map>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/forecast/network/chrome_trace.h"
#include "hpcast/forecast/network/result.h"
#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::forecast {

namespace {

constexpr std::uint32_t forecast_ranks = 8;

const char* const tree_text = R"({"name": "tree", "topology": {"type": "fat-tree", "arity": 3,
  "levels": 2}, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}})";

NetworkForecast forecast_on(const std::string& network, int steps = 3) {
  netsim::ProfileBuilder builder(forecast_ranks);
  for (int step = 0; step < steps; ++step) {
    for (std::uint32_t rank = 0; rank < forecast_ranks; ++rank) {
      builder.compute(rank, 1e-6 * (1 + rank));
      builder.ireceive(rank, static_cast<std::int32_t>((rank + 7) % forecast_ranks), 0);
      builder.isend(rank, (rank + 1) % forecast_ranks, 3000, 0);
      builder.wait_all(rank);
    }
    builder.collective(mpitrace::Collective::allreduce, 800);
  }
  NetworkForecast made;
  made.network = netsim::network_of(network);
  made.profile = builder.profile();
  netsim::SimulationOptions options;
  options.keeps_timeline = true;
  options.most_messages = 10'000;
  made.outcome = netsim::simulate(made.network, made.profile, options);
  made.result = network_result(made.network, made.profile, made.outcome, netsim::Fidelity::packet);
  return made;
}

TEST(NetworkTimeline, HasEachRanksTimeSplitAsTheResultHas) {
  const NetworkForecast made = forecast_on(tree_text);
  const answers::NetworkTimeline timeline = network_timeline(made);
  ASSERT_EQ(timeline.rows.size(), forecast_ranks);
  EXPECT_EQ(timeline.merged_s, 0);
  EXPECT_EQ(timeline.messages.size(), made.result.messages);
  for (std::uint32_t rank = 0; rank < forecast_ranks; ++rank) {
    std::map<answers::RankState, double> sums;
    std::uint32_t at = 0;
    for (const answers::TimelinePiece& piece : timeline.rows[rank]) {
      EXPECT_EQ(piece.begin, at);
      at = piece.end;
      sums[timeline.infos[piece.info].state] += timeline.unit_s * (piece.end - piece.begin);
    }
    const answers::TimeSplit& split = made.result.rank_times[rank].split;
    const double near = 1e-10;
    EXPECT_NEAR(sums[answers::RankState::compute], split.compute_s, near);
    EXPECT_NEAR(sums[answers::RankState::late], split.late_s, near);
    EXPECT_NEAR(sums[answers::RankState::transfer], split.transfer_s, near);
    EXPECT_NEAR(sums[answers::RankState::mpi], split.mpi_s, near);
  }
}

TEST(NetworkTimeline, KeepsToItsBounds) {
  const NetworkForecast made = forecast_on(tree_text, 50);
  const TimelineBounds bounds{200, 5, 30, 4};
  const answers::NetworkTimeline timeline = network_timeline(made, bounds);
  std::size_t pieces = 0;
  for (const auto& row : timeline.rows) {
    pieces += row.size();
    for (std::size_t i = 1; i < row.size(); ++i) EXPECT_EQ(row[i].begin, row[i - 1].end);
  }
  EXPECT_LE(pieces, bounds.pieces + timeline.rows.size());
  EXPECT_GT(timeline.merged_s, 0);
  EXPECT_LE(timeline.messages.size(), bounds.messages);
  EXPECT_LT(timeline.ranks.size(), forecast_ranks);
}

TEST(ChromeTrace, HasASliceForEachCallAndAnArrowForEachMessage) {
  const NetworkForecast made = forecast_on(tree_text);
  std::string text;
  write_chrome_trace(made, [&](std::string_view piece) { text += piece; });
  const Json trace = parse_json(text, "trace").root;
  std::map<std::string, std::uint64_t> kinds;
  for (const Json& event : trace["traceEvents"]) ++kinds[event["ph"].get<std::string>()];
  EXPECT_EQ(kinds["s"], made.result.messages);
  EXPECT_EQ(kinds["f"], made.result.messages);
  EXPECT_EQ(kinds["X"] + kinds["s"] + kinds["f"], chrome_events(made));
  EXPECT_EQ(kinds["M"], 2 * forecast_ranks);  // a node and a rank each
}

TEST(NetworkAnswer, IsWhatTheSchemaSays) {
  Conformance schema("network.schema.json");
  const std::string links = R"(, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}})";
  for (
      const std::string topology :
      {R"({"type": "fat-tree", "arity": 3, "levels": 2})",
       R"({"type": "single-switch", "nodes": 9})", R"({"type": "torus", "extents": [4, 5, 6]})",
       R"({"type": "hypercube", "dimensions": 4})",
       R"({"type": "dragonfly", "groups": 4, "routers_per_group": 3, "nodes_per_router": 1,
            "global_links_per_router": 1})",
       R"({"type": "custom", "nodes": 8, "switches": 1, "links": [{"from": "node0", "to": "switch0"},
            {"from": "node1", "to": "switch0"}, {"from": "node2", "to": "switch0"},
            {"from": "node3", "to": "switch0"}, {"from": "node4", "to": "switch0"},
            {"from": "node5", "to": "switch0"}, {"from": "node6", "to": "switch0"},
            {"from": "node7", "to": "switch0"}]})"}) {
    const NetworkForecast made = forecast_on(R"({"name": "n", "topology": )" + topology + links);
    const Json json = parse_json(answers::to_text(made.result), "result").root;
    EXPECT_EQ(schema.faults(json), std::vector<std::string>{}) << topology;
    const answers::LinkHeat& heat = made.result.heat;
    EXPECT_TRUE(!heat.maps.empty() || heat.graph) << topology;
    double highest = 0;  // somewhere in the heat is the busiest link
    for (const answers::HeatMap& map : heat.maps) {
      EXPECT_EQ(map.highest.size(), std::size_t{map.rows} * map.columns);
      for (const double value : map.highest) highest = std::max(highest, value);
    }
    if (!heat.graph) {
      EXPECT_DOUBLE_EQ(highest, made.result.links.front().utilisation) << topology;
    }
  }
}

}  // namespace

}  // namespace hpcast::forecast
