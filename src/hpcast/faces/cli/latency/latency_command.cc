#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/answer_outputs.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/latency/latency_methods.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/model_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/report/latency/document.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/models/latency/sensitivity.h"

namespace hpcast::cli {

namespace {

struct LatencyArguments {
  CounterInput input;
  std::string from, to, method, region, measured;
  std::uint32_t threads = 0;
  AnswerOutputs outputs;
  // Counters that are simulated
  std::string machine;
  std::vector<std::string> changes;
  std::uint32_t intervals = 100;
  reftrace::ProgramOptions program;
};

// "500ns=2.3,1us=4"
std::vector<answers::LatencyTruth> truth_in(const std::string& text) {
  std::vector<answers::LatencyTruth> truth;
  if (text.empty()) return truth;
  for (const std::string& item : split(text, ',')) {
    const std::size_t equals = std::min(item.find('='), item.size());
    const auto slowdown =
        parse_quantity(item.substr(std::min(equals + 1, item.size())), Dimension::none);
    if (!slowdown || *slowdown <= 0)
      throw InputError("--measured " + item + ": expected LATENCY=SLOWDOWN", "such as 500ns=2.3");
    truth.push_back({seconds_in("--measured", item.substr(0, equals)), *slowdown});
  }
  return truth;
}

latency::Request request_of(const LatencyArguments& a) {
  latency::Request request;
  if (a.to.empty()) throw InputError("--to: which longer latencies?", "such as --to 300ns,500ns");
  request.to_s = list_of_seconds("--to", a.to);
  request.selection.region = a.region;
  if (a.threads != 0) request.selection.threads = a.threads;
  if (!a.method.empty()) request.method = answers::latency_method_named(a.method);
  request.truth = truth_in(a.measured);
  std::sort(request.truth.begin(), request.truth.end(),
            [](const auto& one, const auto& other) { return one.to_s < other.to_s; });
  for (const answers::LatencyTruth& truth : request.truth)
    if (std::find(request.to_s.begin(), request.to_s.end(), truth.to_s) == request.to_s.end())
      request.to_s.push_back(truth.to_s);
  return request;
}

struct Counted {
  counters::Table table;
  std::vector<answers::Input> inputs;
  double from_s = 0;
  int exit_status = answered;
};

Counted read_counted(const LatencyArguments& a) {
  if (a.input.files.empty())
    throw InputError("which counters?",
                     "hpcast latency COUNTERS --from 175ns --to 500ns, or hpcast latency "
                     "--simulate MACHINE --to 500ns -- PROGRAM");
  if (a.from.empty())
    throw InputError("--from: which latency did the memory have that was counted with?",
                     "such as --from 90ns; hpcast does not know where the counters come from");
  Counted counted;
  counted.table = read_counter_input(a.input);
  for (const std::string& file : a.input.files)
    counted.inputs.push_back(
        {file, std::filesystem::is_regular_file(file) ? sha256_file(file) : "", "counters"});
  counted.from_s = seconds_in("--from", a.from);
  if (const std::string other = latency::other_latency(counted.table, counted.from_s);
      !other.empty())
    tell("warning: " + other);
  return counted;
}

Counted simulate_counted(const LatencyArguments& a, const std::vector<double>& to,
                         const std::vector<std::string>& program) {
  if (!a.from.empty())
    throw InputError("--from: the machine that is simulated has its memory's latency in its DAT",
                     "--set CLASS.latency=... changes it");
  if (a.input.files.size() + (program.empty() ? 0 : 1) != 1)
    throw InputError("what shall be simulated?",
                     "one trace, or a program: hpcast latency --simulate MACHINE --to 500ns "
                     "-- PROGRAM");
  forecast::MemoryRequest request =
      forecast::counting_request(find_machine(a.machine), a.changes, {a.intervals, to});
  request.program = a.program;
  request.program.output_to_stderr = takes_stdout(files_of(a.outputs));
  forecast::MemoryForecast forecast = program.empty()
                                          ? forecast::replay_memory(request, a.input.files[0])
                                          : forecast::run_memory(request, program);
  Counted counted;
  counted.table = std::move(*forecast.counters);
  counted.inputs = std::move(forecast.result.inputs);
  counted.from_s = forecast.memory_latency_s;
  if (!program.empty()) counted.exit_status = forecast.result.run.exit_status.value_or(answered);
  return counted;
}

int run_latency(const LatencyArguments& a, const std::vector<std::string>& program) {
  std::vector<std::string> inputs = inputs_of(a.input);
  if (!a.machine.empty()) inputs.push_back(find_machine(a.machine));
  check_outputs(files_of(a.outputs), inputs);
  latency::Request request = request_of(a);
  if (a.machine.empty() && !program.empty())
    throw InputError("a program behind -- is simulated: on which machine?",
                     "hpcast latency --simulate MACHINE --to 500ns -- PROGRAM");
  Counted counted =
      a.machine.empty() ? read_counted(a) : simulate_counted(a, request.to_s, program);
  request.from_s = counted.from_s;
  answers::LatencyAnswer r = latency::sensitivity(counted.table, request);
  r.tool.version = version();
  r.inputs = std::move(counted.inputs);
  deliver_answer(r, report::document(r), a.outputs);
  return counted.exit_status;
}

}  // namespace

void add_latency(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<LatencyArguments>();
  CLI::App* const command = app.add_subcommand(
      "latency", "Forecast how much slower a program gets when memory answers later");
  add_latency_study(*command, invocation);
  command->formatter(std::make_shared<ProgramUsage>("[-- PROGRAM [ARGUMENTS]]"));
  command->footer(
      "COUNTERS is a counter table, or a file that hpcast counters convert understands. Without\n"
      "hardware counters they are simulated.\n\n"
      "  hpcast counters collect -o app.csv -- ./app 1000\n"
      "  hpcast latency app.csv --from 90ns --to 300ns,500ns,750ns,1000ns\n"
      "  hpcast latency --simulate xeon-phi-7210 --to 300ns,1us -- ./app 1000\n"
      "  hpcast trace --code -o T -- ./app 1000\n"
      "  hpcast latency --simulate xeon-phi-7210 --to 300ns,1us T");
  const std::vector<CLI::Option*> formats = add_counter_input(*command, a->input).formats;
  command->add_option("--from", a->from, "latency of the memory that was counted with, as 175ns");
  command->add_option("--to", a->to, "longer latencies to forecast for, as 300ns,500ns");
  command->add_option("--method", a->method, "instead of the best one that the counters allow")
      ->check(CLI::IsMember(latency_method_names()));
  command->add_option("--region", a->region, "count this region alone");
  command
      ->add_option("--threads", a->threads, "so many shared the work, whatever the counters tell")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--measured", a->measured,
                      "slowdowns that are known, as 500ns=2.3: how far is each method off?");
  CLI::Option* const simulate = command->add_option(
      "--simulate", a->machine,
      "take the counters from a simulation on this machine of the trace, or of the program behind "
      "--");
  for (CLI::Option* const option : formats) option->excludes(simulate);
  add_set_option(*command, a->changes)->needs(simulate);
  command->add_option("--simulated-intervals", a->intervals, "about so many")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str()
      ->needs(simulate);
  for (CLI::Option* const option : add_program_options(*command, a->program))
    option->needs(simulate);
  add_answer_outputs(*command, a->outputs);
  command->callback([a, command, &invocation] {
    if (!command->get_subcommands().empty()) return;
    invocation.run = [a, &invocation] { return run_latency(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
