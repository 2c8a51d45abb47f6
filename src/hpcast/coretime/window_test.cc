#include "hpcast/coretime/window.h"

#include <gtest/gtest.h>

#include "hpcast/coretime/core_for_tests.h"

namespace hpcast::coretime {
namespace {

using testing::reg;
using testing::small_core;
using testing::small_memory;
using testing::TestBlock;
using testing::TestInstruction;
using Kind = InstructionKind;
using reftrace::Op;

constexpr int turns = 1000;

// Cycles that a turn takes, of many.
double cycles_a_turn(const TestBlock& block, const dat::Pipeline& pipeline = small_core()) {
  const MemoryView memory = small_memory();
  Window window(pipeline, memory);
  for (int i = 0; i < turns; ++i) window.execute(block.code(), block.end(), {}, {}, behind(block));
  return static_cast<double>(window.now()) / turns;
}

TestInstruction add_to(unsigned r) { return {Kind::integer, {reg(r)}, {{r, 0}}, {}}; }

TEST(Window, AChainTakesItsLatencies) {
  EXPECT_NEAR(
      cycles_a_turn(TestBlock({{Kind::float_multiply, {reg(30)}, {{30, 0}}, {}}}, small_core())), 4,
      0.1);
}

TEST(Window, ResultsAreForwardedToTheSameKindSooner) {
  const TestBlock same({{Kind::float_add, {reg(30)}, {{30, 0}}, {}}}, small_core());
  EXPECT_NEAR(cycles_a_turn(same), 2, 0.1);
  const TestBlock other(
      {{Kind::float_add, {reg(30)}, {}, {}}, {Kind::float_multiply, {0}, {{30, 1}}, {}}},
      small_core());
  EXPECT_NEAR(cycles_a_turn(other), 3 + 4, 0.1);
}

TEST(Window, IndependentInstructionsAreLimitedByUnits) {
  const TestBlock four({add_to(0),
                        {Kind::integer, {reg(1)}, {{1, 1}}, {}},
                        {Kind::integer, {reg(2)}, {{2, 2}}, {}},
                        {Kind::integer, {reg(3)}, {{3, 3}}, {}}},
                       small_core());
  EXPECT_NEAR(cycles_a_turn(four), 2, 0.1);  // two units
  dat::Pipeline wide = small_core();
  wide.units[0].ports = 0b11 | std::uint64_t{0b1111} << 32;
  EXPECT_NEAR(cycles_a_turn(TestBlock({add_to(0),
                                       {Kind::integer, {reg(1)}, {{1, 1}}, {}},
                                       {Kind::integer, {reg(2)}, {{2, 2}}, {}},
                                       {Kind::integer, {reg(3)}, {{3, 3}}, {}}},
                                      wide),
                            wide),
              1, 0.1);
}

TEST(Window, DispatchLimitsWhatNoUnitDoes) {
  const std::vector<TestInstruction> eight(8, {Kind::move, {}, {}, {}});
  EXPECT_NEAR(cycles_a_turn(TestBlock(eight, small_core())), 2, 0.1);
}

TEST(Window, BusyUnitsWait) {
  const TestBlock divide({{Kind::divide, {}, {{0, 0}}, {}}}, small_core());
  EXPECT_NEAR(cycles_a_turn(divide), 20, 0.1);
}

// Loads of one block after the other, each from that answerer, `step` bytes on.
double cycles_a_load(const std::vector<TestInstruction>& instructions, std::uint16_t answerer,
                     std::uint64_t step, MemoryView memory = small_memory(), Perfect perfect = {}) {
  const dat::Pipeline pipeline = small_core();
  const TestBlock block(instructions, pipeline);
  Window window(pipeline, memory, perfect);
  for (int i = 0; i < turns; ++i) {
    const Reference reference{0x10000 + step * static_cast<std::uint64_t>(i), 8, 0, answerer};
    window.execute(block.code(), block.end(), {&reference, 1}, 0);
  }
  return static_cast<double>(window.now()) / turns;
}

// The address of each is what the last one has loaded.
const std::vector<TestInstruction> chase{{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(0)}}}}};
const std::vector<TestInstruction> stream{{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(9)}}}}};
constexpr std::uint64_t far_apart = 1 << 20;

