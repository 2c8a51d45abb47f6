#include "hpcast/models/memsim/read_window.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hpcast::memsim {
namespace {

constexpr double latency = 100e-9;

// `chains` of dependent reads side by side, `work` instructions between two of them.
OverlapCounts chase(const CoreWindow& core, std::uint64_t chains, std::uint64_t work,
                    std::uint64_t steps) {
  ReadWindow window(core);
  std::uint64_t instruction = 0;
  for (std::uint64_t step = 0; step < steps; ++step)
    for (std::uint64_t c = 0; c < chains; ++c) {
      window.read({instruction, step > 0 ? chains : 0, 0, latency, true});
      instruction += 1 + work;
    }
  return window.finish(instruction);
}

TEST(ReadWindow, ChainsOverlapAsManyAsTheyAre) {
  for (const std::uint64_t chains : {1U, 2U, 4U, 8U}) {
    const OverlapCounts counts = chase({}, chains, 0, 1000);
    EXPECT_NEAR(counts.time, 1000 * latency, 1e-12) << chains;
    EXPECT_NEAR(counts.outstanding / counts.time, static_cast<double>(chains), 1e-9);
    EXPECT_NEAR(counts.any, counts.time, 1e-12);
  }
}

TEST(ReadWindow, LineFillBuffersLimitChains) {
  const CoreWindow core{.line_fill_buffers = 4};
  const OverlapCounts counts = chase(core, 8, 0, 1000);
  EXPECT_NEAR(counts.time, 2000 * latency, 2 * latency);
  EXPECT_NEAR(counts.outstanding / counts.any, 4, 0.01);
}

// A window of 100 holds five reads of 20 instructions each; the next one enters as the first
// leaves.
TEST(ReadWindow, IndependentReadsOverlapAsTheWindowAllows) {
  const CoreWindow core{.instructions = 100, .line_fill_buffers = 64};
  ReadWindow window(core);
  for (std::uint64_t i = 0; i < 1000; ++i) window.read({20 * i, 0, 0, latency, true});
  const OverlapCounts& counts = window.finish(20000);
  EXPECT_NEAR(counts.outstanding / counts.any, 5, 1e-9);
  EXPECT_NEAR(counts.time, 200 * latency, 1e-12);
}

// One chain with work that the window hides none of: the next read waits for the last one, and its
// work is done meanwhile.
TEST(ReadWindow, WorkHidesBehindAChainWhileItFits) {
  const CoreWindow core{.instruction_time = 0.25e-9, .instructions = 224};
  const OverlapCounts hidden = chase(core, 1, 199, 1000);
  EXPECT_NEAR(hidden.time, 1000 * latency, 2 * latency);
  // 1000 instructions take 250 ns, and the window is full after the first 224 of them.
  const OverlapCounts bare = chase(core, 1, 999, 1000);
  EXPECT_NEAR(bare.time, 1000 * 250e-9 + 1000 * (latency - 224 * 0.25e-9), 1e-6);
  EXPECT_NEAR(bare.any, 1000 * latency, 1e-9);
}

TEST(ReadWindow, HitsOnTheWayOfAnAddressTakeTheirTime) {
  const CoreWindow core{.first_hit_time = 2e-9};
  ReadWindow window(core);
  for (std::uint64_t i = 0; i < 100; ++i) window.read({3 * i, i > 0 ? 1U : 0U, 2, latency, true});
  EXPECT_NEAR(window.finish(300).time, 100 * (latency + 4e-9), 1e-12);
}

TEST(ReadWindow, OnlyReadsOfMemoryAreOutstanding) {
  ReadWindow window({});
  window.read({0, 0, 0, latency / 10, false});
  window.read({1, 1, 0, latency, true});
  window.read({2, 1, 0, latency / 10, false});
  const OverlapCounts& counts = window.finish(3);
  EXPECT_NEAR(counts.time, 1.2 * latency, 1e-15);
  EXPECT_NEAR(counts.outstanding, latency, 1e-15);
  EXPECT_NEAR(counts.any, latency, 1e-15);
}

// Time in which a memory is read, held against all the spans looked at once.
TEST(ReadWindow, OverlappingSpansAreNotCountedTwice) {
  std::uint64_t x = 1;
  const auto random = [&](std::uint64_t below) {
    x = x * 6364136223846793005U + 1442695040888963407U;
    return (x >> 33) % below;
  };
  const CoreWindow core{.instruction_time = 1e-9, .instructions = 64, .line_fill_buffers = 8};
  ReadWindow window(core);
  std::uint64_t instruction = 0;
  double sum = 0;
  for (int i = 0; i < 5000; ++i) {
    instruction += random(50);
    const double takes = static_cast<double>(1 + random(200)) * 1e-9;
    window.read({instruction, random(6), 0, takes, true});
    sum += takes;
    const OverlapCounts& now = window.at(instruction);
    EXPECT_LE(now.any, now.outstanding + 1e-12);
  }
  const OverlapCounts& counts = window.finish(instruction);
  EXPECT_NEAR(counts.outstanding, sum, 1e-12 + 1e-9 * sum);
  EXPECT_LE(counts.any, counts.time + 1e-12);
  EXPECT_LE(counts.outstanding / counts.any, 8.0);
}

}  // namespace
}  // namespace hpcast::memsim
