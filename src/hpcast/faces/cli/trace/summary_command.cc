#include <unistd.h>

#include <memory>
#include <string>

#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/trace/code_profile_text.h"
#include "hpcast/forecast/memory/code_profile.h"

namespace hpcast::cli {

void add_summary(CLI::App& trace, Invocation& invocation) {
  auto path = std::make_shared<std::string>();
  CLI::App* const command = trace.add_subcommand(
      "summary", "Show what was executed: instructions by kind, and the hot loops");
  command->footer("  hpcast trace -o T --code -- ./app\n  hpcast trace summary T");
  command->add_option("trace", *path, "trace directory, recorded with --code")->required();
  command->callback([path, &invocation] {
    invocation.run = [path] {
      print(code_profile_text(*path, forecast::code_profile_of(*path),
                              report::options_for(STDOUT_FILENO)));
      return answered;
    };
  });
}

}  // namespace hpcast::cli
