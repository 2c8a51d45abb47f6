#include "hpcast/answers/memory/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(Verdict, SaysHowGoodASampleIs) {
  MemoryAnswer r = small_sample();
  r.sample = Sample{"sets", 16, 1, 0.0625, 4, 0.1};
  EXPECT_EQ(verdict_line(r).substr(0, 52), "2 s ± 100 ms (95 %, 1 in 16 sets), limited by mem0 ");
  r.sample = Sample{"time", 10, 1, 0.1, 1, {}};
  EXPECT_EQ(verdict_line(r).substr(0, 55),
            "2 s (1 in 10 stretches, too few for an interval), limit");
  r.sample->replicates = 2;
  EXPECT_EQ(verdict_line(r).substr(0, 58),
            "2 s (1 in 10 stretches, none of some phases: no interval),");
}

TEST(Verdict, NamesTheTimeTheBottleneckAndWhatIsNext) {
  EXPECT_EQ(verdict_line(small_sample()), "2 s, limited by mem0 (memory), next L1_0 (50 % of it)");
}

TEST(Verdict, OfReferencesAloneIsALowerBound) {
  MemoryAnswer r = small_sample();
  EXPECT_FALSE(is_lower_bound(r));
  r.operations.clear();
  EXPECT_FALSE(is_lower_bound(r)) << "the cores have counts";
  r.objects[0].core = CoreResult{};
  EXPECT_TRUE(is_lower_bound(r));
  EXPECT_EQ(verdict_line(r),
            "at least 2 s: instructions were not counted, limited by mem0 (memory), next L1_0 "
            "(50 % of it)");
  r.objects[0].core->executing = CoreTime{1, 0, 0, 0};
  EXPECT_FALSE(is_lower_bound(r));
}

TEST(Verdict, WithoutTheCoresOwnTimeIsALowerBoundButForPmnet) {
  MemoryAnswer r = small_sample();
  r.not_modelled = {"the cores' own time: a sample does not tell who answers every reference"};
  EXPECT_THAT(verdict_line(r),
              testing::StartsWith("at least 2 s: without the cores' own time, lim"));
  r.not_modelled = {"the cores' own time: as in PMNet (see --model)"};
  EXPECT_THAT(verdict_line(r), testing::StartsWith("2 s, limited by"));
}

TEST(Verdict, AProgramThatFailedIsTold) {
  MemoryAnswer r = small_sample();
  EXPECT_EQ(failure_words(r), "");
  r.run.exit_status = 3;
  EXPECT_EQ(failure_words(r), "the program ended with status 3");
  r.partial = "it was ended by signal 9";
  EXPECT_EQ(failure_words(r), "");
}

TEST(Verdict, SaysWhatALimitingCoreSpendsItsTimeOn) {
  EXPECT_EQ(
      verdict_line(sample_with_core_time()),
      "4 s ± 25 % or more, limited by core0 (core): waiting for memory, next mem0 (50 % of it)");
  MemoryAnswer calibrated = sample_with_core_time();
  calibrated.typical_error->calibrated = true;
  EXPECT_THAT(verdict_line(calibrated), testing::StartsWith("4 s ± 25 %, limited by core0 ("));
  EXPECT_EQ(cause_words(sample_with_page_faults()), ": page faults");
  EXPECT_EQ(cause_words(sample_with_loaded_memory()), ": waiting for loaded memory");
  EXPECT_EQ(cause_words(small_sample()), "");
}

TEST(Verdict, SaysThatARateLimitsACore) {
  MemoryAnswer r = sample_with_core_time();
  CoreResult& core = *r.objects[0].core;
  ASSERT_TRUE(core.executing);
  core.time_inst = core.executing->time_s / 2;
  EXPECT_EQ(limiting_rate(core), nullptr);
  core.time_inst = core.executing->time_s * 2;
  EXPECT_STREQ(limiting_rate(core), "its rate of instructions");
  r.limits = {{LimitKind::core, "its rate of instructions", 8, 4}};
  EXPECT_EQ(cause_words(r), ": its rate of instructions");
}

TEST(Verdict, SaysThatPageFaultsAloneLimitACore) {
  MemoryAnswer r = sample_with_page_faults();
  r.objects[0].core->executing.reset();
  EXPECT_EQ(cause_words(r), ": page faults");
  r.limits = {{LimitKind::core, "its rate of FLOPs", 3, 2}, {LimitKind::faults, page_faults, 1, 1}};
  EXPECT_EQ(cause_words(r), "");
}

TEST(Verdict, SaysWhatThreadsThatWaitAdd) {
  EXPECT_DOUBLE_EQ(waiting_s(sample_with_threads()), 1);
  EXPECT_THAT(verdict_line(sample_with_threads()),
              testing::EndsWith(", threads that wait for each other add 20 % of it"));
  EXPECT_EQ(limit_words(sample_with_threads()), "core0 (core): waiting for memory");
  EXPECT_EQ(waiting_words(sample_with_threads(4.1)), "");  // 2 %
  const MemoryAnswer mostly = sample_with_threads(16);
  EXPECT_EQ(limit_words(mostly), "threads that wait for each other");
  EXPECT_EQ(
      verdict_line(mostly),
      "16 s ± 25 % or more, limited by threads that wait for each other, next core0 (25 % of it)");
}

TEST(Verdict, NextIsOfAnotherClassThanTheBottleneck) {
  MemoryAnswer result = small_sample();
  result.objects.push_back(
      {"mem1", Kind::memory, "ddr", 0, 2, 60, 8, 3840, 512, 1.9, 0.95, {}, {}, {}});
  EXPECT_EQ(runner_up(result)->name, "L1_0");
}

TEST(Verdict, NextIsOfTheSameClassWhenNothingElseIsOccupied) {
  MemoryAnswer result = small_sample();
  for (ObjectResult& object : result.objects) {
    if (object.name != "mem0") object.time_s = 0;
  }
  EXPECT_EQ(verdict_line(result), "2 s, limited by mem0 (memory)");
  result.objects.push_back(
      {"mem1", Kind::memory, "ddr", 0, 2, 60, 8, 3840, 512, 1.9, 0.95, {}, {}, {}});
  EXPECT_EQ(runner_up(result)->name, "mem1");
}

TEST(Verdict, SaysWhenTheTraceIsPartial) {
  MemoryAnswer result = small_sample();
  result.partial = "the program was killed by signal 9";
  EXPECT_EQ(verdict_line(result),
            "2 s so far (partial trace), limited by mem0 (memory), next L1_0 (50 % of it)");
}

TEST(Verdict, SaysWhenNothingIsOccupied) {
  EXPECT_EQ(
      verdict_line(MemoryAnswer{}),
      "at least 0 s: instructions were not counted, limited by nothing: no object is occupied");
  EXPECT_EQ(runner_up(MemoryAnswer{}), nullptr);
}

TEST(Title, IsTheProgramOnTheMachine) {
  EXPECT_EQ(title(small_sample()), "T on small");
  EXPECT_EQ(title(large_sample()), "triad on epyc-7702x2-nps4");
  EXPECT_EQ(title(sample_with_ranks()), "T, 2 ranks, on small");
  MemoryAnswer result;
  EXPECT_EQ(title(result), "memory forecast");
  result.inputs = {{"traces/gather/", "", "trace"}};
  EXPECT_EQ(title(result), "gather");
  result.inputs = {{"my.node.dat.json", "", "machine"}, {"./stream", "", "program"}};
  EXPECT_EQ(title(result), "stream on my.node");
}

}  // namespace
}  // namespace hpcast::answers
