// A superblock's description: what the code in it does, in words, as a tracer writes it once.
// Freestanding: the tracers include it.
//
// Word 0: bits 0-7 number of instructions, 8-15 of exits, 16-39 of words, 40-47 the process, 48: a
// word follows that says where the code lies in its process (bits 0-47), as instructions' addresses
// do not: they are those that it would have by itself, without what traces it.
// Then each instruction:
//   a word: bits 0-47 address, 48-51 bytes, 52-57 Kind, 58-59 Precision, 60-62 log2 of the width,
//   63 it only adds a constant to a general register, or subtracts one;
//   a word: bits 0-7 number of sources, 8-15 of operands, 16-23 of results;
//   sources and results, one after the other, in words of four, 16 bits each;
//   a word for each operand in memory, in the order in which its reference stands in the stream.
// Then a word for each exit.
//
// A value is a register's as the block finds it, or the result of an instruction of the block.
#pragma once

#include <cstdint>

#include "hpcast/base/instruction_kind.h"
#include "hpcast/inputs/reftrace/code_table.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::blocks {

using reftrace::Word;

using Kind = InstructionKind;
using hpcast::Precision;
inline constexpr unsigned kinds = instruction_kinds;

inline constexpr unsigned max_instructions = 128;  // of a block
inline constexpr unsigned max_exits = 254;
inline constexpr unsigned max_values = 255;  // sources, results or operands of an instruction

// Values, by number: the result of instruction n is n; a register as it was, first_register + n.
inline constexpr unsigned first_register = 128;
inline constexpr unsigned registers = 128;

constexpr Word block_word(unsigned instructions, unsigned exits, unsigned words, unsigned process) {
  return instructions | Word{exits} << 8 | Word{words} << reftrace::description_shift |
         Word{process} << 40;
}
constexpr unsigned instructions_in(Word block) { return block & 0xff; }
constexpr unsigned exits_in(Word block) { return block >> 8 & 0xff; }
constexpr unsigned process_in(Word block) { return block >> 40 & 0xff; }
inline constexpr Word has_place = Word{1} << 48;
constexpr const Word* first_instruction(const Word* description) {
  return description + ((description[0] & has_place) != 0 ? 2 : 1);
}

constexpr Word instruction_word(std::uint64_t address, unsigned bytes, Kind kind,
                                Precision precision, unsigned log2_width) {
  return (address & reftrace::address_mask) | Word{bytes & 15} << 48 |
         static_cast<Word>(kind) << 52 | static_cast<Word>(precision) << 58 |
         Word{log2_width} << 60;
}
inline constexpr Word adds_constant = Word{1} << 63;
constexpr bool adds_constant_in(Word instruction) { return (instruction & adds_constant) != 0; }
constexpr unsigned bytes_in(Word instruction) { return instruction >> 48 & 15; }
constexpr unsigned kind_in(Word instruction) { return instruction >> 52 & 63; }
constexpr unsigned precision_in(Word instruction) { return instruction >> 58 & 3; }
constexpr unsigned log2_width_in(Word instruction) { return instruction >> 60 & 7; }

constexpr Word counts_word(unsigned sources, unsigned operands, unsigned results) {
  return sources | Word{operands} << 8 | Word{results} << 16;
}
constexpr unsigned sources_in(Word counts) { return counts & 0xff; }
constexpr unsigned operands_in(Word counts) { return counts >> 8 & 0xff; }
constexpr unsigned results_in(Word counts) { return counts >> 16 & 0xff; }

// Register `reg` holds `value` from here on.
constexpr unsigned result(unsigned reg, unsigned value) { return reg << 8 | value; }
constexpr unsigned register_of(unsigned result) { return result >> 8 & 0xff; }
constexpr unsigned value_of(unsigned result) { return result & 0xff; }

constexpr unsigned words_for(unsigned values) { return (values + 3) / 4; }

// Behind an instruction's words.
constexpr const Word* next_instruction(const Word* instruction) {
  const Word counts = instruction[1];
  return instruction + 2 + words_for(sources_in(counts)) + words_for(results_in(counts)) +
         operands_in(counts);
}

// What an operand's address is made of.
inline constexpr unsigned max_address_values = 4;

// Bits 0-1 reftrace::Op, 2 may be absent, 3 a range, 4-19 bytes, 20-22 values of the address, those
// from bit 24 on, 8 bits each. A range stands in the stream as several references, together of as
// many bytes; an operand that is absent, as Event::absent.
constexpr Word operand_word(reftrace::Op op, bool may_be_absent, bool range, unsigned bytes) {
  return static_cast<Word>(op) | Word{may_be_absent} << 2 | Word{range} << 3 | Word{bytes} << 4;
}
constexpr Word with_address_value(Word operand, unsigned value) {
  const unsigned count = operand >> 20 & 7;
  if (count == max_address_values) return operand;
  return (operand + (Word{1} << 20)) | Word{value} << (24 + 8 * count);
}
constexpr reftrace::Op op_in(Word operand) { return static_cast<reftrace::Op>(operand & 3); }
constexpr bool may_be_absent_in(Word operand) { return (operand >> 2 & 1) != 0; }
constexpr bool is_range_in(Word operand) { return (operand >> 3 & 1) != 0; }
constexpr unsigned operand_bytes_in(Word operand) { return operand >> 4 & 0xffff; }
constexpr unsigned address_values_in(Word operand) { return operand >> 20 & 7; }
constexpr unsigned address_value_in(Word operand, unsigned i) {
  return operand >> (24 + 8 * i) & 0xff;
}

// Where a block may be left, in this order: bits 0-7 the instruction in which; bit 8: that is a
// branch, which is taken (bit 9) where the block is left there, and the other way where it goes on;
// 16-31 operands of the block before it.
constexpr Word exit_word(unsigned instruction, bool branch, bool taken, unsigned operands) {
  return instruction | Word{branch} << 8 | Word{taken} << 9 | Word{operands} << 16;
}
constexpr unsigned instruction_in(Word exit) { return exit & 0xff; }
constexpr bool is_branch_in(Word exit) { return (exit >> 8 & 1) != 0; }
constexpr bool is_taken_in(Word exit) { return (exit >> 9 & 1) != 0; }
constexpr unsigned operands_before(Word exit) { return exit >> 16 & 0xffff; }

}  // namespace hpcast::blocks
