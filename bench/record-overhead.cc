// What the MPI recorder costs a program while it runs, found out in two ways.
//
// Programs: the same command with the recorder's library in its environment and without, by turns;
// what both take for a program that only begins and ends is taken off. Other work on the machine
// lengthens both, so the least of many runs counts, and beside it the median of the pairs.
// Calls: what one takes with the recorder and without (bench/mpi/calls.c), which other work hardly
// shows in; and what all calls of a program come to, if each costs as much as one after
// computation.
//
// hpcast's own work after the run is in neither: it grows with the calls.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/mpitrace/record_file.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

struct Asked {
  int ranks = 2;
  Words program;  // with its arguments; empty: halo and hpl
};

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// What the ranks of a run recorded.
struct Recorded {
  double calls = 0;  // of the rank that has most
  double bytes = 0;  // of all calls of all ranks, each
};

Recorded recorded_in(const fs::path& folder) {
  Recorded found;
  double calls = 0, bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    mpitrace::RecordHeader header{};
    std::ifstream file(entry.path(), std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) continue;
    found.calls = std::max(found.calls, static_cast<double>(header.operations));
    calls += static_cast<double>(header.operations);
    bytes += static_cast<double>(header.used);
  }
  found.bytes = bytes / calls;
  return found;
}

struct Series {
  std::vector<Cost> alone, recorded;
};
double least(const std::vector<Cost>& costs, double Cost::*member) {
  double found = std::numeric_limits<double>::infinity();
  for (const Cost& cost : costs) found = std::min(found, cost.*member);
  return found;
}

class Runs {
 public:
  explicit Runs(int ranks) : start_(openmpi_run(ranks)) {}

  Outcome alone(const Words& program) const { return run({start_ + program, 1}); }
  Outcome recorded(const Words& program, Recorded* found = nullptr) const {
    const ScratchFolder folder;
    const Words environment = {"env", "LD_PRELOAD=" + openmpi_recorder(),
                               "HPCAST_RECORD=" + folder.path()};
    Outcome outcome = run({environment + start_ + program, 1});
    if (found != nullptr) *found = recorded_in(folder.path());
    return outcome;
  }
  // By turns, also who is first.
  void pair(const Words& program, Series& series, Recorded* found = nullptr) const {
    const bool first = series.alone.size() % 2 == 0;
    if (first) series.alone.push_back(alone(program).cost);
    series.recorded.push_back(recorded(program, found).cost);
    if (!first) series.alone.push_back(alone(program).cost);
  }

 private:
  Words start_;
};

// More with the recorder than without, as a share; what beginning and ending take is taken off.
double overhead(const Series& whole, const Series& empty, double Cost::*member) {
  const double alone = least(whole.alone, member) - least(empty.alone, member);
  const double recorded = least(whole.recorded, member) - least(empty.recorded, member);
  return recorded / std::max(alone, 1e-9) - 1;
}

double median_of_pairs(const Series& whole, const Series& empty) {
  const double begin = least(empty.alone, &Cost::wall_s);
  const double begin_recorded = least(empty.recorded, &Cost::wall_s);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < whole.alone.size(); ++i)
    ratios.push_back((whole.recorded[i].wall_s - begin_recorded) /
                         std::max(whole.alone[i].wall_s - begin, 1e-9) -
                     1);
  return median(ratios);
}

std::string percent(double share) { return number(share * 100) + " %"; }

// Nanoseconds that the recorder takes for a call: each the median of many calls, and of runs.
struct CallCost {
  double at_once_ns = 0;  // after another one
  double later_ns = 0;    // after 100 µs of computation
};

