#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/counters/learned_text.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/model_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/forecast/counters/learning_runs.h"
#include "hpcast/models/countergen/model_file.h"

namespace hpcast::cli {

namespace {

struct LearnArguments {
  std::vector<std::string> traces, trace_sizes;  // one for each
  std::vector<std::string> program_sizes;
  std::string output, machine, keep, shown;
  countergen::LearnRequest request;
  ModelOptions model;
  reftrace::ProgramOptions program;
  bool marked_regions = false;
};

constexpr char with_traces[] = "hpcast learn T1 --size n=100 T2 --size n=1000 -o MODEL";
constexpr char with_program[] =
    "hpcast learn --sizes n=100 n=1000 --machine NAME -o MODEL -- ./program {n}";

std::vector<countergen::Sizes> sizes_of(const std::vector<std::string>& texts,
                                        const std::string& option) {
  std::vector<countergen::Sizes> sizes;
  for (const std::string& text : texts) sizes.push_back(countergen::sizes_in(text, option));
  return sizes;
}

void check_trace_arguments(const LearnArguments& a) {
  if (!a.program_sizes.empty())
    throw InputError("--sizes are those that a program is run at", with_program);
  if (!a.machine.empty() || !a.keep.empty() || a.marked_regions)
    throw InputError("--machine, --traces and --marked-regions are of a program's runs",
                     with_program);
  if (a.traces.size() != a.trace_sizes.size())
    throw InputError(fmt::format("{} and {}", counted(a.traces.size(), "trace"),
                                 counted(a.trace_sizes.size(), "--size")),
                     fmt::format("one for each: {}", with_traces));
}

void check_program_arguments(const LearnArguments& a) {
  if (!a.trace_sizes.empty()) throw InputError("--size is a trace's", with_program);
  if (a.program_sizes.empty())
    throw InputError("at what sizes shall the program be run?", with_program);
  if (a.machine.empty())
    throw InputError("on what machine shall the program be simulated?",
                     "--machine NAME, one of hpcast machine --list, or a DAT file");
}

void check_learn_arguments(const LearnArguments& a, const std::vector<std::string>& program) {
  if (a.output.empty()) throw InputError("where shall the model go?", "-o MODEL");
  if (a.traces.empty() == program.empty())
    throw InputError(
        program.empty() ? "what shall be learned from?" : "traces and a program at once",
        std::string(with_traces) + ", or " + with_program);
  if (program.empty())
    check_trace_arguments(a);
  else
    check_program_arguments(a);
  const std::vector<std::string>& metrics = a.request.metrics;
  if (!a.shown.empty() && !metrics.empty() &&
      std::find(metrics.begin(), metrics.end(), a.shown) == metrics.end())
    throw InputError("--show " + a.shown + ": this counter is not learned",
                     "--metric " + a.shown + " has it learned, too");
}

// Those that are learned, if the user names them, and the one that is shown.
std::vector<std::string> named_metrics(const LearnArguments& a) {
  std::vector<std::string> metrics = a.request.metrics;
  if (!a.shown.empty()) metrics.push_back(a.shown);
  return metrics;
}

void check_traces_differ(const std::vector<std::string>& traces) {
  std::error_code none;
  for (auto trace = traces.begin(); trace != traces.end(); ++trace)
    if (std::any_of(traces.begin(), trace, [&](const std::string& other) {
          return *trace == other || std::filesystem::equivalent(*trace, other, none);
        }))
      throw InputError(*trace + ": is there twice", "each trace is of one run");
}

std::vector<countergen::TrainingRun> read_traces(const LearnArguments& a) {
  const std::vector<countergen::Sizes> sizes = sizes_of(a.trace_sizes, "--size");
  countergen::check_sizes(sizes);
  check_traces_differ(a.traces);
  std::vector<countergen::TrainingRun> runs = forecast::read_runs(a.traces, sizes);
  for (const countergen::TrainingRun& run : runs) countergen::check_metrics(named_metrics(a), run);
  return runs;
}

std::vector<countergen::TrainingRun> run_program(const LearnArguments& a,
                                                 const std::vector<std::string>& program) {
  forecast::LearningRequest request;
  request.memory = request_of(a.model, find_machine(a.machine));
  request.memory.core_times = false;  // only counters are learnt from
  request.memory.program = a.program;
  request.memory.marked_regions_only = a.marked_regions;
  request.command = program;
  request.sizes = sizes_of(a.program_sizes, "--sizes");
  request.metrics = named_metrics(a);
  request.traces = a.keep;
  countergen::check_sizes(request.sizes);
  return forecast::run_at_sizes(request);
}

int run_learn(const LearnArguments& a, const std::vector<std::string>& program) {
  check_learn_arguments(a, program);
  const std::vector<Output> outputs = {{"-o", a.output}};
  std::vector<std::string> inputs = a.traces;
  if (!program.empty()) inputs.push_back(program.front());
  check_outputs(outputs, inputs);
  const countergen::Model model =
      countergen::learn(a.request, program.empty() ? read_traces(a) : run_program(a, program));
  deliver(learned_text(model, a.output, a.shown, report::options_for(STDOUT_FILENO)), outputs,
          [&](const Output&) { return countergen::to_text(model); });
  return answered;
}

std::vector<std::string> methods() {
  std::vector<std::string> names = {countergen::by_laws};
  for (const regression::Regressor& regressor : regression::regressors())
    names.push_back(regressor.name);
  return names;
}

void add_method_options(CLI::App& command, LearnArguments& a) {
  countergen::LearnRequest& request = a.request;
  command.add_option("--metric", request.metrics, "a counter to learn; several with several")
      ->allow_extra_args(false);
  command
      .add_option("--method", request.method,
                  "laws: growth by place in the program, trees where there is none; or a regressor")
      ->check(CLI::IsMember(methods()))
      ->capture_default_str();
  command
      .add_option("--history", request.history,
                  "of a regressor: how many metrics events before an event count too")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command
      .add_option("--least-gain", request.least_gain,
                  "of a regressor: leave out what counts less from event to event")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--noise", request.noise,
                  "add counts to each event's, so many on average (Poisson): simulated counters "
                  "are more exact than hardware's")
      ->check(CLI::Range(0.0, 1e9));
  command.add_option("--seed", request.seed, "of noise, and of regressors that draw at random")
      ->capture_default_str();
  command.add_flag("--differing-regions", request.differing_regions,
                   "some regions may be entered at some sizes only");
  command.add_option("--show", a.shown, "the counter whose laws are shown");
}

}  // namespace

