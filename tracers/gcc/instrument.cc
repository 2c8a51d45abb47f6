#include "instrument.h"

#include "hooks.h"
#include "loop_tables.h"
#include "loops.h"

namespace hpcast::plugin {

namespace {

bool unit_is_instrumented = false;

// The runtime, which stands behind the C library's function, is to see the call.
void keep_call(gimple* call, const char* name) {
  const tree function = build_fn_decl(name, TREE_TYPE(gimple_call_fndecl(call)));
  TREE_NOTHROW(function) = 1;
  gimple_call_set_fndecl(as_a<gcall*>(call), function);
  update_stmt(call);
}

void tell_accesses(basic_block block) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
    gimple* const statement = gsi_stmt(i);
    if (is_gimple_debug(statement)) continue;
    if (const char* const name = wrapped_function_of(statement)) keep_call(statement, name);
    for (const Access& access : accesses_of(statement)) tell(i, access);
  }
}

bool lands_exceptions(basic_block block) {
  const glabel* const label = safe_dyn_cast<glabel*>(first_stmt(block));
  return label != nullptr && EH_LANDING_PAD_NR(gimple_label_label(label)) != 0;
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

// A call in whose place GCC may put a jump, which leaves the function too.
bool leaves_by_tail_call(basic_block block, gimple_stmt_iterator& at) {
  for (at = gsi_last_nondebug_bb(block); !gsi_end_p(at); gsi_prev_nondebug(&at)) {
    gcall* const call = dyn_cast<gcall*>(gsi_stmt(at));
    if (call == nullptr) continue;
    if (tells_of_region(call)) gimple_call_set_tail(call, false);
    return gimple_call_tail_p(call);
  }
  return false;
}

bool leaves_function(gimple* statement) {
  return gimple_code(statement) == GIMPLE_RETURN || gimple_code(statement) == GIMPLE_RESX ||
         gimple_call_builtin_p(statement, BUILT_IN_UNWIND_RESUME) ||
         gimple_call_builtin_p(statement, BUILT_IN_CXA_END_CLEANUP);
}

void tell_where_left(basic_block block) {
  gimple_stmt_iterator last = gsi_last_nondebug_bb(block), call;
  if (leaves_by_tail_call(block, call))
    insert_before(call, Moment::function_left);
  else if (!gsi_end_p(last) && leaves_function(gsi_stmt(last)))
    insert_before(last, Moment::function_left);
}

void tell_regions(function* fun) {
  basic_block block;
  FOR_EACH_BB_FN(block, fun) {
    tell_where_left(block);
    if (!lands_exceptions(block)) continue;
    gimple_stmt_iterator first = gsi_after_labels(block);
    insert_before(first, Moment::exception_landed);
  }
  gsi_insert_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun)),
                               call_at(Moment::function_entered));
}

// The function's blocks as they are now, without those of the loops.
std::vector<basic_block> blocks_beside(function* fun, const std::vector<StreamedLoop>& loops) {
  std::vector<bool> is_in_loop(last_basic_block_for_fn(fun));
  for (const StreamedLoop& loop : loops) {
    basic_block* const blocks = get_loop_body(loop.loop);
    for (unsigned i = 0; i < loop.loop->num_nodes; ++i) is_in_loop[blocks[i]->index] = true;
    free(blocks);
  }
  std::vector<basic_block> others;
  basic_block block;
  FOR_EACH_BB_FN(block, fun) if (!is_in_loop[block->index]) others.push_back(block);
  return others;
}

// Returns the blocks whose accesses are to be told one by one.
std::vector<basic_block> tell_loops(function* fun, const InstrumentOptions& options) {
  if (optimize == 0 || !options.loops) return blocks_beside(fun, {});
  const LoopAnalysis analysis;
  const std::vector<StreamedLoop> loops = analysis.streamed_loops(options.counts);
  std::vector<basic_block> others = blocks_beside(fun, loops);
  tell(loops);
  return others;
}

unsigned instrument(function* fun, const InstrumentOptions& options) {
  if (is_exempt(fun->decl)) return 0;
  unit_is_instrumented = true;
  for (const basic_block block : tell_loops(fun, options)) tell_accesses(block);
  gsi_commit_edge_inserts();
  if (options.regions) tell_regions(fun);
  mark_virtual_operands_for_renaming(fun);
  return TODO_update_ssa | TODO_cleanup_cfg;
}

// As what -fsanitize=thread adds to a unit: what the runtime learns of it by. Whoever changes what
// plugin and runtime share changes the number here and there, so that they do not link.
void end_unit(void*, void* options) {
  if (!unit_is_instrumented || asm_out_file == nullptr) return;
  write_loop_tables();
  const bool counts = static_cast<const InstrumentOptions*>(options)->counts;
  fprintf(asm_out_file, "\t.section\t.init_array.00099,\"aw\"\n\t.align\t8\n\t.quad\t%s\n",
          counts ? "__hpcast_init_1" : "__hpcast_init_1_not_counted");
}

class Instrumentation : public gimple_opt_pass {
 public:
  Instrumentation(gcc::context* context, const InstrumentOptions& options)
      : gimple_opt_pass(what, context), options_(options) {}
  bool gate(function*) final { return !seen_error(); }
  unsigned execute(function* fun) final { return instrument(fun, options_); }

 private:
  static const pass_data what;
  const InstrumentOptions& options_;
};

const pass_data Instrumentation::what = {
    GIMPLE_PASS, "hpcast", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

}  // namespace

bool is_exempt(tree function) {
  const tree attributes = DECL_ATTRIBUTES(function);
  return lookup_attribute("naked", attributes) != NULL_TREE ||
         lookup_attribute("interrupt", attributes) != NULL_TREE ||
         lookup_attribute("no_caller_saved_registers", attributes) != NULL_TREE;
}

void register_instrumentation(const char* plugin, const InstrumentOptions& options) {
  register_pass_info pass = {new Instrumentation(g, options), "optimized", 1,
                             PASS_POS_INSERT_BEFORE};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
  register_callback(plugin, PLUGIN_FINISH_UNIT, end_unit, const_cast<InstrumentOptions*>(&options));
  keep_hooks(plugin);
}

}  // namespace hpcast::plugin
