#include "hpcast/inputs/mpitrace/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/inputs/mpitrace/pattern_file.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"

namespace hpcast::mpitrace {
namespace {

using testing::HasSubstr;

// Made, checked for what holds of every pattern, and by the schema.
Profile made(const std::string& text) {
  const Document document = parse_json(text, "p.json");
  EXPECT_EQ(Conformance("pattern.schema.json").faults(document.root), std::vector<std::string>{});
  Profile profile = make_pattern(document);
  expect_sound(profile);
  expect_matched(profile);
  return profile;
}

std::string pattern_fault(const std::string& text) {
  return fault_in([&] { make_pattern(parse_json(text, "p.json")); });
}

TEST(Pattern, Halo) {
  const Profile profile = made(R"({"pattern": "halo", "shape": [4, 3, 5], "periodic": true,
      "bytes": "64 KiB", "steps": 10, "compute": "1 ms"})");
  const Totals totals = totals_of(profile);
  EXPECT_EQ(profile.ranks.size(), 60U);
  EXPECT_EQ(totals.messages, 60U * 6 * 10);
  EXPECT_EQ(totals.bytes, 60U * 6 * 10 * 65536);
  EXPECT_EQ(totals.operations, 60U * 10 * (1 + 6 + 6 + 1));
  EXPECT_NEAR(totals.longest_compute_s, 0.01, 1e-12);
  EXPECT_EQ(profile.ranks[0].request_slots, 12U);
  EXPECT_EQ(profile.functions[profile.ranks[0].operations[1].function], "MPI_Irecv");
}

TEST(Pattern, HaloWithEdgesAndBorders) {
  // Of each dimension, a rank and a neighbour 0, 1 or 2 away: (3n - 2) pairs, less itself.
  const Totals open = totals_of(
      made(R"({"pattern": "halo", "shape": [4, 3, 5, 2], "neighbors": "all", "bytes": 1})"));
  EXPECT_EQ(open.messages, 10U * 7 * 13 * 4 - 120);
  const Totals faces = totals_of(made(R"({"pattern": "halo", "shape": [4, 3], "bytes": 1})"));
  EXPECT_EQ(faces.messages, 2U * (3 * 3 + 4 * 2));
  const Totals torus = totals_of(made(
      R"({"pattern": "halo", "shape": [3, 3, 3], "neighbors": "all", "periodic": true, "bytes": 1})"));
  EXPECT_EQ(torus.messages, 27U * 26);
}

TEST(Pattern, HaloOfSmallExtents) {
  const Totals two =
      totals_of(made(R"({"pattern": "halo", "shape": [2], "periodic": true, "bytes": 1})"));
  EXPECT_EQ(two.messages, 4U);
  const Totals flat = totals_of(
      made(R"({"pattern": "halo", "shape": [1, 3], "periodic": [true, false], "bytes": 1})"));
  EXPECT_EQ(flat.messages, 4U);
  EXPECT_EQ(totals_of(made(R"({"pattern": "halo", "shape": [1], "bytes": 1})")).messages, 0U);
}

TEST(Pattern, TofuNeighbors) {
  const Profile profile =
      made(R"({"pattern": "tofu-neighbors", "shape": [4, 3, 3, 2, 3, 2], "bytes": 100})");
  EXPECT_EQ(totals_of(profile).messages, 432U * 10);
  const Totals open = totals_of(made(
      R"({"pattern": "tofu-neighbors", "shape": [4, 3, 3, 2, 3, 2], "bytes": 100,
          "periodic": [false, true, true, true, true, true]})"));
  EXPECT_EQ(open.messages, 432U * 10 - 2 * 108);
}

TEST(Pattern, AllToAll) {
  const Profile messages = made(R"({"pattern": "all-to-all", "ranks": 7, "bytes": 9, "steps": 2})");
  EXPECT_EQ(totals_of(messages).messages, 2U * 7 * 6);
  const Profile call =
      made(R"({"pattern": "all-to-all", "ranks": 7, "bytes": 9, "algorithm": "collective"})");
  EXPECT_EQ(totals_of(call).collectives, 7U);
  EXPECT_EQ(call.ranks[3].operations[0].collective, Collective::alltoall);
  EXPECT_EQ(call.ranks[3].operations[0].amount, 9U);
  EXPECT_EQ(call.ranks[3].operations[0].count, no_counts);
}

TEST(Pattern, RingAndShift) {
  const Profile ring = made(R"({"pattern": "ring", "ranks": 5, "bytes": 3, "steps": 4})");
  EXPECT_EQ(totals_of(ring).messages, 20U);
  EXPECT_EQ(ring.ranks[4].operations[1].peer, 0);
  const Profile shift = made(R"({"pattern": "shift", "ranks": 5, "distance": 3, "bytes": 3})");
  EXPECT_EQ(shift.ranks[4].operations[0].peer, 1);
  EXPECT_EQ(shift.ranks[4].operations[1].peer, 2);
}

TEST(Pattern, Random) {
  const std::string text =
      R"({"pattern": "random", "ranks": 50, "messages": 4, "bytes": 8, "steps": 3, "seed": 7})";
  const Profile profile = made(text);
  EXPECT_EQ(totals_of(profile).messages, 50U * 4 * 3);
  std::set<std::int32_t> peers;
  for (const Operation& operation : profile.ranks[9].operations)
    if (operation.kind == Kind::isend) peers.insert(operation.peer);
  EXPECT_GT(peers.size(), 6U);
  EXPECT_EQ(peers.count(9), 0U);
  EXPECT_EQ(profile.ranks[9].operations.size(), made(text).ranks[9].operations.size());
}

TEST(Pattern, IncastPingPongTree) {
  const Profile incast = made(R"({"pattern": "incast", "ranks": 9, "root": 4, "bytes": 8})");
  EXPECT_EQ(incast.ranks[4].operations.size(), 9U);
  EXPECT_EQ(incast.ranks[8].operations[0].peer, 4);
  const Profile pairs = made(R"({"pattern": "ping-pong", "ranks": 6, "bytes": 8, "steps": 5})");
  EXPECT_EQ(totals_of(pairs).messages, 30U);
  const Profile tree = made(R"({"pattern": "tree", "ranks": 10, "root": 3, "bytes": 8})");
  EXPECT_EQ(totals_of(tree).messages, 9U);
  EXPECT_EQ(tree.ranks[3].operations.size(), 2U);
  EXPECT_EQ(tree.ranks[4].operations[0].kind, Kind::receive);
}

TEST(Pattern, Collectives) {
  for (const char* const name : {"allreduce", "broadcast", "reduce", "allgather"}) {
    const Profile profile = made(std::string(R"({"pattern": ")") + name +
                                 R"(", "ranks": 3, "bytes": "1 MiB", "steps": 6})");
    EXPECT_EQ(totals_of(profile).collectives, 18U);
    EXPECT_EQ(profile.ranks[2].operations[5].tag, 8);
  }
  EXPECT_EQ(totals_of(made(R"({"pattern": "barrier", "ranks": 3})")).collectives, 3U);
}

