// Whether what an instruction has read from memory is asked for in its superblock. Freestanding:
// the tracers include it.
#pragma once

#include "hpcast/inputs/blocks/description.h"

namespace hpcast::blocks {

// Of the instruction that makes the block's reference number `reference`. Compilers store
// atomically by exchanges whose outcome nobody asks for; who takes a lock, or a number, asks for
// it. True where it is not known.
class Outcome {
 public:
  Outcome(const Word* description, unsigned reference) : left_(reference) {
    const Word* next = first_instruction(description);
    for (unsigned i = 0; i < instructions_in(description[0]) && !is_used_; ++i)
      next = instruction(i, next);
  }
  bool is_used() const { return is_used_ || !is_found_; }

 private:
  const Word* instruction(unsigned index, const Word* next) {
    const Word counts = next[1];
    const Word* const sources = next + 2;
    const Word* const results = sources + words_for(sources_in(counts));
    const Word* const operands = results + words_for(results_in(counts));
    if (is_found_) {
      look_for_it(sources, sources_in(counts));
      look_for_it(results, results_in(counts));
    }
    for (unsigned i = 0; i < operands_in(counts); ++i) operand(operands[i], index);
    return operands + operands_in(counts);
  }

  void look_for_it(const Word* values, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      is_used_ |= (values[i / 4] >> 16 * (i % 4) & 0xff) == owner_;
  }
  void operand(Word word, unsigned instruction) {
    if (is_found_ && instruction != owner_) {
      for (unsigned i = 0; i < address_values_in(word); ++i)
        is_used_ |= address_value_in(word, i) == owner_;
    } else if (!is_found_) {
      is_used_ |= is_range_in(word);  // as many references as its bytes take
      is_found_ = left_-- == 0;
      owner_ = instruction;
    }
  }

  unsigned left_;  // references before
  unsigned owner_ = 0;
  bool is_found_ = false, is_used_ = false;
};

}  // namespace hpcast::blocks
