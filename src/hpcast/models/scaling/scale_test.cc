// Patterns on many ranks, made from the same on few: what a generator makes of them is what is
// expected.
#include "hpcast/models/scaling/scale.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/check.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::scaling {

namespace {

using mpitrace::Kind;
using mpitrace::Operation;
using mpitrace::Profile;
using mpitrace::RankTrace;
using testing::HasSubstr;

Profile pattern(const std::string& members) {
  return mpitrace::profile_in("{" + members + "}", "pattern");
}

std::string halo(const std::string& shape, const std::string& periodic, const char* bytes = "1 KiB",
                 const char* compute = "10 us") {
  return fmt::format(
      R"("pattern": "halo", "shape": [{}], "periodic": [{}], "bytes": "{}", "steps": 3,
         "compute": "{}")",
      shape, periodic, bytes, compute);
}

void expect_same(const Profile& made, const Profile& expected) {
  mpitrace::check_profile(made, "scaled");
  mpitrace::check_collectives(made, "scaled");
  ASSERT_EQ(made.ranks.size(), expected.ranks.size());
  for (std::size_t rank = 0; rank < made.ranks.size(); ++rank) {
    const RankTrace &a = made.ranks[rank], &b = expected.ranks[rank];
    ASSERT_EQ(a.operations.size(), b.operations.size()) << rank;
    ASSERT_EQ(a.request_slots, b.request_slots) << rank;
    for (std::size_t i = 0; i < a.operations.size(); ++i) {
      const Operation &x = a.operations[i], &y = b.operations[i];
      ASSERT_EQ(x.kind, y.kind) << rank << " " << i;
      ASSERT_EQ(made.functions[x.function], expected.functions[y.function]) << rank << " " << i;
      ASSERT_EQ(x.peer, y.peer) << rank << " " << i;
      ASSERT_EQ(x.tag, y.tag) << rank << " " << i;
      ASSERT_EQ(x.request, y.request) << rank << " " << i;
      ASSERT_EQ(x.count, y.count) << rank << " " << i;
      if (x.kind == Kind::wait) {
        ASSERT_TRUE(
            std::equal(&a.waits[x.amount], &a.waits[x.amount] + x.count, &b.waits[y.amount]))
            << rank << " " << i;
      } else {
        ASSERT_EQ(x.amount, y.amount) << rank << " " << i;
      }
      ASSERT_EQ(made.communicators[x.communicator].members,
                expected.communicators[y.communicator].members)
          << rank << " " << i;
    }
    ASSERT_EQ(a.counts, b.counts) << rank;
  }
}

void expect_scaled(const std::vector<std::string>& runs, const std::string& target,
                   const std::string& expected) {
  std::vector<Profile> profiles;
  for (const std::string& run : runs) profiles.push_back(pattern(run));
  expect_same(scale(profiles, parse_target(target)).profile, pattern(expected));
}

TEST(Scale, HalosInEveryDimension) {
  expect_scaled({halo("5", "false"), halo("9", "false")}, "40", halo("40", "false"));
  expect_scaled({halo("4, 4", "false, false"), halo("8, 8", "false, false")}, "256",
                halo("16, 16", "false, false"));
  expect_scaled(
      {halo("4, 4", "true, true"), halo("8, 4", "true, true"), halo("8, 8", "true, true")}, "128",
      halo("16, 8", "true, true"));
  expect_scaled({halo("3, 3, 3", "false, true, false"), halo("4, 4, 4", "false, true, false")},
                "8x6x5", halo("8, 6, 5", "false, true, false"));
}

TEST(Scale, OneGrowingDimension) {
  expect_scaled({halo("4, 2", "false, false"), halo("6, 2", "false, false")}, "32",
                halo("16, 2", "false, false"));
}

TEST(Scale, RingsAndCollectives) {
  const auto ring = [](int n) {
    return fmt::format(R"("pattern": "ring", "ranks": {}, "bytes": 100, "steps": 2)", n);
  };
  expect_scaled({ring(4), ring(8)}, "64", ring(64));
  for (const char* const kind : {"allreduce", "broadcast", "allgather"}) {
    const auto call = [&](int n) {
      return fmt::format(R"("pattern": "{}", "ranks": {}, "bytes": 4096, "steps": 2)", kind, n);
    };
    expect_scaled({call(4), call(8), call(16)}, "1000", call(1000));
  }
}

