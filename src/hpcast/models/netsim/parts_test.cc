// A simulation in parts says what it says as a whole, bit for bit.
#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <new>
#include <random>

#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/base/text.h"
#include "hpcast/models/netsim/sample_for_tests.h"
#include "hpcast/models/netsim/thread_exchange.h"

namespace hpcast::netsim {

namespace {

constexpr std::uint32_t rank_count = 24;

mpitrace::SendMode random_mode(std::uint32_t random) {
  if (random == 0) return mpitrace::SendMode::synchronous;
  return random == 1 ? mpitrace::SendMode::buffered : mpitrace::SendMode::standard;
}

// Messages of all sizes between random ranks that compute now and then, collectives of both kinds
// and wildcards in between.
ProfileBuilder random_profile(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto compute = [&](ProfileBuilder& profile, std::uint32_t rank) {
    profile.compute(rank, 1e-6 * (1 + below(20)));
  };
  constexpr mpitrace::Collective kinds[] = {
      mpitrace::Collective::allreduce, mpitrace::Collective::alltoall, mpitrace::Collective::bcast,
      mpitrace::Collective::barrier};
  ProfileBuilder profile(rank_count);
  for (int step = 0; step < 6; ++step) {
    for (std::uint32_t rank = 0; rank < rank_count; ++rank) compute(profile, rank);
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t from = below(rank_count), to = below(rank_count);
      const auto tag = static_cast<std::int32_t>(below(3));
      const std::uint32_t bytes = below(3) == 0 ? below(200'000) : below(3000);
      profile.isend(from, to, bytes, tag, random_mode(below(6)));
      profile.ireceive(to, tag == 2 ? mpitrace::any_source : static_cast<std::int32_t>(from), tag);
      if (i % 4 == 0) compute(profile, below(rank_count));
      if (i % 25 == 0) profile.icollective(kinds[below(4)], 1 + below(5000), below(rank_count));
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
    ASSERT_EQ(whole.timeline[rank].size(), parts.timeline[rank].size());
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

void expect_whole_timeline(const mpitrace::Profile& profile, const Outcome& outcome) {
  ASSERT_EQ(outcome.timeline.size(), profile.ranks.size());
  for (std::size_t rank = 0; rank < profile.ranks.size(); ++rank)
    ASSERT_EQ(outcome.timeline[rank].size(), profile.ranks[rank].operations.size()) << rank;
}

// No link is busy for longer than there is time.
void expect_history(const Outcome& outcome) {
  const double window = to_seconds(outcome.history.window());
  for (const LinkOutcome& link : outcome.links) {
    ASSERT_LE(link.busy, outcome.time);
    double sum = 0;
    for (std::uint32_t w = 0; w < outcome.history.windows(); ++w) {
      const double busy = outcome.history.busy(link.id, w);
      ASSERT_GE(busy, 0) << link.id << " in " << w;
      ASSERT_LE(busy, window * (1 + 1e-6)) << link.id << " in " << w;
      sum += busy;
    }
    ASSERT_NEAR(sum, to_seconds(link.busy), 1e-5 * to_seconds(link.busy));
  }
}

// Nodes in a ring; those of a switch in a row, the switches in a ring.
std::string ring_text(std::uint32_t nodes_per_switch) {
  const std::uint32_t ring = nodes_per_switch == 0 ? rank_count : rank_count / nodes_per_switch;
  const std::string name = nodes_per_switch == 0 ? "node" : "switch";
  std::string links;
  const auto add = [&](const std::string& from, const std::string& to) {
    add_item(links, R"({"from": ")" + from + R"(", "to": ")" + to + "\"}");
  };
  for (std::uint32_t i = 0; i < ring; ++i)
    add(name + std::to_string(i), name + std::to_string((i + 1) % ring));
  for (std::uint32_t i = 0; nodes_per_switch > 0 && i < rank_count; ++i)
    add("node" + std::to_string(i), "switch" + std::to_string(i / nodes_per_switch));
  const std::string switches =
      nodes_per_switch == 0 ? "" : R"(, "switches": )" + std::to_string(ring);
  return R"({"type": "custom", "nodes": )" + std::to_string(rank_count) + switches +
         R"(, "links": [)" + links + "]}";
}

struct PartsNetwork {
  std::string topology;
  std::string more;      // members of the network
  std::string nodes;     // its member
  std::string switches;  // members of its member
};

// Long latencies: windows are few, which counts where there are fewer cores than parts.
ndl::Network parts_network(const PartsNetwork& of) {
  return network_of(R"({"name": "n", "topology": )" + of.topology + of.more +
                    R"(, "links": {"bandwidth": "10 GB/s", "latency": "250 ns"},
    "switches": {"latency": "250 ns")" +
                    of.switches + R"(}, "nodes": )" + of.nodes +
                    R"(, "mpi": {"send_overhead": "300 ns", "receive_overhead": "200 ns",
    "eager_limit": "4 KiB"}})");
}

const std::string parts_shared =
    R"({"nics": 2, "ranks": 2, "local_latency": "200 ns", "local_bandwidth": "8 GB/s"})";
const std::string parts_lone = R"({"nic_latency": "400 ns"})";
const PartsNetwork parts_networks[] = {
    {R"({"type": "torus", "extents": [3, 4]})", "", parts_shared, ""},
    {R"({"type": "fat-tree", "arity": 3, "levels": 3})", R"(, "routing": "ecmp")", parts_shared,
     ""},
    {R"({"type": "dragonfly", "groups": 4, "routers_per_group": 3, "nodes_per_router": 1,
         "global_links_per_router": 2})",
     R"(, "routing": "valiant")", parts_shared, ""},
    {ring_text(0), R"(, "routing": "ecmp")", parts_lone, ""},
    {ring_text(4), R"(, "routing": "ecmp")", parts_lone, ""},
    {ring_text(4), "", parts_shared, R"(, "buffer": "8 KiB")"},
    {R"({"type": "torus", "extents": [6, 4]})", "",
     R"({"injection_bandwidth": "6 GB/s", "nic_latency": "4 us"})", R"(, "buffer": "4 KiB")"},
    {R"({"type": "torus", "extents": [6, 4]})", R"(, "routing": "valiant")",
     R"({"nics": 2, "injection_bandwidth": "6 GB/s", "nic_latency": "4 us"})", ""}};