void add_learn(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<LearnArguments>();
  CLI::App* const command = app.add_subcommand(
      "learn", "Learn how a program's counters grow with its sizes, from traces or from runs");
  command->formatter(std::make_shared<ProgramUsage>("[-- PROGRAM [ARGUMENTS]]"));
  command->footer(
      fmt::format("  {}\n  {}\n  hpcast generate MODEL --size n=5000 -o DIR\n\n"
                  "T: OTF2 archives with counters, as Score-P with PAPI or hpcast memory --otf2 "
                  "write them. In\n"
                  "the program's arguments, {{NAME}} stands for the size of that name "
                  "(docs/counter-traces.md).",
                  with_traces, with_program));
  command->add_option("trace", a->traces, "OTF2 archives of runs at several sizes");
  command->add_option("--size", a->trace_sizes, "a trace's, in the traces' order: rows=100,cols=20")
      ->allow_extra_args(false);
  command->add_option("--sizes", a->program_sizes, "run the program at each of these");
  command->add_option("-o,--output", a->output, "the model to write (JSON); needed");
  command->add_option("--machine", a->machine, "DAT file or name of a machine to simulate");
  command->add_option("--traces", a->keep, "keep the runs' archives in this folder");
  command->add_flag("--marked-regions", a->marked_regions,
                    "only regions that the program marks, and OpenMP's; no functions");
  add_method_options(*command, *a);
  add_model_options(*command, a->model);
  add_program_options(*command, a->program);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_learn(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
