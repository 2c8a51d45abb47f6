// Descriptions of small superblocks, for tests.
#pragma once

#include <map>
#include <vector>

#include "hpcast/inputs/blocks/block.h"
#include "hpcast/inputs/reftrace/code.h"

namespace hpcast::blocks::testing {

constexpr unsigned reg(unsigned number) { return first_register + number; }

struct TestOperand {
  reftrace::Op op = reftrace::Op::read;
  std::vector<unsigned> address{};
  unsigned bytes = 8;
  bool may_be_absent = false, range = false;
};
struct TestInstruction {
  Kind kind = Kind::integer;
  std::vector<unsigned> sources{};
  std::vector<std::pair<unsigned, unsigned>> results{};  // register, value
  std::vector<TestOperand> operands{};
  unsigned log2_width = 3;
  bool adds_constant = false;
};

inline std::vector<Word> values_in(const std::vector<unsigned>& values) {
  std::vector<Word> words(words_for(static_cast<unsigned>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) words[i / 4] |= Word{values[i]} << 16 * (i % 4);
  return words;
}

inline std::vector<Word> words_of(const TestInstruction& i, std::uint64_t address) {
  std::vector<Word> words{
      instruction_word(address, 4, i.kind, Precision::none, i.log2_width) |
          (i.adds_constant ? adds_constant : 0),
      counts_word(static_cast<unsigned>(i.sources.size()), static_cast<unsigned>(i.operands.size()),
                  static_cast<unsigned>(i.results.size()))};
  std::vector<unsigned> results;
  for (const auto& [reg, value] : i.results) results.push_back(result(reg, value));
  for (const Word word : values_in(i.sources)) words.push_back(word);
  for (const Word word : values_in(results)) words.push_back(word);
  for (const TestOperand& o : i.operands) {
    Word word = operand_word(o.op, o.may_be_absent, o.range, o.bytes);
    for (const unsigned value : o.address) word = with_address_value(word, value);
    words.push_back(word);
  }
  return words;
}

// `exits` before the one at the end.
inline std::vector<Word> description(const std::vector<TestInstruction>& instructions,
                                     std::vector<Word> exits = {}, std::uint64_t address = 0x1000) {
  std::vector<Word> words{0};
  unsigned operands = 0;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const std::vector<Word> more = words_of(instructions[i], address + 4 * i);
    words.insert(words.end(), more.begin(), more.end());
    operands += static_cast<unsigned>(instructions[i].operands.size());
  }
  exits.push_back(
      exit_word(static_cast<unsigned>(instructions.size()) - 1, false, false, operands));
  words.insert(words.end(), exits.begin(), exits.end());
  words[0] =
      block_word(static_cast<unsigned>(instructions.size()), static_cast<unsigned>(exits.size()),
                 static_cast<unsigned>(words.size()), 0);
  return words;
}

class TestCode : public reftrace::Code {
 public:
  std::map<std::uint32_t, std::vector<Word>> blocks;
  std::span<const Word> description(std::uint32_t block) const override {
    const auto found = blocks.find(block);
    return found == blocks.end() ? std::span<const Word>() : found->second;
  }
};

}  // namespace hpcast::blocks::testing
