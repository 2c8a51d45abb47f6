#include "marks.h"

namespace hpcast::plugin {

namespace {

// What tells them from the program's own assembler text: a comment of the assembler's.
const char* const text = "#hpcast";

Mark marks = 0;

void put(basic_block block, Mark number) {
  vec<tree, va_gc>* inputs = nullptr;
  vec_safe_push(inputs, build_tree_list(build_tree_list(NULL_TREE, build_string(2, "i")),
                                        build_int_cstu(unsigned_type_node, number)));
  gasm* const mark = gimple_build_asm_vec(text, inputs, nullptr, nullptr, nullptr);
  gimple_asm_set_volatile(mark, true);
  gimple_stmt_iterator begin = gsi_after_labels(block);
  gsi_insert_before(&begin, mark, GSI_SAME_STMT);
}

Mark number_of(rtx_insn* mark) {
  const rtx operands = extract_asm_operands(PATTERN(mark));
  return static_cast<Mark>(INTVAL(ASM_OPERANDS_INPUT(operands, 0)));
}

}  // namespace

Mark put_mark(basic_block block) {
  put(block, marks);
  return marks++;
}

void put_end_of_marked(basic_block block) { put(block, no_mark); }

bool is_mark(rtx_insn* instruction) {
  if (!NONJUMP_INSN_P(instruction)) return false;
  const rtx operands = extract_asm_operands(PATTERN(instruction));
  return operands != NULL_RTX && strcmp(ASM_OPERANDS_TEMPLATE(operands), text) == 0;
}

Marked::Marked() : marks_(get_max_uid(), no_mark) {
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) take_marks(block);
}

void Marked::take_marks(basic_block block) {
  Mark mark = no_mark;
  rtx_insn *instruction, *next;
  FOR_BB_INSNS_SAFE(block, instruction, next) {
    marks_[INSN_UID(instruction)] = mark;
    if (!is_mark(instruction)) continue;
    mark = number_of(instruction);
    found_.push_back(mark);
    blocks_.push_back(block);
    delete_insn(instruction);
  }
}

basic_block Marked::block_of(Mark mark) const {
  if (mark == no_mark || !is_found(mark)) return nullptr;
  return blocks_[std::find(found_.begin(), found_.end(), mark) - found_.begin()];
}

bool Marked::has_mark(basic_block block) const {
  return std::find(blocks_.begin(), blocks_.end(), block) != blocks_.end();
}

Mark Marked::add(basic_block block) {
  const Mark mark = marks++;
  found_.push_back(mark);
  blocks_.push_back(block);
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction) marks_[INSN_UID(instruction)] = mark;
  return mark;
}

bool Marked::is_marked(rtx_insn* instruction) const {
  const auto number = static_cast<std::size_t>(INSN_UID(instruction));
  return number < marks_.size() && marks_[number] != no_mark;
}

Mark Marked::of(rtx_insn* instruction) const {
  if (!is_marked(instruction)) return no_mark;
  const Mark mark = marks_[INSN_UID(instruction)];
  return is_found(mark) ? mark : no_mark;
}

std::vector<rtx_insn*> Marked::instructions_of(Mark mark) const {
  std::vector<rtx_insn*> found;
  basic_block block;
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn* instruction;
    FOR_BB_INSNS(block, instruction)
    if (NONDEBUG_INSN_P(instruction) && of(instruction) == mark) found.push_back(instruction);
  }
  return found;
}

}  // namespace hpcast::plugin
