#include "hpcast/forecast/memory/libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::forecast {
namespace {

using answers::LibraryTimes;

// Of process 1: a thread 20 samples in libm, another 10 there and 30 in libz; of process 2 much.
FileProfile profile_of_two() {
  FileProfile profile;
  const auto map = [&](std::uint32_t process, std::uint64_t address, const std::string& file) {
    PerfRecord record{PerfRecord::Kind::mapping, 0, process, process};
    record.address = address;
    record.bytes = 0x1000;
    record.file = file;
    profile.take(record);
  };
  const auto sample = [&](std::uint32_t process, std::uint32_t thread, std::uint64_t address,
                          int count) {
    PerfRecord record{PerfRecord::Kind::sample, 0, process, thread};
    record.address = address;
    record.period = 1'000'000;
    for (int i = 0; i < count; ++i) profile.take(record);
  };
  for (const std::uint32_t process : {1, 2}) {
    map(process, 0x1000, "/nowhere/libm.so.6");
    map(process, 0x2000, "/nowhere/libz.so.1");
    map(process, 0x3000, "/nowhere/libc.so.6");
  }
  sample(1, 1, 0x1000, 20);
  sample(1, 3, 0x1000, 10);
  sample(1, 3, 0x2000, 30);
  sample(1, 1, 0x3000, 500);
  sample(2, 2, 0x1000, 700);
  return profile;
}

TEST(Libraries, AreThoseOfTheProcessesTracedTheLongestFirst) {
  const LibraryTimes times = library_times(profile_of_two(), {1});
  EXPECT_EQ(times.samples, 60U);
  EXPECT_DOUBLE_EQ(times.longest_thread_s, 40e-3);
  ASSERT_EQ(times.each.size(), 2U);
  EXPECT_EQ(times.each[0].name, "libm.so.6");
  EXPECT_DOUBLE_EQ(times.each[0].cpu_s, 30e-3);
  EXPECT_EQ(times.each[1].name, "libz.so.1");
}

TEST(Libraries, AreToldWhatTheyTookOrThatNobodyKnows) {
  EXPECT_EQ(words_of(library_times(profile_of_two(), {1})),
            "what such libraries took in the whole run, in CPU time of this host: libm.so.6 30 ms, "
            "libz.so.1 30 ms");
  EXPECT_EQ(words_of(library_times(profile_of_two(), {3})), "");
  EXPECT_THAT(words_of({}), testing::StartsWith("how long such libraries took: perf events"));
}

}  // namespace
}  // namespace hpcast::forecast
