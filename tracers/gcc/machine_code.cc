#include "machine_code.h"

#include "blocks_between.h"
#include "counting.h"
#include "descriptions.h"
#include "regions.h"
#include "stream_order.h"
#include "telling.h"

namespace hpcast::plugin {

namespace {

unsigned instrument(function* fun, const InstrumentOptions& options) {
  if (is_exempt(fun->decl)) return 0;
  df_analyze();
  Marked marked;
  take_blocks_between(marked);
  const NeededCode code;
  follow_machine_code(marked, code);
  if (options.counts && is_counted(fun)) {
    const std::vector<Piece> pieces = pieces_of(fun, marked, code);
    describe(pieces);
    count(pieces);
  }
  tell_references(fun, marked, code);
  if (options.regions) tell_of_function(fun);
  return 0;
}

class MachineCode : public rtl_opt_pass {
 public:
  MachineCode(gcc::context* context, const InstrumentOptions& options)
      : rtl_opt_pass(what, context), options_(options) {}
  bool gate(function*) final { return !seen_error(); }
  unsigned execute(function* fun) final { return instrument(fun, options_); }

 private:
  static const pass_data what;
  const InstrumentOptions& options_;
};

const pass_data MachineCode::what = {
    RTL_PASS, "hpcast_machine_code", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

}  // namespace

void register_machine_code(const char* plugin, const InstrumentOptions& options) {
  register_pass_info pass = {new MachineCode(g, options), "*free_cfg", 1, PASS_POS_INSERT_BEFORE};
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
  register_early_functions(plugin);
}

}  // namespace hpcast::plugin