class PartsOf : public testing::TestWithParam<unsigned> {};

// Threads that meet thousands of times take their time where others compute too: one number of them
// for each network, all with ./test --full.
TEST_P(PartsOf, SayWhatTheWholeSays) {
  const ndl::Network network = parts_network(parts_networks[GetParam()]);
  const ProfileBuilder profile = random_profile(GetParam());
  SimulationOptions options;
  options.keeps_timeline = true;
  const Outcome whole = simulate(network, profile.profile(), options);
  expect_whole_timeline(profile.profile(), whole);
  expect_history(whole);
  for (const std::uint32_t threads : {2U, 3U, 5U}) {
    if (!is_thorough() && threads != std::array{2U, 3U, 5U}[GetParam() % 3]) continue;
    options.threads = threads;
    expect_same(whole, simulate(network, profile.profile(), options));
  }
}
INSTANTIATE_TEST_SUITE_P(All, PartsOf, testing::Range(0U, unsigned{std::size(parts_networks)}));

TEST(Parts, KeepLinkHistoriesWithinTheirWindows) {
  unsigned seed = 100;
  for (int round = 0; round < 2; ++round) {
    for (const PartsNetwork& of : parts_networks) {
      SCOPED_TRACE(seed);
      expect_history(simulate(parts_network(of), random_profile(seed++).profile(), {}));
    }
  }
}

// Of ranks that do something, but in no time.
TEST(Parts, KeepTimelinesOfRanksThatEndAtOnce) {
  ProfileBuilder profile(8);
  for (std::uint32_t rank = 1; rank < 8; ++rank) {
    profile.send(rank, 0, 8);
    profile.receive(0, static_cast<std::int32_t>(rank));
  }
  SimulationOptions options;
  options.keeps_timeline = true;
  options.threads = 2;
  const Outcome outcome = simulate(network_of(switch_text(8)), profile.profile(), options);
  expect_whole_timeline(profile.profile(), outcome);
  EXPECT_EQ(outcome.ranks[7].end, 0);
}

TEST(Parts, GiveUpTogether) {
  for (const std::uint32_t failing : {0U, 2U}) {
    const auto part = [&](Exchange& exchange) -> Outcome {
      std::vector<Mail> out(exchange.parts());
      Mail in;
      for (int window = 0;; ++window) {
        if (window == 3 && exchange.mine() == failing) throw std::bad_alloc();
        exchange.exchange(out, in, {});
      }
    };
    EXPECT_THROW(run_threads(3, part), std::bad_alloc);
  }
}

}  // namespace

}  // namespace hpcast::netsim
