#include "hpcast/models/coretime/code.h"

#include <algorithm>
#include <bit>

namespace hpcast::coretime {

namespace {

using Kind = InstructionKind;
using dat::Pipeline;
using dat::Timing;

std::uint64_t ports_of(const Pipeline& pipeline, const Timing& timing) {
  return timing.units == Timing::no_units ? 0 : pipeline.units[timing.units].ports;
}

// Its registers are vector registers.
bool is_vector(const blocks::Instruction& i) {
  const bool floating = i.kind >= Kind::float_add && i.kind <= Kind::gather;
  const bool moves = i.kind == Kind::load || i.kind == Kind::store || i.kind == Kind::move;
  return floating || i.kind == Kind::x87 || (moves && i.log2_width >= 4);
}

// Moves are renamed. Flags are in general registers, too.
RegisterFile result_of(const blocks::Instruction& i) {
  const bool jumps = i.kind >= Kind::jump && i.kind <= Kind::ret;
  if (jumps || i.kind == Kind::move || i.kind == Kind::store) return RegisterFile::none;
  return is_vector(i) ? RegisterFile::vector : RegisterFile::general;
}

unsigned log2_of(std::uint32_t bytes) {
  const unsigned most = register_widths - 1;
  return bytes == 0 ? 0 : std::min<unsigned>(most, std::bit_width(bytes) - 1U);
}

class Builder {
 public:
  Builder(const blocks::Block& block, const Pipeline& pipeline)
      : block_(block), pipeline_(pipeline) {}

  Code build() {
    code_.block = &block_;
    code_.values = block_.values;
    for (const blocks::Operand& operand : block_.operands) add(operand);
    for (const blocks::Instruction& i : block_.instructions) add(i);
    for (const blocks::Exit& exit : block_.exits)
      if (exit.branch && &exit != &block_.exits.back())
        code_.steps[exit.instruction].taken = exit.taken;
    return std::move(code_);
  }

 private:
  // A load's way to its register is that of the instruction's registers: vectors take longer.
  void add(const blocks::Operand& operand) {
    const bool vector = is_vector(block_.instructions[operand.instruction]);
    const bool reads = operand.op == reftrace::Op::read;
    const unsigned bytes = log2_of(operand.bytes);
    const Timing& timing = pipeline_.timing(reads ? Kind::load : Kind::store, Precision::none,
                                            vector ? std::max(4U, bytes) : std::min(3U, bytes));
    Access access;
    access.ports = ports_of(pipeline_, timing);
    access.latency = timing.latency;
    if (operand.address_count > 1)
      access.latency = static_cast<std::uint16_t>(access.latency + pipeline_.indexed);
    access.forward =
        static_cast<std::uint16_t>(vector ? pipeline_.vector_forward : pipeline_.forward);
    access.values = operand.address_count;
    std::copy_n(operand.address, operand.address_count, access.address);
    access.op = operand.op;
    code_.accesses.push_back(access);
  }

  void add(const blocks::Instruction& i) {
    const Timing& timing = pipeline_.timing(i.kind, i.precision, i.log2_width);
    Step step;
    step.address = i.address;
    step.end = i.address + i.bytes;
    if (pipeline_.fetch_line > 0) step.line = (step.end - 1) / pipeline_.fetch_line;
    step.kind = i.kind;
    step.calls_or_returns =
        i.kind == Kind::call || i.kind == Kind::call_indirect || i.kind == Kind::ret;
    step.slots = timing.slots;
    step.first_value = i.first_value;
    step.end_value = i.end_value;
    step.first_access = i.first_operand;
    step.end_access = i.end_operand;
    for (const blocks::Operand& operand : block_.operands_of(i))
      ++(operand.op == reftrace::Op::read ? step.loads : step.stores);
    const bool only_memory = i.kind == Kind::load || i.kind == Kind::store;
    if (only_memory && i.first_operand == i.end_operand) keep_in_stack(step, i, timing);
    if (!only_memory && i.kind != Kind::move) {
      step.ports = ports_of(pipeline_, timing);
      step.latency = timing.latency;
      step.chained = timing.chained;
      step.cycles = timing.cycles;
    }
    fuse(step);
    wait_for_flags(i);
    step.scheduled = step.ports != 0 || step.loads + step.stores > 0;
    step.vector = step.ports != 0 && is_vector(i);
    step.result = result_of(i);
    code_.steps.push_back(step);
  }

  // What the compiler keeps in memory for itself, which is not told as a reference: a store that
  // the load waits for, as if its place were a register.
  void keep_in_stack(Step& step, const blocks::Instruction& i, const Timing& timing) const {
    step.ports = ports_of(pipeline_, timing);
    step.cycles = 1;
    if (i.kind == Kind::load)
      step.latency = step.chained =
          static_cast<std::uint16_t>(is_vector(i) ? pipeline_.vector_forward : pipeline_.forward);
  }

  // What works on general registers has a comparison's flags.
  void wait_for_flags(const blocks::Instruction& i) {
    if (is_vector(i)) return;
    for (std::size_t v = i.first_value; v < i.end_value; ++v) {
      const blocks::Value value = block_.values[v];
      if (value >= code_.steps.size() || code_.steps[value].kind != Kind::float_compare) continue;
      const blocks::Instruction& comparison = block_.instructions[value];
      code_.steps[value].latency = static_cast<std::uint16_t>(
          pipeline_.timing(comparison.kind, comparison.precision, comparison.log2_width).latency +
          pipeline_.flag_transfer);
    }
  }

  bool changes_register(std::size_t instruction) const {
    return std::any_of(block_.exits.begin(), block_.exits.end(), [&](const blocks::Exit& exit) {
      return std::any_of(exit.registers.begin(), exit.registers.end(),
                         [&](const auto& r) { return r.value == instruction; });
    });
  }

  // With the comparison that its condition is made of.
  void fuse(Step& step) {
    if (!pipeline_.fuses_branches || step.kind != Kind::branch || code_.steps.empty()) return;
    if (code_.steps.back().kind != Kind::integer) return;
    if (!changes_register(code_.steps.size() - 1))
      code_.steps.back().result = RegisterFile::none;  // but flags
    code_.steps.back().line = step.line;
    step.slots = 0;
    step.ports = 0;
    step.latency = step.chained = 0;
  }

  const blocks::Block& block_;
  const Pipeline& pipeline_;
  Code code_;
};

}  // namespace

Code code_of(const blocks::Block& block, std::uint32_t number, const dat::Pipeline& pipeline) {
  Code code = Builder(block, pipeline).build();
  code.number = number;
  return code;
}

const Code* CodeTable::code(std::uint32_t number) {
  const blocks::Block* const block = blocks_.block(number);
  if (block == nullptr) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (known_.size() <= number) known_.resize(number + 1);
  if (!known_[number])
    known_[number] = std::make_unique<const Code>(code_of(*block, number, pipeline_));
  return known_[number].get();
}

}  // namespace hpcast::coretime
