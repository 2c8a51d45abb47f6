#include "hpcast/models/coretime/window.h"

#include <gtest/gtest.h>

#include <array>

#include "hpcast/models/coretime/core_for_tests.h"

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

double a_turn(const Window& window) { return static_cast<double>(window.now()) / turns; }

// Cycles that a turn takes, of many.
double cycles_a_turn(const std::vector<TestInstruction>& instructions,
                     const dat::Pipeline& pipeline = small_core(), Perfect perfect = {}) {
  const TestBlock block(instructions, pipeline);
  const MemoryView memory = small_memory();
  Window window(pipeline, memory, perfect);
  for (int i = 0; i < turns; ++i) window.execute(block.code(), block.end(), {}, {}, block.behind());
  return a_turn(window);
}

// As many additions, each to a register of its own.
std::vector<TestInstruction> additions(unsigned count) {
  std::vector<TestInstruction> all;
  for (unsigned i = 0; i < count; ++i) all.push_back({Kind::integer, {reg(i)}, {{i, i}}, {}});
  return all;
}

std::vector<TestInstruction> moves(std::size_t count) {
  return std::vector<TestInstruction>(count, {Kind::move, {}, {}, {}});
}

TEST(Window, AChainTakesItsLatencies) {
  EXPECT_NEAR(cycles_a_turn({{Kind::float_multiply, {reg(30)}, {{30, 0}}, {}}}), 4, 0.1);
}

TEST(Window, ResultsAreForwardedToTheSameKindSooner) {
  EXPECT_NEAR(cycles_a_turn({{Kind::float_add, {reg(30)}, {{30, 0}}, {}}}), 2, 0.1);
  const std::vector<TestInstruction> two{{Kind::float_add, {reg(30)}, {}, {}},
                                         {Kind::float_multiply, {0}, {{30, 1}}, {}}};
  EXPECT_NEAR(cycles_a_turn(two), 3 + 4, 0.1);
}

TEST(Window, MovesAreTheirSource) {
  const std::vector<TestInstruction> moved{{Kind::float_add, {reg(30)}, {}, {}},
                                           {Kind::move, {0}, {{30, 1}}, {}}};
  EXPECT_NEAR(cycles_a_turn(moved), 2, 0.1);
}

TEST(Window, IndependentInstructionsAreLimitedByPorts) {
  EXPECT_NEAR(cycles_a_turn(additions(4)), 2, 0.1);
  dat::Pipeline wide = small_core();
  wide.units[0].ports = 0b11 | std::uint64_t{0b1111} << 32;
  EXPECT_NEAR(cycles_a_turn(additions(4), wide), 1, 0.1);
  EXPECT_NEAR(cycles_a_turn(additions(8), small_core(), {.units = true}), 2, 0.1);  // dispatch
}

TEST(Window, PortsAreBusyForSeveralCycles) {
  const std::vector<TestInstruction> divide{{Kind::divide, {}, {{0, 0}}, {}}};
  EXPECT_NEAR(cycles_a_turn(divide), 20, 0.1);
  dat::Pipeline two = small_core();
  two.units[4].ports = 0b1100000;
  EXPECT_NEAR(cycles_a_turn(divide, two), 10, 0.1);
  EXPECT_NEAR(cycles_a_turn(divide, small_core(), {.units = true}), 0.25, 0.1);
}

TEST(Window, DispatchAndRetirementLimitWhatNoUnitDoes) {
  EXPECT_NEAR(cycles_a_turn(moves(8)), 2, 0.1);
  dat::Pipeline retires_two = small_core();
  retires_two.retire_width = 2;
  EXPECT_NEAR(cycles_a_turn(moves(8), retires_two), 4, 0.1);
}

