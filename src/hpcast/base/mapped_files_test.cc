#include "hpcast/base/mapped_files.h"

#include <gtest/gtest.h>

namespace hpcast {
namespace {

TEST(MappedFiles, AnAddressBelongsToTheMappingAroundIt) {
  MappedFiles files;
  files.add(0x1000, 0x1000, "a");
  files.add(0x3000, 0x1000, "b");
  EXPECT_EQ(files.at(0xfff), "");
  EXPECT_EQ(files.at(0x1000), "a");
  EXPECT_EQ(files.at(0x1fff), "a");
  EXPECT_EQ(files.at(0x2000), "");
  EXPECT_EQ(files.at(0x3fff), "b");
  EXPECT_EQ(files.at(UINT64_MAX), "");
}

TEST(MappedFiles, WhatIsMappedLaterTakesThePlace) {
  MappedFiles files;
  files.add(0x1000, 0x5000, "a");
  files.add(0x3000, 0x1000, "b");
  EXPECT_EQ(files.at(0x2fff), "a");
  EXPECT_EQ(files.at(0x3000), "b");
  EXPECT_EQ(files.at(0x4000), "a");
  files.add(0x2000, 0x3000, "c");
  EXPECT_EQ(files.at(0x1fff), "a");
  EXPECT_EQ(files.at(0x3800), "c");
  EXPECT_EQ(files.at(0x5000), "a");
}

TEST(MappedFiles, WhatGoesBeyondAllAddressesEndsThere) {
  MappedFiles files;
  files.add(UINT64_MAX - 0x1000, 0x2000, "a");
  files.add(0x1000, 0, "nothing");
  EXPECT_EQ(files.at(UINT64_MAX - 1), "a");
  EXPECT_EQ(files.at(0x1000), "");
}

}  // namespace
}  // namespace hpcast