TEST(Pattern, IsFastForAWholeMachine) {
  const Profile profile = make_pattern(parse_json(
      R"({"pattern": "tofu-neighbors", "shape": [24, 18, 16, 2, 3, 2], "bytes": 1024, "steps": 10,
          "compute": "1 ms"})",
      "p.json"));
  EXPECT_EQ(totals_of(profile).messages, 82944U * 10 * 10);
}

TEST(Pattern, RefusesWhatMakesNoSense) {
  EXPECT_THAT(pattern_fault("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(pattern_fault("{}"), HasSubstr("'pattern' is missing"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "hallo"})"), HasSubstr("did you mean 'halo'"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "halo", "bytes": 1})"),
              HasSubstr("expected 1 to 6 extents"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "halo", "shape": [2, 0], "bytes": 1})"),
              HasSubstr("/shape/1: expected a whole number"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "halo", "shape": [9999, 9999], "bytes": 1})"),
              HasSubstr("more than 16777216 ranks"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "halo", "shape": [2], "periodic": [], "bytes": 1})"),
              HasSubstr("expected true, false"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "tofu-neighbors", "shape": [2], "bytes": 1})"),
              HasSubstr("six extents"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ring", "bytes": 1})"), HasSubstr("missing"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ring", "ranks": 1, "bytes": 1})"),
              HasSubstr("from 2 to"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ring", "ranks": 3, "bytes": 1, "step": 2})"),
              HasSubstr("did you mean 'steps'"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ring", "ranks": 3, "bytes": 1, "shape": [3]})"),
              HasSubstr("the pattern ring has no such member"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ping-pong", "ranks": 3, "bytes": 1})"),
              HasSubstr("must be even"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "incast", "ranks": 3, "bytes": 1, "root": 3})"),
              HasSubstr("from 0 to 2"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "shift", "ranks": 3, "bytes": 1, "distance": 3})"),
              HasSubstr("from 1 to 2"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "all-to-all", "ranks": 99999, "bytes": 1})"),
              HasSubstr("at most 268 M are simulated, 8.0 GiB"));
  EXPECT_THAT(pattern_fault(R"({"pattern": "ring", "ranks": 3, "bytes": -1})"),
              HasSubstr("/bytes"));
  EXPECT_THAT(
      pattern_fault(R"({"pattern": "ring", "ranks": 3, "bytes": 1, "compute": 1e6, "steps": 99})"),
      HasSubstr("100 days"));
}

}  // namespace
}  // namespace hpcast::mpitrace