TEST(Window, DependentLoadsTakeTheirLatency) {
  EXPECT_NEAR(cycles_a_load(chase, 0, 8), 4, 0.1);
  EXPECT_NEAR(cycles_a_load(chase, 1, far_apart), 10, 0.1);
  EXPECT_NEAR(cycles_a_load(chase, 2, far_apart), 100, 1);
  EXPECT_NEAR(cycles_a_load(chase, 2, far_apart, small_memory(), {.caches = true}), 4, 0.1);
}

TEST(Window, IndependentLoadsAreLimitedByLineFillBuffers) {
  EXPECT_NEAR(cycles_a_load(stream, 2, far_apart), 100.0 / 4, 1);
}

TEST(Window, LinesAreLimitedByBandwidth) {
  MemoryView memory = small_memory();
  memory.line_fill_buffers = 64;
  EXPECT_NEAR(cycles_a_load(stream, 2, far_apart, memory), 20, 1);
}

TEST(Window, PrefetchersHideLatency) {
  MemoryView memory = small_memory();
  memory.ways = {2, 8};
  EXPECT_NEAR(cycles_a_load(stream, 2, 64, memory), 25, 1);
  memory.prefetch = {16};
  EXPECT_NEAR(cycles_a_load(stream, 2, 64, memory), 8, 0.5);        // the bandwidth
  EXPECT_NEAR(cycles_a_load(stream, 2, far_apart, memory), 25, 1);  // too far to follow
}

TEST(Window, TheReorderBufferLimitsHowFarLoadsOverlap) {
  std::vector<TestInstruction> sparse(64, {Kind::move, {}, {}, {}});
  sparse[0] = stream[0];
  EXPECT_NEAR(cycles_a_load(sparse, 2, far_apart), 100, 5);
  sparse.resize(32);
  EXPECT_NEAR(cycles_a_load(sparse, 2, far_apart), 50, 5);
}

TEST(Window, HitsOfALineUnderWayWaitForIt) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const TestBlock two({stream[0], {Kind::load, {}, {{1, 1}}, {{Op::read, {reg(9)}}}}}, pipeline);
  Window window(pipeline, memory);
  const std::vector<Reference> references{{0x1000, 8, 0, 2}, {0x1008, 8, 1, 0}};
  window.execute(two.code(), two.end(), references, 0);
  EXPECT_GE(window.now(), 100U);
}

TEST(Window, LoadsHaveFromStoresInFlightWhatTheyWrite) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  // An addition to memory: a load, the sum, a store.
  const TestBlock sum({{Kind::integer, {}, {}, {{Op::read, {reg(9)}}, {Op::write, {reg(9)}}}}},
                      pipeline);
  Window window(pipeline, memory);
  const std::vector<Reference> references{{0x1000, 8, 0, 0}, {0x1000, 8, 1, 0}};
  for (int i = 0; i < turns; ++i) window.execute(sum.code(), sum.end(), references, 0);
  EXPECT_NEAR(static_cast<double>(window.now()) / turns, 1 + 1, 0.1);  // forwarding, the sum
}

// A branch that is taken by that rule.
template <class F>
Window after_branches(Perfect perfect, const MemoryView& memory, const dat::Pipeline& pipeline,
                      F&& taken) {
  const TestBlock branch({{Kind::branch, {}, {}, {}}}, pipeline,
                         {blocks::exit_word(0, true, true, 0)});
  Window window(pipeline, memory, perfect);
  for (int i = 0; i < turns; ++i)
    window.execute(branch.code(), branch.exit(taken(i) ? 0 : 1), {}, 0);
  return window;
}

TEST(Window, MispredictedBranchesEmptyIt) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  std::uint32_t seed = 1;
  const auto random = [&](int) { return ((seed = seed * 1664525 + 1013904223) >> 31) != 0; };
  const Window window = after_branches({}, memory, pipeline, random);
  EXPECT_GT(window.mispredicted(), turns / 3U);
  // Each is dispatched, executed a cycle later, for a cycle, and followed after the refill.
  EXPECT_NEAR(static_cast<double>(window.now()) / static_cast<double>(window.mispredicted()), 12,
              1);
  EXPECT_EQ(after_branches({.branches = true}, memory, pipeline, random).mispredicted(), 0U);
}

TEST(Window, RegularBranchesArePredicted) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const auto every_seventh = [](int i) { return i % 7 == 0; };
  EXPECT_LT(after_branches({}, memory, pipeline, every_seventh).mispredicted(), turns / 10U);
}

}  // namespace
}  // namespace hpcast::coretime
