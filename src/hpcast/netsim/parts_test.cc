// A simulation in parts says what it says as a whole, bit for bit.
#include <gtest/gtest.h>

#include <random>

#include "hpcast/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

constexpr std::uint32_t rank_count = 24;

// Messages of all sizes between random ranks, collectives and wildcards in between.
ProfileBuilder random_profile(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  ProfileBuilder profile(rank_count);
  for (int step = 0; step < 6; ++step) {
    for (std::uint32_t rank = 0; rank < rank_count; ++rank)
      profile.compute(rank, 1e-6 * (1 + below(20)));
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t from = below(rank_count), to = below(rank_count);
      const auto tag = static_cast<std::int32_t>(below(3));
      profile.isend(from, to, below(3) == 0 ? below(200'000) : below(3000), tag);
      profile.ireceive(to, tag == 2 ? mpitrace::any_source : static_cast<std::int32_t>(from), tag);
    }
    for (std::uint32_t rank = 0; rank < rank_count; ++rank) profile.wait_all(rank);
    profile.collective(mpitrace::Collective::allreduce, 8 + below(100'000));
  }
  return profile;
}

void expect_same(const Outcome& whole, const Outcome& parts) {
  ASSERT_EQ(whole.time, parts.time);
  ASSERT_EQ(whole.events, parts.events);
  ASSERT_EQ(whole.packet_hops, parts.packet_hops);
  ASSERT_EQ(whole.made_wait, parts.made_wait);
  ASSERT_EQ(whole.traffic.matrix(), parts.traffic.matrix());
  for (std::uint32_t rank = 0; rank < rank_count; ++rank) {
    ASSERT_EQ(whole.ranks[rank].end, parts.ranks[rank].end);
    ASSERT_EQ(whole.ranks[rank].late, parts.ranks[rank].late);
    ASSERT_EQ(whole.blocked[rank].size(), parts.blocked[rank].size());
    for (std::size_t i = 0; i < whole.timeline[rank].size(); ++i)
      ASSERT_EQ(whole.timeline[rank][i].end, parts.timeline[rank][i].end);
  }
  ASSERT_EQ(whole.links.size(), parts.links.size());
  ASSERT_EQ(whole.history.windows(), parts.history.windows());
  for (std::size_t i = 0; i < whole.links.size(); ++i) {
    ASSERT_EQ(whole.links[i].busy, parts.links[i].busy);
    for (std::uint32_t w = 0; w < whole.history.windows(); ++w)
      ASSERT_EQ(whole.history.busy(whole.links[i].id, w), parts.history.busy(whole.links[i].id, w));
  }
}

// Long latencies: windows are few, which counts where there are fewer cores than parts.
TEST(Parts, SayWhatTheWholeSays) {
  const std::string rest = R"(, "links": {"bandwidth": "10 GB/s", "latency": "250 ns"},
    "switches": {"latency": "250 ns"},
    "nodes": {"nics": 2, "ranks": 2, "local_latency": "200 ns", "local_bandwidth": "8 GB/s"},
    "mpi": {"send_overhead": "300 ns", "receive_overhead": "200 ns", "eager_limit": "4 KiB"}})";
  const std::vector<std::string> networks = {
      R"({"name": "a", "topology": {"type": "torus", "extents": [3, 4]})",
      R"({"name": "b", "topology": {"type": "fat-tree", "arity": 3, "levels": 3},
          "routing": "ecmp")",
      R"({"name": "c", "topology": {"type": "dragonfly", "groups": 4, "routers_per_group": 3,
          "nodes_per_router": 1, "global_links_per_router": 2}, "routing": "valiant")"};
  for (unsigned seed = 0; seed < 6; ++seed) {
    const ndl::Network network = network_of(networks[seed % networks.size()] + rest);
    const ProfileBuilder profile = random_profile(seed);
    SimulationOptions options;
    options.keeps_timeline = true;
    const Outcome whole = simulate(network, profile.profile(), options);
    for (const std::uint32_t threads : {2U, 3U, 5U}) {
      options.threads = threads;
      expect_same(whole, simulate(network, profile.profile(), options));
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