// A register that is kept in the stack, of which no reference is told.
TEST(Window, WhatTheCompilerKeepsInTheStackTakesAsLongAsFromAStore) {
  const std::vector<TestInstruction> kept{{Kind::store, {blocks::testing::reg(0)}, {{64, 0}}, {}},
                                          {Kind::load, {0}, {{0, 1}}, {}}};
  dat::Pipeline pipeline = small_core();
  for (const std::uint32_t forward : {5U, 9U}) {
    pipeline.forward = forward;
    EXPECT_NEAR(cycles_a_turn(kept, pipeline), forward, 0.1);
  }
}

TEST(Window, InstructionsMayTakeSeveralSlots) {
  dat::Pipeline pipeline = small_core();
  for (auto& precision : pipeline.timings[static_cast<unsigned>(Kind::string)])
    precision.fill({1, 1, 1, 10, dat::Timing::no_units});
  EXPECT_NEAR(cycles_a_turn({{Kind::string, {}, {}, {}}}, pipeline), 2.5, 0.1);
}

TEST(Window, WhatLiesElsewhereIsFetchedInAnotherCycle) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  // By jumps within them: none, and one behind the second instruction.
  const auto times = [&](unsigned instructions) {
    const TestBlock block(moves(instructions), pipeline);
    Window straight(pipeline, memory), loop(pipeline, memory), jump_within(pipeline, memory);
    Code jumps = block.code();
    jumps.steps[2].address += 0x1000;
    for (int i = 0; i < turns; ++i) {
      straight.execute(block.code(), block.end(), {}, {}, block.behind());
      loop.execute(block.code(), block.end(), {}, {}, block.code().steps[0].address);
      jump_within.execute(jumps, block.end(), {}, {}, block.code().steps[0].address);
    }
    return std::array{a_turn(straight), a_turn(loop), a_turn(jump_within)};
  };
  const auto five = times(5), seven = times(7);
  for (const double time : {five[0], five[1]}) EXPECT_NEAR(time, 1.25, 0.01);  // dispatch
  EXPECT_NEAR(five[2], 2, 0.01);                                               // fetched 2, 3
  EXPECT_NEAR(seven[0], 1.75, 0.01);                                           // dispatch
  EXPECT_NEAR(seven[1], 2, 0.01);                                              // fetched 6, 1
}

TEST(Window, CallsAndReturnsAreNotPredictedInACycle) {
  const MemoryView memory = small_memory();
  const auto time_of = [&](Kind kind, std::uint32_t bubble) {
    dat::Pipeline pipeline = small_core();
    pipeline.call_bubble = bubble;
    const TestBlock block({{kind, {}, {}, {}}}, pipeline);
    Window window(pipeline, memory);
    for (int i = 0; i < turns; ++i) window.execute(block.code(), block.end(), {}, {}, 0x9000);
    return a_turn(window);
  };
  EXPECT_NEAR(time_of(Kind::jump, 3), 1, 0.01);
  for (const Kind kind : {Kind::call, Kind::call_indirect, Kind::ret}) {
    EXPECT_NEAR(time_of(kind, 0), 1, 0.01);
    EXPECT_NEAR(time_of(kind, 3), 4, 0.01);
  }
}

// While what lies between is fetched.
TEST(Window, CallsArePredictedAheadOfFetch) {
  dat::Pipeline pipeline = small_core();
  pipeline.call_bubble = 2;
  const MemoryView memory = small_memory();
  const auto time_of = [&](unsigned moved) {
    std::vector<TestInstruction> calling = moves(moved);
    calling.push_back({Kind::call, {}, {}, {}});
    const TestBlock block(calling, pipeline);
    Window window(pipeline, memory);
    for (int i = 0; i < turns; ++i) window.execute(block.code(), block.end(), {}, {}, 0x9000);
    return a_turn(window);
  };
  EXPECT_NEAR(time_of(3), 3, 0.01);
  EXPECT_NEAR(time_of(11), 3, 0.01);
  EXPECT_NEAR(time_of(19), 5, 0.01);  // dispatch
}

