#include "hpcast/answers/memory/libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/answers/memory/typical_error.h"

namespace hpcast::answers {
namespace {

TEST(LackingLibraries, MakeTheForecastALowerBound) {
  const MemoryAnswer r = sample_with_libraries();
  EXPECT_TRUE(is_lower_bound(r));
  EXPECT_EQ(error_class(r), std::nullopt);
  EXPECT_EQ(verdict_line(r),
            "at least 4 s: without libm.so.6 and 1 more library, which took 350 ms of CPU time "
            "here, limited by core0 (core): waiting for memory, next mem0 (50 % of it)");
}

TEST(LackingLibraries, CountFromATwentiethOfTheTimeOn) {
  MemoryAnswer r = sample_with_libraries();
  r.run.libraries->longest_thread_s = 0.201;
  EXPECT_TRUE(lacks_libraries(r));
  r.run.libraries->longest_thread_s = 0.199;
  r.run.threads = 2;
  r.objects.push_back(r.objects[0]);
  EXPECT_FALSE(lacks_libraries(r)) << "350 ms on two cores";
  EXPECT_THAT(verdict_line(r), testing::StartsWith("4 s, limited"));
  r.run.threads = 1;
  EXPECT_TRUE(lacks_libraries(r)) << "threads one after the other, 350 ms";
}

TEST(LackingLibraries, AreNotToldOfByAFewSamples) {
  MemoryAnswer r = sample_with_libraries();
  r.run.libraries->samples = 7;
  EXPECT_FALSE(lacks_libraries(r));
  r.run.libraries->samples = 10;
  EXPECT_TRUE(lacks_libraries(r));
}

TEST(LackingLibraries, AreNamedBesideWhatElseLacks) {
  MemoryAnswer r = small_sample();
  r.not_modelled = {"the cores' own time: a sample does not tell who answers every reference"};
  r.run.libraries = LibraryTimes{800, 0.2, {{"libm.so.6", 0.2}}};
  EXPECT_THAT(verdict_line(r),
              testing::StartsWith("at least 2 s: without the cores' own time, without libm.so.6, "
                                  "which took 200 ms of CPU time here, limited by"));
}

TEST(LackingLibraries, AreListedUpToEightAndAHundredth) {
  LibraryTimes libraries{1000, 1, {{"liba.so", 1}, {"libb.so", 0.01}, {"libc.so", 0.009}}};
  EXPECT_EQ(library_list(libraries), "liba.so 1 s, libb.so 10 ms");
  libraries.each.assign(10, {"libx.so", 1});
  EXPECT_THAT(library_list(libraries), testing::EndsWith("libx.so 1 s, 2 more"));
}

}  // namespace
}  // namespace hpcast::answers
