#include "hpcast/models/coretime/tlb.h"

#include <gtest/gtest.h>

namespace hpcast::coretime {
namespace {

constexpr Translation four_kilobytes{12, 64, 30, 2};

TEST(Tlb, WithoutAWalkItCostsNothing) {
  Tlb none({12, 64, 0, 2});
  EXPECT_EQ(none.translate(0x123456, 7), 7U);
}

TEST(Tlb, WhatItDoesNotHaveIsWalkedFor) {
  Tlb tlb(four_kilobytes);
  EXPECT_EQ(tlb.translate(0x1000, 10), 40U);
  EXPECT_EQ(tlb.translate(0x1ff8, 50), 50U);
  EXPECT_EQ(tlb.translate(0x2000, 50), 80U);
}

TEST(Tlb, WalksWaitForAWalkerUnlessTheyAreEarlier) {
  Tlb tlb(four_kilobytes);
  EXPECT_EQ(tlb.translate(0x1000, 100), 130U);
  EXPECT_EQ(tlb.translate(0x2000, 105), 135U);
  EXPECT_EQ(tlb.translate(0x3000, 106), 160U);
  EXPECT_EQ(tlb.translate(0x4000, 10), 40U);
}

TEST(Tlb, NeighbouringPagesAreFoundSooner) {
  Tlb tlb({12, 64, 30, 2, 25, 64});
  EXPECT_EQ(tlb.translate(0x10000, 0), 30U);
  EXPECT_EQ(tlb.translate(0x11000, 100), 105U);
  EXPECT_EQ(tlb.translate(0x18000, 200), 230U);  // another line of the page table
}

TEST(Tlb, OnlySoManyLinesOfThePageTableAreNear) {
  Tlb tlb({12, 8, 30, 2, 25, 16});
  const auto walk_of_line = [&](std::uint64_t line, Cycle begin) {
    return tlb.translate(line << 15, begin) - begin;
  };
  for (Cycle round = 0; round < 2; ++round)
    for (std::uint64_t line = 0; line < 16; ++line)
      EXPECT_EQ(walk_of_line(line, 100 * (16 * round + line)), round == 0 ? 30U : 5U);
  // Sets of eight: each of those that come puts out the one of its set read longest ago.
  for (std::uint64_t line = 16; line < 32; ++line) walk_of_line(line, 100 * (16 + line));
  EXPECT_EQ(walk_of_line(0, 10'000), 30U);
}

TEST(Tlb, ItKeepsThePagesUsedLast) {
  Tlb tlb(four_kilobytes);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t page = 0; page < 64; ++page)
      EXPECT_EQ(tlb.translate(page << 12, 1000 * page) != 1000 * page, round == 0);
  // The same set eight times over: the page used last but so many is gone.
  for (std::uint64_t page = 64; page < 128; ++page) tlb.translate(page << 12, 1000 * page);
  EXPECT_NE(tlb.translate(0, 1'000'000), 1'000'000U);
}

}  // namespace
}  // namespace hpcast::coretime
