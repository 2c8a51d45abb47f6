// hpcast power measure.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/faces/cli/options/event_sets.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/cli/options/quantities.h"
#include "hpcast/faces/cli/power/measured_power_text.h"
#include "hpcast/forecast/power/loops.h"
#include "hpcast/forecast/power/measure.h"
#include "hpcast/inputs/counters/date_time.h"
#include "hpcast/inputs/counters/read.h"
#include "hpcast/inputs/host/machine.h"
#include "hpcast/inputs/meter/power_columns.h"
#include "hpcast/inputs/meter/power_doubts.h"
#include "hpcast/inputs/meter/read_meter.h"

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
  const auto writing = a.counters.empty() ? meter::Writing::goes_on : meter::Writing::done;
  meter::ExternalMeter external{a.meter, meter::read_meter(a.meter, writing), 0};
  external.ahead_s =
      typed_quantity("--meter-ahead", a.meter_ahead, Dimension::seconds, Sign::any).value_or(0);
  return external;
}

// What is wrong with the meter must not come out after hours of programs.
void check_meter(const MeasureArguments& a) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (a.meter.empty()) return;
  if (!fs::exists(a.meter, none))
    throw InputError("--meter " + a.meter + ": there is no such file",
                     "start the meter first; an empty file will do where its readings come later");
  if (!fs::is_regular_file(a.meter, none))
    throw InputError("--meter " + a.meter + ": no plain file, and it is read more than once",
                     "let the meter write into a file");
  const meter::Windows windows = read_external(a)->reading.windows;
  constexpr double long_s = 60;
  const std::chrono::duration<double> age =
      fs::file_time_type::clock::now() - fs::last_write_time(a.meter, none);
  if (windows.empty())
    tell("hpcast: warning: " + a.meter + ": the meter has told no window yet");
  else if (age.count() > std::max(long_s, 3 * meter::usual_length(windows)))
    tell(fmt::format("hpcast: warning: {}: the meter has written nothing for {}", a.meter,
                     format_time(age.count())));
}

std::optional<double> began_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto date = counters::date_time_in(text);
  if (!date)
    throw InputError("--began " + text + ": no date with a time", "as 2026-11-24T09:30:00+09:00");
  return date->unix_s;
}

void write_table(const MeasureArguments& a, const counters::Table& table) {
  write_file_atomically(a.output, counter_text(counter_file("-o", a.output), table));
}

int deliver_measured(const MeasureArguments& a, counters::Table table, int exit_status) {
  for (const std::string& line : meter::power_doubts(table)) {
    tell("hpcast: warning: " + line);
    counters::note_once(table, line);
  }
  const std::string text = measured_power_text(table, a.output);
  if (is_standard_output(a.output))
    tell(text.substr(0, text.size() - 1));  // tell() ends the line
  else
    print(text);
  if (!a.output.empty()) write_table(a, table);
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

struct Filled {
  counters::Table table;  // without power where there is a fault
  std::optional<InputError> fault;
};

// What a meter's file has wrong must not cost the hours before.
Filled with_power(const MeasureArguments& a, const forecast::PowerMeasured& measured) {
  Filled filled{measured.table, {}};
  try {
    meter::fill_power(filled.table, measured.sampled, read_external(a));
  } catch (const InputError& fault) {
    filled = {measured.table, fault};
  }
  return filled;
}

// Keeps each program's counters as soon as they are there, whatever becomes of those that follow.
std::function<void(forecast::PowerMeasured)> keeper(const MeasureArguments& a) {
  if (a.output.empty() || is_standard_output(a.output)) return {};
  return [&a, told = false](const forecast::PowerMeasured& so_far) mutable {
    const Filled filled = with_power(a, so_far);
    try {
      write_table(a, filled.table);
    } catch (const InputError& error) {
      tell(fmt::format("hpcast: warning: not kept so far: {}", error.what()));
    }
    if (filled.fault && !told)
      tell(fmt::format("hpcast: warning: no power so far: {}", filled.fault->what()));
    told |= filled.fault.has_value();
  };
}

int finish_measurement(const MeasureArguments& a, const forecast::PowerMeasured& measured) {
  Filled filled = with_power(a, measured);
  if (!filled.fault) return deliver_measured(a, std::move(filled.table), measured.exit_status);
  if (a.output.empty()) throw *filled.fault;
  write_table(a, filled.table);
  tell(
      fmt::format("hpcast: {} holds the counters without the power; hpcast power measure "
                  "--counters {} --meter FILE -o OUTPUT adds it",
                  a.output, a.output));
  throw *filled.fault;
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
  if (!a.counters.empty() && !program.empty())
    throw InputError("--counters runs nothing, and there is a program behind --",
                     "leave one of them out");
  if (!a.counters.empty()) return join_counters(a);
  forecast::PowerMeasureRequest request;
  request.programs = programs_of(a, program);
  if (program.empty()) find_programs(request.programs);
  request.sensors = meter::choose(search, a.sensors);
  if (a.sensors.empty() && a.meter.empty() && !search.doubt.empty())
    throw InputError(search.doubt, "--sensor names those to read; --list shows all");
  request.events = find_event_set(a.set);
  request.collect.groups = a.groups;
  request.collect.perf = perf_to_run(a.perf);
  request.collect.output_to_stderr = program.empty() || is_standard_output(a.output);
  if (!a.interval.empty()) request.collect.interval_s = seconds_in("-I", a.interval);
  if (a.meter.empty() && request.sensors.empty() &&
      !forecast::counts_energy(request.events, a.groups, a.sys))
    refuse_without_source(search, a.sys);
  check_meter(a);
  request.keep = keeper(a);
  return finish_measurement(a, forecast::measure_power(request));
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
  for (const char* const of_a_run :
       {"--seconds", "--only", "--sensor", "--set", "--groups", "--interval", "--perf"})
    counters->excludes(command->get_option(of_a_run));
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_power_measure(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
