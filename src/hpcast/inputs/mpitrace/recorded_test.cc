#include "hpcast/inputs/mpitrace/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/cut.h"
#include "hpcast/inputs/mpitrace/record_writer_for_tests.h"

namespace hpcast::mpitrace {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::uint64_t folded(std::int64_t number) { return RecordWriter::folded(number); }

// Of two ranks: rank 0 sends 8 bytes by an isend and waits, rank 1 receives them from whomever.
RecordWriter sender() {
  RecordWriter rank(0, 2);
  rank.name(0, "MPI_Isend").name(1, "MPI_Wait");
  rank.add(RecordKind::isend, {5000, 0, 0, 1, 7, 8, 0}).add(RecordKind::wait, {10, 1, 1, 0});
  return rank;
}

RecordWriter receiver() {
  RecordWriter rank(1, 2);
  rank.name(0, "MPI_Recv");
  rank.add(RecordKind::receive, {1, 0, 0, folded(-1), folded(-1), 8, folded(0), folded(7)});
  return rank;
}

std::string recorded_fault(const std::string& file) {
  try {
    recorded_in({file});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Recorded, MessagesAndTheTimeBeforeThem) {
  const Recorded recorded = recorded_in({sender().file(), receiver().file()});
  EXPECT_TRUE(recorded.profile.partial.empty());
  const RankTrace& first = recorded.profile.ranks[0];
  ASSERT_EQ(first.operations.size(), 4U);
  EXPECT_EQ(first.operations[0].amount, 5000U);
  EXPECT_EQ(first.operations[1].kind, Kind::isend);
  EXPECT_EQ(first.operations[1].request, 0U);
  EXPECT_EQ(first.operations[3].kind, Kind::wait);
  const Operation& receive = recorded.profile.ranks[1].operations[1];
  EXPECT_EQ(receive.peer, any_source);
  EXPECT_EQ(recorded.matches[1].at(1).source, 0U);
  EXPECT_EQ(recorded.matches[1].at(1).tag, 7);
}

// The second program's ranks that the first one has too left no files.
TEST(Recorded, ALargerSecondProgramIsLeftOut) {
  const Recorded recorded =
      recorded_in({sender().file(), receiver().file(), RecordWriter(2, 3).file()});
  EXPECT_EQ(recorded.profile.ranks.size(), 2U);
  EXPECT_EQ(recorded.profile.ranks[0].operations.size(), 4U);
  EXPECT_TRUE(recorded.profile.partial.empty());
}

TEST(Recorded, CancelledRequestsLeaveNothing) {
  RecordWriter rank(0, 1);
  rank.name(0, "MPI_Irecv").name(1, "MPI_Wait");
  rank.add(RecordKind::ireceive, {0, 0, 0, folded(0), folded(3), 8});
  rank.add(RecordKind::wait, {0, 1, 1, 1});
  EXPECT_TRUE(recorded_in({rank.file()}).profile.ranks[0].operations.empty());
}

// Both make the same one of the world: even and odd ranks would be two.
TEST(Recorded, CommunicatorsAreTheSameForThoseInThem) {
  std::vector<std::string> files;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    RecordWriter writer(rank, 4);
    writer.name(0, "MPI_Comm_split");
    // Number 2, from the world (0), its call 0, named by function 0, one run: rank % 2, by 2, two.
    writer.add(RecordKind::communicator, {2, 0, 0, 0, 0, 1, folded(rank % 2), folded(2), 2});
    writer.add(RecordKind::collective, {0, 0, 2, 0, 0, 1, 0, 0});
    files.push_back(writer.file());
  }
  const Profile profile = recorded_in(files).profile;
  const auto used = [&](std::size_t rank) {
    return profile.ranks[rank].operations[0].communicator;
  };
  EXPECT_EQ(used(0), used(2));
  EXPECT_EQ(used(1), used(3));
  EXPECT_NE(used(0), used(1));
  EXPECT_THAT(profile.communicators[used(1)].members, ElementsAre(1, 3));
}

TEST(Recorded, WhatIsNotUnderstoodIsNamed) {
  RecordWriter rank(0, 1);
  rank.name(0, "MPI_File_open").add(RecordKind::not_understood, {0});
  rank.add(RecordKind::calls, {0, 3}).add(RecordKind::polls, {5}).remark("locks");
  EXPECT_THAT(recorded_in({rank.file()}).profile.not_modelled,
              ElementsAre("MPI_File_open (3 calls of 1 rank)", "locks",
                          HasSubstr("5 calls that asked and found nothing")));
}

TEST(Recorded, RanksThatAreMissingOrKilledAreTold) {
  RecordWriter rank = sender();
  rank.header().state = RecordState::running;
  EXPECT_THAT(recorded_in({rank.file()}).profile.partial,
              ElementsAre("rank 1 left no record", "rank 0 ended before MPI_Finalize"));
}

TEST(Recorded, FaultsAreRefused) {
  EXPECT_THAT(recorded_fault("short"), HasSubstr("shorter than its header"));
  EXPECT_THAT(recorded_fault(std::string(record_header_bytes, 'x')),
              HasSubstr("no record of a rank"));
  RecordWriter newer(0, 1);
  newer.header().version = record_version + 1;
  EXPECT_THAT(recorded_fault(newer.file()), HasSubstr("version"));
  EXPECT_THAT(recorded_fault(RecordWriter(1, 1).file()), HasSubstr("rank 1 of 1"));
  RecordWriter strange(0, 1);
  strange.add(static_cast<RecordKind>(99), {});
  EXPECT_THAT(recorded_fault(strange.file()), HasSubstr("there is no such record"));
  RecordWriter cut(0, 1);
  cut.name(0, "MPI_Send").add(RecordKind::send, {0, 0, 0});
  EXPECT_THAT(recorded_fault(cut.file()), HasSubstr("cut off"));
  RecordWriter nowhere(0, 1);
  nowhere.name(0, "MPI_Send").add(RecordKind::send, {0, 0, 0, 1, 0, 8, 0});
  EXPECT_THAT(recorded_fault(nowhere.file()), HasSubstr("no rank 1 in a communicator of 1"));
  RecordWriter endless(0, 1);
  endless.add(RecordKind::wait, {0, 0, 1000000});
  EXPECT_THAT(recorded_fault(endless.file()), HasSubstr("longer than the file"));
}

// As the last record of a rank that did not come to its end may.
TEST(Recorded, AListMayEndTheFile) {
  RecordWriter rank(0, 1);
  rank.name(0, "MPI_Alltoallv");
  const auto alltoallv = static_cast<std::uint64_t>(Collective::alltoallv);
  rank.add(RecordKind::collective, {0, 0, 0, alltoallv, 0, 1, 4, 3, 4, 4});
  const Recorded recorded = recorded_in({rank.file()});
  EXPECT_THAT(recorded.profile.ranks[0].counts, ElementsAre(4, 4));
}

TEST(Recorded, WhatHasNoOtherSideIsCut) {
  Recorded recorded = recorded_in({sender().file()});
  const Cut cut = cut_unfinished(recorded.profile, recorded.matches);
  EXPECT_EQ(cut.operations, 1U);
  ASSERT_EQ(recorded.profile.ranks[0].operations.size(), 2U);  // no wait either
  for (const Operation& operation : recorded.profile.ranks[0].operations)
    EXPECT_EQ(operation.kind, Kind::compute);
  recorded = recorded_in({sender().file(), receiver().file()});
  EXPECT_EQ(cut_unfinished(recorded.profile, recorded.matches).operations, 0U);
  EXPECT_EQ(recorded.matches[1].at(1).source, 0U);
}

TEST(Recorded, CollectivesThatNotAllHaveCalledAreCut) {
  std::vector<std::string> files;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    RecordWriter writer(rank, 2);
    writer.name(0, "MPI_Barrier");
    for (std::uint32_t i = 0; i < 2 + rank; ++i)
      writer.add(RecordKind::collective, {0, 0, 0, 0, 0, 1, 0, 0});
    files.push_back(writer.file());
  }
  Recorded recorded = recorded_in(files);
  EXPECT_EQ(cut_unfinished(recorded.profile, recorded.matches).operations, 1U);
  EXPECT_EQ(recorded.profile.ranks[1].operations.size(), 2U);
}

