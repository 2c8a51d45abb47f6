#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Profile ti(const std::string& text) {
  Profile profile = profile_in(text, "t.txt");
  expect_sound(profile);
  return profile;
}

std::string ti_fault(const std::string& text) {
  return fault_in([&] { profile_in(text, "t.txt"); });
}

// Rank 0 of four, of which the others do nothing.
Profile of_four(const std::string& text, const std::string& init = "0 init\n") {
  return ti(init + "1 init\n2 init\n3 init\n" + text);
}

const Operation& first_of(const Profile& profile) { return profile.ranks[0].operations.at(0); }

std::vector<std::uint64_t> ti_counts(const Profile& profile, std::size_t n) {
  const std::vector<std::uint64_t>& all = profile.ranks[0].counts;
  const std::uint32_t begin = first_of(profile).count;
  return {all.begin() + begin, all.begin() + static_cast<std::ptrdiff_t>(begin + n)};
}

TEST(Ti, Messages) {
  const Profile profile = of_four(R"(
# a comment
0 send 1 5 10 0
0 recv 2 6 1e3 1
0 isend 1 7 20 2
0 irecv -333 -444 30
0 wait 0 1 7
0 wait -333 0 -444
0 isend 3 1 1
0 irecv 3 1 1
0 waitall 2
)");
  const std::vector<Operation>& made = profile.ranks[0].operations;
  ASSERT_EQ(made.size(), 9U);
  EXPECT_EQ(made[0].kind, Kind::send);
  EXPECT_EQ(made[0].amount, 80U);
  EXPECT_EQ(made[1].amount, 4000U);
  EXPECT_EQ(made[2].amount, 20U);
  EXPECT_EQ(made[3].peer, any_source);
  EXPECT_EQ(made[3].tag, any_tag);
  EXPECT_EQ(made[3].amount, 30U);
  EXPECT_EQ(profile.ranks[0].waits, (std::vector<std::uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(made[8].count, 2U);
  EXPECT_EQ(profile.functions[made[8].function], "MPI_Waitall");
}

TEST(Ti, WildcardsByWhatTheyReceived) {
  const Profile profile = of_four("0 irecv -333 -444 30\n0 wait 2 0 9\n");
  EXPECT_EQ(profile.ranks[0].operations[1].kind, Kind::wait);
}

TEST(Ti, DefaultTypes) {
  EXPECT_EQ(first_of(of_four("0 send 1 0 10\n")).amount, 10U);
  EXPECT_EQ(first_of(of_four("0 send 1 0 10\n", "0 init 1\n")).amount, 80U);
  const Profile unknown = of_four("0 send 1 0 10 -1\n");
  EXPECT_EQ(first_of(unknown).amount, 10U);
  EXPECT_TRUE(notes(unknown, "datatypes whose size the trace does not give"));
}

TEST(Ti, SendReceive) {
  const Profile profile = of_four("0 sendRecv 7 1 8 3 0 1\n0 sendRecv 7 -666 8 3\n");
  const std::vector<Operation>& made = profile.ranks[0].operations;
  ASSERT_EQ(made.size(), 5U);
  EXPECT_EQ(made[0].kind, Kind::isend);
  EXPECT_EQ(made[0].amount, 56U);
  EXPECT_EQ(made[1].amount, 32U);
  EXPECT_EQ(made[2].count, 2U);
  EXPECT_EQ(made[3].kind, Kind::ireceive);
}

TEST(Ti, Compute) {
  ReadOptions options;
  options.flops_per_second = 2e9;
  const Profile profile =
      profile_in("0 init\n0 compute 1e9\n0 sleep 0.25\n0 finalize\n", "t.txt", options);
  EXPECT_DOUBLE_EQ(totals_of(profile).compute_s, 0.75);
  EXPECT_EQ(profile.ranks[0].operations.size(), 1U);
  EXPECT_TRUE(notes(profile, "2e+09 of them a second"));
}

TEST(Ti, Tests) {
  const Profile profile = of_four(R"(0 isend 1 0 1
0 test 0 1 0
0 compute 5
0 test 0 1 0
0 isend 1 1 1
0 test 0 1 1
0 wait 0 1 1
0 test 0 1 1
)");
  const std::vector<Operation>& made = profile.ranks[0].operations;
  ASSERT_EQ(made.size(), 5U);
  EXPECT_EQ(made[1].kind, Kind::compute);
  EXPECT_EQ(profile.functions[made[2].function], "MPI_Test");
  EXPECT_EQ(profile.functions[made[4].function], "MPI_Wait");
  EXPECT_TRUE(notes(profile, "calls of MPI_Test: the last one of each request"));
}

TEST(Ti, CollectivesOfBlocks) {
  struct Sample {
    const char* line;
    Collective collective;
    std::uint64_t amount;
    std::int32_t root, element;
  };
  for (const Sample& sample :
       std::vector<Sample>{{"barrier", Collective::barrier, 0, 0, 1},
                           {"bcast 100 2 5", Collective::bcast, 400, 2, 4},
                           {"bcast 100", Collective::bcast, 100, 0, 1},
                           {"reduce 50 0 1 0", Collective::reduce, 400, 1, 8},
                           {"allreduce 60 0 1", Collective::allreduce, 240, 0, 4},
                           {"scan 16 0 0", Collective::scan, 128, 0, 8},
                           {"exscan 16 0 0", Collective::exscan, 128, 0, 8},
                           {"alltoall 11 11 0 0", Collective::alltoall, 88, 0, 8},
                           {"gather 12 12 3 1 1", Collective::gather, 48, 3, 4},
                           {"scatter 13 13 3 1 1", Collective::scatter, 52, 3, 4},
                           {"allgather 14 14 1 1", Collective::allgather, 56, 0, 4}}) {
    SCOPED_TRACE(sample.line);
    const Operation made = first_of(of_four(std::string("0 ") + sample.line + "\n"));
    EXPECT_EQ(made.kind, Kind::collective);
    EXPECT_EQ(made.collective, sample.collective);
    EXPECT_EQ(made.amount, sample.amount);
    EXPECT_EQ(made.peer, sample.root);
    EXPECT_EQ(made.tag, sample.element);
    EXPECT_EQ(made.count, no_counts);
  }
}

TEST(Ti, CollectivesWithCounts) {
  const Profile gatherv = of_four("0 gatherv 1 1 2 3 4 0 1 0\n");
  EXPECT_EQ(first_of(gatherv).amount, 4U);
  EXPECT_THAT(ti_counts(gatherv, 4), ElementsAre(8, 16, 24, 32));
  EXPECT_EQ(first_of(of_four("0 gatherv 1 1 2 3 4 1 0 0\n")).count, no_counts);
  const Profile scatterv = of_four("0 scatterv 1 2 3 4 1 0 0 0\n");
  EXPECT_THAT(ti_counts(scatterv, 4), ElementsAre(8, 16, 24, 32));
  EXPECT_EQ(first_of(scatterv).amount, 8U);
  EXPECT_THAT(ti_counts(of_four("0 allgatherv 1 1 2 3 4 1 1\n"), 4), ElementsAre(4, 8, 12, 16));
  EXPECT_THAT(ti_counts(of_four("0 allgatherv 1 1 2 3 4 1 1 0 0 0 0\n"), 4),
              ElementsAre(4, 8, 12, 16));
  const Profile alltoallv = of_four("0 alltoallv 10 1 2 3 4 20 5 6 7 8 1 2\n");
  EXPECT_EQ(first_of(alltoallv).amount, 40U);
  EXPECT_THAT(ti_counts(alltoallv, 8), ElementsAre(4, 8, 12, 16, 5, 6, 7, 8));
  const Profile scattered = of_four("0 reducescatter 1 2 3 4 1e9 1\n");
  EXPECT_THAT(ti_counts(scattered, 4), ElementsAre(4, 8, 12, 16));
  EXPECT_EQ(first_of(scattered).amount, 40U);
  EXPECT_DOUBLE_EQ(totals_of(scattered).compute_s, 1);
}

TEST(Ti, NonBlockingCollectives) {
  const Profile profile =
      of_four("0 ibarrier\n0 wait -333 -333 -779\n0 iallreduce 3 0 0\n0 wait 1 1 -4446\n");
  const std::vector<Operation>& made = profile.ranks[0].operations;
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(made[2].kind, Kind::icollective);
  EXPECT_EQ(made[2].amount, 24U);
  EXPECT_EQ(profile.functions[made[2].function], "MPI_Iallreduce");
  EXPECT_EQ(made[3].count, 1U);
}

TEST(Ti, TellsOfCommunicators) {
  EXPECT_TRUE(notes(of_four("0 comm_size 4\n0 comm_split 0 1\n"), "communicators made"));
}

TEST(Ti, RefusesWhatIsWrong) {
  EXPECT_THAT(ti_fault("0 init\n0 brodcast 1\n0 send\n"),
              testing::AllOf(HasSubstr("t.txt:2: there is no action 'brodcast'"),
                             HasSubstr("t.txt:3: send needs 3 arguments, found 0")));
  EXPECT_THAT(ti_fault("0 init\n0 bcst 1\n"), HasSubstr("did you mean 'bcast'"));
  EXPECT_THAT(ti_fault("0 compute 1\n0 init\n"), HasSubstr("before its 'init'"));
  EXPECT_THAT(ti_fault("0 init\n0 init\n"), HasSubstr("initialised before"));
  EXPECT_THAT(ti_fault("0 init\n0 finalize\n0 compute 1\n"), HasSubstr("after its 'finalize'"));
  EXPECT_THAT(ti_fault("0 init\n0 compute x\n"), HasSubstr("expected a number"));
  EXPECT_THAT(ti_fault("0 init\n0 compute 1e99\n"), HasSubstr("longer than 100 days"));
  EXPECT_THAT(ti_fault("0 init\nx init\n"), HasSubstr("t.txt:2: expected a rank, found 'x'"));
  EXPECT_THAT(ti_fault("0 init\n0\n"), HasSubstr("expected an action"));
  EXPECT_THAT(ti_fault("0 init\n2 init\n"), HasSubstr("a rank 2, but none 1"));
  EXPECT_THAT(ti_fault("0 init\n0 send 1 0 1\n"), HasSubstr("argument 1 of 'send'"));
  EXPECT_THAT(ti_fault("0 init\n0 send -333 0 1\n"), HasSubstr("only receives"));
  EXPECT_THAT(ti_fault("0 init\n0 wait 0 0 1\n"), HasSubstr("no isend or irecv before it"));
  EXPECT_THAT(ti_fault("0 init\n0 bcast 1 1\n"), HasSubstr("from 0 to 0, found '1'"));
  EXPECT_THAT(ti_fault("what is this\n"), HasSubstr("no communication profile that hpcast knows"));
}

TEST(Ti, ListsAndFolders) {
  const ScratchFolder scratch;
  std::filesystem::create_directory(scratch.file("parts"));
  for (int rank = 0; rank < 12; ++rank)
    std::ofstream(scratch.file("parts/rank-" + std::to_string(rank) + ".txt"))
        << rank << " init\n"
        << rank << " barrier\n";
  std::ofstream list(scratch.file("list.txt"));
  for (int rank = 0; rank < 12; ++rank) list << "parts/rank-" << rank << ".txt\n";
  list.close();
  EXPECT_EQ(read_profile(scratch.file("list.txt")).ranks.size(), 12U);
  EXPECT_EQ(read_profile(scratch.file("parts")).ranks.size(), 12U);
  std::ofstream(scratch.file("broken.txt")) << "parts/rank-0.txt\nparts/none.txt\n";
  EXPECT_THAT(fault_in([&] { read_profile(scratch.file("broken.txt")); }),
              HasSubstr("broken.txt:2: there is no file 'parts/none.txt'"));
  std::filesystem::create_directory(scratch.file("empty"));
  EXPECT_THAT(fault_in([&] { read_profile(scratch.file("empty")); }), HasSubstr("holds neither"));
  EXPECT_THAT(fault_in([&] { read_profile(scratch.file("nothing")); }), HasSubstr("nothing"));
}

TEST(Ti, ReadsRealTraces) {
  const std::string data = source_tree() + "/../shared/data/mpi-traces/";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << data << " is not there";
  std::vector<Diagnostic> warnings;
  const Profile large = read_profile(data + "simgrid-ti-32", &warnings);
  EXPECT_TRUE(warnings.empty());
  expect_sound(large);
  EXPECT_EQ(large.ranks.size(), 32U);
  // 128 + 64 allreduce, 160 alltoall, 64 alltoallv, 512 barrier, 288 bcast, 32 gather
  EXPECT_EQ(totals_of(large).collectives, 1248U);
  const Profile split = read_profile(data + "simgrid-ti-small/split_traces");
  expect_matched(split);
  EXPECT_EQ(totals_of(split).bytes, 3000000U);
  for (const char* const name :
       {"allgatherv", "allreduce", "alltoall", "alltoallv", "barrier", "bcast",
        "bcast_reduce_datatypes", "gather", "reducescatter", "waitall", "with_isend"}) {
    const Profile profile =
        read_profile(data + "simgrid-ti-small/actions_" + std::string(name) + ".txt");
    expect_sound(profile);
    EXPECT_GT(totals_of(profile).messages + totals_of(profile).collectives, 0U) << name;
  }
}

}  // namespace
}  // namespace hpcast::mpitrace
