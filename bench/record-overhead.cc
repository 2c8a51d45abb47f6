// What the MPI recorder costs a program while it runs. Both runs are the same command, once with
// the recorder's library in its environment and once without, by turns; what both take for a
// program that only begins and ends is taken off. hpcast's own work after the run is not in it: it
// grows with the calls, and is shown beside.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

namespace fs = std::filesystem;

struct Asked {
  int ranks = 2;
  std::string mpi = "openmpi";
  std::vector<std::string> program;  // with its arguments; empty: the halo exchange
};

struct Pair {
  std::vector<double> plain, recorded;
  double least_plain() const { return *std::min_element(plain.begin(), plain.end()); }
  double least_recorded() const { return *std::min_element(recorded.begin(), recorded.end()); }
};

std::string library(const Asked& asked) {
  const fs::path tree = fs::path(hpcast_program()).parent_path().parent_path();
  const fs::path path = tree / "lib" / "hpcast" / ("libhpcast-mpi-record-" + asked.mpi + ".so");
  if (!fs::exists(path)) throw InputError("there is no recorder for " + asked.mpi);
  return path;
}

std::vector<std::string> mpirun(const Asked& asked) {
  if (asked.mpi == "mpich") return {"mpirun.mpich", "-np", std::to_string(asked.ranks)};
  return {"mpirun",          "-np",   std::to_string(asked.ranks), "--allow-run-as-root",
          "--oversubscribe", "--mca", "mpi_yield_when_idle",       "1"};
}

double wall_of(std::vector<std::string> words, const std::vector<std::string>& program) {
  words.insert(words.end(), program.begin(), program.end());
  return run({words, 1}).cost.wall_s;
}

void measure(const Asked& asked, const std::vector<std::string>& program, Pair& pair) {
  const ScratchFolder folder;
  std::vector<std::string> recorded = {"env", "LD_PRELOAD=" + library(asked),
                                       "HPCAST_RECORD=" + folder.path()};
  const std::vector<std::string> start = mpirun(asked);
  recorded.insert(recorded.end(), start.begin(), start.end());
  pair.plain.push_back(wall_of(start, program));
  pair.recorded.push_back(wall_of(recorded, program));
}

void compare(const Asked& asked, const Options& options, Report& report) {
  const std::string halo = native_workload("halo");
  std::vector<std::string> program = asked.program;
  if (program.empty()) program = {halo, options.quick ? "100" : "2000", "200"};
  const std::vector<std::string> empty = {halo, "0", "0"};
  Pair whole, start_up;
  for (int i = 0; i < options.runs; ++i) {
    measure(asked, empty, start_up);
    measure(asked, program, whole);
  }
  const double begin = start_up.least_recorded() - start_up.least_plain();
  const double plain = whole.least_plain() - start_up.least_plain();
  const double overhead =
      (whole.least_recorded() - whole.least_plain() - begin) / std::max(plain, 1e-9);
  Table table({"wall time, least of " + std::to_string(options.runs), "alone", "recorded", "more"});
  const auto row = [&](const char* name, const Pair& p) {
    table.add({name, number(p.least_plain()) + " s", number(p.least_recorded()) + " s",
               number((p.least_recorded() / p.least_plain() - 1) * 100) + " %"});
  };
  row("begins and ends", start_up);
  row("program", whole);
  report.print(table.text());
  report.data = {{"ranks", asked.ranks},
                 {"start_up", {{"alone_s", start_up.plain}, {"recorded_s", start_up.recorded}}},
                 {"program", {{"alone_s", whole.plain}, {"recorded_s", whole.recorded}}},
                 {"overhead", overhead}};
  report.claim(
      {"overhead beyond start-up", overhead, -std::numeric_limits<double>::infinity(), 0.02});
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
    app.add_option("--mpi", asked.mpi, "openmpi or mpich")
        ->check(CLI::IsMember({"openmpi", "mpich"}));
    app.add_option("program", asked.program, "an MPI program and its arguments, behind --");
  };
  benchmark.run = [&](const Options& options, Report& report) { compare(asked, options, report); };
  return run_benchmark(argc, argv, benchmark);
}
