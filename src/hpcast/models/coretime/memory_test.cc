#include "hpcast/models/coretime/memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hpcast/models/coretime/core_for_tests.h"

namespace hpcast::coretime {
namespace {

constexpr Grain grain;

// Follows so many addresses, a line apart, 10 cycles apart, from that one and then on.
void go(Stride& stride, int count, std::uint64_t& address, Cycle& time, std::uint32_t stretch = 0) {
  for (; count > 0; --count) stride.follow(address += 64, time += 10, grain, stretch);
}

TEST(Stride, NobodyAsksBeforeItIsKnown) {
  Stride stride;
  std::uint64_t address = 0x10000;
  Cycle time = 1000;
  go(stride, 5, address, time);  // a step, and three times the same
  EXPECT_EQ(stride.asked(8, time), time);
  const Cycle known = time;
  go(stride, 1, address, time);
  EXPECT_EQ(stride.asked(8, time), known);  // 80 cycles ago nobody knew
  go(stride, 20, address, time);
  EXPECT_EQ(stride.asked(8, time), time - 80);
  EXPECT_EQ(stride.asked(1, time), time - 10);
  EXPECT_EQ(stride.asked(0, time), time);  // no prefetcher
  EXPECT_EQ(stride.asked(1000, time), known);
}

TEST(Stride, AnotherStepEndsIt) {
  Stride stride;
  std::uint64_t address = 0x10000;
  Cycle time = 1000;
  go(stride, 20, address, time);
  stride.follow(address += 8, time += 10, grain, 0);
  EXPECT_EQ(stride.asked(8, time), time);
  go(stride, 4, address, time);
  EXPECT_EQ(stride.asked(8, time), time);
  go(stride, 10, address, time);
  EXPECT_LT(stride.asked(8, time), time);
}

TEST(Stride, IsNoLongerThanAPageAllows) {
  Stride stride;
  for (Cycle i = 0; i < 20; ++i) stride.follow(0x10000 + 4096 * i, 10 * i, grain, 0);
  EXPECT_EQ(stride.asked(8, 1000), 1000U);
}

TEST(Stride, NobodyAsksBeyondThePage) {
  Stride stride;
  std::uint64_t address = 0x10000 - 64;
  Cycle time = 1000;
  go(stride, 64, address, time);
  EXPECT_EQ(stride.asked(8, time), time - 80);
  go(stride, 1, address, time);  // the first line of the next one
  EXPECT_EQ(stride.asked(8, time), time);
  const Cycle entered = time;
  go(stride, 4, address, time);
  EXPECT_EQ(stride.asked(8, time), entered);
  go(stride, 20, address, time);
  EXPECT_EQ(stride.asked(8, time), time - 80);
}

TEST(Stride, GoesOnBehindAGap) {
  Stride stride;
  std::uint64_t address = 0x10000;
  Cycle time = 1000;
  go(stride, 20, address, time);
  address += 123456;  // what was left out
  go(stride, 1, address, time, 1);
  EXPECT_LT(stride.asked(8, time), time);
  go(stride, 8, address, time, 1);
  EXPECT_EQ(stride.asked(4, time), time - 40);
}

class Lines : public ::testing::Test {
 protected:
  Cycle fetch(std::uint64_t address, std::uint32_t answerer, Cycle begin) {
    Stride stride;
    return lines.fetch(address, answerer, begin, 4, {stride, 0});
  }
  MemoryView memory = testing::small_memory();
  LineFetcher lines{memory, {}};
};

TEST_F(Lines, ComeFromTheirAnswerer) {
  EXPECT_EQ(fetch(0x1000, 0, 10), 14U);
  EXPECT_EQ(fetch(0x2000, 1, 10), 20U);
  EXPECT_EQ(fetch(0x3000, 2, 10), 110U);
}

TEST_F(Lines, UnderWayAreWaitedFor) {
  fetch(0x3000, 2, 10);
  EXPECT_EQ(fetch(0x3008, 0, 20), 110U);
  EXPECT_EQ(fetch(0x3008, 0, 200), 204U);
  EXPECT_TRUE(lines.has_asked(0x303f));
  EXPECT_FALSE(lines.has_asked(0x3040));
}

TEST_F(Lines, AreNoMoreAtOnceThanBuffers) {
  for (std::uint64_t i = 0; i < 4; ++i) fetch(0x10000 + 64 * i, 1, 1000 + i);
  EXPECT_EQ(fetch(0x20000, 1, 1005), 1020U);  // the first is there at 1010
  EXPECT_EQ(fetch(0x30000, 1, 500), 510U);    // before all of them
}

// Lines of 20 cycles, all asked for at once as a day of their way begins.
TEST_F(Lines, WaitForTheLongerOfTheirWayAndTheirMemory) {
  memory.line_fill_buffers = 100;
  memory.answerers[2].loaded = 70;
  LineFetcher wide(memory, {});
  Stride none;
  for (Cycle i = 0; i < 8; ++i)
    EXPECT_EQ(wide.fetch(0x10000 + 64 * i, 2, 8000, 4, {none, 0}),
              8000 + 100 + std::max<Cycle>(20 * i, 70));
}

TEST_F(Lines, OfAMemoryWithoutWaysComeLaterToo) {
  memory.answerers = {{4, 0}, {100, 0, 30}};
  EXPECT_EQ(fetch(0x1000, 1, 10), 140U);
}

// 16 sets of 64 bytes, which nothing else holds up.
MemoryView with_sets(Cycle fill, std::uint32_t lines) {
  MemoryView memory = testing::small_memory();
  memory.line_fill_buffers = 100;
  memory.ways = {0, 0};
  memory.sets = {16, fill, lines};
  return memory;
}

TEST(LineFetcher, ASetTakesLinesOneAfterTheOther) {
  const MemoryView memory = with_sets(12, 0);
  LineFetcher lines(memory, {});
  Stride none;
  for (Cycle i = 0; i < 8; ++i)
    EXPECT_EQ(lines.fetch(0x10000 + 1024 * i, 1, 100, 4, {none, 0}), 100 + 10 + 12 * i);
  EXPECT_EQ(lines.fetch(0x10040, 1, 100, 4, {none, 0}), 110U) << "another set";
  EXPECT_EQ(lines.fetch(0x20000, 1, 60, 4, {none, 0}), 70U) << "before all of them";
}

TEST(LineFetcher, ASetWaitsForAFewLinesOnly) {
  const MemoryView memory = with_sets(0, 3);
  LineFetcher lines(memory, {});
  Stride none;
  for (Cycle i = 0; i < 9; ++i)
    EXPECT_EQ(lines.fetch(0x10000 + 1024 * i, 2, 1000, 4, {none, 0}), 1000 + 100 * (1 + i / 3));
  EXPECT_EQ(lines.fetch(0x10040, 2, 1000, 4, {none, 0}), 1100U) << "another set";
}

TEST(LineFetcher, BeginsWithTheTranslation) {
  const MemoryView memory = testing::small_memory();
  LineFetcher lines(memory, {12, 64, 30, 1});
  Stride stride;
  EXPECT_EQ(lines.fetch(0x1000, 0, 10, 4, {stride, 0}), 10U + 30 + 4);
  EXPECT_EQ(lines.fetch(0x1800, 1, 10, 4, {stride, 0}), 10U + 10);
}

TEST(LineFetcher, APrefetcherFurtherOutBringsLinesNearer) {
  MemoryView memory = testing::small_memory();
  memory.ways = {0, 0};
  memory.prefetch = {0, 16};
  LineFetcher lines(memory, {});
  Stride stride;
  Cycle takes = 0;
  for (Cycle i = 0; i < 50; ++i) {
    const Cycle begin = 1000 + 10 * i;
    takes = lines.fetch(0x10000 + 64 * i, 2, begin, 4, {stride, 0}) - begin;
  }
  EXPECT_EQ(takes, 10U);  // as the second cache's
}

}  // namespace
}  // namespace hpcast::coretime
