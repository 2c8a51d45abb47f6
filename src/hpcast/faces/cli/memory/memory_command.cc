#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/model_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/text.h"
#include "hpcast/forecast/memory/forecast.h"

namespace hpcast::cli {

namespace {

struct MemoryArguments {
  std::string machine;
  std::string trace;
  std::string record_to;
  ModelOptions model;
  reftrace::ProgramOptions program;
  std::optional<std::string> html, json, dat, counters, otf2;
  std::uint32_t counter_intervals = 100;
  std::string counter_latencies;
  bool marked_regions = false;
  std::vector<std::string> varied;
};

std::vector<std::vector<std::string>> variants_of(const std::vector<std::string>& varied) {
  std::vector<std::vector<std::string>> variants;
  for (const std::string& text : varied) {
    std::vector<std::string>& changes = variants.emplace_back();
    for (const std::string& change : split(text, ';')) {
      changes.emplace_back(trimmed(change));
      if (changes.back().empty())
        throw InputError("--vary '" + text + "': a change is empty",
                         "CLASS.FIELD=VALUE, and further ones of the same variant behind a ;");
    }
  }
  return variants;
}

std::vector<Output> outputs_of(const MemoryArguments& a) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, *path});
  };
  add("--json", a.json);
  add("--html", a.html);
  add("--dat", a.dat);
  add("--counters", a.counters);
  return outputs;
}

std::string content_of(const Output& output, const forecast::MemoryForecast& forecast) {
  if (output.option == "--json") return answers::to_text(forecast.result);
  if (output.option == "--html") return report::html_page({&forecast.result, 1});
  if (output.option == "--dat") return dat::to_text(forecast.machine, forecast.objects);
  return counter_text(counter_file(output.option, output.path), *forecast.counters);
}

int run_memory_command(const MemoryArguments& a, const std::vector<std::string>& program) {
  if (a.trace.empty() == program.empty())
    throw InputError(
        a.trace.empty() ? "what shall run on the machine?" : "a trace and a program at once",
        "hpcast memory MACHINE TRACE, or hpcast memory MACHINE -- PROGRAM ARGUMENTS");
  if (!a.trace.empty() && !a.record_to.empty())
    throw InputError("-o records a program, and this is a trace already");
  const std::string machine_path = find_machine(a.machine);
  check_outputs(outputs_of(a), {machine_path, program.empty() ? a.trace : program[0]});
  if (a.otf2)
    check_output_folder({"--otf2", *a.otf2}, outputs_of(a),
                        {machine_path, program.empty() ? a.trace : program[0]});
  forecast::MemoryRequest request = request_of(a.model, machine_path);
  request.variants = variants_of(a.varied);
  request.program = a.program;
  request.program.output_to_stderr = takes_stdout(outputs_of(a));
  request.record_to = a.record_to;
  request.region_trace = a.otf2.value_or("");
  request.marked_regions_only = a.marked_regions;
  if (a.counters) {
    counter_file("--counters", *a.counters);
    request.simulation.observe.intervals = a.counter_intervals;
    if (!a.counter_latencies.empty())
      request.simulation.observe.latencies =
          list_of_seconds("--counter-latencies", a.counter_latencies);
  }
  const forecast::MemoryForecast forecast = a.trace.empty()
                                                ? forecast::run_memory(request, program)
                                                : forecast::replay_memory(request, a.trace);
  deliver(report::text_report(forecast.result, report::options_for(STDOUT_FILENO)), outputs_of(a),
          [&](const Output& output) { return content_of(output, forecast); });
  const answers::MemoryAnswer& r = forecast.result;
  if (r.partial) tell(fmt::format("hpcast: the trace is partial: {}", *r.partial));
  if (!forecast.record_fault.empty()) tell("hpcast: " + forecast.record_fault);
  if (a.otf2 && forecast.region_events == 0)
    tell(
        "hpcast: --otf2: no region was entered: compile with hpcast-cc, whose functions are "
        "regions, or mark some (docs/counter-traces.md)");
  // The program's own failure is not hidden behind a forecast of it.
  const int of_program = a.trace.empty() ? r.run.exit_status.value_or(answered) : answered;
  return of_program == 0 && !forecast.record_fault.empty() ? bad_input : of_program;
}

void add_outputs(CLI::App& command, MemoryArguments& a) {
  command.add_option(
      "--json", a.json,
      "write the result as JSON; - for standard output instead of the text (the program's "
      "own then goes to standard error)");
  command.add_option("--html", a.html, "write a report to look at");
  command.add_option("--dat", a.dat, "write the DAT with the results in its objects");
  CLI::Option* const counters = command.add_option(
      "--counters", a.counters,
      "write misses, memory traffic and outstanding reads by interval: a counter table, .csv or "
      ".json, for hpcast latency and hpcast power (which wants operations too: --tracer valgrind, "
      "or --operations)");
  command
      .add_option("--counter-intervals", a.counter_intervals,
                  "about so many, and no more than twice as many; 1: one")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str()
      ->needs(counters);
  command
      .add_option("--counter-latencies", a.counter_latencies,
                  "estimate times and outstanding reads at these latencies of memory too, as "
                  "300ns,500ns")
      ->needs(counters);
  CLI::Option* const otf2 = command.add_option(
      "--otf2", a.otf2,
      "write what each thread has counted wherever it enters or leaves a region: an OTF2 archive, "
      "as Score-P's, for the tools that read these");
  command
      .add_flag("--marked-regions", a.marked_regions,
                "only regions that the program marks, and OpenMP's; no functions")
      ->needs(otf2);
}

}  // namespace

void add_memory(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<MemoryArguments>();
  CLI::App* const command = app.add_subcommand(
      "memory", "Forecast run time and bottleneck of a program on a machine's memory system");
  command->formatter(std::make_shared<ProgramUsage>("[-- PROGRAM [ARGUMENTS]]"));
  command->footer(
      "MACHINE is a DAT file or a name of hpcast machine --list. With -- PROGRAM, tracing and\n"
      "simulation run at once and nothing is stored; hpcast's exit status is the program's "
      "then.\n\n"
      "  hpcast memory i7-7700k -- ./triad 8388608 10\n"
      "  hpcast memory i7-7700k T --html report.html\n"
      "  hpcast memory my.dat.json --set ddr5.read_bandwidth='300 GB/s' T\n"
      "  hpcast memory my.dat.json T --vary zen5.pipeline.clock='4 GHz' --vary "
      "'ddr5.latency=80 ns'");
  command->add_option("machine", a->machine, "DAT file or name of a machine")->required();
  command->add_option("trace", a->trace, "trace directory, as hpcast trace writes it");
  command->add_option(
      "-o,--record", a->record_to,
      "write the program's trace too, in the place of one that is there; it replays bit for bit");
  add_core_model_option(*command, a->model);
  add_model_options(*command, a->model);
  command
      ->add_option("--vary", a->varied,
                   "tell also what the run would take with these changes, which must move no "
                   "counts: clocks, pipelines, latencies, bandwidths; from the same simulation. "
                   "Once for each variant")
      ->type_name("CHANGE[; CHANGE]")
      ->allow_extra_args(false);
  add_program_options(*command, a->program);
  add_outputs(*command, *a);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_memory_command(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
