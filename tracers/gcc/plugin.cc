// A plugin of GCC's that puts hpcast's tracer into programs behind GCC's optimisers, so that what
// is traced are the references of the optimised program. tracers/compiler/hpcast-compiler.in builds
// it for the GCC that it is used with.
#include "gcc_headers.h"
#include "hook_abi.h"
#include "instrument.h"
#include "machine_code.h"

// BSD-3-Clause, as GCC asks to be told; what is built of this and GCC's headers is under the GPL.
int plugin_is_GPL_compatible;

namespace {

bool take(const plugin_argument& argument, hpcast::plugin::InstrumentOptions& options) {
  const std::string key = argument.key;
  if (key == "no-regions")
    options.regions = false;
  else if (key == "no-loops")
    options.loops = false;
  else if (key == "no-counts")
    options.counts = false;
  else
    return false;
  return true;
}

}  // namespace

int plugin_init(plugin_name_args* plugin, plugin_gcc_version* compiler) {
  static hpcast::plugin::InstrumentOptions options;
  if (!plugin_default_version_check(compiler, &gcc_version)) {
    error("the plugin of hpcast is for GCC %s (%s), this is %s (%s)", gcc_version.basever,
          gcc_version.datestamp, compiler->basever, compiler->datestamp);
    return 1;
  }
  for (int i = 0; i < plugin->argc; ++i)
    if (!take(plugin->argv[i], options)) {
      error("the plugin of hpcast has no argument %qs", plugin->argv[i].key);
      return 1;
    }
  hpcast::plugin::register_hook_abi(plugin->base_name);
  hpcast::plugin::register_instrumentation(plugin->base_name, options);
  hpcast::plugin::register_machine_code(plugin->base_name, options);
  return 0;
}
