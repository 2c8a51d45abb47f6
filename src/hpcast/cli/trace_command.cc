#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/units.h"
#include "hpcast/cli/commands.h"
#include "hpcast/cli/program_options.h"
#include "hpcast/forecast/record.h"

namespace hpcast::cli {

namespace {

struct TraceArguments {
  std::string output;
  forecast::RecordRequest request;
};

int run_trace(const TraceArguments& a, const std::vector<std::string>& program) {
  const reftrace::Manifest manifest = forecast::record_program(a.request, program, a.output);
  std::uint64_t references = 0;
  std::uint64_t bytes = 0;
  for (const reftrace::TracedThread& thread : manifest.threads) {
    references += thread.references;
    bytes += thread.bytes;
  }
  fmt::print("{}: {} references of {} {}, {} ({:.2f} bytes a reference)\n", a.output,
             format_count(static_cast<double>(references)), manifest.threads.size(),
             manifest.threads.size() == 1 ? "thread" : "threads",
             format_bytes(static_cast<double>(bytes)),
             references > 0 ? static_cast<double>(bytes) / static_cast<double>(references) : 0.0);
  if (!manifest.complete) tell(fmt::format("hpcast: the trace is partial: {}", manifest.reason));
  return manifest.signal ? 128 + *manifest.signal : manifest.exit_status.value_or(answered);
}

}  // namespace

void add_trace(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<TraceArguments>();
  CLI::App* const command =
      app.add_subcommand("trace", "Run a program and write its memory references to a trace");
  command->formatter(std::make_shared<ProgramUsage>("-- PROGRAM [ARGUMENTS]"));
  command->footer(
      "  hpcast trace -o T -- ./app 1000\n  hpcast memory i7-7700k T\n\n"
      "The exit status is the program's.");
  command->add_option("-o,--output", a->output, "trace directory to write")->required();
  add_program_options(*command, a->request.program);
  command->add_option("--host-threads", a->request.host_threads, "that compress")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--regions", a->request.regions, "record entry and exit of functions");
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_trace(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
