// What `hpcast memory --sample` saves and what it costs in accuracy: whole runs and samples of the
// same traces, in pairs.
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

struct Workload {
  std::string name;
  std::vector<std::string> arguments, quick_arguments;
};
const std::vector<Workload> workloads{{"triad", {"2000000", "5"}, {"100000", "2"}},
                                      {"gather", {"200000", "3"}, {"20000", "1"}},
                                      {"dgemm", {"400"}, {"100"}},
                                      {"jacobi", {"1500", "10"}, {"200", "2"}},
                                      {"npb_is", {"W"}, {"S"}},
                                      {"npb_cg", {"S"}, {"S"}},
                                      {"npb_mg", {"W"}, {"S"}},
                                      {"npb_ft", {"S"}, {"S"}}};
const std::vector<std::string> machines{"i7-7700k", "epyc-7702x2-nps4"};
const std::vector<std::string> samples{"sets:4", "sets:16", "time:10"};
constexpr double demanded = 0.95;  // of the intervals shall hold what the whole run says
constexpr double tolerance = 0.05;

struct Measured {
  std::vector<Cost> whole, sampled;  // in pairs
  std::vector<double> errors;        // relative, signed; one a seed
  double margins = 0;                // relative, their sum
  int held = 0, intervals = 0;

  double speedup() const { return median(whole).cpu_s / median(sampled).cpu_s; }
  double largest_error() const {
    double largest = 0;
    for (const double error : errors) largest = std::fmax(largest, std::fabs(error));
    return largest;
  }
};

void add(Measured& m, const Forecast& whole, const Forecast& sampled) {
  m.whole.push_back(whole.cost);
  m.sampled.push_back(sampled.cost);
  const double error = sampled.result.time_s - whole.result.time_s;
  m.errors.push_back(error / whole.result.time_s);
  if (!sampled.result.sample->margin_s) return;
  const double margin = *sampled.result.sample->margin_s;
  m.margins += margin / whole.result.time_s;
  ++m.intervals;
  m.held += std::fabs(error) <= margin ? 1 : 0;
}

Measured measure(const std::string& machine, const std::string& trace, const std::string& sample,
                 int runs) {
  Measured measured;
  int seed = 0;
  for (Rounds rounds(runs); rounds.another();) {
    ++seed;
    add(measured, forecast_trace(machine, {"--host-threads", "1"}, trace),
        forecast_trace(machine,
                       {"--host-threads", "1", "--sample", fmt::format("{}:{}", sample, seed)},
                       trace));
  }
  return measured;
}

void add_row(Table& table, const std::string& workload, const std::string& machine,
             const std::string& sample, const Measured& m, const Report& report) {
  const std::string margin =
      m.intervals > 0 ? "± " + format_percent(m.margins / m.intervals) : "no interval";
  report.add(table, {workload, machine, sample, number(median(m.whole).cpu_s), times(m.speedup()),
                     format_percent(m.largest_error()), margin,
                     fmt::format("{} of {}", m.held, m.intervals)});
}

// Tiny runs have no stretch to measure.
bool is_possible(const std::string& sample, const Options& options) {
  return !options.quick || sample.starts_with("sets");
}

struct Row {
  std::string machine, sample;
};

std::vector<Row> wanted_rows(const Workload& workload, const Options& options, Report& report) {
  std::vector<Row> rows;
  for (const std::string& machine : machines)
    for (const std::string& sample : samples)
      if (is_possible(sample, options) &&
          report.wants(fmt::format("{}, {}, {}", workload.name, machine, sample)))
        rows.push_back({machine, sample});
  return rows;
}

void measure_all(const Options& options, Report& report) {
  const ScratchFolder scratch;
  Table table({"workload", "machine", "sample", "whole, CPU s", "speed-up", "largest error",
               "interval", "held"});
  int held = 0, intervals = 0;
  for (const Workload& workload : workloads) {
    const std::vector<Row> rows = wanted_rows(workload, options, report);
    if (rows.empty()) continue;
    const std::string trace = scratch.file("trace");
    Command record{{hpcast_program(), "trace", "-o", trace, "--", traced_workload(workload.name)},
                   4};
    const auto& arguments = options.quick ? workload.quick_arguments : workload.arguments;
    record.words.insert(record.words.end(), arguments.begin(), arguments.end());
    run(record);
    for (const auto& [machine, sample] : rows) {
      const Measured m = measure(machine, trace, sample, options.runs);
      add_row(table, workload.name, machine, sample, m, report);
      report.data["samples"].push_back({{"workload", workload.name},
                                        {"machine", machine},
                                        {"sample", sample},
                                        {"speedup", m.speedup()},
                                        {"errors", m.errors},
                                        {"held", m.held},
                                        {"intervals", m.intervals}});
      if (!sample.starts_with("sets")) continue;
      held += m.held;
      intervals += m.intervals;
    }
    std::filesystem::remove_all(trace);
  }
  if (intervals == 0) return;
  report.claim({.text = "part of the intervals of --sample sets:N that hold the whole run's value",
                .value = static_cast<double>(held) / intervals,
                .least = demanded - tolerance});
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv,
      {.about = "What --sample saves and how far it is off: CPU time and forecast of recorded "
                "traces, whole\nand sampled, on one host thread. --runs: seeds.",
       .run = measure_all,
       .default_runs = 5});
}
