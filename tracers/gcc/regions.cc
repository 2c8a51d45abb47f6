#include "regions.h"

#include "assembler_text.h"
#include "hooks.h"

namespace hpcast::plugin {

namespace {

bool lands_exceptions(basic_block block) {
  const glabel* const label = safe_dyn_cast<glabel*>(first_stmt(block));
  return label != nullptr && EH_LANDING_PAD_NR(gimple_label_label(label)) != 0;
}

bool goes_on_with_exception(gimple* statement) {
  return gimple_code(statement) == GIMPLE_RESX ||
         gimple_call_builtin_p(statement, BUILT_IN_UNWIND_RESUME) ||
         gimple_call_builtin_p(statement, BUILT_IN_CXA_END_CLEANUP);
}

void insert_before(gimple_stmt_iterator& at, Moment moment) {
  gsi_insert_before(&at, call_at(moment), GSI_SAME_STMT);
}

// What ends a region of the program is called while the function is still in its own.
bool tells_of_region(gcall* call) {
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE) return false;
  const char* const name = IDENTIFIER_POINTER(DECL_NAME(function));
  return startswith(name, "hpcast_") || strncasecmp(name, "POMP2_", 6) == 0;
}

// GCC would put a jump in the place of such a call.
void keep_last_call(basic_block block) {
  for (gimple_stmt_iterator i = gsi_last_nondebug_bb(block); !gsi_end_p(i); gsi_prev_nondebug(&i))
    if (gcall* const call = dyn_cast<gcall*>(gsi_stmt(i))) {
      if (tells_of_region(call)) gimple_call_set_tail(call, false);
      return;
    }
}

// The stack is aligned for the hook, which has nothing to do with what lies below its pointer: at a
// function's begin and end that is nobody's.
rtx call_of_hook(Moment moment) {
  const std::string hook = name_of_hook_at(moment) + "@GOTPCREL";
  return assembler_text("lea{q}\t{-8(%%rsp), %%rsp|rsp, [rsp-8]}\n\tcall\t{*" + hook +
                        "(%%rip)|[QWORD PTR " + hook +
                        "[rip]]}\n\tlea{q}\t{8(%%rsp), %%rsp|rsp, [rsp+8]}");
}

bool leaves_function(rtx_insn* instruction) {
  return returnjump_p(instruction) || (CALL_P(instruction) && SIBLING_CALL_P(instruction));
}

}  // namespace

void tell_of_exceptions(function* fun) {
  basic_block block;
  FOR_EACH_BB_FN(block, fun) {
    keep_last_call(block);
    gimple_stmt_iterator last = gsi_last_nondebug_bb(block);
    if (!gsi_end_p(last) && goes_on_with_exception(gsi_stmt(last)))
      insert_before(last, Moment::function_left);
    if (!lands_exceptions(block)) continue;
    gimple_stmt_iterator first = gsi_after_labels(block);
    insert_before(first, Moment::exception_landed);
  }
}

void tell_of_function(function* fun) {
  basic_block block;
  FOR_EACH_BB_FN(block, fun) {
    rtx_insn *instruction, *next;
    FOR_BB_INSNS_SAFE(block, instruction, next)
    if (leaves_function(instruction))
      emit_insn_before(call_of_hook(Moment::function_left), instruction);
  }
  insert_insn_on_edge(call_of_hook(Moment::function_entered),
                      single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun)));
  commit_edge_insertions();
}

}  // namespace hpcast::plugin
