#include "instrument.h"

#include "descriptions.h"
#include "hooks.h"
#include "loop_tables.h"
#include "loops.h"
#include "regions.h"

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

void tell_calls_and_lanes(basic_block block) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
    gimple* const statement = gsi_stmt(i);
    if (is_gimple_debug(statement)) continue;
    if (const char* const name = wrapped_function_of(statement)) keep_call(statement, name);
    for (const Access& access : accesses_of(statement))
      if (access.lanes.count > 0) tell_lanes(i, access);
  }
}

void tell_loops(bool with_idle) {
  const LoopAnalysis analysis;
  tell(analysis.streamed_loops(with_idle));
}

unsigned instrument(function* fun, const InstrumentOptions& options) {
  if (is_exempt(fun->decl)) return 0;
  unit_is_instrumented = true;
  if (optimize > 0 && options.loops) tell_loops(options.counts);
  basic_block block;
  FOR_EACH_BB_FN(block, fun) tell_calls_and_lanes(block);
  gsi_commit_edge_inserts();
  if (options.regions) tell_of_exceptions(fun);
  mark_virtual_operands_for_renaming(fun);
  return TODO_update_ssa | TODO_cleanup_cfg;
}

// By which hpcast knows that the file tells what it executes
// (src/hpcast/inputs/reftrace/elf_note.h): one for all units that it is linked of.
void write_note() {
  fputs(
      "\t.section\t.note.hpcast,\"aG\",@note,__hpcast_tells_code,comdat\n\t.balign\t4\n"
      "\t.long\t7, 4, 2\n\t.asciz\t\"hpcast\"\n\t.balign\t4\n\t.long\t1\n",
      asm_out_file);
}

// As what -fsanitize=thread adds to a unit: what the runtime learns of it by. Whoever changes what
// plugin and runtime share changes the number here and there, so that they do not link.
void end_unit(void*, void* options) {
  if (!unit_is_instrumented || asm_out_file == nullptr) return;
  write_loop_tables();
  write_descriptions();
  const bool counts = static_cast<const InstrumentOptions*>(options)->counts;
  if (counts) write_note();
  fprintf(asm_out_file, "\t.section\t.init_array.00099,\"aw\"\n\t.align\t8\n\t.quad\t%s\n",
          counts ? "__hpcast_init_3" : "__hpcast_init_3_not_counted");
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
