// A superblock of code: its instructions, what each waits for, and the ways out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/inputs/blocks/description.h"

namespace hpcast::blocks {

// The result of an instruction of the block (its index), or what a register held as the block was
// entered (first_register and its number).
using Value = std::uint8_t;

// A reference that an instruction makes.
struct Operand {
  reftrace::Op op = reftrace::Op::read;
  bool may_be_absent = false;  // Event::absent stands for it where it was not made
  bool range = false;          // several references of the stream, together of so many bytes
  std::uint16_t bytes = 0;
  std::uint8_t instruction = 0;         // index
  std::uint8_t address_count = 0;       // of these:
  Value address[max_address_values]{};  // values that its address is made of
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint8_t bytes = 0;
  Kind kind = Kind::other;
  Precision precision = Precision::none;
  std::uint8_t log2_width = 0;  // of the registers that it works on, in bytes
  // Where its part of Block::values and Block::operands begins and ends.
  std::uint16_t first_value = 0, end_value = 0;
  std::uint16_t first_operand = 0, end_operand = 0;
};

struct NewValue {
  std::uint8_t reg;
  Value value;
};

struct Exit {
  std::uint8_t instruction = 0;       // index of the last one that is executed
  bool branch = false;                // conditional, and
  bool taken = false;                 // so where the block is left here
  std::uint16_t operands = 0;         // of the block that are met before
  std::vector<NewValue> registers{};  // what has changed
};

struct Block {
  std::uint32_t process = 0;
  std::vector<Instruction> instructions;
  std::vector<Value> values;  // what instructions wait for, besides their operands
  std::vector<Operand> operands;
  std::vector<Exit> exits;  // in their order; the last one is at the end

  std::span<const Value> values_of(const Instruction& i) const {
    return std::span(values).subspan(i.first_value, i.end_value - i.first_value);
  }
  std::span<const Operand> operands_of(const Instruction& i) const {
    return std::span(operands).subspan(i.first_operand, i.end_operand - i.first_operand);
  }
};

// Throws InputError where the words are no description.
Block block_from(std::span<const Word> description);

}  // namespace hpcast::blocks
