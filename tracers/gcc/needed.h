// Which machine instructions of a function are the program's own: those that would do the same if
// nothing told of references. What only makes hooks' arguments, counts for them or jumps around
// them is not. Values that registers could not keep over a hook's call are moved by instructions
// that pass for the program's.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

class NeededCode {
 public:
  // Of the present function, behind register allocation; its data flow is known (df_analyze).
  NeededCode();

  bool is_needed(rtx_insn* instruction) const;

 private:
  bool follow_block(basic_block block);
  bool goes_round_telling(basic_block block) const;
  bool has_needed_instructions(basic_block block) const;
  void need(rtx_insn* instruction, HARD_REG_SET& registers);
  HARD_REG_SET needed_at_end(basic_block block) const;
  void leave_out_jumps();

  std::vector<HARD_REG_SET> at_begin_;  // registers, by block
  std::vector<bool> needed_;            // by the instruction's number
  std::vector<bool> is_telling_;        // by block: it only tells of a loop, and goes on
};

}  // namespace hpcast::plugin
