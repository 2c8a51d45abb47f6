#include "marks.h"

namespace hpcast::plugin {

namespace {

// What tells them from the program's own assembler text: a comment of the assembler's.
const char* const text = "#hpcast";

Mark marks = 0;

}  // namespace

Mark put_mark(basic_block block) {
  vec<tree, va_gc>* inputs = nullptr;
  vec_safe_push(inputs, build_tree_list(build_tree_list(NULL_TREE, build_string(2, "i")),
                                        build_int_cst(integer_type_node, marks)));
  gasm* const mark = gimple_build_asm_vec(text, inputs, nullptr, nullptr, nullptr);
  gimple_asm_set_volatile(mark, true);
  gimple_stmt_iterator begin = gsi_after_labels(block);
  gsi_insert_before(&begin, mark, GSI_SAME_STMT);
  return marks++;
}

Mark mark_in(rtx_insn* instruction) {
  if (!NONJUMP_INSN_P(instruction)) return no_mark;
  const rtx operands = extract_asm_operands(PATTERN(instruction));
  if (operands == NULL_RTX || strcmp(ASM_OPERANDS_TEMPLATE(operands), text) != 0) return no_mark;
  return static_cast<Mark>(INTVAL(ASM_OPERANDS_INPUT(operands, 0)));
}

}  // namespace hpcast::plugin
