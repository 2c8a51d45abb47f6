// How near the clock of a skeleton comes to its original's: in each round, MPI programs are
// calibrated at some sizes by hpcast skeleton, then original and skeleton recorded at others (the
// FFT, whose sizes are powers of two, at one of them with other steps and at one between), with
// two ranks. What is compared is the computation of all ranks; the median of the rounds' errors
// counts: machines are faster now and slower then, and what is measured side by side is so alike.
// So many short rounds are better than a few in which each run is repeated.
//
// Asked for: within 10 %.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/read.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int ranks = 2;

struct Program {
  std::string name, flags;
  std::string sources;                             // a file of workloads, or a folder
  std::vector<std::string> calibrated, asked_for;  // arguments
};

std::vector<Program> programs(bool quick) {
  if (quick) return {{"cg", "-O2", "mpi/cg.c", {"40 20", "60 20"}, {"50 20"}}};
  const auto both_grids = [](std::initializer_list<int> sizes) {
    std::vector<std::string> runs;
    for (const int n : sizes)
      for (const char* const grid : {"2 1", "1 2"})
        runs.push_back(fmt::format("{} 32 {} unchecked", n, grid));
    return runs;
  };
  return {
      {"HPL, rows gathered", "-O2 -DHPL_SWAP=swap_gather", "hpl",
       both_grids({400, 700, 1000, 1400, 1800, 2400}), both_grids({600, 1200, 2000})},
      {"conjugate gradients",
       "-O2",
       "mpi/cg.c",
       {"100 300", "150 300", "210 200", "280 200", "350 150", "440 100", "560 60", "700 50",
        "900 30", "1200 20"},
       {"250 200", "500 80", "1000 25"}},
      {"FFT by transposes",
       "-O2",
       "mpi/fft.c",
       {"64 300", "128 100", "256 40", "512 15", "2048 3"},
       {"256 60", "1024 6"}},
      {"halo exchange",
       "-O2",
       "mpi/halo2d.c",
       {"200 200 2 1 2500", "280 280 2 1 1300", "330 330 2 1 900", "400 400 2 1 600",
        "480 480 2 1 450", "560 560 2 1 300", "660 660 2 1 200", "760 760 2 1 150",
        "900 900 2 1 90", "1050 1050 2 1 60", "1250 1250 2 1 40", "1500 1500 2 1 30",
        "1900 1900 2 1 20", "2200 2200 2 1 20"},
       {"300 300 2 1 1000", "800 800 2 1 130", "1700 1700 2 1 25"}},
  };
}

Words sources_of(const Program& program) {
  const fs::path path = fs::path(source_tree()) / "workloads" / program.sources;
  if (!fs::is_directory(path)) return {path.string()};
  Words sources;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.path().extension() == ".c") sources.push_back(entry.path().string());
  std::sort(sources.begin(), sources.end());
  return sources;
}

Words words_of(const std::string& text) {
  Words words;
  for (const std::string_view word : split(text, ' ')) words.emplace_back(word);
  return words;
}

class Pair {
 public:
  explicit Pair(const Program& program) {
    const Words sources = sources_of(program), flags = words_of(program.flags);
    const std::string headers = "-I" + fs::path(sources[0]).parent_path().string();
    compile(flags + Words{"-o", original()} + sources);
    compile_skeleton_ = flags + Words{"-o", skeleton(), "-I" + folder(), headers};
    calibrate_ = calibration(program, sources);
  }

  // The skeleton with the times that are measured now.
  void calibrate() const {
    run({calibrate_, 1});
    Words replaced;
    for (const auto& entry : fs::recursive_directory_iterator(folder()))
      if (entry.path().extension() == ".c") replaced.push_back(entry.path().string());
    compile(compile_skeleton_ + replaced);
  }

  std::string original() const { return scratch_.file("original"); }
  std::string skeleton() const { return scratch_.file("skeleton"); }

  // Seconds of computation of all ranks together.
  double computation(const std::string& program, const std::string& arguments) const {
    const std::string profile = scratch_.file("profile");
    const Words record = {hpcast_program(), "record", "-o", profile, "--"};
    fs::remove_all(profile);
    run({record + openmpi_run(ranks) + Words{program} + words_of(arguments), 1});
    return mpitrace::totals_of(mpitrace::read_profile(profile)).compute_s;
  }

 private:
  std::string folder() const { return scratch_.file("S"); }
  void compile(const Words& arguments) const {
    run({Words{"mpicc.openmpi"} + arguments + Words{"-lm"}, 1});
  }
  Words calibration(const Program& program, const Words& sources) const {
    Words command =
        Words{hpcast_program(), "skeleton"} + sources +
        Words{"-o",       folder(), "--mpicc", "mpicc.openmpi", "--flags", program.flags + " -lm",
              "--repeat", "1"};
    std::string start;
    for (const std::string& word : openmpi_run(ranks)) start += word + " ";
    for (const std::string& arguments : program.calibrated)
      command.insert(command.end(), {"--calibrate", start + "{} " + arguments});
    return command;
  }

  ScratchFolder scratch_;
  Words compile_skeleton_, calibrate_;
};

// Seconds, of the rounds.
struct Clocks {
  std::vector<double> original, skeleton;
};

void run_skeleton(const Options& options, Report& report) {
  Table table({"program", "size", "original, ms", "skeleton, ms", "error", "of one pair"});
  report.data["clocks"] = Json::array();
  double worst = 0;
  report.print("Computation of two ranks, at sizes that were not calibrated:\n");
  for (const Program& program : programs(options.quick)) {
    if (!report.wants(program.name)) continue;
    const Pair pair(program);
    std::map<std::string, Clocks> clocks;
    for (Rounds rounds(options.runs); rounds.another();) {
      pair.calibrate();
      for (const std::string& size : program.asked_for) {
        clocks[size].original.push_back(pair.computation(pair.original(), size));
        clocks[size].skeleton.push_back(pair.computation(pair.skeleton(), size));
      }
    }
    for (const std::string& size : program.asked_for) {
      const auto& [original, skeleton] = clocks[size];
      std::vector<double> errors;
      for (std::size_t i = 0; i < original.size(); ++i)
        errors.push_back(skeleton[i] / original[i] - 1);
      const double error = median(errors);
      const auto [least_error, most_error] = std::minmax_element(errors.begin(), errors.end());
      worst = std::max(worst, std::abs(error));
      report.add(table,
                 {program.name, size, number(median(original) * 1e3),
                  number(median(skeleton) * 1e3), fmt::format("{:+.1f} %", error * 100),
                  fmt::format("{:+.0f} to {:+.0f} %", *least_error * 100, *most_error * 100)});
      report.data["clocks"].push_back({{"program", program.name},
                                       {"size", size},
                                       {"original_s", original},
                                       {"skeleton_s", skeleton},
                                       {"error", error}});
    }
  }
  report.claim({"largest error of a skeleton's clock", worst, 0, 0.10});
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {.about = "Clocks of skeletons beside their originals'",
                        .run = run_skeleton,
                        .default_runs = 15});
}
