// Where ranks' time goes in calls that return before their work is done, and in those that wait.
#include <gtest/gtest.h>

#include <random>

#include "hpcast/models/netsim/sample_for_tests.h"

namespace hpcast::netsim {

namespace {

constexpr Time calls_wire = 120'000, calls_byte = 1'000, millisecond = 1'000'000'000;

// Both send a long message before they receive: it is copied, and asks when that is done.
TEST(Calls, BufferedSendsReturnAfterTheirCopy) {
  ProfileBuilder profile(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    profile.send(rank, 1 - rank, 1'000'000, 0, mpitrace::SendMode::buffered);
    profile.receive(rank, static_cast<std::int32_t>(1 - rank));
  }
  const Outcome outcome = run_with_timeline(
      switch_text(2, R"(, "mpi": {"send_overhead": "2 us", "copy_bandwidth": "10 GB/s"})"),
      profile);
  const Time returns = 2'000'000 + 100'000'000;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    EXPECT_EQ(outcome.timeline[rank][0].end, returns);
    EXPECT_EQ(outcome.ranks[rank].end, returns + 3 * calls_wire + 1'000'000 * calls_byte);
  }
}

TEST(Calls, SynchronousSendsWaitForTheirReceive) {
  ProfileBuilder profile(2);
  profile.send(0, 1, 8, 0, mpitrace::SendMode::synchronous);
  profile.compute(1, 1e-3);
  profile.receive(1, 0);
  EXPECT_EQ(run_with_timeline(switch_text(2), profile).ranks[0].end,
            millisecond + calls_wire + 8 * calls_byte);
}

// Nobody is late for a non-blocking collective that all begin together, nobody waits for itself,
// and what the processors do for it is not waiting.
TEST(Calls, NobodyIsLateWhereAllBeginTogether) {
  for (const std::uint32_t rounds : {1U, 2U, 3U}) {
    const std::uint32_t ranks = 1U << rounds;
    ProfileBuilder profile(ranks);
    profile.icollective(mpitrace::Collective::allreduce, 8);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) profile.wait_all(rank);
    const Outcome outcome =
        run_with_timeline(switch_text(static_cast<int>(ranks), R"(, "mpi": {"send_overhead": "2 us",
          "receive_overhead": "3 us", "collectives": {"allreduce": "recursive-doubling"}})"),
                          profile);
    const Time transfers = rounds * (calls_wire + 8 * calls_byte);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      EXPECT_EQ(outcome.ranks[rank].end, transfers + rounds * 5'000'000) << rounds;
      EXPECT_EQ(outcome.ranks[rank].blocked, transfers) << rounds;
      EXPECT_EQ(outcome.ranks[rank].late, 0) << rounds;
      EXPECT_EQ(outcome.made_wait[rank], 0) << rounds;
    }
  }
}

// All begin it, compute for a millisecond, and wait.
ProfileBuilder overlapped(mpitrace::Collective kind, std::uint32_t ranks, std::uint64_t bytes) {
  ProfileBuilder profile(ranks);
  profile.icollective(kind, bytes);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    profile.compute(rank, 1e-3);
    profile.wait_all(rank);
  }
  return profile;
}

TEST(Calls, NonblockingCollectivesCostTheirOverheads) {
  constexpr std::uint32_t ranks = 5;
  const ProfileBuilder profile = overlapped(mpitrace::Collective::alltoall, ranks, 100);
  const Outcome outcome = run_with_timeline(switch_text(ranks, R"(, "mpi": {"send_overhead": "2 us",
    "collectives": {"alltoall": "linear"}})"),
                                            profile);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    EXPECT_EQ(outcome.timeline[rank][0].end, (ranks - 1) * 2'000'000);
    EXPECT_EQ(outcome.ranks[rank].end, (ranks - 1) * 2'000'000 + millisecond);
    EXPECT_EQ(outcome.ranks[rank].blocked, 0);
  }
}

// The message of a collective's first round comes while its rank receives another one; to take it
// in takes until the rank computes again.
ProfileBuilder interrupted_collective() {
  constexpr std::uint32_t ranks = 4;
  ProfileBuilder profile(ranks);
  profile.icollective(mpitrace::Collective::allreduce, 8);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    profile.isend(rank, rank ^ 1U, 8);
    profile.receive(rank, static_cast<std::int32_t>(rank ^ 1U));
    profile.compute(rank, 1e-3);
    profile.wait_all(rank);
  }
  return profile;
}

TEST(Calls, CollectivesStandStillWhileARankComputes) {
  const ProfileBuilder profile = interrupted_collective();
  const auto end = [&](const std::string& progress) {
    return run_with_timeline(
               switch_text(
                   4, R"(, "mpi": {"receive_overhead": "50 us", "progress": ")" + progress + R"(",
      "collectives": {"allreduce": "recursive-doubling"}})"),
               profile)
        .ranks[0]
        .end;
  };
  const Time waits_from = calls_wire + 2 * 8 * calls_byte + 50'000'000 + millisecond;
  EXPECT_LT(end("always"), waits_from + calls_wire + 8 * calls_byte);
  EXPECT_GE(end("in-calls"), waits_from + calls_wire + 8 * calls_byte);
}

// Two rounds are left when the ranks wait.
TEST(Calls, LaterRoundsGoWhenMpiIsCalled) {
  constexpr std::uint32_t ranks = 8;
  const ProfileBuilder profile = overlapped(mpitrace::Collective::allreduce, ranks, 8);
  const std::string doubling = R"("collectives": {"allreduce": "recursive-doubling"})";
  EXPECT_EQ(run_with_timeline(
                switch_text(ranks, R"(, "mpi": {"progress": "always", )" + doubling + "}"), profile)
                .time,
            millisecond);
  EXPECT_EQ(run_with_timeline(switch_text(ranks, R"(, "mpi": {)" + doubling + "}"), profile).time,
            millisecond + 2 * (calls_wire + 8 * calls_byte));
}

// What is neither computation nor blocked is the processor's work, all of it.
TEST(Calls, WaitsDoNotCountTheProcessorsWork) {
  constexpr std::uint32_t ranks = 12;
  constexpr Time send = 700'000, receive = 3'000'000, copied_byte = 100, eager = 4096;
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::mt19937 random(seed);
    ProfileBuilder profile(ranks);
    std::vector<Time> costs(ranks);
    for (int i = 0; i < 400; ++i) {
      const std::uint32_t from = random() % ranks, to = random() % ranks;
      const auto bytes = static_cast<Time>(random() % (random() % 4 == 0 ? 50'000 : 2000));
      profile.ireceive(to, static_cast<std::int32_t>(from));
      profile.isend(from, to, static_cast<std::uint64_t>(bytes));
      const Time copy = bytes > eager ? 0 : copied_byte * bytes;
      costs[from] += send + copy;
      costs[to] += receive + copy;
      profile.compute(from, 1e-9 * static_cast<double>(random() % 3000));
      if (i % 100 == 99) {
        for (std::uint32_t rank = 0; rank < ranks; ++rank) profile.wait_all(rank);
      }
    }
    const Outcome outcome =
        run_with_timeline(switch_text(ranks, R"(, "mpi": {"send_overhead": "700 ns",
      "receive_overhead": "3 us", "copy_bandwidth": "10 GB/s", "eager_limit": "4 KiB"})"),
                          profile);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const RankTimes& times = outcome.ranks[rank];
      EXPECT_GT(times.blocked, 0);
      EXPECT_EQ(times.end, times.compute + times.blocked + costs[rank]) << seed << " " << rank;
    }
  }
}

}  // namespace

}  // namespace hpcast::netsim
