#include <unistd.h>

#include <memory>
#include <string>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/memory/operations.h"
#include "hpcast/forecast/memory/operations.h"
#include "hpcast/inputs/reftrace/operations_file.h"

namespace hpcast::cli {

namespace {

struct OperationsArguments {
  std::string trace, output;
};

int run_operations(const OperationsArguments& a) {
  const OperationTable table = forecast::operations_of_trace(a.trace);
  if (table.empty())
    throw InputError(a.trace + ": holds no operation counts",
                     "programs that hpcast-cc compiled with GCC's plugin count them, and the "
                     "Valgrind tracer does, "
                     "of any that was not compiled with hpcast-cc");
  if (a.output.empty()) {
    const std::string text = report::operations_section(table, report::options_for(STDOUT_FILENO));
    print(text.substr(text.find_first_not_of('\n')));
  } else {
    write_file_atomically(a.output, a.output.ends_with(".csv") ? reftrace::operations_csv(table)
                                                               : reftrace::operations_json(table));
  }
  return answered;
}

}  // namespace

void add_operations(CLI::App& trace, Invocation& invocation) {
  auto a = std::make_shared<OperationsArguments>();
  CLI::App* const command = trace.add_subcommand(
      "operations", "Show the instructions, FLOPs … that the Valgrind tracer counted");
  command->footer(
      "  hpcast trace -o T -- ./app    (./app not compiled with hpcast-cc)\n  hpcast trace "
      "operations T\n"
      "  hpcast trace operations T -o counts.csv\n"
      "  hpcast memory i7-7700k T --operations counts.csv");
  command->add_option("trace", a->trace, "trace directory")->required();
  command->add_option("-o,--output", a->output,
                      "write them by thread and phase instead: FILE.csv, or JSON");
  command->callback([a, &invocation] { invocation.run = [a] { return run_operations(*a); }; });
}

}  // namespace hpcast::cli
