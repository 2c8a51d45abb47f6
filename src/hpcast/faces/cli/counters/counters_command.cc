#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/faces/cli/options/event_sets.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/inputs/counters/collect.h"
#include "hpcast/inputs/counters/summary.h"

namespace hpcast::cli {

namespace {

struct CounterArguments {
  CounterInput input;
  std::string output = "-";
  std::string to;  // "csv", "json"; empty: by the output's name
};

int run_counters_convert(const CounterArguments& a) {
  check_outputs({{"-o", a.output}}, inputs_of(a.input));
  const CounterFile file = counter_file("-o", a.output, a.to);
  const counters::Table table = read_counter_input(a.input);
  write_file_atomically(a.output, counter_text(file, table));
  for (const std::string& note : table.notes) tell("hpcast: " + note);
  return answered;
}

int run_counters_show(const CounterInput& input) {
  print(counters::summary(read_counter_input(input)));
  return answered;
}

struct CollectArguments {
  std::string set;
  std::string perf;
  std::string interval;
  std::string output;
  bool list = false;
  counters::CollectOptions options;
  // Counters that are simulated
  std::string machine;
  std::uint32_t intervals = 100;
  std::string latencies;
  reftrace::ProgramOptions program;
};

int list_event_sets() {
  for (const counters::EventSet& set : known_event_sets())
    print(fmt::format("{:15} {}\n", set.name, set.title));
  return answered;
}

int tell_collected(const std::string& output, const counters::Table& table, int exit_status) {
  if (output.empty()) {
    std::string text = counters::summary(table);
    text.pop_back();  // tell() ends the line
    tell(text);
    return exit_status;
  }
  write_file_atomically(output, counter_text(counter_file("-o", output), table));
  for (const std::string& note : table.notes) tell("hpcast: " + note);
  return exit_status;
}

int simulate_counters(const CollectArguments& a, const std::vector<std::string>& program) {
  std::vector<double> latencies;
  if (!a.latencies.empty()) latencies = list_of_seconds("--latencies", a.latencies);
  forecast::MemoryRequest request =
      forecast::counting_request(find_machine(a.machine), {}, {a.intervals, std::move(latencies)});
  request.program = a.program;
  request.program.output_to_stderr = is_standard_output(a.output);
  const forecast::MemoryForecast forecast = forecast::run_memory(request, program);
  return tell_collected(a.output, *forecast.counters,
                        forecast.result.run.exit_status.value_or(answered));
}

int run_counters_collect(const CollectArguments& a, const std::vector<std::string>& program) {
  if (a.list) return list_event_sets();
  if (program.empty())
    throw InputError("what shall be counted?", "hpcast counters collect -o OUT.csv -- PROGRAM");
  if (!a.output.empty()) {
    check_outputs({{"-o", a.output}}, {a.set, a.machine.empty() ? "" : find_machine(a.machine)});
    counter_file("-o", a.output);
  }
  if (!a.machine.empty()) return simulate_counters(a, program);
  counters::CollectOptions options = a.options;
  options.perf = perf_to_run(a.perf);
  options.output_to_stderr = is_standard_output(a.output);
  if (!a.interval.empty()) options.interval_s = seconds_in("-I", a.interval);
  const counters::Collected collected = counters::collect(find_event_set(a.set), options, program);
  return tell_collected(a.output, collected.table, collected.exit_status);
}

void add_counters_convert(CLI::App& counters, Invocation& invocation) {
  auto a = std::make_shared<CounterArguments>();
  CLI::App* const command =
      counters.add_subcommand("convert", "A counter table of what another tool counted");
  command->footer(
      "Formats: perf (perf stat -x SEPARATOR), perf-json (perf stat -j), likwid (likwid-perfctr\n"
      "-O, or its timeline), otf2 (an archive with metrics), csv (with a line of names), json\n"
      "(hpcast's own).\n\n"
      "  perf stat -x, -o app.perf -e cycles,instructions,cache-misses,duration_time ./app\n"
      "  hpcast counters convert app.perf -o app.csv");
  add_counter_input(*command, a->input).files->required();
  command->add_option("-o,--output", a->output, "file, .csv or .json; - is standard output")
      ->capture_default_str();
  command->add_option("--to", a->to, "csv or json; default: by the output's name")
      ->check(CLI::IsMember({"csv", "json"}));
  command->callback(
      [a, &invocation] { invocation.run = [a] { return run_counters_convert(*a); }; });
}

void add_counters_show(CLI::App& counters, Invocation& invocation) {
  auto input = std::make_shared<CounterInput>();
  CLI::App* const command =
      counters.add_subcommand("show", "Totals and rates of a counter table, or of other tools'");
  add_counter_input(*command, *input).files->required();
  command->callback(
      [input, &invocation] { invocation.run = [input] { return run_counters_show(*input); }; });
}

void add_counters_collect(CLI::App& counters, Invocation& invocation) {
  auto a = std::make_shared<CollectArguments>();
  CLI::App* const command =
      counters.add_subcommand("collect", "Run a program and count with perf what the models need");
  command->formatter(std::make_shared<ProgramUsage>("-- PROGRAM [ARGUMENTS]"));
  command->footer(
      "The program is run once for each group of events, so that no two of them share a counter.\n"
      "The exit status is the program's. Without -o, totals are shown on standard error.\n\n"
      "  hpcast counters collect -o app.csv -- ./app 1000\n"
      "  sudo hpcast counters collect --set knl --groups dram,memory-side -r 10 -o app.csv -- "
      "./app");
  command->add_option("-o,--output", a->output, "counter table to write, .csv or .json");
  CLI::Option* const simulate = command->add_option(
      "--simulate", a->machine,
      "simulate the counters on this machine: a DAT file or a name of hpcast machine --list");
  command
      ->add_option("--set", a->set,
                   "event set: a name of --list or a file; default: the processor's")
      ->excludes(simulate);
  command->add_flag("--list", a->list, "name the event sets");
  command->add_option("--groups", a->options.groups, "of the set; default: all")
      ->delimiter(',')
      ->excludes(simulate);
  command->add_option("-r,--repeat", a->options.repeats, "runs of each group; more give a spread")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->excludes(simulate);
  command->add_option("-I,--interval", a->interval, "count by intervals of that length, as 100ms")
      ->excludes(simulate);
  command->add_option("--simulated-intervals", a->intervals, "about so many")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str()
      ->needs(simulate);
  command
      ->add_option("--latencies", a->latencies,
                   "of memory, to estimate times and outstanding reads at too, as 300ns,500ns")
      ->needs(simulate);
  for (CLI::Option* const option : add_program_options(*command, a->program))
    option->needs(simulate);
  command->add_option("--perf", a->perf, "perf to run; default: HPCAST_PERF, or perf on PATH")
      ->excludes(simulate);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_counters_collect(*a, invocation.program); };
  });
}

}  // namespace

void add_counters(CLI::App& app, Invocation& invocation) {
  CLI::App* const command =
      app.add_subcommand("counters", "Counter tables: from perf, LIKWID, PAPI and others");
  command->require_subcommand(1);
  add_counters_convert(*command, invocation);
  add_counters_show(*command, invocation);
  add_counters_collect(*command, invocation);
}

}  // namespace hpcast::cli