// Each turn's comparison is of what the last one's has led to.
TEST(Window, FlagsOfComparisonsOfNumbersComeLater) {
  const auto time_of = [](Kind consumer, std::uint32_t transfer) {
    dat::Pipeline pipeline = small_core();
    pipeline.flag_transfer = transfer;
    return cycles_a_turn({{Kind::float_compare, {reg(1)}, {}, {}}, {consumer, {0}, {{1, 1}}, {}}},
                         pipeline);
  };
  EXPECT_NEAR(time_of(Kind::integer, 0), 2, 0.1);
  EXPECT_NEAR(time_of(Kind::integer, 3), 5, 0.1);
  EXPECT_NEAR(time_of(Kind::logic, 3), 2, 0.1) << "a mask";
}

TEST(Window, BranchesBehindIntegerInstructionsAreFused) {
  std::vector<TestInstruction> compared = moves(3);
  compared.push_back({Kind::integer, {}, {{0, 3}}, {}});
  compared.push_back({Kind::branch, {3}, {}, {}});
  dat::Pipeline pipeline = small_core();
  EXPECT_NEAR(cycles_a_turn(compared, pipeline), 1.25, 0.01);
  pipeline.fuses_branches = true;  // nor does it retire by itself
  EXPECT_NEAR(cycles_a_turn(compared, pipeline), 1, 0.01);
}

// References of one block after the other, each from that answerer, `step` bytes on.
double cycles_a_reference(const std::vector<TestInstruction>& instructions, std::uint16_t answerer,
                          std::uint64_t step, const MemoryView& memory = small_memory(),
                          const dat::Pipeline& pipeline = small_core(), Perfect perfect = {}) {
  const TestBlock block(instructions, pipeline);
  Window window(pipeline, memory, perfect);
  for (int i = 0; i < turns; ++i) {
    const Reference reference{0x10000 + step * static_cast<std::uint64_t>(i), 8, 0, answerer};
    window.execute(block.code(), block.end(), {&reference, 1}, {}, block.behind());
  }
  return a_turn(window);
}

MemoryView with_buffers(std::uint32_t buffers) {
  MemoryView memory = small_memory();
  memory.line_fill_buffers = buffers;
  return memory;
}

// The address of each is what the last one has loaded.
const std::vector<TestInstruction> chase{{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(0)}}}}};
const std::vector<TestInstruction> stream{{Kind::load, {}, {{0, 0}}, {{Op::read, {reg(9)}}}}};
const std::vector<TestInstruction> storing{{Kind::store, {}, {}, {{Op::write, {reg(9)}}}}};
constexpr std::uint64_t far_apart = 1 << 20;

TEST(Window, DependentLoadsTakeTheirLatency) {
  EXPECT_NEAR(cycles_a_reference(chase, 0, 8), 4, 0.1);
  EXPECT_NEAR(cycles_a_reference(chase, 1, far_apart), 10, 0.1);
  EXPECT_NEAR(cycles_a_reference(chase, 2, far_apart), 100, 1);
  EXPECT_NEAR(
      cycles_a_reference(chase, 2, far_apart, small_memory(), small_core(), {.caches = true}), 4,
      0.1);
}

MemoryView loaded_by(Cycle cycles, std::uint32_t buffers = 4) {
  MemoryView memory = with_buffers(buffers);
  memory.answerers[2].loaded = cycles;
  return memory;
}

TEST(Window, ALoadedMemoryAnswersLater) {
  EXPECT_NEAR(cycles_a_reference(chase, 2, far_apart, loaded_by(70)), 170, 1);
  EXPECT_NEAR(cycles_a_reference(chase, 1, far_apart, loaded_by(70)), 10, 0.1);
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart, loaded_by(60)), 160.0 / 4, 1);
}

TEST(Window, WhereMemoriesAreIdleThatCostsNothing) {
  EXPECT_NEAR(cycles_a_reference(chase, 2, far_apart, loaded_by(70), small_core(), {.load = true}),
              100, 1);
}

