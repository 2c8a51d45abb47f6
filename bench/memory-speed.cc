// What `hpcast memory` costs, beside the program alone and beside cachegrind.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/reftrace/valgrind_tool.h"
#include "page_state.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

// The bounds, as ratios: with two threads, and the last with one thread too.
constexpr double most_cpu = 0.6;           // to cachegrind's CPU time
constexpr double most_wall = 0.5;          // to cachegrind's wall time
constexpr double most_msi = 1.6;           // CPU time with coherence to without
constexpr double most_valgrind_cpu = 1.5;  // the Valgrind tracer's CPU time to cachegrind's

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// Three levels and NUMA memory, two threads on a socket each. What is compared with cachegrind has
// caches that are independent of each other, a DAT's default, as cachegrind's are. Beside it, what
// the rules between levels cost: the machine as it is built, its L2 inclusive, its L3 a victim
// cache (every line that an L2 lets go travels too), and another one whose L3 is inclusive (its
// evictions reach back into the private caches).
constexpr char machine[] = "epyc-7702x2-nps4";
const std::vector<std::string> as_built{"--pin", "core0,core64"};
const std::vector<std::string> independent{
    "--pin", "core0,core64", "--set", "L2.inclusion=nine", "--set", "L3.inclusion=nine"};
constexpr char inclusive_machine[] = "i7-7700k";

const std::vector<std::string> by_valgrind{"--tracer", "valgrind"};
// Without windows over what cores execute.
const std::vector<std::string> without_cores{"--model", "pmnet"};

struct Workload {
  std::string name;
  std::vector<std::string> arguments, quick_arguments;
};

const std::vector<Workload> workloads{{"triad", {"8388608", "4"}, {"100000", "2"}},
                                      {"gather", {"200000", "4"}, {"5000", "2"}},
                                      {"dgemm", {"384", "1"}, {"64", "1"}},
                                      {"jacobi", {"1000", "20"}, {"50", "2"}}};

enum Way {
  native,
  hooks,
  record,
  offline,
  online,
  online_window,
  online_hooks,
  online_tsan,
  online_as_built,
  online_inclusive,
  online_msi,
  valgrind_record,
  valgrind_online,
  valgrind_window,
  cachegrind,
  ways
};
const std::array<std::string, ways> way_names{
    "native",        "hooks alone",    "record",          "offline",         "online",
    "online window", "no loops",       "tsan online",     "victim L3",       "incl. L3",
    "MSI",           "valgrind trace", "valgrind online", "valgrind window", "cachegrind"};

struct Measured {
  std::array<Cost, ways> cost;            // unknown where not measured
  std::array<double, ways> references{};  // unknown where nobody counts them
  double misses = 0;                      // of the first caches, online
  double trace_bytes = 0;

  double cpu_ratio(Way way, Way to) const { return cost[way].cpu_s / cost[to].cpu_s; }
  double wall_ratio(Way way, Way to) const { return cost[way].wall_s / cost[to].wall_s; }
};

