#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/cli/trace/trace_summary.h"
#include "hpcast/forecast/memory/record.h"

namespace hpcast::cli {

namespace {

struct TraceArguments {
  std::string output;
  forecast::RecordRequest request;
};

int run_trace(const TraceArguments& a, const std::vector<std::string>& program) {
  if (a.output.empty())
    throw InputError(program.empty() ? "what shall be traced?" : "where shall the trace go?",
                     "hpcast trace -o T -- PROGRAM ARGUMENTS, or hpcast trace convert INPUT -o T");
  const forecast::RecordedProgram made = forecast::record_program(a.request, program, a.output);
  summarise(a.output, made.manifest);
  if (made.manifest.signal) return 128 + *made.manifest.signal;
  const int of_program = made.manifest.exit_status.value_or(answered);
  return of_program == 0 && !made.written ? bad_input : of_program;
}

}  // namespace

void add_trace(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<TraceArguments>();
  CLI::App* const command =
      app.add_subcommand("trace", "Run a program and write its memory references to a trace");
  add_convert(*command, invocation);
  add_operations(*command, invocation);
  add_summary(*command, invocation);
  command->formatter(std::make_shared<ProgramUsage>("-- PROGRAM [ARGUMENTS]"));
  command->footer(
      "  hpcast trace -o T -- ./app 1000\n  hpcast memory i7-7700k T\n\n"
      "The exit status is the program's, 2 where the trace could not be written. Traces of other "
      "tools: hpcast trace convert --help");
  command->add_option("-o,--output", a->output,
                      "trace directory to write, in the place of a trace that is there; needed");
  add_program_options(*command, a->request.program);
  command->add_option("--host-threads", a->request.host_threads, "that compress")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--code", a->request.code,
                    "record what is executed, too: instructions and what they wait for (programs "
                    "of hpcast-cc: by GCC's plugin)");
  command->add_flag("--regions", a->request.regions,
                    "record entry and exit of functions (compiler tracer) and of regions that the "
                    "program marks, OpenMP's too");
  command->callback([a, command, &invocation] {
    if (!command->get_subcommands().empty()) return;
    invocation.run = [a, &invocation] { return run_trace(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