// Of 32 loads at once each line takes 20 cycles of its way, up to a latency of 640.
TEST(Window, WhoQueuesForItsOwnLinesDoesNotQueueAgainForTheMemory) {
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart, loaded_by(500, 64)), 20, 1);
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart, loaded_by(900, 64)), 1000.0 / 32, 1);
}

TEST(Window, LoadsOfTwoRegistersMayTakeLonger) {
  dat::Pipeline pipeline = small_core();
  pipeline.indexed = 1;
  const std::vector<TestInstruction> indexed{
      {Kind::load, {}, {{0, 0}}, {{Op::read, {reg(0), reg(1)}}}}};
  EXPECT_NEAR(cycles_a_reference(indexed, 0, 0, small_memory(), pipeline), 5, 0.1);
}

TEST(Window, WhatLiesInTwoLinesTakesAPortTwice) {
  EXPECT_NEAR(cycles_a_reference(stream, 0, 0), 1, 0.1);
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const TestBlock block(stream, pipeline);
  Window window(pipeline, memory);
  const Reference crosses{0x103c, 8, 0, 0};
  for (int i = 0; i < turns; ++i)
    window.execute(block.code(), block.end(), {&crosses, 1}, {}, block.behind());
  EXPECT_NEAR(a_turn(window), 2, 0.1);
}

TEST(Window, IndependentLoadsAreLimitedByLineFillBuffers) {
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart), 100.0 / 4, 1);
}

TEST(Window, LinesAreLimitedByBandwidth) {
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart, with_buffers(64)), 20, 1);
}

// What is stored to lines from the second cache puts out as many lines that were stored to before.
TEST(Window, LinesWrittenBackTakeTheirTime) {
  MemoryView memory = with_buffers(64);
  EXPECT_NEAR(cycles_a_reference(storing, 1, far_apart, memory), 2, 0.1);  // as they come
  memory.back = {7};
  EXPECT_NEAR(cycles_a_reference(storing, 1, far_apart, memory), 7, 0.3);
  EXPECT_NEAR(cycles_a_reference(stream, 1, far_apart, memory), 2, 0.1);   // loads put out none
  EXPECT_NEAR(cycles_a_reference(storing, 0, far_apart, memory), 1, 0.1);  // nor who hits
  // By two ways, at once.
  memory.back = {7, 30};
  EXPECT_NEAR(cycles_a_reference(storing, 2, far_apart, memory), 30, 1);
}

TEST(Window, PrefetchersHideLatency) {
  MemoryView memory = small_memory();
  memory.ways = {2, 8};
  EXPECT_NEAR(cycles_a_reference(stream, 2, 64, memory), 25, 1);
  memory.prefetch = {16};
  memory.translation.log2_page = 21;
  EXPECT_NEAR(cycles_a_reference(stream, 2, 64, memory), 8, 0.5);        // the bandwidth
  EXPECT_NEAR(cycles_a_reference(stream, 2, far_apart, memory), 25, 1);  // too far to follow
}

// A page's first line is asked for as a line fill buffer is free, up to 3 lines before it is
// wanted.
TEST(Window, PrefetchersEndWithThePage) {
  MemoryView memory = small_memory();
  memory.ways = {2, 8};
  memory.prefetch = {16};
  const double lines = 64;
  EXPECT_NEAR(cycles_a_reference(stream, 2, 64, memory), 8 + (100 - 4 * 8) / lines, 0.1);
  memory.translation.log2_page = 13;
  EXPECT_NEAR(cycles_a_reference(stream, 2, 64, memory), 8 + (100 - 4 * 8) / (2 * lines), 0.1);
}

TEST(Window, TheReorderBufferLimitsHowFarLoadsOverlap) {
  std::vector<TestInstruction> sparse = moves(64);
  sparse[0] = stream[0];
  // Dispatched as the last one retires, begun a cycle later.
  EXPECT_NEAR(cycles_a_reference(sparse, 2, far_apart), 101, 1);
  sparse.resize(32);
  EXPECT_NEAR(cycles_a_reference(sparse, 2, far_apart), 50.5, 1);
}

