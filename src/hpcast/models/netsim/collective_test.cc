#include "hpcast/models/netsim/collective.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/models/netsim/collective_runner_for_tests.h"

namespace hpcast::netsim {
namespace {

using CollectiveBytes = std::vector<std::uint64_t>;

constexpr std::uint64_t collective_mib = 1 << 20;

const CollectiveAlgorithm& collective_named(Collective kind, std::string_view name) {
  const CollectiveAlgorithm* found = algorithm_named(kind, name);
  if (found == nullptr) throw std::runtime_error("no algorithm " + std::string(name));
  return *found;
}

// ---- Calls

// To the next rank, to the one after (twice), and to oneself.
CollectiveCall with_neighbors(CollectiveCall call) {
  call.counts.assign(call.size, {});
  for (std::uint32_t rank = 0; rank < call.size; ++rank) {
    const auto around = [&](std::uint32_t way) -> std::uint64_t {
      return (rank + way + 2 * call.size) % call.size;
    };
    call.counts[rank] = {4, 4};
    for (const std::uint64_t to : {around(1), around(2), around(2), around(0)})
      call.counts[rank].insert(call.counts[rank].end(), {to, call.bytes});
    for (const std::uint64_t from : {around(-1U), around(-2U), around(-2U), around(0)})
      call.counts[rank].insert(call.counts[rank].end(), {from, call.bytes});
  }
  return call;
}

// With lists and without.
std::vector<CollectiveCall> collective_forms(const CollectiveCall& call) {
  switch (call.kind) {
    case Collective::gatherv:
    case Collective::scatterv:
      return {call, with_root_list(call)};
    case Collective::allgatherv:
    case Collective::reduce_scatter:
      return {call, with_list(call, uneven_list(call)),
              with_list(call, CollectiveBytes(call.size))};
    case Collective::alltoallv:
      return {call, with_alltoallv_lists(call)};
    case Collective::neighbor:
      return {call, with_neighbors(call)};
    default:
      return {call};
  }
}

std::vector<std::uint64_t> collective_sizes(Collective kind, std::uint32_t size) {
  if (size > 33) return {0, 8, 1003, 40000};
  std::vector<std::uint64_t> sizes = {0, 1, 7, 8, 100, 264, 1003, 4104, 40000, 300 << 10};
  if (kind == Collective::bcast || kind == Collective::reduce || kind == Collective::allreduce)
    sizes.push_back(std::uint64_t{size} * 27 * collective_mib / 10);
  return sizes;
}

std::vector<CollectiveCall> collective_calls(Collective kind, std::uint32_t size) {
  std::vector<std::uint32_t> roots = {0};
  if (mpitrace::is_rooted(kind) && size > 1) roots.push_back(1);
  if (mpitrace::is_rooted(kind) && size > 2) roots.push_back(size - 1);
  std::vector<CollectiveCall> calls;
  for (const std::uint32_t root : roots) {
    for (const std::uint64_t bytes : collective_sizes(kind, size)) {
      for (const std::uint64_t element : {8, 1}) {
        if (element == 1 && bytes != 100) continue;
        for (const CollectiveCall& call :
             collective_forms({kind, size, root, bytes, element, {}, {}}))
          calls.push_back(call);
      }
    }
  }
  return calls;
}

std::string collective_description(const CollectiveAlgorithm& algorithm,
                                   const CollectiveCall& call) {
  return std::string(mpitrace::name_of(call.kind)) + " " + algorithm.name + ", " +
         std::to_string(call.size) + " ranks, root " + std::to_string(call.root) + ", " +
         std::to_string(call.bytes) + " B of " + std::to_string(call.element) +
         (call.counts.empty() ? "" : ", with lists");
}

// ---- What must be

std::uint64_t collective_total(const CollectiveBytes& bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

// The bytes that belong to that rank: a block of its own. For a reduce_scatter without a list:
// of an even split, of which only the first can be told for sure.
std::uint64_t collective_own_block(const CollectiveCall& call, std::uint32_t rank) {
  if (!call.own_bytes.empty()) return call.own_bytes[rank];
  if (!call.counts.empty()) return call.counts[rank][rank];
  if (call.kind == Collective::reduce_scatter) return rank == 0 ? call.bytes : 0;
  return call.bytes;
}
std::uint64_t collective_from_to(const CollectiveCall& call, std::uint32_t from, std::uint32_t to) {
  if (!call.counts.empty()) return call.counts[from][to];
  return to == 0 ? call.bytes : 0;  // of an even split, as above
}
bool collective_is_neighbor(const CollectiveCall& call, std::uint32_t from, std::uint32_t to) {
  return !call.counts.empty() && (from + 1) % call.size == to;
}

// Does what `from` has bear on what `to` gets?
bool collective_must_know(const CollectiveCall& call, std::uint32_t to, std::uint32_t from) {
  const bool some = call.bytes > 0;
  switch (call.kind) {
    case Collective::barrier:
      return true;
    case Collective::bcast:
      return some && from == call.root;
    case Collective::reduce:
      return some && to == call.root;
    case Collective::allreduce:
      return some;
    case Collective::gather:
    case Collective::gatherv:
      return to == call.root && collective_own_block(call, from) > 0;
    case Collective::scatter:
    case Collective::scatterv:
      return from == call.root && collective_own_block(call, to) > 0;
    case Collective::allgather:
      return some;
    case Collective::allgatherv:
      return (call.counts.empty() ? call.bytes : call.counts[to][from]) > 0;
    case Collective::alltoall:
      return some;
    case Collective::alltoallv:
      return collective_from_to(call, from, to) > 0;
    case Collective::reduce_scatter_block:
    case Collective::reduce_scatter:
      return collective_own_block(call, to) > 0;
    case Collective::scan:
      return some && from <= to;
    case Collective::exscan:
      return some && from < to;
    case Collective::neighbor:
      return collective_is_neighbor(call, from, to);
  }
  return false;
}

void check_collective(const CollectiveAlgorithm& algorithm, const CollectiveCall& call) {
  const CollectiveOutcome outcome = run_collective(algorithm, call);
  ASSERT_EQ(outcome.error, "") << collective_description(algorithm, call);
  for (std::uint32_t to = 0; to < call.size; ++to) {
    for (std::uint32_t from = 0; from < call.size; ++from) {
      ASSERT_TRUE(outcome.knows[to][from] || !collective_must_know(call, to, from))
          << collective_description(algorithm, call) << ": nothing of " << from << " comes to "
          << to;
    }
  }
  // Sums over all ranks that do not depend on the algorithm.
  const std::uint64_t others = call.size - 1;
  switch (call.kind) {
    case Collective::bcast:
      for (std::uint32_t rank = 0; rank < call.size; ++rank) {
        if (rank != call.root) {
          ASSERT_GE(outcome.received[rank], call.bytes) << collective_description(algorithm, call);
        }
      }
      break;
    case Collective::reduce:
      ASSERT_EQ(collective_total(outcome.combined), others * call.bytes)
          << collective_description(algorithm, call);
      break;
    case Collective::allreduce:
    case Collective::reduce_scatter_block:
      ASSERT_GE(collective_total(outcome.combined), others * call.bytes)
          << collective_description(algorithm, call);
      break;
    case Collective::gather:
      ASSERT_EQ(outcome.received[call.root], others * call.bytes)
          << collective_description(algorithm, call);
      break;
    case Collective::scatter:
      ASSERT_EQ(outcome.sent[call.root], others * call.bytes)
          << collective_description(algorithm, call);
      break;
    case Collective::allgather:
    case Collective::alltoall:
      for (const std::uint64_t received : outcome.received)
        ASSERT_GE(received + (algorithm.name == std::string_view("linear") ? call.bytes : 0),
                  others * call.bytes)
            << collective_description(algorithm, call);
      break;
    default:
      break;
  }
}

class CollectiveKind : public ::testing::TestWithParam<int> {
 protected:
  Collective kind() const { return static_cast<Collective>(GetParam()); }
};

TEST_P(CollectiveKind, EveryAlgorithmEndsAndMovesWhatItMust) {
  std::vector<std::uint32_t> sizes(17);
  std::iota(sizes.begin(), sizes.end(), 1U);
  sizes.insert(sizes.end(), {31, 32, 33, 50});
  for (const CollectiveAlgorithm& algorithm : all_algorithms()) {
    if (algorithm.kind != kind() || algorithm.name == std::string_view("none")) continue;
    for (const std::uint32_t size : sizes) {
      for (const CollectiveCall& call : collective_calls(kind(), size)) {
        check_collective(algorithm, call);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(CollectiveKind, ARoundDoesNotDependOnWhatTheVectorHad) {
  for (const CollectiveAlgorithm& algorithm : all_algorithms()) {
    if (algorithm.kind != kind()) continue;
    const CollectivePart part{kind(), 5, 13, 1, 1003, 8, {}};
    CollectiveRound round, again(3);
    std::uint32_t index = 0;
    while (algorithm.round(part, index, round)) {
      ASSERT_TRUE(algorithm.round(part, index, again));
      ASSERT_EQ(round, again) << algorithm.name;
      again.resize(7);
      ++index;
    }
    for (const std::uint32_t later : {index, index + 1, index + 1000}) {
      EXPECT_FALSE(algorithm.round(part, later, round)) << algorithm.name;
      EXPECT_TRUE(round.empty());
    }
  }
}

// Whatever a library chooses works, and is the same for all ranks.
TEST_P(CollectiveKind, ChosenAlgorithmsEnd) {
  for (const std::uint32_t size : {1U, 2U, 3U, 4U, 7U, 8U, 12U, 16U, 31U, 32U, 33U, 64U, 100U}) {
    for (const CollectiveCall& call : collective_calls(kind(), size)) {
      // Without a list the bytes of a rank are all it can go by.
      for (const MpiFamily library : {MpiFamily::open_mpi, MpiFamily::mpich}) {
        const CollectiveAlgorithm& chosen = choose_algorithm(call.part(0), library);
        EXPECT_EQ(chosen.kind, kind());
        for (std::uint32_t rank = 1; rank < size; ++rank)
          ASSERT_EQ(&choose_algorithm(call.part(rank), library), &chosen)
              << collective_description(chosen, call);
        check_collective(chosen, call);
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CollectiveKind, ::testing::Range(0, mpitrace::collective_count),
                         [](const auto& test) {
                           return mpitrace::name_of(static_cast<Collective>(test.param));
                         });

// ---- Closed forms

CollectiveOutcome run_collective_named(Collective kind, std::string_view name, std::uint32_t size,
                                       std::uint64_t bytes, std::uint32_t root = 0) {
  const CollectiveCall call{kind, size, root, bytes, 8, {}, {}};
  CollectiveOutcome outcome = run_collective(collective_named(kind, name), call);
  EXPECT_EQ(outcome.error, "") << name;
  return outcome;
}
CollectiveBytes collective_repeated(std::uint32_t size, std::uint64_t value) {
  return CollectiveBytes(size, value);
}

TEST(CollectiveCost, AllgathersReceiveEveryOtherBlockOnce) {
  for (const char* name : {"ring", "bruck", "recursive-doubling", "neighbor-exchange"}) {
    for (const std::uint32_t size : {2U, 5U, 8U, 12U, 32U, 33U}) {
      for (const Collective kind : {Collective::allgather, Collective::allgatherv}) {
        const CollectiveOutcome outcome = run_collective_named(kind, name, size, 1000);
        EXPECT_EQ(outcome.sent, collective_repeated(size, (size - 1) * 1000))
            << name << " " << size;
        EXPECT_EQ(outcome.received, outcome.sent);
      }
    }
  }
  EXPECT_EQ(run_collective_named(Collective::allgather, "ring", 12, 8).rounds[3], 11);
  EXPECT_EQ(run_collective_named(Collective::allgather, "neighbor-exchange", 12, 8).rounds[3], 6);
  EXPECT_EQ(run_collective_named(Collective::allgather, "bruck", 12, 8).rounds[3], 4);
  EXPECT_EQ(run_collective_named(Collective::allgather, "recursive-doubling", 16, 8).rounds[3], 4);
}

TEST(CollectiveCost, AllgathervInPieces) {
  // 100 KiB in pieces of 32: four rounds for each of the others' blocks.
  const CollectiveOutcome outcome =
      run_collective_named(Collective::allgatherv, "ring-32k", 6, 100 << 10);
  EXPECT_EQ(outcome.rounds, std::vector<std::uint32_t>(6, 5 * 4));
  EXPECT_EQ(outcome.messages_sent, collective_repeated(6, 5 * 4));
  EXPECT_EQ(outcome.sent, collective_repeated(6, 5 * (100 << 10)));
  EXPECT_EQ(run_collective_named(Collective::allgatherv, "ring-32k", 6, 32 << 10).rounds[0], 5);
}

TEST(CollectiveCost, AllreduceAtPowersOfTwo) {
  constexpr std::uint64_t bytes = 1 << 20;
  for (const std::uint32_t size : {2U, 8U, 64U}) {
    const std::uint64_t log2 = std::bit_width(size) - 1;
    const CollectiveOutcome doubling =
        run_collective_named(Collective::allreduce, "recursive-doubling", size, bytes);
    EXPECT_EQ(doubling.sent, collective_repeated(size, log2 * bytes));
    EXPECT_EQ(doubling.combined, collective_repeated(size, log2 * bytes));
    EXPECT_EQ(doubling.rounds[1], log2);
    for (const char* name : {"rabenseifner", "rabenseifner-mpich"}) {
      const CollectiveOutcome outcome =
          run_collective_named(Collective::allreduce, name, size, bytes);
      EXPECT_EQ(outcome.sent, collective_repeated(size, 2 * (bytes - bytes / size))) << name;
      EXPECT_EQ(outcome.combined, collective_repeated(size, bytes - bytes / size)) << name;
      EXPECT_EQ(outcome.rounds[1], 2 * log2) << name;
    }
    const CollectiveOutcome ring = run_collective_named(Collective::allreduce, "ring", size, bytes);
    EXPECT_EQ(ring.sent, collective_repeated(size, 2 * (bytes - bytes / size)));
    EXPECT_EQ(ring.rounds[1], 2 * (size - 1));
  }
}

TEST(CollectiveCost, ReductionsCombineEveryVectorOnce) {
  for (const std::uint32_t size : {2U, 3U, 7U, 12U, 16U, 33U}) {
    constexpr std::uint64_t bytes = 80000;
    for (const char* name : {"ring", "rabenseifner", "rabenseifner-mpich", "linear"}) {
      const CollectiveOutcome outcome =
          run_collective_named(Collective::allreduce, name, size, bytes);
      EXPECT_EQ(collective_total(outcome.combined), (size - 1) * bytes) << name << " " << size;
    }
    for (const char* name : {"recursive-halving", "butterfly", "pairwise", "ring"}) {
      const CollectiveOutcome outcome =
          run_collective_named(Collective::reduce_scatter, name, size, bytes);
      EXPECT_EQ(collective_total(outcome.combined), (size - 1) * bytes) << name << " " << size;
    }
  }
}

TEST(CollectiveCost, SegmentedRing) {
  // 21 MiB of 8 ranks: 2.6 MiB a block, which makes 3 phases.
  const CollectiveOutcome outcome =
      run_collective_named(Collective::allreduce, "segmented-ring-1m", 8, 21 * collective_mib);
  EXPECT_EQ(outcome.rounds, std::vector<std::uint32_t>(8, 3 * 7 + 7));
  EXPECT_EQ(outcome.sent, collective_repeated(8, 2 * 7 * (21 * collective_mib / 8)));
  EXPECT_EQ(
      run_collective_named(Collective::allreduce, "segmented-ring-1m", 8, collective_mib).rounds[0],
      14);
}

TEST(CollectiveCost, AlltoallPairwiseOf1024Ranks) {
  for (const char* name : {"pairwise", "pairwise-xor"}) {
    const CollectivePart part{Collective::alltoall, 17, 1024, 0, 4096, 8, {}};
    const CollectiveAlgorithm& algorithm = collective_named(Collective::alltoall, name);
    CollectiveRound round;
    std::uint32_t index = 0;
    std::vector<bool> sent(1024), received(1024);
    for (; algorithm.round(part, index, round); ++index) {
      ASSERT_EQ(round.size(), 2);
      EXPECT_EQ(round[0].action, CollectiveStep::Action::receive);
      EXPECT_EQ(round[1].action, CollectiveStep::Action::send);
      EXPECT_EQ(round[0].bytes + round[1].bytes, 2 * 4096);
      received[round[0].peer] = sent[round[1].peer] = true;
    }
    EXPECT_EQ(index, 1023);
    EXPECT_EQ(std::count(sent.begin(), sent.end(), true), 1023);
    EXPECT_EQ(std::count(received.begin(), received.end(), true), 1023);
  }
}

TEST(CollectiveCost, OtherAlltoalls) {
  for (const char* name : {"linear", "linear-sync", "pairwise", "scattered", "pairwise-xor"}) {
    for (const std::uint32_t size : {2U, 16U, 33U, 70U})
      EXPECT_EQ(run_collective_named(Collective::alltoall, name, size, 100).sent,
                collective_repeated(size, (size - 1) * 100));
  }
  EXPECT_EQ(run_collective_named(Collective::alltoall, "linear", 70, 100).rounds[0], 1);
  EXPECT_EQ(run_collective_named(Collective::alltoall, "scattered", 70, 100).rounds[0], 3);
  // Half of the blocks in each of log2 rounds.
  const CollectiveOutcome bruck = run_collective_named(Collective::alltoall, "bruck", 16, 100);
  EXPECT_EQ(bruck.sent, collective_repeated(16, 4 * 8 * 100));
  EXPECT_EQ(bruck.rounds[0], 4);
  EXPECT_EQ(run_collective_named(Collective::alltoall, "bruck", 6, 100).sent,
            collective_repeated(6, (3 + 2 + 2) * 100));
}

TEST(CollectiveCost, Trees) {
  constexpr std::uint64_t bytes = 1000;
  const auto root_sends = [](const char* name, std::uint32_t size) {
    return run_collective_named(Collective::bcast, name, size, bytes, 1).messages_sent[1];
  };
  EXPECT_EQ(root_sends("linear", 64), 63);
  EXPECT_EQ(root_sends("chain", 64), 1);
  EXPECT_EQ(root_sends("chain-64k", 64), 4);
  EXPECT_EQ(root_sends("binary", 64), 2);
  EXPECT_EQ(root_sends("binomial", 64), 6);
  EXPECT_EQ(root_sends("binomial-mpich", 64), 6);
  EXPECT_EQ(root_sends("k-nomial", 64), 9);
  EXPECT_EQ(run_collective_named(Collective::bcast, "binomial", 64, bytes).rounds[0], 1);
  EXPECT_EQ(run_collective_named(Collective::bcast, "binomial-mpich", 64, bytes).rounds[0], 6);
  for (const char* name : {"chain", "binary", "binomial", "k-nomial", "binomial-mpich"})
    EXPECT_EQ(collective_total(run_collective_named(Collective::bcast, name, 50, bytes).sent),
              49 * bytes)
        << name;
  for (const char* name : {"chain", "binary", "binomial", "linear", "pipeline-64k"})
    EXPECT_EQ(collective_total(run_collective_named(Collective::reduce, name, 50, bytes).sent),
              49 * bytes)
        << name;
}

TEST(CollectiveCost, BroadcastByScatterAndAllgather) {
  constexpr std::uint64_t bytes = 8 * 16 * 100;
  for (const char* name : {"scatter-allgather", "scatter-ring-allgather", "scatter-allgather-mpich",
                           "scatter-ring-allgather-mpich"}) {
    const CollectiveOutcome outcome = run_collective_named(Collective::bcast, name, 16, bytes);
    // A scatter of n parts down a binomial tree, then an allgather of them.
    EXPECT_EQ(outcome.sent[0], bytes * 15 / 16 * 2) << name;
    EXPECT_EQ(outcome.received[15], bytes / 16 + bytes * 15 / 16) << name;
  }
  // 25 elements in pieces of 3, or 200 bytes in pieces of 19: the last rank gets the rest, if any.
  EXPECT_EQ(run_collective_named(Collective::bcast, "scatter-ring-allgather", 11, 200).received[8],
            8 + 192);
  EXPECT_EQ(
      run_collective_named(Collective::bcast, "scatter-ring-allgather-mpich", 11, 200).received[10],
      10 + 190);
}

TEST(CollectiveCost, SegmentsOverlap) {
  // 4 chains of 5, 10 segments: the end of a chain has them all 5 hops and 10 segments later.
  const CollectiveOutcome outcome =
      run_collective_named(Collective::bcast, "chain-64k", 21, 10 * (64 << 10));
  EXPECT_EQ(outcome.rounds[0], 10);
  EXPECT_EQ(outcome.rounds[1], 11);
  EXPECT_EQ(outcome.rounds[5], 10);
  EXPECT_EQ(outcome.messages_sent[0], 4 * 10);
}

TEST(CollectiveCost, Barriers) {
  const auto messages = [](const char* name, std::uint32_t size) {
    return collective_total(run_collective_named(Collective::barrier, name, size, 0).messages_sent);
  };
  EXPECT_EQ(messages("linear", 13), 2 * 12);
  EXPECT_EQ(messages("tree", 13), 2 * 12);
  EXPECT_EQ(messages("double-ring", 13), 2 * 13);
  EXPECT_EQ(messages("bruck", 13), 4 * 13);
  EXPECT_EQ(messages("dissemination", 16), 4 * 16);
  EXPECT_EQ(messages("recursive-doubling", 13), 3 * 8 + 2 * 5);
  EXPECT_EQ(messages("two-proc", 2), 2);
}

TEST(CollectiveCost, GathersAndScatters) {
  // Small blocks are taken together, large ones one after the other.
  EXPECT_EQ(run_collective_named(Collective::gather, "linear", 40, 4096).rounds[0], 1);
  EXPECT_EQ(run_collective_named(Collective::gather, "linear", 40, 4097).rounds[0], 39);
  EXPECT_EQ(run_collective_named(Collective::scatter, "linear-nb", 40, 1 << 20).rounds[0], 1);
  EXPECT_EQ(run_collective_named(Collective::gather, "linear-sync", 40, 100).messages_sent[0], 39);
  const CollectiveOutcome gather = run_collective_named(Collective::gather, "binomial", 13, 100, 2);
  EXPECT_EQ(gather.messages_sent, (CollectiveBytes{1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(gather.sent[10], 500);  // eight places after the root: with the four after it
  EXPECT_EQ(run_collective_named(Collective::scatter, "binomial", 13, 100, 2).received[10], 500);
}

TEST(CollectiveCost, ScansCombineTwiceAboveTheirPartner) {
  EXPECT_EQ(run_collective_named(Collective::scan, "linear", 5, 8).combined,
            (CollectiveBytes{0, 8, 8, 8, 8}));
  EXPECT_EQ(run_collective_named(Collective::exscan, "linear", 5, 8).combined,
            (CollectiveBytes{0, 8, 8, 8, 0}));
  EXPECT_EQ(run_collective_named(Collective::scan, "recursive-doubling", 4, 8).combined,
            (CollectiveBytes{16, 24, 24, 32}));
  EXPECT_EQ(run_collective_named(Collective::exscan, "recursive-doubling", 4, 8).combined,
            (CollectiveBytes{16, 16, 16, 24}));
}

TEST(Collective, NeighborsAreThoseOfTheList) {
  const CollectiveBytes list = {2, 1, 7, 70, 3, 0, 9, 90};
  const CollectivePart part{Collective::neighbor, 3, 10, 0, 0, 1, list};
  CollectiveRound round;
  ASSERT_TRUE(collective_named(Collective::neighbor, "linear").round(part, 0, round));
  EXPECT_EQ(round, (CollectiveRound{{CollectiveStep::Action::receive, 9, 90},
                                    {CollectiveStep::Action::send, 7, 70}}));
  // A list that says more than it has.
  const CollectiveBytes broken = {2, 1, 7, 70};
  const CollectivePart other{Collective::neighbor, 3, 10, 0, 0, 1, broken};
  ASSERT_TRUE(collective_named(Collective::neighbor, "linear").round(other, 0, round));
  EXPECT_TRUE(round.empty());
}

TEST(Collective, NamesAreUnique) {
  for (const CollectiveAlgorithm& algorithm : all_algorithms())
    EXPECT_EQ(algorithm_named(algorithm.kind, algorithm.name), &algorithm) << algorithm.name;
  EXPECT_EQ(algorithm_named(Collective::bcast, "pairwise"), nullptr);
}

// A million ranks need no more than the round.
TEST(Collective, AMillionRanks) {
  CollectiveRound round;
  const CollectivePart part{Collective::allreduce, 999'983, 1'000'000, 0, 8, 8, {}};
  std::uint32_t rounds = 0;
  while (collective_named(Collective::allreduce, "recursive-doubling").round(part, rounds, round))
    ++rounds;
  EXPECT_EQ(rounds, 19);
}

}  // namespace
}  // namespace hpcast::netsim
