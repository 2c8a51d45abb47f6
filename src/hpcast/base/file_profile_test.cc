#include "hpcast/base/file_profile.h"

#include <gtest/gtest.h>

namespace hpcast {
namespace {

using Kind = PerfRecord::Kind;

PerfRecord sampled(std::uint32_t process, std::uint32_t thread, std::uint64_t address) {
  PerfRecord record{Kind::sample, 0, process, thread};
  record.address = address;
  record.period = 1000;
  return record;
}

PerfRecord mapped(std::uint32_t process, std::uint64_t address, const std::string& file) {
  PerfRecord record{Kind::mapping, 0, process, process};
  record.address = address;
  record.bytes = 0x1000;
  record.file = file;
  return record;
}

PerfRecord forked(std::uint32_t process, std::uint32_t parent) {
  PerfRecord record{Kind::fork, 0, process, process};
  record.parent = parent;
  return record;
}

std::uint64_t samples_of(const FileProfile& profile, const FileProfile::Place& place) {
  const auto found = profile.places().find(place);
  return found == profile.places().end() ? 0 : found->second.samples;
}

TEST(FileProfile, CountsByProcessThreadAndFile) {
  FileProfile profile;
  profile.take(mapped(1, 0x1000, "a"));
  profile.take(mapped(2, 0x1000, "b"));
  for (const std::uint32_t thread : {1, 3, 3}) profile.take(sampled(1, thread, 0x1234));
  profile.take(sampled(2, 2, 0x1234));
  profile.take(sampled(2, 2, 0x9000));
  EXPECT_EQ(samples_of(profile, {1, 1, "a"}), 1U);
  EXPECT_EQ(samples_of(profile, {1, 3, "a"}), 2U);
  EXPECT_EQ(profile.places().at({1, 3, "a"}).time, 2000U);
  EXPECT_EQ(samples_of(profile, {2, 2, "b"}), 1U);
  EXPECT_EQ(samples_of(profile, {2, 2, ""}), 1U);
}

TEST(FileProfile, AChildHasWhatItsParentHadUntilItBecomesAnotherProgram) {
  FileProfile profile;
  profile.take(mapped(1, 0x1000, "a"));
  profile.take(forked(2, 1));
  profile.take(mapped(1, 0x1000, "b"));
  profile.take(sampled(2, 2, 0x1000));
  profile.take({Kind::exec, 0, 2, 2});
  profile.take(sampled(2, 2, 0x1000));
  EXPECT_EQ(samples_of(profile, {2, 2, "a"}), 1U);
  EXPECT_EQ(samples_of(profile, {2, 2, ""}), 1U);
}

TEST(FileProfile, WhatWasLostIsSharedOut) {
  FileProfile profile;
  EXPECT_EQ(profile.scale(), 1);
  for (int i = 0; i < 4; ++i) profile.take(sampled(1, 1, 0));
  PerfRecord lost{Kind::lost, 0, 1, 1};
  lost.count = 2;
  profile.take(lost);
  EXPECT_EQ(profile.scale(), 1.5);
}

}  // namespace
}  // namespace hpcast