CallCost measure_calls(const Options& options, Report& report) {
  const Runs runs(1);
  Table table({"a call of MPI, after", "alone", "recorded", "more"});
  report.data["calls"] = Json::array();
  const auto row = [&](const char* name, const Words& arguments) {
    std::vector<double> alone, recorded;
    const Words program = Words{mpi_program("calls")} + arguments;
    for (int i = 0; i < std::min(options.runs, 5); ++i) {
      alone.push_back(std::stod(runs.alone(program).output));
      recorded.push_back(std::stod(runs.recorded(program).output));
    }
    const double before = median(alone), more = median(recorded) - before;
    table.add({name, number(before) + " ns", number(before + more) + " ns", number(more) + " ns"});
    report.data["calls"].push_back({{"after", name}, {"alone_ns", before}, {"more_ns", more}});
    return more;
  };
  CallCost cost;
  cost.at_once_ns = row("another call", {options.quick ? "1000" : "300000", "0"});
  cost.later_ns = row("100 us of computation", {options.quick ? "100" : "5000", "100"});
  report.print(table.text() + "\n");
  return cost;
}

void measure_program(int ranks, const Words& program, const Options& options, const CallCost& call,
                     Table& table, Report& report) {
  const Runs runs(ranks);
  const Words nothing = {native_workload("halo"), "0", "0"};
  Series whole, empty;
  Recorded recorded;
  for (int i = 0; i < options.runs; ++i) {
    runs.pair(nothing, empty);
    runs.pair(program, whole, &recorded);
  }
  const double alone = least(whole.alone, &Cost::wall_s) - least(empty.alone, &Cost::wall_s);
  const double wall = overhead(whole, empty, &Cost::wall_s);
  const double processor = overhead(whole, empty, &Cost::cpu_s);
  const double most = recorded.calls * call.later_ns * 1e-9 / std::max(alone, 1e-9);
  const std::string name = fs::path(program[0]).filename();
  table.add({name, number(alone), percent(wall), percent(median_of_pairs(whole, empty)),
             percent(processor), number(recorded.calls), number(recorded.bytes), percent(most)});
  Json walls = Json::array();
  for (std::size_t i = 0; i < whole.alone.size(); ++i)
    walls.push_back({whole.alone[i].wall_s, whole.recorded[i].wall_s});
  report.data["programs"].push_back({{"command", program},
                                     {"alone_s", alone},
                                     {"overhead", wall},
                                     {"overhead_of_pairs", median_of_pairs(whole, empty)},
                                     {"overhead_of_processor_time", processor},
                                     {"calls", recorded.calls},
                                     {"bytes_a_call", recorded.bytes},
                                     {"calls_overhead", most},
                                     {"walls_s", walls}});
  report.claim(
      {name + ": overhead beyond start-up", wall, -std::numeric_limits<double>::infinity(), 0.02});
  report.claim({name + ": its calls, each as one after computation", most, 0, 0.02});
}

void compare(const Asked& asked, const Options& options, Report& report) {
  std::vector<Words> programs = {{native_workload("halo"), options.quick ? "100" : "10000", "200"},
                                 {native_workload("hpl"), options.quick ? "100" : "4000", "64",
                                  std::to_string(asked.ranks), "1", "unchecked"}};
  if (!asked.program.empty()) programs = {asked.program};
  const CallCost call = measure_calls(options, report);
  Table table({"program", "alone, s", "recorded: least", "median", "processor", "calls a rank",
               "bytes a call", "calls × cost"});
  report.data["ranks"] = asked.ranks;
  report.data["programs"] = Json::array();
  for (const Words& program : programs)
    measure_program(asked.ranks, program, options, call, table, report);
  report.print(table.text());
}

}  // namespace

int main(int argc, char** argv) {
  Asked asked;
  Benchmark benchmark;
  benchmark.about =
      "What the MPI recorder costs a program while it runs: record-overhead [-- PROGRAM ARGUMENTS]";
  benchmark.default_runs = 11;
  benchmark.add_options = [&](CLI::App& app) {
    app.add_option("--ranks", asked.ranks, "as many")->check(CLI::Range(1, 1024));
    app.add_option("program", asked.program, "an Open MPI program and its arguments, behind --");
  };
  benchmark.run = [&](const Options& options, Report& report) { compare(asked, options, report); };
  return run_benchmark(argc, argv, benchmark);
}