// Divided among ever more ranks: computation by all, halos along one dimension.
TEST(Scale, WhatIsDividedAmongRanks) {
  expect_scaled({halo("4, 4", "true, true", "64 KiB", "1600 us"),
                 halo("8, 8", "true, true", "32 KiB", "400 us")},
                "256", halo("16, 16", "true, true", "16 KiB", "100 us"));
}

// On a grid of rows and columns that are communicators: a root, tags that are ranks, even counts,
// blocks of an array that is divided among all pairs of ranks.
Profile grid_program(std::uint32_t rows, std::uint32_t columns) {
  using mpitrace::Collective;
  Profile profile;
  mpitrace::FunctionTable functions(profile);
  const std::uint32_t ranks = rows * columns;
  profile.communicators = {mpitrace::world_of(ranks)};
  profile.communicators.resize(1 + rows + columns);
  profile.ranks.resize(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const std::uint32_t row = rank / columns, column = rank % columns;
    const std::uint32_t along_row = 1 + row, along_column = 1 + rows + column;
    profile.communicators[along_row].members.push_back(rank);
    profile.communicators[along_column].members.push_back(rank);
    mpitrace::RankBuilder builder(profile.ranks[rank]);
    const auto add = [&](const char* name, Kind kind, std::uint32_t communicator,
                         std::uint64_t amount) -> Operation& {
      Operation call;
      call.kind = kind;
      call.function = functions.of(name);
      call.communicator = communicator;
      call.amount = amount;
      return builder.add(call);
    };
    const auto collective = [&](const char* name, Collective which, std::uint32_t communicator,
                                std::uint64_t amount) -> Operation& {
      Operation& call = add(name, Kind::collective, communicator, amount);
      call.collective = which;
      call.tag = 8;  // bytes of an element
      return call;
    };
    builder.compute(1'000'000);
    collective("MPI_Bcast", Collective::bcast, along_row, 4096).peer =
        static_cast<std::int32_t>(row * columns);
    collective("MPI_Allreduce", Collective::allreduce, along_column, 8);
    const std::uint32_t right = row * columns + (column + 1) % columns;
    const std::uint32_t left = row * columns + (column + columns - 1) % columns;
    Operation& send = add("MPI_Send", Kind::send, 0, 64);
    send.peer = static_cast<std::int32_t>(right);
    send.tag = static_cast<std::int32_t>(rank);
    Operation& receive = add("MPI_Recv", Kind::receive, 0, 64);
    receive.peer = receive.tag = static_cast<std::int32_t>(left);
    collective("MPI_Alltoall", Collective::alltoall, 0, (1U << 24) / (ranks * ranks));
    const std::vector<std::uint64_t> counts(2 * columns, 512);
    const std::uint32_t lists = builder.counts(counts);
    collective("MPI_Alltoallv", Collective::alltoallv, along_row, 512 * columns).count = lists;
    builder.finish();
  }
  return profile;
}

TEST(Scale, CommunicatorsRootsTagsAndCounts) {
  const std::vector<Profile> runs = {grid_program(4, 4), grid_program(8, 4), grid_program(8, 8)};
  expect_same(scale(runs, parse_target("16x16")).profile, grid_program(16, 16));
}

TEST(Scale, SaysHowTheLargestRunComesOut) {
  const std::vector<Profile> runs = {pattern(halo("4, 4", "true, true")),
                                     pattern(halo("8, 8", "true, true")),
                                     pattern(halo("6, 6", "true, true"))};
  const Scaled scaled = scale(runs, parse_target("16x16"));
  ASSERT_EQ(scaled.assumptions.size(), 3U);
  EXPECT_THAT(scaled.assumptions[0], HasSubstr("16 (4 × 4), 36 (6 × 6), 64 (8 × 8) ranks to 256"));
  EXPECT_THAT(scaled.assumptions[2], HasSubstr("0 % off"));
}

