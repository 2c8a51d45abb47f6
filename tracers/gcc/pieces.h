// A function's machine code in pieces: what is executed whole where its first instruction is.
#pragma once

#include "marks.h"
#include "needed.h"

namespace hpcast::plugin {

struct Piece {
  unsigned number;  // from 0 on, in a compiler's run
  basic_block block;
  Mark mark;        // no_mark: it is of no loop that is told as a whole
  bool is_marked;   // of one that is, though GCC may have copied it
  rtx_insn* begin;  // behind the piece before in the block
  // The program's own, at least one, as many as a description has at most (assembly counts as what
  // it has); what calls or repeats itself is the last, and none has what tells of a loop between
  // them.
  std::vector<rtx_insn*> instructions;
};

// Of the present function, as they lie; its data flow is known (df_analyze).
std::vector<Piece> pieces_of(function* fun, const Marked& marked, const NeededCode& code);

}  // namespace hpcast::plugin
