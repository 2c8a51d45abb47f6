// Random code on random cores takes as long as by the slow twin of the window.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/models/coretime/core_for_tests.h"
#include "hpcast/models/coretime/reference_window.h"

namespace hpcast::coretime {
namespace {

using blocks::testing::reg;
using blocks::testing::TestInstruction;
using Kind = InstructionKind;
using reftrace::Op;

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : random_(seed) {}

  void expect_equal_times() {
    const dat::Pipeline pipeline = core();
    MemoryView memory = this->memory();
    const Perfect perfect{one_in(8), one_in(8), one_in(8), one_in(8)};
    const testing::TestBlock blocks[]{block(pipeline, 1), block(pipeline, 2), block(pipeline, 3)};
    Window window(pipeline, memory, perfect);
    reference_model::ReferenceWindow twin(pipeline, memory, perfect);
    const unsigned turns = 20 + below(40);
    std::size_t repeated = 0;
    for (unsigned turn = 0; turn < turns; ++turn) {
      if (one_in(8)) repeated = below(3);
      if (one_in(8)) memory.answerers[between(2, 3)].loaded = below(200);
      const testing::TestBlock& block = blocks[one_in(4) ? below(3) : repeated];
      const std::size_t exit_number = below(static_cast<unsigned>(block.exits()));
      const blocks::Exit& exit = block.exit(exit_number);
      const std::vector<Reference> references = made(block.code(), exit);
      Steps mispredicted;
      for (std::size_t i = 0; i <= exit.instruction; ++i)
        mispredicted[i] = may_be_mispredicted(block.code().steps[i].kind) && one_in(4);
      const std::uint64_t next = one_in(8)   ? 0
                                 : one_in(2) ? block.behind()
                                             : 0x1000 + 4 * below(30);
      window.execute(block.code(), exit, references, mispredicted, next);
      twin.execute(block.code(), exit, references, mispredicted, next);
      ASSERT_EQ(window.now(), twin.now()) << "turn " << turn;
    }
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool one_in(unsigned count) { return below(count) == 0; }
  unsigned between(unsigned least, unsigned most) { return least + below(most - least + 1); }

  static bool may_be_mispredicted(Kind kind) {
    return kind == Kind::branch || kind == Kind::call_indirect || kind == Kind::jump_indirect;
  }

  dat::Pipeline core() {
    dat::Pipeline p = testing::small_core();
    p.fetch_width = between(1, 8);
    p.dispatch_width = between(1, 6);
    p.retire_width = between(1, 6);
    p.reorder_buffer = between(2, 40);
    p.scheduler = between(1, 20);
    p.vector_scheduler = between(1, 20);
    p.vector_queue = between(1, 10);
    p.fetch_line = one_in(2) ? 8U << below(4) : 0;
    p.call_bubble = one_in(2) ? below(4) : 0;
    p.flag_transfer = one_in(2) ? below(5) : 0;
    p.load_queue = between(1, 10);
    p.registers = one_in(2) ? below(20) : 0;
    p.vector_registers = one_in(2) ? below(20) : 0;
    p.store_queue = between(1, 10);
    p.refill = below(20);
    p.fuses_branches = one_in(2);
    p.forward = below(6);
    p.vector_forward = below(10);
    p.indexed = below(2);
    p.split_load = between(1, 4);
    p.split_store = between(1, 4);
    for (dat::UnitGroup& group : p.units) group.ports = 1 + below(31);
    for (const Kind kind : {Kind::integer, Kind::float_add, Kind::float_multiply, Kind::divide,
                            Kind::load, Kind::store, Kind::branch, Kind::other})
      for (auto& precision : p.timings[static_cast<unsigned>(kind)]) precision.fill(timing());
    return p;
  }
  dat::Timing timing() {
    const auto latency = static_cast<std::uint16_t>(between(1, 12));
    const bool by_a_unit = !one_in(8);
    return {latency, static_cast<std::uint16_t>(between(1, latency)),
            static_cast<std::uint16_t>(one_in(3) ? between(1, 10) : 1),
            static_cast<std::uint8_t>(one_in(4) ? below(4) : 1),
            by_a_unit ? static_cast<std::uint8_t>(below(5)) : dat::Timing::no_units};
  }

  MemoryView memory() {
    MemoryView m;
    m.answerers = {{4, 0}, {between(5, 20), 1}, {between(20, 100), 2}, {between(50, 150), 2}};
    m.ways = {below(3) * 1.5, below(40) * 0.7};
    if (one_in(2)) m.back = {below(3) * 2.5, below(40) * 0.3};
    if (one_in(3)) m.back.resize(1);
    m.prefetch = {one_in(2) ? below(10) : 0, one_in(2) ? below(30) : 0};
    m.line_fill_buffers = between(1, 10);
    m.sets = {1U << below(4), one_in(2) ? below(20) : 0, one_in(2) ? below(6) : 0};
    // Small pages, so that there are many.
    if (one_in(2))
      m.translation = {7, 8U << below(2), between(5, 40), between(1, 3), below(5), 8U << below(2)};
    return m;
  }

  // The result of an earlier instruction, or one of a few registers.
  unsigned value(unsigned index) { return index > 0 && one_in(2) ? below(index) : reg(below(6)); }

  blocks::testing::TestOperand operand(Op op, unsigned index) {
    blocks::testing::TestOperand o;
    o.op = op == Op::write && one_in(5) ? Op::nontemporal_write : op;
    for (unsigned values = below(3); values > 0; --values) o.address.push_back(value(index));
    o.bytes = 1U << below(6);
    o.may_be_absent = one_in(6);
    o.range = one_in(8);
    return o;
  }

  TestInstruction instruction(unsigned index) {
    constexpr Kind all[] = {Kind::move,           Kind::integer, Kind::integer, Kind::float_add,
                            Kind::float_multiply, Kind::divide,  Kind::load,    Kind::load,
                            Kind::store,          Kind::branch,  Kind::other,   Kind::branch,
                            Kind::jump,           Kind::call,    Kind::ret,     Kind::call_indirect,
                            Kind::jump_indirect};
    TestInstruction i;
    i.kind = all[below(std::size(all))];
    for (unsigned sources = below(4); sources > 0; --sources) i.sources.push_back(value(index));
    if (!one_in(4)) i.results.push_back({below(6), index});
    if (i.kind == Kind::load || one_in(8)) i.operands.push_back(operand(Op::read, index));
    if (i.kind == Kind::load && one_in(8)) i.operands.push_back(operand(Op::read, index));
    if (i.kind == Kind::store || one_in(8)) i.operands.push_back(operand(Op::write, index));
    i.log2_width = between(2, 5);
    return i;
  }

  testing::TestBlock block(const dat::Pipeline& pipeline, std::uint32_t number) {
    std::vector<TestInstruction> all;
    std::vector<blocks::Word> exits;
    unsigned operands = 0;
    const unsigned count = between(1, 20);
    for (unsigned i = 0; i < count; ++i) {
      all.push_back(instruction(i));
      operands += static_cast<unsigned>(all.back().operands.size());
      if (all.back().kind == Kind::branch && one_in(2) && i + 1 < count)
        exits.push_back(blocks::exit_word(i, true, one_in(2), operands));
    }
    return testing::TestBlock(all, pipeline, exits, number);
  }

  // Some at a stride of their own, some anywhere in a few lines.
  std::vector<Reference> made(const Code& code, const blocks::Exit& exit) {
    std::vector<Reference> all;
    const std::size_t end = code.steps[exit.instruction].end_access;
    for (std::uint16_t a = 0; a < end; ++a) {
      const blocks::Operand& operand = code.block->operands[a];
      if (operand.may_be_absent && one_in(2)) continue;
      std::uint64_t& last = next_of_[{code.number, a}];
      last += a % 3 == 0 ? 8U : 40 * (a % 3);
      const std::uint64_t address = a % 2 == 0 ? 0x10000 + last : 0x10000 + below(512);
      for (unsigned parts = operand.range ? between(1, 3) : 1; parts > 0; --parts)
        all.push_back({address + parts * operand.bytes, static_cast<std::uint16_t>(operand.bytes),
                       a, static_cast<std::uint16_t>(one_in(2) ? 0 : below(4))});
      while (one_in(4)) all.push_back(prefetched(a));
    }
    return all;
  }

  Reference prefetched(std::uint16_t access) {
    const auto to = static_cast<std::uint8_t>(below(2));
    return {0x10000 + below(512), 0, access, static_cast<std::uint16_t>(below(4)), to};
  }

  std::mt19937_64 random_;
  std::map<std::pair<std::uint32_t, unsigned>, std::uint64_t> next_of_;
};

TEST(RandomWindows, TakeAsLongAsByTheSlowTwin) {
  for (std::uint64_t seed = 1; seed <= random_cases(1200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomRun(seed).expect_equal_times();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hpcast::coretime
