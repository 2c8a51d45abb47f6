#include "hpcast/faces/cli/commands.h"

namespace hpcast::cli {

void add_power(CLI::App& app, Invocation& invocation) {
  CLI::App* const command =
      app.add_subcommand("power", "Power of a node, a job and a system, from counters");
  command->require_subcommand(1);
  add_power_predict(*command, invocation);
  add_power_job(*command, invocation);
  add_power_fit(*command, invocation);
  add_power_measure(*command, invocation);
  add_power_scale(*command, invocation);
  add_power_show(*command, invocation);
}

}  // namespace hpcast::cli
