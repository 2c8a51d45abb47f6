#include "needed.h"

#include "hooks.h"
#include "marks.h"

namespace hpcast::plugin {

namespace {

bool is_hook_call(rtx_insn* instruction) {
  return CALL_P(instruction) && is_hook(get_call_fndecl(instruction));
}

bool is_own_memory(const_rtx memory) {
  const tree expression = MEM_EXPR(memory);
  if (expression == NULL_TREE) return false;
  const tree base = get_base_address(expression);
  return base != NULL_TREE && is_own_variable(base);
}

bool changes_memory(rtx_insn* instruction) {
  bool changes = false;
  const auto look = [](rtx changed, const_rtx, void* found) {
    if (MEM_P(changed) && !is_own_memory(changed)) *static_cast<bool*>(found) = true;
  };
  note_stores(instruction, look, &changes);
  return changes;
}

bool moves_stack(rtx_insn* instruction) {
  df_ref definition;
  FOR_EACH_INSN_DEF(definition, instruction)
  if (DF_REF_REGNO(definition) == STACK_POINTER_REGNUM) return true;
  return RTX_FRAME_RELATED_P(instruction);
}

// Whatever becomes of the registers that it sets.
bool is_needed_anyway(rtx_insn* instruction) {
  if (CALL_P(instruction)) return !is_hook_call(instruction);
  const rtx pattern = PATTERN(instruction);
  if (mark_in(instruction) != no_mark) return false;
  return JUMP_P(instruction) || GET_CODE(pattern) == USE || side_effects_p(pattern) ||
         changes_memory(instruction) || moves_stack(instruction);
}

bool tells_of_loop(basic_block block) {
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction)
  if (is_hook_call(instruction) && is_hook_of_loops(get_call_fndecl(instruction))) return true;
  return false;
}

// In a loop, every so many iterations: the block before goes on where this one does.
bool only_tells(basic_block block) {
  if (!single_pred_p(block) || !single_succ_p(block) || !tells_of_loop(block)) return false;
  return find_edge(single_pred(block), single_succ(block)) != nullptr;
}

}  // namespace

NeededCode::NeededCode()
    : at_begin_(last_basic_block_for_fn(cfun)),
      needed_(get_max_uid()),
      is_telling_(last_basic_block_for_fn(cfun)) {
  for (HARD_REG_SET& registers : at_begin_) CLEAR_HARD_REG_SET(registers);
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) is_telling_[block->index] = only_tells(block);
  for (bool changed = true; changed;) {
    changed = false;
    FOR_EACH_BB_REVERSE_FN(block, cfun) changed |= follow_block(block);
  }
  leave_out_jumps();
}

bool NeededCode::is_needed(rtx_insn* instruction) const {
  const auto number = static_cast<std::size_t>(INSN_UID(instruction));
  return number < needed_.size() && needed_[number];
}

HARD_REG_SET NeededCode::needed_at_end(basic_block block) const {
  HARD_REG_SET registers;
  CLEAR_HARD_REG_SET(registers);
  edge way;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, block->succs) registers |= at_begin_[way->dest->index];
  df_ref use;
  FOR_EACH_ARTIFICIAL_USE(use, block->index) SET_HARD_REG_BIT(registers, DF_REF_REGNO(use));
  if (find_edge(block, EXIT_BLOCK_PTR_FOR_FN(cfun)) != nullptr) {
    unsigned reg;
    bitmap_iterator bit;
    EXECUTE_IF_SET_IN_BITMAP(df->exit_block_uses, 0, reg, bit) SET_HARD_REG_BIT(registers, reg);
  }
  return registers;
}

void NeededCode::need(rtx_insn* instruction, HARD_REG_SET& registers) {
  needed_[INSN_UID(instruction)] = true;
  df_ref reference;
  FOR_EACH_INSN_DEF(reference, instruction)
  if (!DF_REF_FLAGS_IS_SET(reference, DF_REF_PARTIAL | DF_REF_CONDITIONAL | DF_REF_MAY_CLOBBER))
    CLEAR_HARD_REG_BIT(registers, DF_REF_REGNO(reference));
  FOR_EACH_INSN_USE(reference, instruction)
  SET_HARD_REG_BIT(registers, DF_REF_REGNO(reference));
}

// Backwards. True where more is needed at its begin than was known.
bool NeededCode::follow_block(basic_block block) {
  HARD_REG_SET registers = needed_at_end(block);
  rtx_insn* instruction;
  FOR_BB_INSNS_REVERSE(block, instruction) {
    if (!NONDEBUG_INSN_P(instruction) || GET_CODE(PATTERN(instruction)) == CLOBBER ||
        is_hook_call(instruction) || is_telling_[block->index] ||
        (JUMP_P(instruction) && goes_round_telling(block)))
      continue;
    bool sets_needed = false;
    df_ref definition;
    FOR_EACH_INSN_DEF(definition, instruction)
    sets_needed |= !DF_REF_FLAGS_IS_SET(definition, DF_REF_MUST_CLOBBER | DF_REF_MAY_CLOBBER) &&
                   TEST_HARD_REG_BIT(registers, DF_REF_REGNO(definition));
    if (sets_needed || is_needed_anyway(instruction)) need(instruction, registers);
  }
  const bool is_more = !hard_reg_set_subset_p(registers, at_begin_[block->index]);
  at_begin_[block->index] |= registers;
  return is_more;
}

bool NeededCode::goes_round_telling(basic_block block) const {
  edge way;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, block->succs) {
    if (is_telling_[way->dest->index]) return true;
  }
  return false;
}

bool NeededCode::has_needed_instructions(basic_block block) const {
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction)
  if (NONDEBUG_INSN_P(instruction) && is_needed(instruction) && !simplejump_p(instruction))
    return true;
  return false;
}

// Behind what only tells.
void NeededCode::leave_out_jumps() {
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) {
    if (!has_needed_instructions(block)) needed_[INSN_UID(BB_END(block))] = false;
  }
}

}  // namespace hpcast::plugin
