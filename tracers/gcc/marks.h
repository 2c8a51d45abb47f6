// Marks of basic blocks, by which they are found again in the machine's code: statements that are
// no instructions.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// By number, from 0 on, in a compiler's run.
using Mark = unsigned;
inline constexpr Mark no_mark = ~0U;

// At the block's beginning.
Mark put_mark(basic_block block);
// Likewise: what follows is of no marked block's, should one be put before it.
void put_end_of_marked(basic_block block);

bool is_mark(rtx_insn* instruction);

// The present function's machine code by the marks that it stands behind. These have served then.
class Marked {
 public:
  Marked();
  // no_mark: it has none, or one that stands in several places.
  Mark of(rtx_insn* instruction) const;
  // Whether it has any: GCC has copied a block.
  bool is_marked(rtx_insn* instruction) const;
  // In their order; none where the mark stands in several places.
  std::vector<rtx_insn*> instructions_of(Mark mark) const;
  bool is_found(Mark mark) const { return std::count(found_.begin(), found_.end(), mark) == 1; }
  // Where it stands; null: in none, or in several places.
  basic_block block_of(Mark mark) const;
  // Whether a mark stands in it.
  bool has_mark(basic_block block) const;
  // All of the block is of a new mark.
  Mark add(basic_block block);

 private:
  void take_marks(basic_block block);

  std::vector<Mark> marks_;  // by the instruction's number
  std::vector<Mark> found_;
  std::vector<basic_block> blocks_;  // of those found
};

}  // namespace hpcast::plugin
