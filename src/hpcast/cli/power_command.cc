#include "hpcast/cli/commands.h"

namespace hpcast::cli {

void add_power(CLI::App& app, Invocation& invocation) {
  CLI::App* const command =
      app.add_subcommand("power", "Power of a node, a job, a system, from counters");
  command->require_subcommand(1);
  add_power_measure(*command, invocation);
}

}  // namespace hpcast::cli
