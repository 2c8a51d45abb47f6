// Which machine instructions of a function are the program's own: those that would do the same if
// nothing told of loops as a whole or of lanes. What only makes arguments for that, counts for it
// or jumps around it is not.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

// A call of one of ours; that tells of a loop, or of lanes (hooks.h).
bool is_hook_call(rtx_insn* instruction);
bool is_call_of_loop(rtx_insn* instruction);
bool is_call_of_lanes(rtx_insn* instruction);
// In a loop, every so many iterations: the block before goes on where this one does.
bool only_tells(basic_block block);
// A place in the stack where a register is kept that does not suffice, known by its MEM_OFFSET.
bool is_slot(const_rtx memory);
// What the program has stored or read itself: no place where registers are kept, nothing of ours.
bool is_programs_memory(const_rtx memory);

class NeededCode {
 public:
  // Of the present function, behind register allocation; its data flow is known (df_analyze).
  NeededCode();

  bool is_needed(rtx_insn* instruction) const;

 private:
  bool follow_block(basic_block block);
  bool goes_round_telling(basic_block block) const;
  bool has_needed_instructions(basic_block block) const;
  bool has_others(basic_block block) const;
  void need(rtx_insn* instruction, bitmap values);
  bool sets_needed(rtx_insn* instruction, const_bitmap values) const;
  void needed_at_end(basic_block block, bitmap values);
  void leave_out_jumps();

  // What is needed there, by block: registers by number, and behind them the words of the stack
  // where registers are kept.
  std::vector<auto_bitmap> at_begin_;
  std::vector<bool> needed_;        // by the instruction's number
  std::vector<bool> is_telling_;    // by block: it only tells of a loop, and goes on
  HOST_WIDE_INT most_below_stack_;  // bytes of a frame for which the stack pointer need not move
};

}  // namespace hpcast::plugin
