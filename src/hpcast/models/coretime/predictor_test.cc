#include "hpcast/models/coretime/predictor.h"

#include <gtest/gtest.h>

#include <random>

namespace hpcast::coretime {
namespace {

constexpr int branches_made = 4000;

// The part of a branch's last half of turns that is missed, where that tells whether it is taken.
template <class F>
double missed(F&& taken, std::uint32_t history = 128) {
  Predictor predictor(history);
  int misses = 0;
  for (int i = 0; i < branches_made; ++i)
    if (predictor.misses_branch(0x1000, taken(i)) && i >= branches_made / 2) ++misses;
  return misses / (branches_made / 2.0);
}

TEST(Predictor, RegularBranchesAreLearnt) {
  EXPECT_EQ(missed([](int) { return true; }), 0);
  EXPECT_EQ(missed([](int) { return false; }), 0);
  EXPECT_LT(missed([](int i) { return i % 2 == 0; }), 0.01);
  EXPECT_LT(missed([](int i) { return i % 7 == 0; }), 0.01);
  EXPECT_LT(missed([](int i) { return i % 50 != 0; }), 0.01);  // a loop of 50 branches_made
}

TEST(Predictor, WhatIsLongerThanItsHistoryIsNot) {
  EXPECT_NEAR(missed([](int i) { return i % 100 != 0; }, 16), 0.01, 0.005);
}

TEST(Predictor, OfRandomBranchesHalfAreMissed) {
  std::mt19937 random(1);
  EXPECT_NEAR(missed([&](int) { return random() % 2 == 0; }), 0.5, 0.05);
}

TEST(Predictor, OfRandomBranchesThatAreMostlyTakenTheOthersAreMissed) {
  std::mt19937 random(1);
  EXPECT_NEAR(missed([&](int) { return random() % 10 != 0; }), 0.1, 0.05);
}

TEST(Predictor, ABranchThatDoesAsTheOneBeforeIsLearnt) {
  std::mt19937 random(1);
  Predictor predictor(32);
  int misses = 0;
  for (int i = 0; i < branches_made; ++i) {
    const bool taken = random() % 2 == 0;
    predictor.misses_branch(0x1000, taken);
    if (predictor.misses_branch(0x2000, taken) && i >= branches_made / 2) ++misses;
  }
  EXPECT_LT(misses, branches_made / 20);
}

TEST(Predictor, TargetsAreLearnt) {
  Predictor predictor(32);
  EXPECT_TRUE(predictor.misses_target(0x1000, 0x2000));
  int misses = 0;
  for (int i = 0; i < branches_made; ++i) {
    const std::uint64_t target = i % 2 == 0 ? 0x2000 : 0x3050;
    if (predictor.misses_target(0x1000, target) && i >= branches_made / 2) ++misses;
  }
  EXPECT_EQ(misses, 0);
  std::mt19937 random(1);
  for (int i = 0; i < branches_made; ++i)
    if (predictor.misses_target(0x1000, 0x2000 + 0x10 * (random() % 8))) ++misses;
  EXPECT_GT(misses, branches_made / 2);
}

}  // namespace
}  // namespace hpcast::coretime
