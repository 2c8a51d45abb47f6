#include "hpcast/inputs/mpitrace/write_otf2.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hpcast/base/json.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/inputs/mpitrace/pattern.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/random_profile_for_tests.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Profile small_profile() {
  return make_pattern(parse_json(R"({"pattern": "ring", "ranks": 4, "bytes": 10, "steps": 3,
                                     "compute": "2 us"})",
                                 "ring.json"));
}

TEST(WriteOtf2, ComesBackTheSame) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const Profile profile = RandomProfile(seed).make();
    expect_sound(profile);
    const ScratchFolder scratch;
    write_otf2(scratch.file("archive"), profile, timeline_without_network(profile));
    const Profile again = read_profile(scratch.file("archive"));
    expect_sound(again);
    expect_same(profile, again);
    EXPECT_EQ(again.origin, profile.origin);
    EXPECT_TRUE(notes(again, "another thing"));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(WriteOtf2, TimesInCallsAreNoCompute) {
  const Profile profile = small_profile();
  Timeline timeline = timeline_without_network(profile);
  for (std::vector<Interval>& rank : timeline) {
    Picoseconds late = 0;
    for (Interval& interval : rank) {
      interval.begin += late;
      if (interval.begin == interval.end + late) late += 12345;
      interval.end += late;
    }
  }
  const ScratchFolder scratch;
  write_otf2(scratch.file("archive"), profile, timeline);
  expect_same(profile, read_profile(scratch.file("archive") + "/traces.otf2"));
}

// So many that their definitions need several of libotf2's chunks.
TEST(WriteOtf2, WritesAThousandRanks) {
  const Profile profile = make_pattern(
      parse_json(R"({"pattern": "shift", "ranks": 1100, "distance": 9, "bytes": 10})", "s.json"));
  const ScratchFolder scratch;
  write_otf2(scratch.file("archive"), profile, timeline_without_network(profile));
  expect_same(profile, read_profile(scratch.file("archive")));
}

TEST(WriteOtf2, TellsWhatWildcardsReceived) {
  Profile profile = small_profile();
  Matches matches(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    for (std::uint32_t i = 0; i < profile.ranks[rank].operations.size(); ++i) {
      Operation& operation = profile.ranks[rank].operations[i];
      if (operation.kind != Kind::ireceive) continue;
      matches[rank][i] = {static_cast<std::uint32_t>(operation.peer), operation.tag};
      operation.peer = any_source;
      operation.tag = any_tag;
    }
  const ScratchFolder scratch;
  write_otf2(scratch.file("archive"), profile, timeline_without_network(profile),
             {"a test", &matches});
  expect_same(profile, read_profile(scratch.file("archive")));
}

TEST(WriteOtf2, ReplacesArchivesOnly) {
  const Profile profile = small_profile();
  const Timeline timeline = timeline_without_network(profile);
  const ScratchFolder scratch;
  const auto write = [&](const std::string& name) {
    return fault_in([&] { write_otf2(scratch.file(name), profile, timeline); });
  };
  EXPECT_EQ(write("archive"), "");
  EXPECT_EQ(write("archive/"), "");
  fs::create_directory(scratch.file("empty"));
  EXPECT_EQ(write("empty"), "");
  fs::create_directory(scratch.file("full"));
  std::ofstream(scratch.file("full/thesis.tex")) << "x";
  EXPECT_THAT(write("full"), HasSubstr("holds something that is no OTF2 archive"));
  EXPECT_TRUE(fs::exists(scratch.file("full/thesis.tex")));
  EXPECT_THAT(write("full/thesis.tex"), HasSubstr("this is a file"));
  // An archive, and something of somebody's.
  for (const char* const name : {"thesis.tex", "notes.otf2/x", "traces/code.c", "traces.cubex"}) {
    SCOPED_TRACE(name);
    const fs::path other = scratch.file(std::string("archive/") + name);
    fs::create_directories(other.parent_path());
    std::ofstream(other) << "x";
    EXPECT_THAT(write("archive"), HasSubstr("holds something that is no OTF2 archive"));
    EXPECT_TRUE(fs::exists(other));
    fs::remove_all(other.parent_path() == fs::path(scratch.file("archive/notes.otf2"))
                       ? other.parent_path()
                       : other);
    EXPECT_EQ(write("archive"), "");
  }
  EXPECT_THAT(write("nowhere/archive"), HasSubstr("there is no folder"));
  expect_same(profile, read_profile(scratch.file("archive")));
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(scratch.path())) ++left;
  EXPECT_EQ(left, 3U);
}

TEST(WriteOtf2, RefusesAProfileWithoutRanks) {
  EXPECT_THAT(fault_in([] { write_otf2("archive", {}, {}); }), HasSubstr("without ranks"));
}

}  // namespace
}  // namespace hpcast::mpitrace
