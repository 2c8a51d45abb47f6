#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/base/trial.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/random_profile_for_tests.h"
#include "hpcast/inputs/mpitrace/read.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"

// OTF2 2.3 does not free all of an archive whose anchor file it refuses.
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:otf2_archive_open\nleak:otf2_file_posix_open";
}

namespace hpcast::mpitrace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string archives = source_tree() + "/../shared/data/otf2/";

// Against otf2-print of the archive.
TEST(ReadOtf2, ReadsScorePsMessages) {
  if (!fs::exists(archives)) GTEST_SKIP() << archives << " is not there";
  std::vector<Diagnostic> warnings;
  const Profile profile = read_profile(archives + "ping-pong-otf2", &warnings);
  EXPECT_TRUE(warnings.empty());
  expect_sound(profile);
  expect_matched(profile);
  EXPECT_EQ(profile.origin, "Score-P 7.1");
  ASSERT_EQ(profile.ranks.size(), 2U);
  ASSERT_EQ(profile.communicators.size(), 1U);
  EXPECT_EQ(profile.communicators[0].name, "MPI_COMM_WORLD");
  const std::vector<Operation>& made = profile.ranks[0].operations;
  // From PROGRAM_BEGIN to MPI_Init, and between the calls up to the first MPI_Send.
  const std::uint64_t ticks =
      (7397466977702853 - 7397466977622557) + (7397467382716190 - 7397467382698364) +
      (7397467382724588 - 7397467382719368) + (7397467382750926 - 7397467382726976);
  EXPECT_NEAR(static_cast<double>(made[0].amount), static_cast<double>(ticks) * 1e12 / 2095191439,
              1000);
  EXPECT_EQ(made[1].kind, Kind::send);
  EXPECT_EQ(made[1].peer, 1);
  EXPECT_EQ(made[1].tag, 10);
  EXPECT_EQ(made[1].amount, 16384U);
  EXPECT_EQ(made[3].kind, Kind::receive);
  EXPECT_EQ(made[3].tag, 20);
  EXPECT_TRUE(notes(profile, "posted with MPI_ANY_SOURCE or MPI_ANY_TAG: 16"));
}

TEST(ReadOtf2, ReadsScorePsCollectivesAndRequests) {
  if (!fs::exists(archives)) GTEST_SKIP() << archives << " is not there";
  const Profile profile = read_profile(archives + "sst-macro-mpi10/traces.otf2");
  expect_sound(profile);
  expect_matched(profile);
  ASSERT_EQ(profile.ranks.size(), 10U);
  EXPECT_EQ(totals_of(profile).messages, 1440U);
  EXPECT_EQ(totals_of(profile).collectives, 1200U);
  std::map<std::string, std::map<std::uint64_t, int>> amounts;  // on the world, by function
  for (const Operation& operation : profile.ranks[3].operations)
    if (operation.kind == Kind::collective && operation.communicator == 0)
      ++amounts[name_of(operation.collective)][operation.amount];
  for (const char* const rooted : {"bcast", "gather", "scatter", "reduce"})
    EXPECT_EQ(amounts[rooted], (std::map<std::uint64_t, int>{{4, 1}})) << rooted;
  for (const char* const all : {"allgather", "alltoall", "allreduce"}) {
    EXPECT_EQ(amounts[all].begin()->first, 4U) << all;
    EXPECT_EQ(amounts[all].rbegin()->first, 8192U) << all;
  }
  // MPI_COMM_SELF and its like: one of this rank alone.
  EXPECT_EQ(profile.communicators[1].members, (std::vector<std::uint32_t>{0, 6}));
  EXPECT_EQ(profile.communicators.back().members.size(), 1U);
  EXPECT_TRUE(notes(profile, "MPI_Iallreduce without a record of what it did, left out: 360"));
  EXPECT_FALSE(notes(profile, "MPI_Comm_rank"));
}

// ---- Damage

class DamagedArchive : public testing::Test {
 protected:
  DamagedArchive() {
    profile_ = RandomProfile(11).make();
    for (unsigned seed = 12; profile_.ranks.size() < 3; ++seed)
      profile_ = RandomProfile(seed).make();
    write_otf2(archive(), profile_, timeline_without_network(profile_));
  }
  std::string archive() const { return scratch_.file("archive"); }
  std::string file(const std::string& name) const { return archive() + "/" + name; }
  std::string fault() const {
    return fault_in([&] { read_profile(archive()); });
  }

