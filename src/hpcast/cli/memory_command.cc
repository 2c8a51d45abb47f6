#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <thread>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/units.h"
#include "hpcast/cli/commands.h"
#include "hpcast/cli/find_machine.h"
#include "hpcast/cli/outputs.h"
#include "hpcast/cli/program_options.h"
#include "hpcast/forecast/memory.h"
#include "hpcast/report/html.h"
#include "hpcast/report/text.h"
#include "hpcast/result/write.h"

namespace hpcast::cli {

namespace {

struct MemoryArguments {
  std::string machine;
  std::string trace;
  forecast::MemoryRequest request;
  std::string placement = "first-touch";
  std::string granularity;
  std::string page_size;
  std::string coherence = "none";
  std::string pin;
  std::string sample;
  std::optional<std::string> html, json, dat;
  unsigned host_threads = std::max(1U, std::thread::hardware_concurrency());
};

std::uint64_t bytes_of(const std::string& option, const std::string& text) {
  const auto bytes = parse_whole_quantity(text, Dimension::bytes);
  if (!bytes)
    throw InputError(option + " " + text + ": not a number of bytes",
                     "for example 4096 or \"2 MiB\"");
  return *bytes;
}

memsim::PlacementPolicy placement_of(const MemoryArguments& a) {
  using Kind = memsim::PlacementPolicy::Kind;
  memsim::PlacementPolicy policy;
  if (a.placement == "interleave") {
    policy.kind = Kind::interleave;
  } else if (a.placement.starts_with("node:")) {
    policy.kind = Kind::node;
    const auto node = parse_whole_quantity(a.placement.substr(5), Dimension::none);
    if (!node || *node > 1'000'000)
      throw InputError("--placement " + a.placement + ": expected node:N");
    policy.node = static_cast<int>(*node);
  } else if (a.placement != "first-touch") {
    throw InputError("--placement " + a.placement + ": expected first-touch, interleave or node:N");
  }
  if (!a.granularity.empty())
    policy.granularity = bytes_of("--interleave-granularity", a.granularity);
  return policy;
}

// sets:N or time:N, with :SEED behind it or not.
memsim::SampleOptions sample_of(const std::string& text) {
  using Kind = memsim::SampleOptions::Kind;
  memsim::SampleOptions sample;
  if (text.empty()) return sample;
  const std::size_t seed_at = std::min(text.find(':', 5), text.size());
  const auto number = [&](std::size_t from, std::size_t to) {
    const std::string digits = text.substr(std::min(from, to), to - std::min(from, to));
    return parse_whole_quantity(digits, Dimension::none).value_or(0);
  };
  sample.kind = text.starts_with("time:") ? Kind::time : Kind::sets;
  const std::uint64_t one_in = number(5, seed_at);
  if (seed_at < text.size()) sample.seed = number(seed_at + 1, text.size());
  if (!(text.starts_with("time:") || text.starts_with("sets:")) || one_in < 2 ||
      one_in > 1'000'000 || sample.seed == 0)
    throw InputError(
        "--sample " + text + ": expected sets:N or time:N, N from 2 to 1000000",
        "sets:16 simulates 1 in 16 sets, time:10 one stretch in 10; a number from 1 on "
        "behind another colon, as in sets:16:7, makes another choice");
  sample.one_in = static_cast<std::uint32_t>(one_in);
  return sample;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from < list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    names.push_back(list.substr(from, comma - from));
    from = comma + 1;
  }
  return names;
}

std::vector<Output> outputs_of(const MemoryArguments& a) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, *path});
  };
  add("--json", a.json);
  add("--html", a.html);
  add("--dat", a.dat);
  return outputs;
}

// The text first: a file that cannot be written must not cost the answer; nor must a reader of the
// text who has seen enough cost the files.
void report(const MemoryArguments& a, const forecast::MemoryForecast& forecast) {
  const auto write_outputs = [&](bool to_stdout) {
    const auto wanted = [&](const std::optional<std::string>& path) {
      return path && is_standard_output(*path) == to_stdout;
    };
    if (wanted(a.json)) result::write_result(*a.json, forecast.result);
    if (wanted(a.html)) report::write_html(*a.html, {&forecast.result, 1});
    if (wanted(a.dat)) dat::write_machine(*a.dat, forecast.machine, forecast.objects);
  };
  std::signal(SIGPIPE, SIG_IGN);
  if (!takes_stdout(outputs_of(a)))
    std::fputs(report::text_report(forecast.result, report::options_for(STDOUT_FILENO)).c_str(),
               stdout);
  std::fflush(stdout);
  write_outputs(false);
  std::signal(SIGPIPE, SIG_DFL);
  write_outputs(true);
}