std::string fault(const std::vector<std::string>& runs, const std::string& target) {
  std::vector<Profile> profiles;
  for (const std::string& run : runs) profiles.push_back(pattern(run));
  try {
    scale(profiles, parse_target(target));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Scale, RefusesWhatIsNotRegular) {
  const auto random = [](int n) {
    return fmt::format(R"("pattern": "random", "ranks": {}, "bytes": 8, "messages": 2)", n);
  };
  EXPECT_THAT(fault({random(16), random(64)}, "256"), HasSubstr("not the same regular program"));
  const auto messages = [](int n) {
    return fmt::format(R"("pattern": "all-to-all", "ranks": {}, "bytes": 8)", n);
  };
  EXPECT_THAT(fault({messages(4), messages(8)}, "64"), HasSubstr("not the same regular program"));
}

TEST(Scale, RefusesWhatRunsDoNotTell) {
  const std::string small = halo("4, 4", "true, true"), large = halo("8, 8", "true, true");
  EXPECT_THAT(fault({small}, "64"), HasSubstr("one run"));
  EXPECT_THAT(fault({small, small}, "64"), HasSubstr("two of the runs are on 16 ranks"));
  EXPECT_THAT(fault({small, large}, "64"), HasSubstr("there is a run on 64 ranks already"));
  EXPECT_THAT(fault({halo("2, 2", "true, true"), halo("3, 3", "true, true")}, "64"),
              HasSubstr("too small to tell"));
  for (const char* const shorter : {"1x100", "4x64", "68"})
    EXPECT_THAT(fault({small, large}, shorter), HasSubstr("is shorter along a dimension"));
  // One dimension grows, or both: here, too, halos shrink.
  EXPECT_THAT(
      fault({halo("4, 4", "true, true", "64 KiB"), halo("4, 8", "true, true", "32 KiB")}, "8x8"),
      HasSubstr("do not tell how"));
  EXPECT_THAT(
      fault({halo("4, 4", "true, true", "3 KiB"), halo("8, 8", "true, true", "4 KiB")}, "256"),
      HasSubstr("do not grow by a law"));
}

// The hint is a grid that is taken, never what was typed.
TEST(Scale, SaysWhichGridWouldDo) {
  const std::vector<std::string> squares = {halo("4, 4", "true, true"), halo("8, 8", "true, true")};
  EXPECT_THAT(fault(squares, "4x4x32"),
              testing::AllOf(HasSubstr("4x4x32 is a grid of 3 dimensions, but the recorded ones"),
                             HasSubstr("(8 × 8, 4 × 4) have 2"), HasSubstr("--scale-to 16x32")));
  const std::vector<std::string> lines = {halo("64", "true"), halo("128", "true")};
  EXPECT_THAT(fault(lines, "64x64"),
              testing::AllOf(HasSubstr("but the recorded ones (128, 64) have 1"),
                             HasSubstr("say such a grid: --scale-to 4096")));
  const std::vector<std::string> strips = {halo("4, 2", "false, false"),
                                           halo("6, 2", "false, false")};
  EXPECT_THAT(fault(strips, "33"), HasSubstr("no grid of 33 ranks goes on from 6 × 2"));
}

TEST(Scale, SaysWhereNothingIsVerified) {
  const std::vector<Profile> runs = {pattern(halo("4, 4", "true, true")),
                                     pattern(halo("8, 8", "true, true"))};
  EXPECT_THAT(scale(runs, parse_target("256")).assumptions.back(), HasSubstr("not verified"));
}

TEST(Scale, Targets) {
  EXPECT_EQ(parse_target("4096").ranks, 4096U);
  EXPECT_EQ(parse_target("64x32").ranks, 2048U);
  EXPECT_EQ(*parse_target("64x32").shape, (Shape{64, 32}));
  for (const char* const text : {"", "x", "0", "4x", "many", "99999999", "65536x65536", "-4"})
    EXPECT_THROW(parse_target(text), InputError) << text;
}

}  // namespace

}  // namespace hpcast::scaling