  ScratchFolder scratch_;
  Profile profile_;
};

TEST_F(DamagedArchive, WithoutARanksEvents) {
  fs::remove(file("traces/1.evt"));
  EXPECT_THAT(fault(), HasSubstr("traces.otf2: the OTF2 archive"));
  EXPECT_THAT(fault(), HasSubstr("otf2-print says more"));
}

TEST_F(DamagedArchive, WithEventsCutOff) {
  for (const double part : {0.0, 0.3, 0.7, 0.97}) {
    SCOPED_TRACE(part);
    const std::string path = file("traces/0.evt");
    fs::resize_file(path,
                    static_cast<std::uintmax_t>(static_cast<double>(fs::file_size(path)) * part));
    EXPECT_NE(fault(), "");
    write_otf2(archive(), profile_, timeline_without_network(profile_));
  }
}

TEST_F(DamagedArchive, WithoutDefinitions) {
  fs::remove(file("traces.def"));
  EXPECT_THAT(fault(), HasSubstr("the OTF2 archive"));
}

TEST_F(DamagedArchive, WithoutARanksDefinitions) {
  fs::remove(file("traces/0.def"));
  EXPECT_THAT(fault(), HasSubstr("lacks 1 of the"));
  EXPECT_THAT(fault(), HasSubstr("0.def"));
}

// What lies in memory behind such a file can keep the library busy for ever.
TEST_F(DamagedArchive, WithDefinitionsThatDoNotEnd) {
  std::fstream changed(file("traces/2.def"), std::ios::in | std::ios::out | std::ios::binary);
  changed.seekp(-2, std::ios::end);  // the mark of the file's end; behind it, of its last chunk's
  changed.put('\xb6');
  changed.close();
  EXPECT_THAT(fault(), HasSubstr("2.def is damaged or cut off"));
}

TEST_F(DamagedArchive, WithoutAnAnchor) {
  fs::remove(file("traces.otf2"));
  EXPECT_THAT(fault(), HasSubstr("holds neither an OTF2 archive nor"));
  std::ofstream(file("traces.otf2")) << "junk";
  EXPECT_THAT(fault(), HasSubstr("no anchor file of an OTF2 archive"));
  EXPECT_THAT(fault_in([] { read_profile("/nowhere/traces.otf2"); }),
              HasSubstr("there is no such archive"));
}

// The library would read for ever.
TEST_F(DamagedArchive, WithADamagedCountInItsAnchor) {
  std::fstream anchor(file("traces.otf2"), std::ios::in | std::ios::out | std::ios::binary);
  std::string content(fs::file_size(file("traces.otf2")), '\0');
  anchor.read(content.data(), static_cast<std::streamsize>(content.size()));
  // Behind the creator comes the number of properties.
  const std::size_t at = content.find("hpcast");
  ASSERT_NE(at, std::string::npos);
  std::size_t refused = 0;
  for (std::size_t i = at + 6; i < at + 12 && i < content.size(); ++i) {
    anchor.seekp(static_cast<std::streamoff>(i));
    anchor.put('\x7f').flush();
    refused += fault().empty() ? 0 : 1;
    anchor.seekp(static_cast<std::streamoff>(i));
    anchor.put(content[i]).flush();
  }
  EXPECT_GT(refused, 1U);
}

// Whatever is in the files, there is a profile or an InputError.
TEST_F(DamagedArchive, WithAnyByteChanged) {
  std::mt19937 random(1);
  for (std::uint64_t round = 0; round < random_cases(200); ++round) {
    const std::string name = std::vector<std::string>{"traces.def", "traces.otf2", "traces/0.evt",
                                                      "traces/1.evt", "traces/2.def"}[random() % 5];
    std::fstream changed(file(name), std::ios::in | std::ios::out | std::ios::binary);
    const std::uintmax_t size = fs::file_size(file(name));
    const auto at = static_cast<std::streamoff>(random() % size);
    changed.seekg(at);
    const char before = static_cast<char>(changed.get());
    changed.seekp(at);
    changed.put(static_cast<char>(random() % 256));
    changed.close();
    // In a process of its own, which neither crashes nor goes on for ever.
    EXPECT_TRUE(survives([this] { return fault(), true; }, 60)) << name << " at " << at;
    changed.open(file(name), std::ios::in | std::ios::out | std::ios::binary);
    changed.seekp(at);
    changed.put(before);
  }
  EXPECT_EQ(fault(), "");
}

}  // namespace
}  // namespace hpcast::mpitrace
