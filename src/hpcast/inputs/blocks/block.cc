#include "hpcast/inputs/blocks/block.h"

#include <algorithm>
#include <array>

#include "hpcast/base/diagnostics.h"

namespace hpcast::blocks {

namespace {

[[noreturn]] void refuse(const char* what) {
  throw InputError(std::string("a description of code that makes no sense: ") + what,
                   "trace again; if a running program's, it may have written over it");
}

class Words {
 public:
  explicit Words(std::span<const Word> words) : words_(words) {}
  bool empty() const { return words_.empty(); }
  Word take() {
    if (words_.empty()) refuse("it ends too soon");
    const Word word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

 private:
  std::span<const Word> words_;
};

// A register's, or an earlier instruction's or its own result.
Value checked(unsigned value, std::size_t instruction) {
  if (value < first_register && value > instruction) refuse("a value from the future");
  return static_cast<Value>(value);
}

Instruction instruction_from(Word word) {
  Instruction i;
  i.address = reftrace::address_of(word);
  i.bytes = static_cast<std::uint8_t>(bytes_in(word));
  if (kind_in(word) >= kinds) refuse("an unknown kind of instruction");
  i.kind = static_cast<Kind>(kind_in(word));
  if (precision_in(word) > 2) refuse("an unknown precision");
  i.precision = static_cast<Precision>(precision_in(word));
  i.log2_width = static_cast<std::uint8_t>(log2_width_in(word));
  return i;
}

Operand operand_from(Word word, std::size_t instruction) {
  Operand o;
  o.op = op_in(word);
  if (o.op == reftrace::Op::event) refuse("an operand of no known operation");
  o.may_be_absent = may_be_absent_in(word);
  o.range = is_range_in(word);
  o.bytes = static_cast<std::uint16_t>(operand_bytes_in(word));
  if (o.bytes == 0) refuse("an operand of no bytes");
  o.instruction = static_cast<std::uint8_t>(instruction);
  if (address_values_in(word) > max_address_values) refuse("an address of too many values");
  o.address_count = static_cast<std::uint8_t>(address_values_in(word));
  for (unsigned i = 0; i < o.address_count; ++i)
    o.address[i] = checked(address_value_in(word, i), instruction);
  return o;
}

class Builder {
 public:
  explicit Builder(std::span<const Word> description) : words_(description) {}

  Block build() {
    const Word head = words_.take();
    block_.process = process_in(head);
    if ((head & has_place) != 0) words_.take();
    const unsigned instructions = instructions_in(head);
    if (instructions == 0 || instructions > max_instructions) refuse("its number of instructions");
    for (unsigned i = 0; i < instructions; ++i) add_instruction(i);
    if (exits_in(head) == 0) refuse("no way out");
    for (unsigned i = 0; i < exits_in(head); ++i) add_exit(words_.take());
    if (!words_.empty()) refuse("it does not end");
    const Exit& last = block_.exits.back();
    if (last.instruction + 1U != instructions || last.operands != block_.operands.size())
      refuse("an end before its end");
    return std::move(block_);
  }

 private:
  void add_instruction(unsigned index) {
    Instruction i = instruction_from(words_.take());
    const Word counts = words_.take();
    i.first_value = static_cast<std::uint16_t>(block_.values.size());
    each_value(sources_in(counts),
               [&](unsigned value) { block_.values.push_back(checked(value & 0xff, index)); });
    i.end_value = static_cast<std::uint16_t>(block_.values.size());
    each_value(results_in(counts), [&](unsigned result) { add_result(result, index); });
    i.first_operand = static_cast<std::uint16_t>(block_.operands.size());
    for (unsigned o = 0; o < operands_in(counts); ++o)
      block_.operands.push_back(operand_from(words_.take(), index));
    i.end_operand = static_cast<std::uint16_t>(block_.operands.size());
    block_.instructions.push_back(i);
  }

  template <class F>
  void each_value(unsigned count, F&& f) {
    Word word = 0;
    for (unsigned i = 0; i < count; ++i, word >>= 16) {
      if (i % 4 == 0) word = words_.take();
      f(static_cast<unsigned>(word & 0xffff));
    }
  }

  void add_result(unsigned result, unsigned index) {
    if (register_of(result) >= registers) refuse("no such register");
    results_.push_back(
        {index,
         {static_cast<std::uint8_t>(register_of(result)), checked(value_of(result), index)}});
  }

  void add_exit(Word word) {
    Exit exit;
    exit.instruction = static_cast<std::uint8_t>(instruction_in(word));
    exit.branch = is_branch_in(word);
    exit.taken = is_taken_in(word);
    exit.operands = static_cast<std::uint16_t>(operands_before(word));
    if (exit.instruction >= block_.instructions.size()) refuse("a way out behind its end");
    const Instruction& last = block_.instructions[exit.instruction];
    if (exit.operands < last.first_operand || exit.operands > last.end_operand)
      refuse("a way out between other operands");
    if (!block_.exits.empty() && (exit.instruction < block_.exits.back().instruction ||
                                  exit.operands < block_.exits.back().operands))
      refuse("ways out that are out of order");
    exit.registers = registers_after(exit.instruction);
    block_.exits.push_back(std::move(exit));
  }

  std::vector<NewValue> registers_after(unsigned instruction) const {
    std::array<int, registers> last;
    last.fill(-1);
    for (const Result& result : results_)
      if (result.instruction <= instruction) last[result.value.reg] = result.value.value;
    std::vector<NewValue> changed;
    for (unsigned reg = 0; reg < registers; ++reg)
      if (last[reg] >= 0)
        changed.push_back({static_cast<std::uint8_t>(reg), static_cast<Value>(last[reg])});
    return changed;
  }

  struct Result {
    unsigned instruction;
    NewValue value;
  };
  Words words_;
  Block block_;
  std::vector<Result> results_;
};

}  // namespace

Block block_from(std::span<const Word> description) { return Builder(description).build(); }

}  // namespace hpcast::blocks