std::vector<std::string> joined(std::vector<std::string> front,
                                const std::vector<std::string>& back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

// Why the Valgrind tracer cannot be measured; empty: it can.
std::string lack_of_tracer() {
  try {
    reftrace::valgrind_folder();
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string machine_file(const ScratchFolder& scratch, const std::string& name) {
  std::string path = scratch.file(name + ".dat.json");
  if (!std::filesystem::exists(path)) run({{hpcast_program(), "machine", name, "-o", path}});
  return path;
}

double folder_bytes(const std::string& folder) {
  double bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    bytes += static_cast<double>(entry.file_size());
  return bytes;
}

std::string shape_option(const char* name, const dat::CacheClass& cache) {
  return fmt::format("--{}={},{},{}", name, cache.capacity, cache.associativity, cache.linesize);
}

// cachegrind with the machine's first and last level.
std::vector<std::string> cachegrind_words(const std::string& machine_path) {
  const dat::Machine dat = dat::read_machine(machine_path);
  return {"valgrind",
          "--tool=cachegrind",
          "--cache-sim=yes",
          "--cachegrind-out-file=/dev/null",
          shape_option("I1", dat.cache_classes.front()),
          shape_option("D1", dat.cache_classes.front()),
          shape_option("LL", dat.cache_classes.back())};
}

double misses_of_first_caches(const answers::MemoryAnswer& result) {
  double misses = 0;
  for (const answers::ObjectResult& object : result.objects)
    if (object.cache && object.level == 1)
      misses += static_cast<double>(object.cache->read_misses + object.cache->write_misses);
  return misses;
}

// One workload, every way, as often as asked for.
class Measurement {
 public:
  Measurement(const Workload& workload, int threads, bool quick, const ScratchFolder& scratch)
      : name_(workload.name + (threads == 1 ? ", 1 thread" : "")),
        threads_(threads),
        arguments_(quick ? workload.quick_arguments : workload.arguments),
        native_(words({}, native_workload(workload.name))),
        traced_(words({}, traced_workload(workload.name))),
        traced_by_hooks_(words({}, traced_workload(workload.name + "_hooks"))),
        traced_by_tsan_(words({}, traced_workload(workload.name + "_tsan"))),
        trace_(scratch.file("trace")),
        with_cachegrind_(program_named("valgrind").has_value()),
        with_tracer_(lack_of_tracer().empty()) {
    references_.fill(unknown);
    if (with_cachegrind_)
      cachegrind_ = words(cachegrind_words(machine_file(scratch, machine)), native_.words[0]);
  }

  const std::string& name() const { return name_; }  // "triad", "triad, 1 thread"

  // All ways once, one after the other, so that what disturbs disturbs all alike.
  void round() {
    costs_[native].push_back(run(native_).cost);
    costs_[hooks].push_back(run(traced_).cost);
    record_trace(record, {}, traced_);
    add(offline, forecast_trace(machine, independent, trace_));
    trace_bytes_ = folder_bytes(trace_);
    std::filesystem::remove_all(trace_);
    add(online, forecast_online(machine, joined(independent, without_cores), traced_));
    add(online_window, forecast_online(machine, independent, traced_));
    add(online_hooks,
        forecast_online(machine, joined(independent, without_cores), traced_by_hooks_));
    add(online_tsan, forecast_online(machine, independent, traced_by_tsan_));
    add(online_as_built, forecast_online(machine, joined(as_built, without_cores), traced_));
    add(online_inclusive, forecast_online(inclusive_machine, without_cores, traced_));
    add(online_msi,
        forecast_online(machine, joined(joined(independent, without_cores), {"--coherence", "msi"}),
                        traced_));
    if (with_tracer_) with_valgrind();
    if (with_cachegrind_) costs_[cachegrind].push_back(run(cachegrind_).cost);
  }

  Measured result() const {
    Measured measured;
    for (int way = 0; way < ways; ++way)
      measured.cost[way] = costs_[way].empty() ? Cost{unknown, unknown} : median(costs_[way]);
    measured.references = references_;
    measured.references[hooks] = references_[online];
    measured.references[record] = references_[offline];
    measured.references[valgrind_record] = references_[valgrind_online];
    measured.misses = misses_;
    measured.trace_bytes = trace_bytes_;
    return measured;
  }

 private:
  Command words(std::vector<std::string> front, const std::string& program) const {
    Command command{std::move(front), threads_};
    command.words.push_back(program);
    command.words.insert(command.words.end(), arguments_.begin(), arguments_.end());
    return command;
  }

  void add(Way way, const Forecast& forecast) {
    costs_[way].push_back(forecast.cost);
    references_[way] = static_cast<double>(forecast.result.run.references);
    if (way == online) misses_ = misses_of_first_caches(forecast.result);
  }

  void record_trace(Way way, const std::vector<std::string>& options, const Command& program) {
    std::vector<std::string> front = joined({hpcast_program(), "trace", "-o", trace_}, options);
    front.emplace_back("--");
    costs_[way].push_back(run(words(std::move(front), program.words[0])).cost);
  }

  void with_valgrind() {
    record_trace(valgrind_record, by_valgrind, native_);
    std::filesystem::remove_all(trace_);
    const std::vector<std::string> options = joined(independent, by_valgrind);
    add(valgrind_online, forecast_online(machine, joined(options, without_cores), native_));
    add(valgrind_window, forecast_online(machine, options, native_));
  }

  std::string name_;
  int threads_;
  std::vector<std::string> arguments_;
  Command native_, traced_, traced_by_hooks_, traced_by_tsan_, cachegrind_;
  std::string trace_;
  bool with_cachegrind_, with_tracer_;
  std::array<std::vector<Cost>, ways> costs_;
  std::array<double, ways> references_;
  double misses_ = 0, trace_bytes_ = 0;
};

using Cell = std::string (*)(const Measured&, Way);

std::vector<Way> measured_ways(const Measured& m) {
  std::vector<Way> measured;
  for (int way = 0; way < ways; ++way)
    if (m.cost[way].cpu_s > 0) measured.push_back(static_cast<Way>(way));
  return measured;
}

void add_row(Table& table, const char* name, const Measured& m, Cell cell) {
  Table::Row row{name};
  for (const Way way : measured_ways(m)) row.push_back(cell(m, way));
  table.add(std::move(row));
}

std::string table_of(const std::string& title, const Measured& m) {
  Table::Row head{title};
  for (const Way way : measured_ways(m)) head.push_back(way_names[way]);
  Table table(head);
  add_row(table, "CPU s", m, [](const Measured& d, Way w) { return number(d.cost[w].cpu_s); });
  add_row(table, "wall s", m, [](const Measured& d, Way w) { return number(d.cost[w].wall_s); });
  add_row(table, "CPU ÷ native", m,
          [](const Measured& d, Way w) { return times(d.cpu_ratio(w, native)); });
  add_row(table, "CPU ÷ hooks alone", m,
          [](const Measured& d, Way w) { return times(d.cpu_ratio(w, hooks)); });
  add_row(table, "CPU ÷ cachegrind", m,
          [](const Measured& d, Way w) { return times(d.cpu_ratio(w, cachegrind)); });
  add_row(table, "wall ÷ cachegrind", m,
          [](const Measured& d, Way w) { return times(d.wall_ratio(w, cachegrind)); });
  add_row(table, "M references/s", m, [](const Measured& d, Way w) {
    return number(d.references[w] / d.cost[w].wall_s / 1e6);
  });
  return table.text();
}

// The instrumented program calls a function for each loop, or reference; with no hpcast to listen
// it returns at once. No simulation behind that instrumentation costs less. What it costs more goes
// for the most part to lines that the first caches do not have, each through all levels.
std::string distance_to_limit(const Measured& m) {
  const double floor = m.cost[hooks].cpu_s;
  const double references = m.references[online];
  const double more = 1e9 * (m.cost[online].cpu_s - floor);
  return fmt::format(
      "Limit: hooks to which nobody listens cost {} s of CPU ({:.2f} ns a reference). Online is {} "
      "that:\nsimulating takes {:.2f} ns a reference more, or {:.0f} ns for each of the {:.0f} "
      "in a thousand that\nmiss the first cache. Trace: {:.3f} bytes a reference.\n\n",
      number(floor), 1e9 * floor / references, times(m.cpu_ratio(online, hooks)), more / references,
      more / m.misses, 1e3 * m.misses / references, m.trace_bytes / references);
}

nlohmann::ordered_json to_json(const Measured& m) {
  nlohmann::ordered_json json{
      {"references", m.references[online]}, {"misses", m.misses}, {"trace_bytes", m.trace_bytes}};
  for (const Way way : measured_ways(m)) json[way_names[way]] = bench::to_json(m.cost[way]);
  return json;
}

void claim_gates(const std::string& name, int threads, const Measured& m, Report& report) {
  report.claim({.text = name + ", valgrind online: CPU time ÷ cachegrind's",
                .value = m.cpu_ratio(valgrind_online, cachegrind),
                .most = most_valgrind_cpu});
  if (threads == 1) return;
  report.claim({.text = name + ", online: CPU time ÷ cachegrind's",
                .value = m.cpu_ratio(online, cachegrind),
                .most = most_cpu});
  report.claim({.text = name + ", online: wall time ÷ cachegrind's",
                .value = m.wall_ratio(online, cachegrind),
                .most = most_wall});
  report.claim({.text = name + ": CPU time with MSI ÷ without",
                .value = m.cpu_ratio(online_msi, online),
                .most = most_msi});
}

void measure_speed(const Options& options, Report& report) {
  const ScratchFolder scratch;
  for (const int threads : {2, 1})
    for (const Workload& workload : workloads) {
      Measurement measurement(workload, threads, options.quick, scratch);
      const std::string& name = measurement.name();
      if (!report.wants(name)) continue;
      for (Rounds rounds(options.runs); rounds.another();) measurement.round();
      const Measured measured = measurement.result();
      report.print(table_of(
          fmt::format("{}, {} references", name, format_count(measured.references[online])),
          measured));
      report.print(distance_to_limit(measured));
      report.data["workloads"][name] = to_json(measured);
      claim_gates(name, threads, measured, report);
    }
  if (!program_named("valgrind"))
    report.print("valgrind is not installed (apt install valgrind): no cachegrind, no gates.\n");
  if (const std::string lack = lack_of_tracer(); !lack.empty())
    report.print("No column for the Valgrind tracer, and no gate: " + lack + "\n");
}

SimulationState triad_state(const ScratchFolder& scratch, long elements, long repetitions) {
  const std::string trace = scratch.file("state");
  run({{hpcast_program(), "trace", "-o", trace, "--", traced_workload("triad"),
        std::to_string(elements), std::to_string(repetitions)},
       2});
  const SimulationState state = state_after(machine_file(scratch, machine), trace);
  std::filesystem::remove_all(trace);
  return state;
}

// Twice the pages, then thrice the references to the same pages.
void measure_state(const Options& options, Report& report) {
  if (!report.wants("memory of the simulation")) return;
  const ScratchFolder scratch;
  const long elements = options.quick ? 200'000 : 2'000'000;
  const SimulationState base = triad_state(scratch, elements, 1);
  const SimulationState wider = triad_state(scratch, 2 * elements, 1);
  const SimulationState longer = triad_state(scratch, elements, 5);
  const double per_page =
      static_cast<double>(wider.bytes - base.bytes) / static_cast<double>(wider.pages - base.pages);
  const double growth = static_cast<double>(longer.bytes) / static_cast<double>(base.bytes);
  report.print(fmt::format(
      "Memory of the simulation of {}: {} for {} pages, {:.0f} bytes for each page more; {} after\n"
      "{} references to the same pages instead of {}.\n",
      machine, format_bytes(static_cast<double>(base.bytes)), base.pages, per_page,
      format_bytes(static_cast<double>(longer.bytes)),
      format_count(static_cast<double>(longer.references)),
      format_count(static_cast<double>(base.references))));
  report.data["state"] = {{"bytes", base.bytes},
                          {"pages", base.pages},
                          {"bytes_per_page", per_page},
                          {"growth_with_references", growth}};
  report.claim({.text = "memory after more references to the same pages ÷ before",
                .value = growth,
                .most = 1.0});
}

// 128 threads on the 2-socket Rome, three arrays of 2 GiB together.
void measure_rome(const Options& options, Report& report) {
  const long elements = options.quick ? 1'000'000 : (2L << 30) / 24;
  const Forecast forecast = forecast_online(
      machine, {}, {{traced_workload("triad"), std::to_string(elements), "1"}, 128});
  const auto references = static_cast<double>(forecast.result.run.references);
  report.print(
      fmt::format("\nTriad, 128 threads on {}, {} elements an array: {}\n{} references in {} s of "
                  "wall and {} s "
                  "of CPU time: {} references/s\n",
                  machine, elements, forecast.result.verdict, format_count(references),
                  number(forecast.cost.wall_s), number(forecast.cost.cpu_s),
                  format_count(references / forecast.cost.wall_s)));
  report.data["rome"] = bench::to_json(forecast.cost);
  report.data["rome"]["references"] = references;
  report.data["rome"]["verdict"] = forecast.result.verdict;
}

}  // namespace

int main(int argc, char** argv) {
  bool rome = false;
  return run_benchmark(
      argc, argv,
      {.about = "What hpcast memory costs beside the program alone and beside cachegrind, with one "
                "and with two threads.\nCPU time is that of hpcast and the program together.",
       .add_options =
           [&rome](CLI::App& app) {
             app.add_flag("--rome", rome, "also Triad with 128 threads and 2 GiB on two EPYC 7702");
           },
       .run =
           [&rome](const Options& options, Report& report) {
             measure_speed(options, report);
             measure_state(options, report);
             if (rome && report.wants("rome")) measure_rome(options, report);
           }});
}
