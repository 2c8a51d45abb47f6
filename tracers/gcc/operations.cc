#include "operations.h"

namespace hpcast::plugin {

namespace {

// Of floating-point numbers that an instruction works on.
struct Elements {
  bool is_double;
  unsigned width;  // index
  unsigned count;  // 0: it works on none of these
};

constexpr struct {
  attr_mode mode;
  Elements elements;
} floating_point[] = {
    {MODE_SF, {false, 0, 1}},   {MODE_V2SF, {false, 1, 2}},   {MODE_V4SF, {false, 1, 4}},
    {MODE_V8SF, {false, 2, 8}}, {MODE_V16SF, {false, 3, 16}}, {MODE_DF, {true, 0, 1}},
    {MODE_V2DF, {true, 1, 2}},  {MODE_V4DF, {true, 2, 4}},    {MODE_V8DF, {true, 3, 8}},
};

Elements elements_in(attr_mode mode) {
  for (const auto& row : floating_point)
    if (row.mode == mode) return row.elements;
  return {};
}

bool takes_root_or_reciprocal(rtx_insn* instruction) {
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX(i, array, PATTERN(instruction), NONCONST) {
    const const_rtx part = *i;
    if (GET_CODE(part) == SQRT) return true;
    if (GET_CODE(part) == UNSPEC && (XINT(part, 1) == UNSPEC_RCP || XINT(part, 1) == UNSPEC_RSQRT))
      return true;
  }
  return false;
}

// Operations on each element.
unsigned flops_an_element(rtx_insn* instruction, attr_type type) {
  switch (type) {
    case TYPE_SSEADD:
    case TYPE_SSEADD1:
    case TYPE_SSEMUL:
    case TYPE_SSEDIV:
      return 1;
    case TYPE_SSEMULADD:
      return 2;
    case TYPE_SSE:
      return takes_root_or_reciprocal(instruction) ? 1 : 0;
    default:
      return 0;
  }
}

bool is_x87_operation(rtx_insn* instruction, attr_type type) {
  return type == TYPE_FOP || type == TYPE_FMUL || type == TYPE_FDIV ||
         (type == TYPE_FPSPC && takes_root_or_reciprocal(instruction));
}

// Of vectors, how many.
unsigned integer_elements(rtx_insn* instruction) {
  const rtx set = single_set(instruction);
  if (set == NULL_RTX) return 1;
  const machine_mode mode = GET_MODE(SET_DEST(set));
  return VECTOR_MODE_P(mode) ? GET_MODE_NUNITS(mode).to_constant() : 1;
}

unsigned integer_operations(rtx_insn* instruction, attr_type type) {
  switch (type) {
    case TYPE_ALU:
    case TYPE_ALU1:
    case TYPE_NEGNOT:
    case TYPE_LEA:
    case TYPE_INCDEC:
    case TYPE_ISHIFT:
    case TYPE_ISHIFTX:
    case TYPE_ISHIFT1:
    case TYPE_ROTATE:
    case TYPE_ROTATEX:
    case TYPE_ROTATE1:
    case TYPE_IMUL:
    case TYPE_IMULX:
    case TYPE_IDIV:
    case TYPE_ICMP:
    case TYPE_TEST:
    case TYPE_BITMANIP:
      return 1;
    case TYPE_SSEIADD:
    case TYPE_SSEIMUL:
    case TYPE_SSEISHFT:
      return integer_elements(instruction);
    default:
      return 0;
  }
}

}  // namespace

Operations& Operations::operator+=(const Operations& more) {
  unsigned* const sum = &instructions;
  for (unsigned i = 0; i < operation_words; ++i) sum[i] += words_of(more)[i];
  return *this;
}

const unsigned* words_of(const Operations& operations) { return &operations.instructions; }

Operations operations_of(rtx_insn* instruction) {
  Operations operations;
  const rtx pattern = PATTERN(instruction);
  if (GET_CODE(pattern) == USE || GET_CODE(pattern) == CLOBBER) return operations;
  if (asm_noperands(pattern) >= 0) {
    const char* const text =
        decode_asm_operands(pattern, nullptr, nullptr, nullptr, nullptr, nullptr);
    operations.instructions = static_cast<unsigned>(asm_str_count(text));
    return operations;
  }
  if (recog_memoized(instruction) < 0 || get_attr_length(instruction) == 0) return operations;
  operations.instructions = 1;
  const attr_type type = get_attr_type(instruction);
  operations.integer = integer_operations(instruction, type);
  operations.x87_flops = is_x87_operation(instruction, type) ? 1 : 0;
  const Elements elements = elements_in(get_attr_mode(instruction));
  (elements.is_double ? operations.dp_flops : operations.sp_flops)[elements.width] =
      elements.count * flops_an_element(instruction, type);
  return operations;
}

}  // namespace hpcast::plugin
