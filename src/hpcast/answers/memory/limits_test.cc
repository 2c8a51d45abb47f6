#include "hpcast/answers/memory/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

using testing::ElementsAre;
using testing::Pair;

// In their order: what limits and what that is worth.
std::vector<std::pair<std::string, double>> worths(const std::vector<Limit>& limits) {
  std::vector<std::pair<std::string, double>> worths;
  for (const Limit& limit : limits) worths.emplace_back(to_string(limit), limit.worth_s);
  return worths;
}

std::map<std::string, double> times(const std::vector<Limit>& limits) {
  std::map<std::string, double> times;
  for (const Limit& limit : limits) times.emplace(to_string(limit), limit.time_s);
  return times;
}

MemoryAnswer with_limits(MemoryAnswer result) {
  put_limits(result);
  return result;
}

// So many memories beside the first, each busy for so long.
MemoryAnswer with_memories(MemoryAnswer result, const std::vector<double>& times_s) {
  for (const double time_s : times_s) {
    ObjectResult memory = result.objects[2];
    memory.name = "mem" + std::to_string(result.objects.size());
    memory.time_s = time_s;
    const auto index = static_cast<std::uint32_t>(result.objects.size());
    result.phases[0].objects.push_back({index, 0, 0, 0, 0, time_s});
    result.objects.push_back(std::move(memory));
  }
  put_limits(result);
  return result;
}

TEST(Limits, TheLongestIsWorthWhatTheNextLeaves) {
  const MemoryAnswer result = small_sample();
  EXPECT_THAT(worths(result.limits), ElementsAre(Pair("mem0 (memory)", 1), Pair("L1_0 (cache)", 0),
                                                 Pair("its rate of FLOPs", 0)));
  EXPECT_EQ(result.limits, result.phases[0].limits);
  EXPECT_EQ(times(result.limits)["L1_0 (cache)"], 1);
}

TEST(Limits, TheCauseOfACoresTimeIsWhatIsWorthMost) {
  const Limit memory{LimitKind::memory, "ddr", 3, 3}, units{LimitKind::core, busy_units, 2, 2},
      waits{LimitKind::latency, waiting_for_memory, 2, 1},
      loaded{LimitKind::latency, loaded_memory, 1},
      hardly_loaded{LimitKind::latency, loaded_memory, 0.9};
  EXPECT_EQ(cause_of({memory, units, waits}), busy_units);
  EXPECT_EQ(cause_of({waits, hardly_loaded}), waiting_for_memory);
  EXPECT_EQ(cause_of({waits, loaded}), loaded_memory);
  EXPECT_EQ(cause_of({units, waits, loaded}), busy_units);
  EXPECT_EQ(cause_of({memory}), "");
}

TEST(Limits, OfObjectsAlikeAreOneThatIsLiftedWhole) {
  EXPECT_THAT(worths(with_memories(small_sample(), {2, 1.95, 1.5}).limits)[0],
              Pair("3 × ddr (memory)", 1));
  EXPECT_THAT(worths(with_memories(small_sample(), {1.5}).limits)[0], Pair("ddr (memory)", 1));
}

TEST(Limits, OfACoreAreWorthWhatTheySaveUpToWhatLimitsThen) {
  MemoryAnswer result = sample_with_core_time();
  EXPECT_THAT(worths(result.limits),
              ElementsAre(Pair("waiting for memory", 2), Pair("busy units", 1),
                          Pair("mispredicted branches", 0.5), Pair("mem0 (memory)", 0),
                          Pair("L1_0 (cache)", 0)));
  EXPECT_EQ(result.limits[0].time_s, 2.5);
  EXPECT_THAT(result.limits[0].kind, LimitKind::latency);
  result.phases[0].objects[2].time_s = 3.75;
  EXPECT_THAT(worths(with_limits(result).limits)[1], Pair("busy units", 0.25));
}

TEST(Limits, OfACoreThatIsNotTheLongestAreWorthNothing) {
  MemoryAnswer result = sample_with_core_time();
  result.time_s = result.phases[0].time_s = result.phases[0].objects[2].time_s = 5;
  EXPECT_THAT(worths(with_limits(result).limits)[0], Pair("mem0 (memory)", 1));
  EXPECT_THAT(worths(with_limits(result).limits)[1], Pair("waiting for memory", 0));
}

TEST(Limits, KnowLoadedMemoryPageFaultsAndInstructions) {
  EXPECT_EQ(times(sample_with_loaded_memory().limits)["waiting for loaded memory"], 2);
  MemoryAnswer faults = sample_with_page_faults();
  EXPECT_THAT(worths(faults.limits)[0], Pair("page faults", 2));
  EXPECT_EQ(faults.limits[0].time_s, 3);
  EXPECT_EQ(times(faults.limits).count("its instructions"), 0u);
  faults.phases[0].executing = CoreTime{4, 0.5, 0.25, 0.25, 1};
  EXPECT_EQ(times(with_limits(faults).limits)["its instructions"], 2);
}

TEST(Limits, OfACoreByARateOfItsClassLeaveItsOwnTimeOut) {
  MemoryAnswer result = sample_with_core_time();
  result.phases[0].executing = CoreTime{3, 2, 0, 0};
  EXPECT_THAT(worths(with_limits(result).limits)[0], Pair("its rate of FLOPs", 2));
  result.phases[0].executing.reset();
  result.objects[0].core->time_page_faults = 3;
  EXPECT_EQ(times(with_limits(result).limits)["its rate of FLOPs"], 1);
  EXPECT_EQ(times(with_limits(result).limits)["page faults"], 3);
}

TEST(Limits, TellWhatThreadsThatWaitAdd) {
  const MemoryAnswer result = sample_with_threads(16);
  EXPECT_THAT(worths(result.limits)[0], Pair("threads that wait for each other", 12));
  EXPECT_EQ(result.limits[0].kind, LimitKind::wait);
  EXPECT_THAT(worths(result.limits)[1], Pair("waiting for memory", 2.5));
}

TEST(Limits, AreSummedOverThePhases) {
  MemoryAnswer result = small_sample();
  result.phases = {{"a", 1.5, "mem0", 0.6, 0, {{2, 0, 0, 0, 0, 1.5}, {1, 0, 0, 0, 0, 0.3}}},
                   {"b", 0.7, "L1_0", 0.4, 0, {{2, 0, 0, 0, 0, 0.5}, {1, 0, 0, 0, 0, 0.7}}}};
  put_limits(result);
  EXPECT_EQ(times(result.limits)["mem0 (memory)"], 2);
  EXPECT_DOUBLE_EQ(result.limits[0].worth_s, 1.2);
  EXPECT_DOUBLE_EQ(result.limits[1].worth_s, 0.7 - 0.5);
  EXPECT_EQ(to_string(result.phases[1].limits[0]), "L1_0 (cache)");
}

TEST(Limits, ThatAreSmallAreLeftOut) {
  MemoryAnswer result = small_sample();
  result.phases[0].objects[1].time_s = 0.019;
  EXPECT_EQ(times(with_limits(result).limits).count("L1_0 (cache)"), 0u);
  EXPECT_TRUE(with_limits(MemoryAnswer{}).limits.empty());
}

}  // namespace
}  // namespace hpcast::answers
