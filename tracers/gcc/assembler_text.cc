#include "assembler_text.h"

#include "hook_abi.h"

namespace hpcast::plugin {

namespace {

rtx text_of(const std::string& text, rtvec operands, rtvec constraints) {
  const rtx code = gen_rtx_ASM_OPERANDS(VOIDmode, ggc_strdup(text.c_str()), "", 0, operands,
                                        constraints, rtvec_alloc(0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P(code) = 1;
  return code;
}

rtx changed(machine_mode mode, unsigned reg) {
  return gen_rtx_CLOBBER(VOIDmode, gen_rtx_REG(mode, reg));
}

}  // namespace

rtx assembler_text(const std::string& text, unsigned scratch, rtx operand) {
  const rtx constraint = gen_rtx_ASM_INPUT_loc(QImode, "mi", UNKNOWN_LOCATION);
  std::vector<rtx> parts = {operand == NULL_RTX
                                ? text_of(text, rtvec_alloc(0), rtvec_alloc(0))
                                : text_of(text, gen_rtvec(1, operand), gen_rtvec(1, constraint)),
                            changed(CCmode, FLAGS_REG)};
  if (scratch != INVALID_REGNUM) parts.push_back(changed(DImode, scratch));
  if (hooks_change_vectors())
    for (unsigned reg = 0; reg < FIRST_PSEUDO_REGISTER; ++reg)
      if (LEGACY_SSE_REGNO_P(reg) || REX_SSE_REGNO_P(reg)) parts.push_back(changed(V2DImode, reg));
  return gen_rtx_PARALLEL(VOIDmode, gen_rtvec_v(static_cast<int>(parts.size()), parts.data()));
}

}  // namespace hpcast::plugin
