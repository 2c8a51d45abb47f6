// Slowdown by a longer latency, forecast and measured. Chains of dependent loads with work beside
// them run natively with a footprint that the second cache holds, and with one that only memory
// does: the second is the first with another latency, and both latencies are probed in the same
// round. hpcast sees a short trace of the first and a machine with that latency, never how many
// chains there are. docs/latency.md.
#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/scratch_folder.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

constexpr const char* near_footprint = "256KiB";
constexpr const char* far_footprint = "1GiB";
constexpr const char* quick_far_footprint = "64MiB";
constexpr const char* methods[] = {"misses", "overlap-max", "overlap-add", "overlap", "window"};
constexpr std::size_t method_count = std::size(methods);
constexpr const char* best = "window";
constexpr double most_error = 0.25;  // on average over the cases, of the best method

struct Case {
  int chains, work;
  int stream;  // percent of the accesses
};

struct Measured {
  double near_latency, far_latency;  // ns
  double near_step, far_step;        // ns a step
  double slowdown() const { return far_step / near_step; }
};

// The number behind `label` in what a program printed.
double number_after(const std::string& output, const std::string& label) {
  const std::size_t at = output.find(label);
  if (at == std::string::npos) throw InputError("no '" + label + "' in: " + output);
  return std::stod(output.substr(at + label.size()));
}
double number_before(const std::string& output, const std::string& unit) {
  const std::size_t end = output.find(unit);
  if (end == std::string::npos) throw InputError("no '" + unit + "' in: " + output);
  return std::stod(output.substr(output.rfind(',', end) + 1));
}

double probe(const std::string& footprint) {
  return number_after(run({{native_workload("chase"), "--probe", footprint}}).output, "latency ");
}

std::vector<std::string> chase(const Case& c, const std::string& footprint,
                               std::initializer_list<std::string> how_long) {
  std::vector<std::string> command{native_workload("chase"), std::to_string(c.chains),
                                   std::to_string(c.work), footprint};
  command.insert(command.end(), how_long);
  if (c.stream > 0) command.insert(command.end(), {"--stream", std::to_string(c.stream)});
  return command;
}

double step_time(const Case& c, const std::string& footprint, const std::string& seconds) {
  return number_before(run({chase(c, footprint, {seconds})}).output, " ns per step");
}

Measured measure(const Case& c, const Options& options) {
  const std::string far = options.quick ? quick_far_footprint : far_footprint;
  const std::string seconds = options.quick ? "0.05" : "0.5";
  return {probe(near_footprint), probe(far), step_time(c, near_footprint, seconds),
          step_time(c, far, seconds)};
}

// A trace of the case, and what it executes a step.
struct Traced {
  std::string trace;
  double instructions = 0;
};

double instructions_in_chase(const std::string& csv) {
  std::ifstream file(csv);
  std::string line;
  double sum = 0;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string thread, phase, part, instructions;
    std::getline(cells, thread, ',');
    std::getline(cells, phase, ',');
    std::getline(cells, part, ',');
    std::getline(cells, instructions, ',');
    if (phase == "chase") sum += std::stod(instructions);
  }
  return sum;
}

Traced trace(const Case& c, const ScratchFolder& scratch, const Options& options) {
  const int steps = options.quick ? 500 : 20'000;
  const std::string name = fmt::format("{}x{}-{}", c.chains, c.work, c.stream);
  Traced traced{scratch.file(name + ".trace"), 0};
  std::vector<std::string> command{hpcast_program(), "trace", "--tracer",   "valgrind",
                                   "--code",         "-o",    traced.trace, "--"};
  for (const std::string& word : chase(c, near_footprint, {"--steps", std::to_string(steps)}))
    command.push_back(word);
  run({command});
  const std::string csv = scratch.file(name + ".csv");
  run({{hpcast_program(), "trace", "operations", traced.trace, "-o", csv}});
  traced.instructions = instructions_in_chase(csv) / steps;
  return traced;
}

// By method. The core executes at the rate that was measured with the short latency.
std::vector<double> forecast(const Traced& traced, const Measured& m, const std::string& machine) {
  const std::string text =
      run({{hpcast_program(), "latency", "--simulate", machine, traced.trace, "--to",
            fmt::format("{}ns", m.far_latency), "--set",
            fmt::format("memory.latency={}ns", m.near_latency), "--set",
            fmt::format("core.ips={}", traced.instructions / m.near_step * 1e9), "--region",
            "chase", "--json", "-"}})
          .output;
  const Document result = parse_json(text, "hpcast latency");
  std::vector<double> slowdowns(method_count, std::nan(""));
  for (const Json& f : result.root["forecasts"])
    for (std::size_t i = 0; i < method_count; ++i)
      if (f["method"] == methods[i]) slowdowns[i] = f["slowdown"][0];
  return slowdowns;
}

double error_of(double forecast, double truth) { return std::abs(forecast / truth - 1); }

struct Row {
  Case c;
  Measured measured;             // medians
  std::vector<double> slowdown;  // forecast, by method; medians
  std::vector<double> error;     // of the medians' rounds; medians
};