// A load from memory, and as many of that kind that wait for it.
std::vector<TestInstruction> load_and_users(Kind kind, unsigned users) {
  std::vector<TestInstruction> all = stream;
  all.resize(users + 1, {kind, {0}, {}, {}});
  return all;
}

TEST(Window, WhatWaitsInTheSchedulerStopsDispatch) {
  dat::Pipeline pipeline = small_core();
  pipeline.reorder_buffer = 1000;
  const auto users = load_and_users(Kind::integer, 32);
  EXPECT_NEAR(cycles_a_reference(users, 2, far_apart, small_memory(), pipeline), 102, 2);
  pipeline.scheduler = 320;
  EXPECT_NEAR(cycles_a_reference(users, 2, far_apart, small_memory(), pipeline), 25, 1);
}

TEST(Window, WhatWorksOnVectorsWaitsInAQueueForItsScheduler) {
  dat::Pipeline pipeline = small_core();
  pipeline.reorder_buffer = 1000;
  // 48 find room; the others come one a cycle, as their port takes them, before the next load.
  const auto users = load_and_users(Kind::float_add, 64);
  EXPECT_NEAR(cycles_a_reference(users, 2, far_apart, small_memory(), pipeline), 101 + 16, 2);
  pipeline.vector_queue = 128;
  EXPECT_NEAR(cycles_a_reference(users, 2, far_apart, small_memory(), pipeline), 64, 1);
}

TEST(Window, LoadsHoldTheirPlaceUntilTheyRetire) {
  dat::Pipeline pipeline = small_core();
  pipeline.load_queue = 2;
  // Dispatched, begun a cycle later, there 10 cycles later.
  EXPECT_NEAR(cycles_a_reference(stream, 1, far_apart, with_buffers(64), pipeline), 11 / 2.0, 0.1);
}

TEST(Window, StoresHoldTheirPlaceUntilTheyAreInTheCache) {
  dat::Pipeline pipeline = small_core();
  pipeline.store_queue = 2;
  EXPECT_NEAR(cycles_a_reference(storing, 1, far_apart, with_buffers(64), pipeline), 11 / 2.0, 0.1);
}

TEST(Window, HitsOfALineUnderWayWaitForIt) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const TestBlock two({stream[0], {Kind::load, {}, {{1, 1}}, {{Op::read, {reg(9)}}}}}, pipeline);
  Window window(pipeline, memory);
  const std::vector<Reference> hit{{0x1008, 8, 0, 0}, {0x1000, 8, 1, 2}};
  window.execute(two.code(), two.end(), hit, {}, two.behind());
  EXPECT_EQ(window.now(), 1U + 1 + 100);  // the second, whose port was busy
  window.execute(two.code(), two.end(), {hit.data(), 1}, {}, two.behind());
  EXPECT_EQ(window.now(), 102U);
}

TEST(Window, LoadsHaveFromStoresInFlightWhatTheyWrite) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  // An addition to memory: a load, the sum, a store.
  const TestBlock sum({{Kind::integer, {}, {}, {{Op::read, {reg(9)}}, {Op::write, {reg(9)}}}}},
                      pipeline);
  Window window(pipeline, memory);
  const std::vector<Reference> references{{0x1000, 8, 0, 0}, {0x1000, 8, 1, 0}};
  for (int i = 0; i < turns; ++i)
    window.execute(sum.code(), sum.end(), references, {}, sum.behind());
  EXPECT_NEAR(a_turn(window), 1 + 1, 0.1);  // forwarding, the sum
}

