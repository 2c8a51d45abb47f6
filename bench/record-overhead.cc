// What the MPI recorder costs a program while it runs, found out in two ways.
//
// Programs: the same command with the recorder's library in its environment and without, by turns.
// halo and hpl tell how long they took from MPI_Init on; of another program it is the wall time,
// less that of one that only begins and ends. Other work on the machine lengthens both, so the
// least of many runs counts, and beside it the median of the pairs. Calls: what one takes with the
// recorder and without (bench/mpi/calls.c), which other work hardly shows in; and what all calls of
// a program come to, if each costs as much as one after computation.
//
// hpcast's own work after the run is in neither: it grows with the calls.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/inputs/mpitrace/record_file.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Asked {
  int ranks = 2;
  Words program;  // with its arguments; empty: halo and hpl
};

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

struct Program {
  Words words;
  std::string seconds;  // how it says its time, as a regular expression; empty: it does not
  bool must_be_cheap = true;
};

double seconds_of(const Program& program, const Outcome& outcome) {
  if (program.seconds.empty()) return outcome.cost.wall_s;
  std::smatch found;
  if (!std::regex_search(outcome.output, found, std::regex(program.seconds)))
    throw InputError(program.words[0] + " does not say how long it took", outcome.output);
  return std::stod(found[1]);
}

struct Series {
  std::vector<double> alone, recorded;
};

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
  void pair(const Program& program, Series& series, Recorded* found = nullptr) const {
    const auto add_alone = [&] {
      series.alone.push_back(seconds_of(program, alone(program.words)));
    };
    const bool first = series.alone.size() % 2 == 0;
    if (first) add_alone();
    series.recorded.push_back(seconds_of(program, recorded(program.words, found)));
    if (!first) add_alone();
  }

 private:
  Words start_;
};

std::string percent(double share) { return number(share * 100) + " %"; }

// Nanoseconds that the recorder takes for a call after computation; medians of many calls, and of
// runs. What it takes for one right after another is shown beside.
double measure_calls(const Options& options, Report& report) {
  const Runs runs(1);
  Table table({"a call of MPI, after", "alone", "recorded", "more"});
  report.data["calls"] = Json::array();
  const auto row = [&](const char* name, const Words& arguments) {
    std::vector<double> alone, recorded;
    const Words program = Words{mpi_program("calls")} + arguments;
    for (Rounds rounds(std::min(options.runs, 5)); rounds.another();) {
      alone.push_back(std::stod(runs.alone(program).output));
      recorded.push_back(std::stod(runs.recorded(program).output));
    }
    const double before = median(alone), more = median(recorded) - before;
    report.add(table,
               {name, number(before) + " ns", number(before + more) + " ns", number(more) + " ns"});
    report.data["calls"].push_back({{"after", name}, {"alone_ns", before}, {"more_ns", more}});
    return more;
  };
  row("another call", {options.quick ? "1000" : "300000", "0"});
  const double later = row("100 us of computation", {options.quick ? "100" : "5000", "100"});
  report.print("\n");
  return later;
}

// Without what beginning and ending take.
Series run_pairs(const Program& program, int ranks, int count, Recorded& recorded) {
  const Runs runs(ranks);
  const Program nothing = {{native_workload("halo"), "0", "0"}, ""};
  Series whole, start;
  for (Rounds rounds(count); rounds.another();) {
    if (program.seconds.empty()) runs.pair(nothing, start);
    runs.pair(program, whole, &recorded);
  }
  if (start.alone.empty()) return whole;
  for (double& seconds : whole.alone) seconds = std::max(seconds - least(start.alone), 1e-9);
  for (double& seconds : whole.recorded) seconds -= least(start.recorded);
  return whole;
}

double median_of_pairs(const Series& whole) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < whole.alone.size(); ++i)
    ratios.push_back(whole.recorded[i] / whole.alone[i]);
  return median(ratios) - 1;
}

void measure_program(int ranks, const Program& program, const Options& options, double call_ns,
                     Table& table, Report& report) {
  Recorded recorded;
  const Series whole = run_pairs(program, ranks, options.runs, recorded);
  const double alone = least(whole.alone), overhead = least(whole.recorded) / alone - 1;
  const double most = recorded.calls * call_ns * 1e-9 / alone;
  const std::string name = fs::path(program.words[0]).filename();
  report.add(table, {name, number(alone), percent(overhead), percent(median_of_pairs(whole)),
                     number(recorded.calls), number(recorded.bytes), percent(most)});
  report.data["programs"].push_back({{"command", program.words},
                                     {"alone_s", whole.alone},
                                     {"recorded_s", whole.recorded},
                                     {"overhead", overhead},
                                     {"overhead_of_pairs", median_of_pairs(whole)},
                                     {"calls", recorded.calls},
                                     {"bytes_a_call", recorded.bytes},
                                     {"calls_overhead", most}});
  if (!program.must_be_cheap) return;
  report.claim({name + ": overhead", overhead, -std::numeric_limits<double>::infinity(), 0.02});
  report.claim({name + ": its calls, each as one after computation", most, 0, 0.02});
}

// The halo exchange is a hard case, with tens of thousands of calls a second: shown, not asked for.
std::vector<Program> programs(const Asked& asked, bool quick) {
  if (!asked.program.empty()) return {{asked.program, ""}};
  const std::string ranks = std::to_string(asked.ranks);
  return {{{native_workload("halo"), quick ? "100" : "10000", "200"}, "([0-9.]+) s, sum", false},
          {{native_workload("hpl"), quick ? "300" : "4000", "64", ranks, "1", "unchecked"},
           "([0-9.]+) s in all"}};
}

void compare(const Asked& asked, const Options& options, Report& report) {
  const double call_ns = measure_calls(options, report);
  Table table({"program", "alone, s", "recorded: least", "median", "calls a rank", "bytes a call",
               "calls × cost"});
  report.data["ranks"] = asked.ranks;
  report.data["programs"] = Json::array();
  for (const Program& program : programs(asked, options.quick))
    if (report.wants(fs::path(program.words[0]).filename()))
      measure_program(asked.ranks, program, options, call_ns, table, report);
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
