#include "hpcast/base/trial.h"

#include <gtest/gtest.h>

#include <csignal>

namespace hpcast {
namespace {

TEST(Survives, WhatReturns) {
  EXPECT_TRUE(survives([] { return true; }));
  EXPECT_FALSE(survives([] { return false; }));
}

TEST(Survives, NeitherACrashNorALoop) {
  EXPECT_FALSE(survives([] { return std::raise(SIGKILL) == 0; }));
  EXPECT_FALSE(survives(
      [] {
        volatile bool goes_on = true;
        while (goes_on) continue;
        return true;
      },
      1));
}

TEST(Survives, LeavesNothingHere) {
  int changed = 0;
  EXPECT_TRUE(survives([&] { return (changed = 1) == 1; }));
  EXPECT_EQ(changed, 0);
}

}  // namespace
}  // namespace hpcast
