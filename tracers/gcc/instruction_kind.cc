#include "instruction_kind.h"

#include "rtx_parts.h"

namespace hpcast::plugin {

namespace {

using Kind = InstructionKind;

bool is_locked(const_rtx pattern) {
  return has_unspec(pattern, {UNSPECV_XCHG, UNSPECV_CMPXCHG, UNSPECV_LOCK}, UNSPEC_VOLATILE);
}

bool is_vector_register(const_rtx part) { return REG_P(part) && SSE_REGNO_P(REGNO(part)); }
bool is_general_register(const_rtx part) { return REG_P(part) && GENERAL_REGNO_P(REGNO(part)); }
bool is_double(machine_mode mode) { return GET_MODE_INNER(mode) == DFmode; }

// Of what it makes; VOIDmode where that is several things, or nothing.
machine_mode mode_of(rtx_insn* instruction) {
  const const_rtx set = single_set(instruction);
  return set == NULL_RTX ? VOIDmode : GET_MODE(SET_DEST(set));
}

bool makes_vectors_of_integers(rtx_insn* instruction) {
  const machine_mode mode = mode_of(instruction);
  return VECTOR_MODE_P(mode) && GET_MODE_CLASS(mode) == MODE_VECTOR_INT;
}

// Moves between registers, or with memory: what the instruction does but for that.
Kind kind_of_move(rtx_insn* instruction) {
  const const_rtx set = single_set(instruction);
  if (set == NULL_RTX) return Kind::move;
  const const_rtx to = SET_DEST(set), from = SET_SRC(set);
  if (MEM_P(to)) return Kind::store;
  if (has_code(from, {MEM})) return Kind::load;
  if (has_code(from, {VEC_DUPLICATE, VEC_SELECT, VEC_CONCAT})) return Kind::shuffle;
  const bool changes_file = is_vector_register(to) ? has_part(from, is_general_register)
                                                   : has_part(from, is_vector_register);
  return changes_file && REG_P(to) ? Kind::transfer : Kind::move;
}

// Widening; a load does it for nothing.
Kind kind_of_widening(rtx_insn* instruction) {
  return has_code(PATTERN(instruction), {MEM}) ? Kind::load : Kind::integer;
}

Kind kind_of_logic(rtx_insn* instruction) {
  const const_rtx pattern = PATTERN(instruction);
  const const_rtx set = single_set(instruction);
  if (set != NULL_RTX && CONSTANT_P(SET_SRC(set))) return Kind::move;  // zeroed
  if (has_unspec(pattern, {UNSPEC_PTEST})) return Kind::transfer;
  if (has_code(pattern, {VEC_SELECT, VEC_CONCAT, VEC_DUPLICATE, VEC_MERGE, UNSPEC}))
    return Kind::shuffle;
  return Kind::logic;
}

Kind kind_of_bits(rtx_insn* instruction) {
  return has_code(PATTERN(instruction), {POPCOUNT, CTZ, CLZ, FFS}) ? Kind::bit_count
                                                                   : Kind::integer;
}

Kind kind_of_sum(rtx_insn* instruction) {
  return has_code(PATTERN(instruction), {SMAX, SMIN, IF_THEN_ELSE}) ? Kind::float_compare
                                                                    : Kind::float_add;
}

// Square roots and estimates, and what else GCC has no type for.
Kind kind_of_others_on_vectors(rtx_insn* instruction) {
  if (has_code(PATTERN(instruction), {SQRT})) return Kind::float_root;
  if (has_unspec(PATTERN(instruction), {UNSPEC_MFENCE, UNSPEC_SFENCE, UNSPEC_LFENCE}))
    return Kind::fence;
  return Kind::float_multiply;
}

Kind kind_of_jump(rtx_insn* jump) {
  if (ANY_RETURN_P(PATTERN(jump)) || returnjump_p(jump)) return Kind::ret;
  if (any_condjump_p(jump)) return Kind::branch;
  return simplejump_p(jump) ? Kind::jump : Kind::jump_indirect;
}

Kind kind_of_call(rtx_insn* call) {
  const const_rtx function = XEXP(get_call_rtx_from(call), 0);
  const bool is_direct = has_code(function, {SYMBOL_REF});
  if (SIBLING_CALL_P(call)) return is_direct ? Kind::jump : Kind::jump_indirect;
  return is_direct ? Kind::call : Kind::call_indirect;
}

bool is_gather(const_rtx pattern) { return has_unspec(pattern, {UNSPEC_VSIBADDR}); }

Kind kind_by_type(rtx_insn* instruction) {
  switch (get_attr_type(instruction)) {
    case TYPE_IMOV:
    case TYPE_SSEMOV:
    case TYPE_MMXMOV:
    case TYPE_MSKMOV:
      return kind_of_move(instruction);
    case TYPE_IMOVX:
      return kind_of_widening(instruction);
    case TYPE_ALU:
    case TYPE_ALU1: {
      const const_rtx set = single_set(instruction);
      return set != NULL_RTX && CONSTANT_P(SET_SRC(set)) ? Kind::move : Kind::integer;
    }
    case TYPE_NEGNOT:
    case TYPE_LEA:
    case TYPE_INCDEC:
    case TYPE_ICMP:
    case TYPE_TEST:
    case TYPE_SETCC:
    case TYPE_ICMOV:
    case TYPE_MSKLOG:
      return Kind::integer;
    case TYPE_ISHIFT:
    case TYPE_ISHIFTX:
    case TYPE_ISHIFT1:
    case TYPE_ROTATE:
    case TYPE_ROTATEX:
    case TYPE_ROTATE1:
      return Kind::shift;
    case TYPE_IMUL:
    case TYPE_IMULX:
      return Kind::multiply;
    case TYPE_IDIV:
      return Kind::divide;
    case TYPE_PUSH:
      return Kind::store;
    case TYPE_POP:
    case TYPE_LEAVE:
      return Kind::load;
    case TYPE_BITMANIP:
      return kind_of_bits(instruction);
    case TYPE_FMOV:
    case TYPE_FOP:
    case TYPE_FSGN:
    case TYPE_FMUL:
    case TYPE_FDIV:
    case TYPE_FPSPC:
    case TYPE_FCMOV:
    case TYPE_FCMP:
    case TYPE_FXCH:
    case TYPE_FISTP:
    case TYPE_FISTTP:
    case TYPE_FRNDINT:
      return Kind::x87;
    case TYPE_SSE:
      return kind_of_others_on_vectors(instruction);
    case TYPE_SSEADD:
    case TYPE_SSEADD1:
      return kind_of_sum(instruction);
    case TYPE_SSEMUL:
      return Kind::float_multiply;
    case TYPE_SSEDIV:
      return Kind::float_divide;
    case TYPE_SSEMULADD:
      return Kind::float_fused;
    case TYPE_SSECMP:
      return makes_vectors_of_integers(instruction) ? Kind::vector_integer : Kind::float_compare;
    case TYPE_SSECOMI:
      return has_unspec(PATTERN(instruction), {UNSPEC_PTEST}) ? Kind::transfer
                                                              : Kind::float_compare;
    case TYPE_SSECVT:
    case TYPE_SSECVT1:
    case TYPE_SSEICVT:
    case TYPE_MMXCVT:
      return Kind::convert;
    case TYPE_SSELOG:
    case TYPE_SSELOG1:
    case TYPE_SSE4ARG:
      return kind_of_logic(instruction);
    case TYPE_SSESHUF:
    case TYPE_SSESHUF1:
    case TYPE_SSEINS:
      return Kind::shuffle;
    case TYPE_SSEIADD:
    case TYPE_SSEIADD1:
    case TYPE_MMXADD:
    case TYPE_MMXCMP:
    case TYPE_MMX:
      return Kind::vector_integer;
    case TYPE_SSEIMUL:
    case TYPE_MMXMUL:
      return Kind::vector_multiply;
    case TYPE_SSEISHFT:
    case TYPE_SSEISHFT1:
    case TYPE_MMXSHFT:
      return has_code(PATTERN(instruction), {VEC_SELECT, UNSPEC}) ? Kind::shuffle
                                                                  : Kind::vector_shift;
    default:
      return Kind::other;
  }
}

// What assembler text in the program does is not known.
Kind kind_of(rtx_insn* instruction) {
  if (CALL_P(instruction)) return kind_of_call(instruction);
  if (JUMP_P(instruction)) return kind_of_jump(instruction);
  if (asm_noperands(PATTERN(instruction)) >= 0) return Kind::integer;
  if (PATTERN(instruction) == const0_rtx || GET_CODE(PATTERN(instruction)) == PREFETCH)
    return Kind::move;
  if (is_locked(PATTERN(instruction))) return Kind::atomic;
  if (is_gather(PATTERN(instruction))) return Kind::gather;
  return kind_by_type(instruction);
}

bool is_float(Kind kind) { return kind >= Kind::float_add && kind <= Kind::convert; }
bool works_on_vectors(Kind kind) { return kind >= Kind::float_add && kind <= Kind::gather; }

// Of numbers between registers; 0: it is none of these.
unsigned log2_bytes_of(attr_mode mode) {
  switch (mode) {
    case MODE_SF:
      return 2;
    case MODE_DF:
      return 3;
    case MODE_TI:
    case MODE_V4SF:
    case MODE_V2DF:
    case MODE_V2SF:
      return 4;
    case MODE_OI:
    case MODE_V8SF:
    case MODE_V4DF:
      return 5;
    case MODE_XI:
    case MODE_V16SF:
    case MODE_V8DF:
      return 6;
    default:
      return 0;
  }
}

bool has_type(rtx_insn* instruction) {
  return !JUMP_P(instruction) && !CALL_P(instruction) && asm_noperands(PATTERN(instruction)) < 0 &&
         recog_memoized(instruction) >= 0;
}

unsigned log2_width_of(rtx_insn* instruction, Kind kind) {
  if (!has_type(instruction)) return 3;
  const unsigned by_attribute = log2_bytes_of(get_attr_mode(instruction));
  if (by_attribute != 0 && (works_on_vectors(kind) || by_attribute >= 4)) return by_attribute;
  if (works_on_vectors(kind)) return 4;
  if (by_attribute != 0) return by_attribute;  // of one number
  const HOST_WIDE_INT bytes = GET_MODE_SIZE(mode_of(instruction)).to_constant();
  return bytes > 0 && bytes <= 8 ? floor_log2(bytes) : 3;
}

Precision precision_of(rtx_insn* instruction, Kind kind) {
  if (!is_float(kind) || !has_type(instruction)) return Precision::none;
  const attr_mode mode = get_attr_mode(instruction);
  const bool doubled = mode == MODE_DF || mode == MODE_V2DF || mode == MODE_V4DF ||
                       mode == MODE_V8DF || mode == MODE_V1DF ||
                       (kind == Kind::convert && is_double(mode_of(instruction)));
  return doubled ? Precision::double_precision : Precision::single_precision;
}

}  // namespace

WorkOfInstruction work_of(rtx_insn* instruction) {
  const Kind kind = kind_of(instruction);
  return {kind, precision_of(instruction, kind), log2_width_of(instruction, kind)};
}

bool adds_constant(rtx_insn* instruction) {
  const const_rtx set = NONJUMP_INSN_P(instruction) ? single_set(instruction) : NULL_RTX;
  return set != NULL_RTX && is_general_register(SET_DEST(set)) && GET_CODE(SET_SRC(set)) == PLUS &&
         REG_P(XEXP(SET_SRC(set), 0)) && CONST_INT_P(XEXP(SET_SRC(set), 1));
}

}  // namespace hpcast::plugin