Row median_of(const Case& c, const std::vector<Measured>& rounds,
              const std::vector<std::vector<double>>& forecasts) {
  const auto of = [&](auto&& value) {
    std::vector<double> values;
    for (std::size_t r = 0; r < rounds.size(); ++r) values.push_back(value(r));
    return median(values);
  };
  Row row{c, {}, {}, {}};
  row.measured = {of([&](std::size_t r) { return rounds[r].near_latency; }),
                  of([&](std::size_t r) { return rounds[r].far_latency; }),
                  of([&](std::size_t r) { return rounds[r].near_step; }),
                  of([&](std::size_t r) { return rounds[r].far_step; })};
  for (std::size_t i = 0; i < method_count; ++i) {
    row.slowdown.push_back(of([&](std::size_t r) { return forecasts[r][i]; }));
    row.error.push_back(
        of([&](std::size_t r) { return error_of(forecasts[r][i], rounds[r].slowdown()); }));
  }
  return row;
}

// By method, over the cases.
std::vector<double> mean_errors(const std::vector<Row>& rows) {
  std::vector<double> means(method_count);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < method_count; ++i)
      means[i] += row.error[i] / static_cast<double>(rows.size());
  return means;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string name_of(const Case& c) {
  return fmt::format("{} chains, work {}, stream {}", c.chains, c.work, percent(c.stream / 100.0));
}

Table::Row head() {
  Table::Row head{"case", "ns", "to ns", "ns/step", "measured"};
  for (const char* method : methods) head.emplace_back(method);
  return head;
}

Table::Row cells_of(const Row& row) {
  Table::Row cells{name_of(row.c), number(row.measured.near_latency),
                   number(row.measured.far_latency), number(row.measured.near_step),
                   times(row.measured.slowdown())};
  for (std::size_t i = 0; i < method_count; ++i)
    cells.push_back(times(row.slowdown[i]) + " (" + percent(row.error[i]) + ")");
  return cells;
}

Table::Row cells_of(const std::vector<double>& mean_errors) {
  Table::Row cells{"mean error", "", "", "", ""};
  for (const double error : mean_errors) cells.push_back(percent(error));
  return cells;
}

std::vector<Case> cases_for(const Options& options) {
  std::vector<Case> cases;
  for (const int work : options.quick ? std::vector{0} : std::vector{0, 20, 50, 100})
    for (const int chains : options.quick ? std::vector{1, 8} : std::vector{1, 2, 4, 8})
      cases.push_back({chains, work, 0});
  for (const int stream : options.quick ? std::vector{50} : std::vector{20, 50})
    for (const int chains : options.quick ? std::vector{1} : std::vector{1, 4})
      cases.push_back({chains, 0, stream});
  return cases;
}

nlohmann::ordered_json to_json(const Row& row) {
  nlohmann::ordered_json json = {{"chains", row.c.chains},
                                 {"work", row.c.work},
                                 {"stream_percent", row.c.stream},
                                 {"near_latency_ns", row.measured.near_latency},
                                 {"far_latency_ns", row.measured.far_latency},
                                 {"near_step_ns", row.measured.near_step},
                                 {"far_step_ns", row.measured.far_step}};
  for (std::size_t i = 0; i < method_count; ++i)
    json[methods[i]] = {{"slowdown", row.slowdown[i]}, {"error", row.error[i]}};
  return json;
}

// Each round measures and forecasts, so that the latencies of both are of the same moment.
Row measure_row(const Case& c, const std::string& machine, const ScratchFolder& scratch,
                const Options& options) {
  const Traced traced = trace(c, scratch, options);
  std::vector<Measured> measured;
  std::vector<std::vector<double>> forecasts;
  for (Rounds rounds(options.runs); rounds.another();) {
    measured.push_back(measure(c, options));
    forecasts.push_back(forecast(traced, measured.back(), machine));
  }
  return median_of(c, measured, forecasts);
}

void truth(const Options& options, Report& report) {
  const ScratchFolder scratch;
  const std::string machine = scratch.file("one-cache.dat.json");
  run({{hpcast_program(), "machine", "custom", "cores=1", "l1=4KiB", "l2=0", "l3=0", "membw=1TB/s",
        "-o", machine}});
  report.print(
      fmt::format("Slowdown when {} become {}, medians of the rounds; in brackets the "
                  "error, median of the rounds'\n\n",
                  near_footprint, options.quick ? quick_far_footprint : far_footprint));
  Table table(head());
  std::vector<Row> rows;
  for (const Case& c : cases_for(options)) {
    if (!report.wants(name_of(c))) continue;
    rows.push_back(measure_row(c, machine, scratch, options));
    report.add(table, cells_of(rows.back()));
    report.data["cases"].push_back(to_json(rows.back()));
  }
  if (rows.empty()) return;
  const std::vector<double> means = mean_errors(rows);
  report.add(table, cells_of(means));
  for (std::size_t i = 0; i < method_count; ++i) {
    report.data["mean_error"][methods[i]] = means[i];
    if (std::string(methods[i]) == best && report.wants_all())
      report.claim({fmt::format("mean error of {}, which hpcast latency chooses", best), means[i],
                    0, most_error});
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {"Slowdown by a longer latency of memory, forecast and measured.",
                        [](CLI::App&) {}, truth, 5});
}