int run_memory_command(MemoryArguments& a, const std::vector<std::string>& program) {
  if (a.trace.empty() == program.empty())
    throw InputError(
        a.trace.empty() ? "what shall run on the machine?" : "a trace and a program at once",
        "hpcast memory MACHINE TRACE, or hpcast memory MACHINE -- PROGRAM ARGUMENTS");
  if (!a.trace.empty() && !a.request.record_to.empty())
    throw InputError("-o records a program, and this is a trace already");
  a.request.machine_path = find_machine(a.machine);
  check_outputs(outputs_of(a), {a.request.machine_path, program.empty() ? a.trace : program[0]});
  a.request.simulation.placement = placement_of(a);
  if (!a.page_size.empty()) a.request.page_bytes = bytes_of("--page-size", a.page_size);
  a.request.simulation.coherent = a.coherence == "msi";
  a.request.simulation.weave.host_threads = a.host_threads;
  a.request.simulation.sample = sample_of(a.sample);
  a.request.pin = names_in(a.pin);
  a.request.program.output_to_stderr = takes_stdout(outputs_of(a));
  const forecast::MemoryForecast forecast = a.trace.empty()
                                                ? forecast::run_memory(a.request, program)
                                                : forecast::replay_memory(a.request, a.trace);
  report(a, forecast);
  const result::MemoryResult& r = forecast.result;
  if (r.partial)
    tell(fmt::format("hpcast: the trace is partial: {}", *r.partial));
  else if (!forecast.record_partial.empty())
    tell(fmt::format("hpcast: the trace in {} is partial: {}", a.request.record_to,
                     forecast.record_partial));
  // The program's own failure is not hidden behind a forecast of it.
  return a.trace.empty() ? r.run.exit_status.value_or(answered) : answered;
}

void add_model_options(CLI::App& command, MemoryArguments& a) {
  command.add_option("--only", a.request.only_phase,
                     "count this phase alone; the others warm the caches up");
  command.add_option("--operations", a.request.operations,
                     "file with operation counts (JSON or CSV), instead of the tracer's own");
  command.add_option("--set", a.request.changes, "CLASS.FIELD=VALUE: change a class for this run")
      ->allow_extra_args(false);
  command.add_option("--coherence", a.coherence, "none, or msi: write-invalidate")
      ->check(CLI::IsMember({"none", "msi"}))
      ->capture_default_str();
  command
      .add_option("--placement", a.placement,
                  "of pages: first-touch, interleave (all memories), node:N")
      ->capture_default_str();
  command.add_option("--interleave-granularity", a.granularity,
                     "unit that goes to one memory of several; default: one page");
  command.add_option("--page-size", a.page_size, "default: the machine's memories'");
  command.add_option(
      "--pin", a.pin,
      "CORE,CORE,…: threads to these cores, in this order; default: all in the DAT's order");
  command
      .add_option("--interval", a.request.simulation.weave.interval,
                  "references of a thread between two looks at the others")
      ->check(CLI::Range(64, 1'000'000))
      ->capture_default_str();
  command.add_option("--sample", a.sample,
                     "simulate a part and tell how far that may be off: sets:N (1 in N of the "
                     "caches' sets), or time:N (1 in N stretches of references)");
  command
      .add_option("--host-threads", a.host_threads,
                  "of the simulation; the answer does not depend on it")
      ->check(CLI::Range(1, 1024));
}

void add_outputs(CLI::App& command, MemoryArguments& a) {
  command.add_option(
      "--json", a.json,
      "write the result as JSON; - for standard output instead of the text (the program's "
      "own then goes to standard error)");
  command.add_option("--html", a.html, "write a report to look at");
  command.add_option("--dat", a.dat, "write the DAT with the results in its objects");
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
      "  hpcast memory my.dat.json --set ddr5.read_bandwidth='300 GB/s' T");
  command->add_option("machine", a->machine, "DAT file or name of a machine")->required();
  command->add_option("trace", a->trace, "trace directory, as hpcast trace writes it");
  command->add_option("-o,--record", a->request.record_to,
                      "write the program's trace too; it replays bit for bit");
  add_model_options(*command, *a);
  add_program_options(*command, a->request.program);
  add_outputs(*command, *a);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_memory_command(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
