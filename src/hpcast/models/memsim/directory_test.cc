#include "hpcast/models/memsim/directory.h"

#include <gtest/gtest.h>

#include <vector>

namespace hpcast::memsim {
namespace {

std::vector<std::uint32_t> sharers(const Directory& directory, Directory::Entry entry) {
  std::vector<std::uint32_t> cores;
  directory.each_sharer(entry, [&](std::uint32_t core) { cores.push_back(core); });
  return cores;
}

TEST(Directory, ASoleHolderNeedsNoSet) {
  const Directory::Entry entry = Directory::sole(1023, true);
  EXPECT_TRUE(Directory::is_sole(entry));
  EXPECT_EQ(Directory::sole_core(entry), 1023U);
  EXPECT_TRUE(Directory::sole_owns(entry));
  EXPECT_FALSE(Directory::sole_owns(Directory::sole(0, false)));
  EXPECT_TRUE(Directory::is_sole(Directory::sole(0, false)));
  EXPECT_FALSE(Directory::is_sole(0));
}

TEST(Directory, SharersComeInAscendingOrder) {
  Directory directory(200, 64);
  Directory::Entry entry = directory.with_sharer(0, 130);
  EXPECT_TRUE(Directory::is_sole(entry));
  for (const std::uint32_t core : {3U, 199U, 64U, 3U}) entry = directory.with_sharer(entry, core);
  ASSERT_TRUE(Directory::is_shared(entry));
  EXPECT_EQ(sharers(directory, entry), (std::vector<std::uint32_t>{3, 64, 130, 199}));
  EXPECT_TRUE(directory.is_sharer(entry, 199));
  EXPECT_FALSE(directory.is_sharer(entry, 198));
}

TEST(Directory, AnOwnerJoinedByAReaderOwnsNoMore) {
  Directory directory(4, 64);
  const Directory::Entry entry = directory.with_sharer(Directory::sole(2, true), 1);
  EXPECT_EQ(sharers(directory, entry), (std::vector<std::uint32_t>{1, 2}));
}

TEST(Directory, TwoSharersNeedNoSet) {
  Directory directory(100, 64);
  const std::uint64_t bytes = directory.bytes();
  Directory::Entry entry = directory.with_sharer(Directory::sole(99, false), 98);
  entry = directory.with_sharer(entry, 99);
  EXPECT_EQ(directory.bytes(), bytes);
  EXPECT_TRUE(directory.is_sharer(entry, 99));
  EXPECT_FALSE(directory.is_sharer(entry, 0));
  EXPECT_EQ(sharers(directory, entry), (std::vector<std::uint32_t>{98, 99}));
}

TEST(Directory, CoresWithLongNumbersShareInSets) {
  Directory directory(70'000, 64);
  const Directory::Entry entry = directory.with_sharer(Directory::sole(69'999, false), 1);
  EXPECT_EQ(sharers(directory, entry), (std::vector<std::uint32_t>{1, 69'999}));
}

TEST(Directory, AReleasedSetComesBackEmpty) {
  Directory directory(100, 64);
  const auto share = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return directory.with_sharer(directory.with_sharer(Directory::sole(a, false), b), c);
  };
  directory.release(share(99, 98, 97));
  const std::uint64_t bytes = directory.bytes();
  EXPECT_EQ(sharers(directory, share(0, 1, 2)), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(directory.bytes(), bytes);
}

TEST(Directory, EntriesOfNewPagesAreEmptyAndOldOnesStay) {
  Directory directory(2, 16);
  directory.entry(0, 15) = Directory::sole(1, true);
  EXPECT_EQ(directory.entry(1000, 3), 0U);
  EXPECT_EQ(directory.entry(0, 15), Directory::sole(1, true));
}

}  // namespace
}  // namespace hpcast::memsim
