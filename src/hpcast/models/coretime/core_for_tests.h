// A small core and its memory, and code to execute on it, for tests.
#pragma once

#include <vector>

#include "hpcast/inputs/blocks/describe_for_tests.h"
#include "hpcast/models/coretime/window.h"

namespace hpcast::coretime::testing {

using blocks::testing::reg;
using blocks::testing::TestInstruction;
using Kind = InstructionKind;

// Four instructions a cycle, two integer units, one for floating point, a divider that is busy for
// as long as it takes; loads take 4 cycles.
inline dat::Pipeline small_core() {
  dat::Pipeline p;
  p.clock = 1e9;
  p.fetch_width = 6;
  p.dispatch_width = p.retire_width = 4;
  p.reorder_buffer = 64;
  p.scheduler = p.vector_scheduler = 32;
  p.vector_queue = 16;
  p.load_queue = p.store_queue = 32;
  p.line_fill_buffers = 4;
  p.refill = 10;
  p.branch_history = 32;
  p.forward = 1;
  p.vector_forward = 5;
  p.units = {{"integer", 0b11},
             {"float", 0b100},
             {"load", 0b1000},
             {"store", 0b10000},
             {"divide", 0b100000}};
  const auto all = [&](Kind kind, dat::Timing timing) {
    for (auto& precision : p.timings[static_cast<unsigned>(kind)]) precision.fill(timing);
  };
  for (unsigned kind = 0; kind < instruction_kinds; ++kind)
    all(static_cast<Kind>(kind), {1, 1, 1, 1, 0});
  all(Kind::float_add, {3, 2, 1, 1, 1});
  all(Kind::float_multiply, {4, 4, 1, 1, 1});
  all(Kind::divide, {20, 20, 20, 1, 4});
  all(Kind::load, {4, 4, 1, 1, 2});
  all(Kind::store, {1, 1, 1, 1, 3});
  return p;
}

// One cache, 10 cycles to the next one, 100 to memory; lines pass in 2 and in 20 cycles.
inline MemoryView small_memory() {
  MemoryView m;
  m.answerers = {{4, 0}, {10, 1}, {100, 2}};
  m.ways = {2, 20};
  m.line_fill_buffers = 4;
  return m;
}

// A superblock of those instructions, as code of that core.
class TestBlock {
 public:
  TestBlock(const std::vector<TestInstruction>& instructions, const dat::Pipeline& pipeline,
            std::vector<blocks::Word> exits = {}, std::uint32_t number = 1,
            std::uint64_t address = 0x1000)
      : block_(blocks::block_from(
            blocks::testing::description(instructions, std::move(exits), address))),
        code_(code_of(block_, number, pipeline)) {}

  TestBlock(const TestBlock&) = delete;
  TestBlock& operator=(const TestBlock&) = delete;

  const Code& code() const { return code_; }
  const blocks::Exit& exit(std::size_t i) const { return block_.exits[i]; }
  std::size_t exits() const { return block_.exits.size(); }
  const blocks::Exit& end() const { return block_.exits.back(); }
  // Where it goes on without a jump.
  std::uint64_t behind() const { return code_.steps.back().end; }

 private:
  blocks::Block block_;
  Code code_;
};

}  // namespace hpcast::coretime::testing