// Rank 1 ended in the wait for it.
TEST(Recorded, CollectivesThatAreNotCompleteAreCut) {
  std::vector<std::string> files;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    RecordWriter writer(rank, 2);
    writer.name(0, "MPI_Ibarrier").name(1, "MPI_Wait");
    for (std::uint32_t i = 0; i < 2; ++i) {
      writer.add(RecordKind::icollective, {0, 0, 0, 0, 0, 1, 0, 0});
      if (rank == 0 || i == 0) writer.add(RecordKind::wait, {0, 1, 1, 2 * i});
    }
    files.push_back(writer.file());
  }
  Recorded recorded = recorded_in(files);
  EXPECT_EQ(cut_unfinished(recorded.profile, recorded.matches).operations, 2U);
  for (const RankTrace& rank : recorded.profile.ranks) EXPECT_EQ(rank.operations.size(), 2U);
}

// Nor those after them on their communicator; on others the rest stays.
TEST(Recorded, CollectivesThatAreNotCompleteOnTwoCommunicatorsAreCut) {
  std::vector<std::string> files;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    RecordWriter writer(rank, 2);
    writer.name(0, "MPI_Comm_dup").name(1, "MPI_Ibarrier").name(2, "MPI_Barrier");
    // Numbers 2 and 3, from the world: all of its ranks.
    for (const std::uint64_t number : {2, 3})
      writer.add(RecordKind::communicator,
                 {number, 0, 0, number - 2, 0, 1, folded(0), folded(1), 2});
    for (const std::uint64_t communicator : {2, 3})
      writer.add(RecordKind::icollective, {0, 1, communicator, 0, 0, 1, 0, 0});
    for (const std::uint64_t communicator : {2, 3, 0})
      writer.add(RecordKind::collective, {0, 2, communicator, 0, 0, 1, 0, 0});
    files.push_back(writer.file());
  }
  Recorded recorded = recorded_in(files);
  EXPECT_EQ(cut_unfinished(recorded.profile, recorded.matches).operations, 8U);
  for (const RankTrace& rank : recorded.profile.ranks) {
    ASSERT_EQ(rank.operations.size(), 1U);
    EXPECT_EQ(rank.operations[0].communicator, 0U);
  }
}

}  // namespace

}  // namespace hpcast::mpitrace
