#include "benchmark.h"

#include <fmt/ranges.h>
#include <stdlib.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

#include "hpcast/base/diagnostics.h"

namespace hpcast::bench {

namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

double load() {
  double average = 0;
  return getloadavg(&average, 1) == 1 ? average : 0;
}

void describe_host(const Options& options, const char* what_counts, Report& report) {
  const unsigned processors = std::thread::hardware_concurrency();
  const double others = load();
  report.data["host"] = {{"processor", processor()}, {"processors", processors}, {"load", others}};
  report.data["runs"] = options.runs;
  report.data["quick"] = options.quick;
  report.print(fmt::format("{} × {}; {} of {}; load when it began: {:.2f}\n", processors,
                           processor(), what_counts, options.runs, others));
  if (others > 0.5)
    report.print("Other work runs on this machine: wall times, and CPU times a little, suffer.\n");
  if (options.quick) report.print("--quick: the numbers mean nothing.\n");
}

std::string bound(const Claim& claim) {
  if (std::isfinite(claim.least) && std::isfinite(claim.most))
    return fmt::format("{} to {}", number(claim.least), number(claim.most));
  return std::isfinite(claim.least) ? "at least " + number(claim.least)
                                    : "at most " + number(claim.most);
}

nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json to_json(const std::vector<Claim>& claims) {
  auto list = nlohmann::ordered_json::array();
  for (const Claim& claim : claims)
    list.push_back({{"claim", claim.text},
                    {"value", finite_or_null(claim.value)},
                    {"least", finite_or_null(claim.least)},
                    {"most", finite_or_null(claim.most)},
                    {"holds", claim.holds()}});
  return list;
}

}  // namespace

bool Rounds::another() {
  constexpr std::chrono::seconds most_of_a_row(100);
  const Clock::time_point now = Clock::now();
  if (begun_ == 0) first_ = now;
  if (begun_ > 0) longest_ = std::max(longest_, now - last_);
  if (begun_ == most_ || (begun_ > 0 && now - first_ + longest_ > most_of_a_row)) return false;
  ++begun_;
  last_ = now;
  return true;
}

bool Report::wants(const std::string& row) {
  const bool is_wanted = row.find(only_) != std::string::npos;
  if (!is_wanted) left_out_.push_back(row);
  has_wanted_ = has_wanted_ || is_wanted;
  return is_wanted;
}

void Report::add(Table& table, Table::Row row) const {
  table.add(std::move(row));
  print(table.last_row());
}

void Report::print(const std::string& text) const {
  if (json_) return;
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

int Report::conclude() const {
  if (!wants_all() && !has_wanted_)
    throw InputError(fmt::format("--only {}: no row is named so", only_),
                     fmt::format("rows: {}", fmt::join(left_out_, "; ")));
  const bool all =
      std::all_of(claims_.begin(), claims_.end(), [](const Claim& claim) { return claim.holds(); });
  if (json_) {
    nlohmann::ordered_json document = data;
    document["claims"] = to_json(claims_);
    document["holds"] = all;
    fmt::print("{}\n", document.dump(2));
  } else if (!claims_.empty()) {
    Table table({"asked for", "here", "bound", ""});
    for (const Claim& claim : claims_)
      table.add({claim.text, number(claim.value), bound(claim), claim.holds() ? "met" : "NOT MET"});
    print("\n" + table.text());
  }
  return all ? 0 : 1;
}

int run_benchmark(int argc, char** argv, const Benchmark& benchmark) {
  CLI::App app(benchmark.about);
  Options options;
  options.runs = benchmark.default_runs;
  bool json = false;
  std::string only;
  app.add_flag("--json", json, "the same as JSON");
  app.add_flag("--quick", options.quick, "tiny problems, one run: does it work?");
  app.add_option("--runs", options.runs,
                 fmt::format("of each, interleaved; what counts: {}; fewer where a row would take "
                             "over 2 minutes",
                             benchmark.what_counts))
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--only", only, "rows with this in their name");
  app.footer("Exit code 0: all that is asked for is met; 1: something is not; 2: it cannot run.");
  benchmark.add_options(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (options.quick) options.runs = 1;
  try {
    Report report(json, only);
    describe_host(options, benchmark.what_counts, report);
    benchmark.run(options, report);
    return report.conclude();
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

Cost median(const std::vector<Cost>& costs) {
  std::vector<double> wall, cpu, memory;
  for (const Cost& cost : costs) {
    wall.push_back(cost.wall_s);
    cpu.push_back(cost.cpu_s);
    memory.push_back(cost.memory_gb);
  }
  return {median(wall), median(cpu), median(memory)};
}

nlohmann::ordered_json to_json(const Cost& cost) {
  return {{"wall_s", cost.wall_s}, {"cpu_s", cost.cpu_s}};
}

}  // namespace hpcast::bench
