// Kernels of the NAS Parallel Benchmarks' kind: what simulating them costs and how near the
// forecast comes, beside the means that PMNet's paper gives (pmnet.txt, section 4.1).
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

constexpr char modelled[] = "i7-7700k";
const std::vector<std::string> kernels{"ep", "is", "cg", "mg", "ft"};
const std::vector<int> thread_counts{1, 4};

struct Kernel {
  std::string name;
  std::string problem;  // its class
  int threads = 1;
};

struct Measured {
  Cost native, simulation;
  double timed_s = 0;     // wall time of the kernel's own timed part, natively
  double forecast_s = 0;  // of that part on a machine of this host's kind
  std::string bottleneck;
  double references = 0;

  double cpu_cost() const { return simulation.cpu_s / native.cpu_s; }
  double wall_cost() const { return simulation.wall_s / native.wall_s; }
  double accuracy() const { return forecast_s / timed_s; }
};

Command command(const std::string& program, const Kernel& kernel) {
  return {{program, kernel.problem}, kernel.threads};
}

// From a kernel's closing line: "cg class S: 0.103 s, verification successful".
double timed_part(const std::string& output) {
  const std::size_t line = output.find(" class ");
  double seconds = 0;
  if (line == std::string::npos ||
      std::sscanf(output.c_str() + line, " class %*c: %lf", &seconds) != 1)
    throw InputError("not what a kernel prints: " + output);
  return seconds;
}

Measured measure(const Kernel& kernel, const std::string& host, int runs) {
  const std::string name = "npb_" + kernel.name;
  const Command traced = command(traced_workload(name), kernel);
  std::vector<Cost> native, simulation;
  std::vector<double> timed;
  Measured measured;
  for (Rounds rounds(runs); rounds.another();) {
    const Outcome outcome = run(command(native_workload(name), kernel));
    native.push_back(outcome.cost);
    timed.push_back(timed_part(outcome.output));
    const Forecast forecast = forecast_online(modelled, {}, traced);
    simulation.push_back(forecast.cost);
    measured.references = static_cast<double>(forecast.result.run.references);
  }
  const Forecast here = forecast_online(host, {"--only", kernel.name}, traced);
  measured.native = median(native);
  measured.simulation = median(simulation);
  measured.timed_s = median(timed);
  measured.forecast_s = here.result.time_s;
  measured.bottleneck = here.result.bottleneck.name;
  return measured;
}

std::string row_name(const Kernel& k) {
  return fmt::format("{} {}, {}", k.name, k.problem, counted(k.threads, "thread"));
}

void add_row(Table& table, const Kernel& k, const Measured& m, const Report& report) {
  report.add(table, {row_name(k), format_count(m.references), number(m.native.cpu_s),
                     number(m.simulation.cpu_s), times(m.cpu_cost()), times(m.wall_cost()),
                     number(m.references / m.simulation.wall_s / 1e6), format_time(m.timed_s),
                     format_time(m.forecast_s), format_percent(m.accuracy()), m.bottleneck});
}

nlohmann::ordered_json to_json(const Kernel& k, const Measured& m) {
  return {{"kernel", k.name},
          {"class", k.problem},
          {"threads", k.threads},
          {"references", m.references},
          {"native", bench::to_json(m.native)},
          {"simulation", bench::to_json(m.simulation)},
          {"cost_cpu", m.cpu_cost()},
          {"cost_wall", m.wall_cost()},
          {"timed_s", m.timed_s},
          {"forecast_s", m.forecast_s},
          {"accuracy", m.accuracy()},
          {"bottleneck", m.bottleneck}};
}

double mean(const std::vector<Measured>& all, double (Measured::*value)() const) {
  double sum = 0;
  for (const Measured& m : all) sum += (m.*value)();
  return sum / static_cast<double>(all.size());
}

constexpr char what_compares[] =
    "Cost: ours is CPU time of hpcast and program ÷ CPU time of the program alone, both whole, on\n"
    "this machine; the paper's is simulation time ÷ the program's time, host four cores of an\n"
    "E5-2680 v4, the largest problem that ended within 24 hours. Forecast ÷ native: ours is for "
    "the\n"
    "kernels' timed part on a DAT of this host's kind, whose bandwidths are nominal (hpcast "
    "machine\n"
    "host); the paper's for the i7-7700K. The kernels are ours, after NPB's specification; the "
    "paper\n"
    "ran NPB itself. Neither models latency or arithmetic here: a forecast is a lower bound.\n";

void print_means(const std::vector<Measured>& all, Report& report) {
  const double cost = mean(all, &Measured::cpu_cost);
  const double accuracy = mean(all, &Measured::accuracy);
  Table table({"means", "ours", "PMNet", "gem5", "SST"});
  table.add({"simulation cost", times(cost), "1693×", "28294×", "37942×"});
  table.add({"forecast ÷ native", format_percent(accuracy), "30 %", "302 %", "139 %"});
  report.print("\n" + table.text() + "\n" + what_compares);
  report.data["means"] = {{"cost_cpu", cost}, {"accuracy", accuracy}};
  report.data["published_means"] = {{"cost", {{"PMNet", 1693}, {"gem5", 28294}, {"SST", 37942}}},
                                    {"accuracy", {{"PMNet", 0.30}, {"gem5", 3.02}, {"SST", 1.39}}}};
  report.claim({.text = "mean simulation cost, against PMNet's", .value = cost, .most = 1693});
}

void measure_all(const std::string& problem, const Options& options, Report& report) {
  const ScratchFolder scratch;
  const std::string host = scratch.file("host.dat.json");
  run({{hpcast_program(), "machine", "host", "-o", host}});
  Table table({"kernel", "references", "native CPU s", "ours CPU s", "cost CPU", "cost wall",
               "M refs/s", "timed part", "forecast", "÷ native", "limit"});
  std::vector<Measured> all;
  for (const int threads : thread_counts)
    for (const std::string& name : kernels) {
      const Kernel kernel{name, options.quick ? "S" : problem, threads};
      if (!report.wants(row_name(kernel))) continue;
      all.push_back(measure(kernel, host, options.runs));
      add_row(table, kernel, all.back(), report);
      report.data["kernels"].push_back(to_json(kernel, all.back()));
    }
  if (report.wants_all()) print_means(all, report);
}

}  // namespace

int main(int argc, char** argv) {
  std::string problem = "W";
  return run_benchmark(
      argc, argv,
      {.about = "Kernels of the NAS Parallel Benchmarks' kind with 1 and 4 threads: cost of the "
                "simulation\non the i7-7700K's DAT, and forecast ÷ native on one of this host's "
                "kind.",
       .add_options =
           [&problem](CLI::App& app) {
             app.add_option("--class", problem, "of the problems: S, W or A")
                 ->check(CLI::IsMember({"S", "W", "A"}))
                 ->capture_default_str();
           },
       .run = [&problem](const Options& options,
                         Report& report) { measure_all(problem, options, report); }});
}
