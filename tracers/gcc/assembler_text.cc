#include "assembler_text.h"

namespace hpcast::plugin {

namespace {

rtx text_of(const std::string& text, rtvec operands, rtvec constraints) {
  const rtx code = gen_rtx_ASM_OPERANDS(VOIDmode, ggc_strdup(text.c_str()), "", 0, operands,
                                        constraints, rtvec_alloc(0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P(code) = 1;
  return code;
}

rtx changed_flags() { return gen_rtx_CLOBBER(VOIDmode, gen_rtx_REG(CCmode, FLAGS_REG)); }

}  // namespace

rtx assembler_text(const std::string& text, unsigned scratch, rtx operand) {
  const rtx constraint = gen_rtx_ASM_INPUT_loc(QImode, "mi", UNKNOWN_LOCATION);
  const rtx code = operand == NULL_RTX
                       ? text_of(text, rtvec_alloc(0), rtvec_alloc(0))
                       : text_of(text, gen_rtvec(1, operand), gen_rtvec(1, constraint));
  const rtx flags = changed_flags();
  if (scratch == INVALID_REGNUM) return gen_rtx_PARALLEL(VOIDmode, gen_rtvec(2, code, flags));
  const rtx reg = gen_rtx_CLOBBER(VOIDmode, gen_rtx_REG(DImode, scratch));
  return gen_rtx_PARALLEL(VOIDmode, gen_rtvec(3, code, flags, reg));
}

}  // namespace hpcast::plugin
