#include "needed.h"

#include "hooks.h"
#include "marks.h"

namespace hpcast::plugin {

namespace {

// GCC notes it only where it optimises. Null: it is called by its address.
tree called_by(rtx_insn* call) {
  const tree noted = get_call_fndecl(call);
  if (noted != NULL_TREE) return noted;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX(i, array, XEXP(get_call_rtx_from(call), 0), ALL)
  if (GET_CODE(*i) == SYMBOL_REF) return SYMBOL_REF_DECL(*i);
  return NULL_TREE;
}

bool is_own_memory(const_rtx memory) {
  const tree expression = MEM_EXPR(memory);
  if (expression == NULL_TREE) return false;
  const tree base = get_base_address(expression);
  return base != NULL_TREE && is_own_variable(base);
}

// Slots by pieces that have numbers behind the registers.
constexpr HOST_WIDE_INT piece_bytes = 4;

template <class F>
void each_piece(const_rtx slot, F&& f) {
  const HOST_WIDE_INT begin = MEM_OFFSET(slot).to_constant();
  const HOST_WIDE_INT end = begin + MEM_SIZE(slot).to_constant();
  for (HOST_WIDE_INT piece = begin / piece_bytes; piece * piece_bytes < end; ++piece)
    f(FIRST_PSEUDO_REGISTER + (piece < 0 ? -2 * piece - 1 : 2 * piece));
}

// Null: it puts nothing there.
const_rtx slot_set_by(rtx_insn* instruction) {
  const const_rtx set = single_set(instruction);
  return set != NULL_RTX && is_slot(SET_DEST(set)) ? SET_DEST(set) : NULL_RTX;
}

void add_slots_used_by(rtx_insn* instruction, bitmap values) {
  const const_rtx set_slot = slot_set_by(instruction);
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX(i, array, PATTERN(instruction), NONCONST) {
    if (*i != set_slot && is_slot(*i))
      each_piece(*i, [&](unsigned piece) { bitmap_set_bit(values, piece); });
  }
}

bool changes_memory(rtx_insn* instruction) {
  bool changes = false;
  const auto look = [](rtx changed, const_rtx, void* found) {
    if (MEM_P(changed) && is_programs_memory(changed)) *static_cast<bool*>(found) = true;
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

// Hooks are all that it calls: without them its frame would lie below the stack pointer, where 128
// bytes are a function's own.
bool would_be_leaf() {
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn* instruction;
    FOR_BB_INSNS(block, instruction)
    if (CALL_P(instruction) && !FAKE_CALL_P(instruction) && !is_hook_call(instruction))
      return false;
  }
  return true;
}

HOST_WIDE_INT bytes_of_own_variables() {
  HOST_WIDE_INT bytes = 0;
  unsigned i;
  tree variable;
  FOR_EACH_LOCAL_DECL(cfun, i, variable)
  if (is_own_variable(variable)) bytes += int_size_in_bytes(TREE_TYPE(variable));
  return bytes;
}

// By how many bytes a sum moves the stack pointer; 0: it does not.
HOST_WIDE_INT stack_moved_by(rtx_insn* instruction) {
  const const_rtx set = single_set(instruction);
  if (set == NULL_RTX || SET_DEST(set) != stack_pointer_rtx || GET_CODE(SET_SRC(set)) != PLUS ||
      XEXP(SET_SRC(set), 0) != stack_pointer_rtx || !CONST_INT_P(XEXP(SET_SRC(set), 1)))
    return 0;
  return std::abs(INTVAL(XEXP(SET_SRC(set), 1)));
}

// The x87 unit's registers change their names as others come and go.
bool uses_x87(rtx_insn* instruction) {
  df_ref reference;
  FOR_EACH_INSN_DEF(reference, instruction)
  if (IN_RANGE(DF_REF_REGNO(reference), FIRST_STACK_REG, LAST_STACK_REG)) return true;
  FOR_EACH_INSN_USE(reference, instruction)
  if (IN_RANGE(DF_REF_REGNO(reference), FIRST_STACK_REG, LAST_STACK_REG)) return true;
  return false;
}

// Whatever becomes of the registers that it sets.
bool is_needed_anyway(rtx_insn* instruction) {
  if (CALL_P(instruction)) return !is_hook_call(instruction);
  const rtx pattern = PATTERN(instruction);
  if (is_mark(instruction)) return false;
  return JUMP_P(instruction) || GET_CODE(pattern) == USE || GET_CODE(pattern) == PREFETCH ||
         pattern == const0_rtx || side_effects_p(pattern) || changes_memory(instruction) ||
         moves_stack(instruction) || uses_x87(instruction);
}

}  // namespace

bool is_hook_call(rtx_insn* instruction) {
  return CALL_P(instruction) && is_hook(called_by(instruction));
}
bool is_call_of_loop(rtx_insn* instruction) {
  return CALL_P(instruction) && is_hook_of_loops(called_by(instruction));
}
bool is_call_of_lanes(rtx_insn* instruction) {
  return CALL_P(instruction) && is_hook_of_lanes(called_by(instruction));
}

namespace {

bool tells_of_loop(basic_block block) {
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction)
  if (is_call_of_loop(instruction)) return true;
  return false;
}

}  // namespace

bool only_tells(basic_block block) {
  if (!single_pred_p(block) || !single_succ_p(block) || !tells_of_loop(block)) return false;
  return find_edge(single_pred(block), single_succ(block)) != nullptr;
}

bool is_slot(const_rtx memory) {
  return MEM_P(memory) && MEM_EXPR(memory) == get_spill_slot_decl(false) &&
         MEM_OFFSET_KNOWN_P(memory) && MEM_SIZE_KNOWN_P(memory);
}

bool is_programs_memory(const_rtx memory) { return !is_own_memory(memory) && !is_slot(memory); }

NeededCode::NeededCode()
    : at_begin_(last_basic_block_for_fn(cfun)),
      needed_(get_max_uid()),
      is_telling_(last_basic_block_for_fn(cfun)),
      most_below_stack_(would_be_leaf() && TARGET_RED_ZONE ? 128 + bytes_of_own_variables() : 0) {
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

void NeededCode::needed_at_end(basic_block block, bitmap values) {
  edge way;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, block->succs) bitmap_ior_into(values, at_begin_[way->dest->index]);
  df_ref use;
  FOR_EACH_ARTIFICIAL_USE(use, block->index) bitmap_set_bit(values, DF_REF_REGNO(use));
  if (find_edge(block, EXIT_BLOCK_PTR_FOR_FN(cfun)) != nullptr)
    bitmap_ior_into(values, df->exit_block_uses);
}

bool NeededCode::sets_needed(rtx_insn* instruction, const_bitmap values) const {
  df_ref definition;
  FOR_EACH_INSN_DEF(definition, instruction)
  if (!DF_REF_FLAGS_IS_SET(definition, DF_REF_MUST_CLOBBER | DF_REF_MAY_CLOBBER) &&
      bitmap_bit_p(values, DF_REF_REGNO(definition)))
    return true;
  const const_rtx slot = slot_set_by(instruction);
  bool is_needed = false;
  if (slot != NULL_RTX)
    each_piece(slot, [&](unsigned piece) { is_needed |= bitmap_bit_p(values, piece); });
  return is_needed;
}

void NeededCode::need(rtx_insn* instruction, bitmap values) {
  needed_[INSN_UID(instruction)] = true;
  df_ref reference;
  FOR_EACH_INSN_DEF(reference, instruction)
  if (!DF_REF_FLAGS_IS_SET(reference, DF_REF_PARTIAL | DF_REF_CONDITIONAL | DF_REF_MAY_CLOBBER))
    bitmap_clear_bit(values, DF_REF_REGNO(reference));
  if (const const_rtx slot = slot_set_by(instruction))
    each_piece(slot, [&](unsigned piece) { bitmap_clear_bit(values, piece); });
  FOR_EACH_INSN_USE(reference, instruction) bitmap_set_bit(values, DF_REF_REGNO(reference));
  add_slots_used_by(instruction, values);
}

// Backwards. True where more is needed at its begin than was known.
bool NeededCode::follow_block(basic_block block) {
  auto_bitmap values;
  needed_at_end(block, values);
  rtx_insn* instruction;
  FOR_BB_INSNS_REVERSE(block, instruction) {
    if (!NONDEBUG_INSN_P(instruction) || GET_CODE(PATTERN(instruction)) == CLOBBER ||
        is_hook_call(instruction) || is_telling_[block->index] ||
        (JUMP_P(instruction) && goes_round_telling(block)))
      continue;
    const HOST_WIDE_INT moved = stack_moved_by(instruction);
    const bool only_moves_stack = moved > 0 && moved <= most_below_stack_;
    if (!only_moves_stack && (sets_needed(instruction, values) || is_needed_anyway(instruction)))
      need(instruction, values);
  }
  return bitmap_ior_into(at_begin_[block->index], values);
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

bool NeededCode::has_others(basic_block block) const {
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction)
  if (NONDEBUG_INSN_P(instruction) && !is_needed(instruction)) return true;
  return false;
}

// Behind what only tells.
void NeededCode::leave_out_jumps() {
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) {
    if (has_others(block) && !has_needed_instructions(block))
      needed_[INSN_UID(BB_END(block))] = false;
  }
}

}  // namespace hpcast::plugin
