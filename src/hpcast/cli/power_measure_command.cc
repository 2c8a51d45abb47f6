// hpcast power measure.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/cli/commands.h"
#include "hpcast/cli/counter_input.h"
#include "hpcast/cli/event_sets.h"
#include "hpcast/cli/measured_power_text.h"
#include "hpcast/cli/outputs.h"
#include "hpcast/cli/program_options.h"
#include "hpcast/cli/quantities.h"
#include "hpcast/counters/read.h"
#include "hpcast/forecast/power_loops.h"
#include "hpcast/forecast/power_measure.h"
#include "hpcast/host/machine.h"
#include "hpcast/meter/date_time.h"
#include "hpcast/meter/power_columns.h"
#include "hpcast/meter/read_meter.h"

namespace hpcast::cli {

namespace {

struct MeasureArguments {
  double seconds = 600;
  std::vector<std::string> only, sensors, groups;
  std::string output, meter, meter_ahead, counters, began, set, perf, interval;
  std::string sys = "/sys";
  bool list = false;
};

std::vector<forecast::PowerProgram> programs_of(const MeasureArguments& a,
                                                const std::vector<std::string>& program) {
  if (!program.empty()) {
    if (!a.only.empty())
      throw InputError("--only: a program behind -- is run alone", "one or the other");
    return {{std::filesystem::path(program[0]).filename().string(), program}};
  }
  const forecast::HostCaches caches =
      forecast::host_caches(host::this_machine_described(a.sys + "/devices/system"));
  return forecast::named(forecast::power_programs(caches, a.seconds), a.only);
}

// Those that hpcast brings lie beside it.
void find_programs(std::vector<forecast::PowerProgram>& programs) {
  const std::filesystem::path folder = support_folder() / "power";
  for (forecast::PowerProgram& program : programs) {
    if (program.command[0] == "sleep") continue;
    const std::filesystem::path path = folder / program.command[0];
    std::error_code none;
    if (!std::filesystem::exists(path, none))
      throw InputError("there is no " + path.string(), "./run builds what hpcast brings with it");
    program.command[0] = path.string();
  }
}

std::optional<meter::ExternalMeter> read_external(const MeasureArguments& a) {
  if (a.meter.empty()) return std::nullopt;
  meter::ExternalMeter external{a.meter, meter::read_meter(a.meter), 0};
  external.ahead_s =
      typed_quantity("--meter-ahead", a.meter_ahead, Dimension::seconds, Sign::any).value_or(0);
  return external;
}

std::optional<double> began_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto date = meter::date_time_in(text);
  if (!date)
    throw InputError("--began " + text + ": no date with a time", "as 2026-11-24T09:30:00+09:00");
  return date->unix_s;
}

int deliver_measured(const MeasureArguments& a, counters::Table table, int exit_status) {
  for (const std::string& line : standing_still(table)) {
    tell("hpcast: warning: " + line);
    table.notes.push_back(line);
  }
  const std::string text = measured_power_text(table, a.output);
  if (is_standard_output(a.output))
    tell(text.substr(0, text.size() - 1));  // tell() ends the line
  else
    print(text);
  if (!a.output.empty())
    write_file_atomically(a.output, counter_text(counter_file("-o", a.output), table));
  return exit_status;
}

// Counters that lie in a file, and what a meter has written since.
int join_counters(const MeasureArguments& a) {
  if (a.meter.empty()) throw InputError("--counters: what tells the power?", "--meter FILE");
  counters::Table table = counters::read_counters(a.counters);
  if (const auto began = began_in(a.began)) table.began_unix_s = began;
  meter::fill_power(table, {}, read_external(a));
  return deliver_measured(a, std::move(table), answered);
}

// A meter's file that is not as it should be must not cost the hours before.
void fill_or_keep(const MeasureArguments& a, forecast::PowerMeasured& measured) {
  const counters::Table counted = measured.table;
  try {
    meter::fill_power(measured.table, measured.sampled, read_external(a));
  } catch (const InputError&) {
    if (a.output.empty()) throw;
    write_file_atomically(a.output, counter_text(counter_file("-o", a.output), counted));
    tell(
        fmt::format("hpcast: {} holds the counters without the power; hpcast power measure "
                    "--counters {} --meter FILE -o OUTPUT adds it",
                    a.output, a.output));
    throw;
  }
}

int run_power_measure(const MeasureArguments& a, const std::vector<std::string>& program) {
  const meter::SensorSearch search = meter::find_sensors(a.sys);
  if (a.list) {
    print(sources_text(search, programs_of(a, {})));
    return answered;
  }
  if (!a.output.empty()) {
    check_outputs({{"-o", a.output}}, {a.meter, a.counters, a.set});
    counter_file("-o", a.output);
  }
  if (!a.counters.empty()) return join_counters(a);
  forecast::PowerMeasureRequest request;
  request.programs = programs_of(a, program);
  if (program.empty()) find_programs(request.programs);
  request.sensors = meter::choose(search, a.sensors);
  request.events = find_event_set(a.set);
  request.collect.groups = a.groups;
  request.collect.perf = perf_to_run(a.perf);
  request.collect.output_to_stderr = program.empty() || is_standard_output(a.output);
  if (!a.interval.empty()) request.collect.interval_s = seconds_in("-I", a.interval);
  if (a.meter.empty() && request.sensors.empty() &&
      !forecast::counts_energy(request.events, a.groups, a.sys))
    refuse_without_source(search, a.sys);
  forecast::PowerMeasured measured = forecast::measure_power(request);
  if (!request.sensors.empty())
    measured.table.notes.push_back("sensors: " + names_of(request.sensors));
  fill_or_keep(a, measured);
  return deliver_measured(a, std::move(measured.table), measured.exit_status);
}

}  // namespace