// When a load of those bytes is there that follows a store to memory (100 cycles) and one of 4
// bytes at 0x1000 to the first cache.
Cycle load_behind_stores(std::uint64_t address, std::uint16_t bytes) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const TestBlock block({storing[0], storing[0], stream[0]}, pipeline);
  Window window(pipeline, memory);
  const std::vector<Reference> references{
      {0x100000, 8, 0, 2}, {0x1000, 4, 1, 0}, {address, bytes, 2, 0}};
  window.execute(block.code(), block.end(), references, {}, block.behind());
  return window.now();
}

TEST(Window, StoresComeToTheCacheInOrderAndLoadsOfMoreThanTheyWriteWaitForThat) {
  EXPECT_EQ(load_behind_stores(0x2000, 8), 5U);        // nothing to do with them
  EXPECT_EQ(load_behind_stores(0x1004, 4), 5U);        // in the same word
  EXPECT_LE(load_behind_stores(0x1000, 4), 2U);        // forwarded
  EXPECT_EQ(load_behind_stores(0x1000, 8), 101U + 4);  // the line of the first is there at 101
}

// Each load waits for the one before, but for prefetchers.
TEST(Window, AnInstructionHasOneStrideInAllItsBlocks) {
  const dat::Pipeline pipeline = small_core();
  MemoryView memory = small_memory();
  memory.prefetch = {8, 8};
  blocks::testing::TestOperand at_register;
  at_register.address = {reg(1)};
  const TestBlock loop({{Kind::load, {}, {{1, 0}}, {at_register}}}, pipeline, {}, 1, 0x1004);
  const TestBlock entry({{Kind::move, {}, {}, {}}, {Kind::load, {}, {{1, 1}}, {at_register}}},
                        pipeline, {}, 2);
  Window one(pipeline, memory), both(pipeline, memory);
  for (int i = 0; i < turns; ++i) {
    const std::vector<Reference> next{{0x10000U + 64U * static_cast<unsigned>(i), 8, 0, 2}};
    one.execute(loop.code(), loop.end(), next, {}, 0x1004);
    const TestBlock& block = i % 3 == 0 ? entry : loop;
    both.execute(block.code(), block.end(), next, {}, 0x1004);
  }
  EXPECT_LT(a_turn(one), 40);
  EXPECT_NEAR(a_turn(both), a_turn(one), 1);
}

TEST(Window, MispredictedBranchesEmptyIt) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  const TestBlock branch({{Kind::branch, {}, {}, {}}}, pipeline);
  Window window(pipeline, memory), perfect(pipeline, memory, {.branches = true});
  for (int i = 0; i < turns; ++i)
    for (Window* w : {&window, &perfect})
      w->execute(branch.code(), branch.end(), {}, Steps(1), branch.behind());
  // Each is dispatched, executed a cycle later, for a cycle, and followed after the refill.
  EXPECT_NEAR(a_turn(window), 1 + 1 + 10, 0.1);
  EXPECT_NEAR(a_turn(perfect), 0.5, 0.1);  // two units
}

TEST(Window, RegistersKeepTheirValuesBetweenBlocks) {
  const dat::Pipeline pipeline = small_core();
  const MemoryView memory = small_memory();
  // What the first makes of register 1 before its exit counts, not what comes behind it.
  const TestBlock made({{Kind::divide, {}, {{1, 0}}, {}},
                        {Kind::branch, {}, {}, {}},
                        {Kind::integer, {}, {{1, 2}}, {}}},
                       pipeline, {blocks::exit_word(1, true, true, 0)});
  const TestBlock used({{Kind::integer, {reg(1)}, {}, {}}}, pipeline);
  Window left(pipeline, memory), through(pipeline, memory);
  left.execute(made.code(), made.exit(0), {}, {}, 0);
  left.execute(used.code(), used.end(), {}, {}, used.behind());
  EXPECT_EQ(left.now(), 1U + 20 + 1);
  through.execute(made.code(), made.end(), {}, {}, 0);
  through.execute(used.code(), used.end(), {}, {}, used.behind());
  EXPECT_EQ(through.now(), 1U + 20);
}

}  // namespace
}  // namespace hpcast::coretime
