// Whether what limits a forecast limits the program: kernels of workloads/accuracy on more data
// than a cache further in holds, and beside a stream from memory on another processor.
// docs/accuracy.md.
#include <fmt/core.h>
#include <sched.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accuracy_cases.h"
#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/answers/memory/typical_error.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;
using answers::ErrorClass;

// What takes most of the time makes it twice as long where it gets far slower, or half as long
// where it gets far quicker; in between both count.
constexpr double clearly = 2, beside_clearly = 1.5, hardly = 1.25;
constexpr double least_agreement = 0.9;

struct Entry {
  AccuracyCase c;
  std::vector<double> alone, beside;  // s, of each round
  double instructions = 0;            // of a call
  std::optional<ErrorClass> forecast;
  std::optional<double> more_data = {};  // time of an instruction ÷ that with less data

  double each() const { return least(alone) / instructions; }
  double slowed() const { return least(beside) / least(alone); }
  // What the experiments say: nothing of what a cache may limit that no code with less data is held
  // against.
  std::optional<ErrorClass> limit() const {
    const double by_data = more_data.value_or(1);
    if (by_data >= clearly || slowed() >= beside_clearly) return ErrorClass::memory;
    const bool is_told = more_data || c.class_name != "memory";
    if (is_told && by_data <= hardly && slowed() <= hardly) return ErrorClass::core;
    return {};
  }
};

// Two that this process may run on.
std::array<std::string, 2> two_processors() {
  cpu_set_t set;
  std::vector<std::string> allowed;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set)) allowed.push_back(std::to_string(cpu));
  if (allowed.size() < 2) throw InputError("limit-truth needs two processors");
  return {allowed[0], allowed[1]};
}

// Beside a stream from memory that has begun.
Command beside_stream(const Entry& e, const std::array<std::string, 2>& processors) {
  const char* const script =
      "taskset -c $1 timeout 100 \"$2\" sum_memory 100000000 >/dev/null & stream=$!; "
      "trap 'kill $stream' EXIT; trap 'exit 130' INT TERM; sleep 0.2; "
      "shift 2; taskset -c \"$@\" && kill -0 $stream";
  const Words words{"sh",         "-c",          script,
                    "sh",         processors[1], native_workload("accuracy_" + e.c.build),
                    processors[0]};
  return {words + e.c.native_command().words, 1};
}

void measure_natively(std::vector<Entry>& entries, int rounds, const Report& report) {
  const std::array<std::string, 2> processors = two_processors();
  for (int r = 1; r <= rounds; ++r) {
    for (Entry& e : entries) {
      e.alone.push_back(
          native_time({Words{"taskset", "-c", processors[0]} + e.c.native_command().words, 1}));
      e.beside.push_back(native_time(beside_stream(e, processors)));
    }
    report.print(fmt::format("native round {} of {} done\n", r, rounds));
  }
  report.print("\n");
}

void forecast_once(Entry& e, const std::string& machine) {
  const Forecast f =
      forecast_online(machine, {"--tracer", "valgrind", "--only", e.c.kernel}, e.c.command(1));
  e.forecast = answers::error_class(f.result);
  for (const OperationRow& row : f.result.operations)
    if (row.phase == e.c.kernel) e.instructions += static_cast<double>(row.counts.instructions);
  if (e.instructions == 0) throw InputError(e.c.name() + ": no instructions were counted");
}

// "triad_" of "triad_memory".
std::string family_of(const std::string& kernel) { return kernel.substr(0, kernel.rfind('_') + 1); }

// Against those with the same code on less data: the most that an instruction takes longer.
void compare_data(std::vector<Entry>& entries) {
  constexpr std::array footprints{"l1", "l2", "l3", "memory"};
  const auto rank = [&](const Entry& e) {
    const std::string end = e.c.kernel.substr(family_of(e.c.kernel).size());
    return std::find(footprints.begin(), footprints.end(), end) - footprints.begin();
  };
  for (Entry& e : entries)
    for (const Entry& less : entries) {
      const bool same = less.c.build == e.c.build && !family_of(e.c.kernel).empty() &&
                        family_of(less.c.kernel) == family_of(e.c.kernel);
      if (!same || rank(e) >= std::ssize(footprints) || rank(less) >= rank(e)) continue;
      e.more_data = std::max(e.more_data.value_or(0), e.each() / less.each());
    }
}

std::string name(const std::optional<ErrorClass>& limit) {
  return limit ? answers::name_of(*limit) : "-";
}

// By what experiments say: cases, and those of them of which forecasts say the same.
void conclude(const std::map<ErrorClass, std::pair<int, int>>& by_class, Report& report) {
  int told = 0, agreed = 0;
  report.print("\n");
  for (const auto& [limit, cases] : by_class) {
    told += cases.first;
    agreed += cases.second;
    report.print(fmt::format("kernels {}: {} of {} agree\n", answers::words_of(limit), cases.second,
                             cases.first));
  }
  if (!report.wants_all() || told == 0) return;
  report.claim({.text = "limits that agree with the experiment",
                .value = static_cast<double>(agreed) / told,
                .least = least_agreement});
}

void measure_all(const std::string& given, const Options& options, Report& report) {
  std::vector<Entry> entries;
  for (const AccuracyCase& c : accuracy_cases(options, report))
    if (c.threads == 1) entries.push_back({c, {}, {}, 0, {}, {}});
  if (entries.empty()) return;
  const ScratchFolder scratch;
  const std::string machine = host_file(given, options, scratch, report);
  for (Entry& e : entries) forecast_once(e, machine);
  report.print(fmt::format("{} forecasts done\n", entries.size()));
  measure_natively(entries, options.runs, report);
  compare_data(entries);
  Table table({"case", "more data", "beside a stream", "so limited by", "forecast"});
  std::map<ErrorClass, std::pair<int, int>> by_class;  // told, and agreed of them
  for (const Entry& e : entries) {
    report.add(table, {e.c.name(), e.more_data ? fmt::format("{:.2f}", *e.more_data) : "-",
                       fmt::format("{:.2f}", e.slowed()), name(e.limit()), name(e.forecast)});
    report.data["cases"].push_back({{"case", e.c.name()},
                                    {"more_data", e.more_data.value_or(0)},
                                    {"beside", e.slowed()},
                                    {"limit", name(e.limit())},
                                    {"forecast", name(e.forecast)}});
    if (!e.limit()) continue;
    ++by_class[*e.limit()].first;
    by_class[*e.limit()].second += e.limit() == e.forecast ? 1 : 0;
  }
  conclude(by_class, report);
}

}  // namespace

int main(int argc, char** argv) {
  std::string machine;
  return run_benchmark(
      argc, argv,
      {.about = "What limits kernels, by forecast and by experiment: with more data than a cache "
                "further in holds (time of an\ninstruction, at most ÷ that with less), and beside "
                "a stream from memory on another processor.",
       .add_options =
           [&machine](CLI::App& app) {
             app.add_option("--machine", machine,
                            "DAT file of this host; default: what hpcast calibrate measures first");
           },
       .run = [&machine](const Options& options,
                         Report& report) { measure_all(machine, options, report); },
       .default_runs = 3,
       .what_counts = "least"});
}