void add_power_measure(CLI::App& power, Invocation& invocation) {
  auto a = std::make_shared<MeasureArguments>();
  CLI::App* const command = power.add_subcommand(
      "measure", "Run programs, count with perf, and read what power they take meanwhile");
  command->formatter(std::make_shared<ProgramUsage>("[-- PROGRAM [ARGUMENTS]]"));
  command->footer(
      "Without PROGRAM, basic loops and kernels of applications are run, each for --seconds. The\n"
      "table has a region for each, its counters and its power: what hpcast power fit takes.\n\n"
      "  hpcast power measure --list\n"
      "  sudo hpcast power measure --seconds 30 -o loops.csv\n"
      "  hpcast power measure --meter meter.csv -o loops.csv\n"
      "  hpcast power measure --counters loops.csv --meter meter.csv -o power.csv");
  command->add_option("--seconds", a->seconds, "for each of hpcast's own programs")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  command->add_option("--only", a->only, "programs of --list, by name or by its beginning")
      ->delimiter(',');
  command->add_flag("--list", a->list, "name the programs and the sensors");
  command->add_option("-o,--output", a->output, "counter table to write, .csv or .json");
  CLI::Option* const meter = command->add_option(
      "--meter", a->meter, "CSV that an external meter writes: times and watts");
  command
      ->add_option("--meter-ahead", a->meter_ahead,
                   "the meter's clock is so much ahead of this host's, as 9h or -2.5s")
      ->needs(meter);
  command->add_option("--sensor", a->sensors, "of --list, instead of those that hpcast chooses")
      ->delimiter(',');
  CLI::Option* const counters = command->add_option(
      "--counters", a->counters, "run nothing: a counter table to put the meter's power into");
  command->add_option("--began", a->began, "when --counters began, where the table does not tell")
      ->needs(counters);
  command->add_option("--set", a->set,
                      "event set: a name of hpcast counters collect --list or a file; default: the "
                      "processor's");
  command->add_option("--groups", a->groups, "of the set; default: all")->delimiter(',');
  command->add_option("-I,--interval", a->interval, "count by intervals of that length, as 10s");
  command->add_option("--perf", a->perf, "perf to run; default: HPCAST_PERF, or perf on PATH");
  command->add_option("--sys", a->sys, "where Linux's /sys is")->capture_default_str();
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_power_measure(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
