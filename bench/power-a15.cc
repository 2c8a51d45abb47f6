// A power model of a Cortex-A15 cluster from measured counters and watts of 30 programs (a
// sensor's, every half second, at three frequencies and voltages): how far off is it for programs
// that it was not learnt from? docs/power.md. The data are not ours to hand on: a notice where they
// are absent.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

// The best that is published for this core and sensor: M. Walker et al., Accurate and Stable
// Run-Time Power Modeling for Mobile and Embedded CPUs, IEEE TCAD 36(1), 2017 (2.8 %); K. Nikov,
// J. Nunez-Yanez, Intra and Inter-Core Power Modelling for Single-ISA Heterogeneous Processors,
// IJES 12(3), 2020 (below 3 %); others 3 to 6 %.
constexpr const char* published = "2.8 to 6 %";
constexpr double most_left_out = 0.03, most_split = 0.04;
constexpr double most_change = 1e-3;  // of the shipped coefficients, which are rounded

std::string data_folder() { return source_tree() + "/../shared/data/power/"; }

std::string counter_table() {
  return run({{"awk", "-f", source_tree() + "/bench/power-a15.awk",
               data_folder() + "xu3_cset_perfcpu_cBench_eMMC_big.data"}})
      .output;
}

// The programs to learn from of the data's own split: the first of two columns, below a head.
std::set<std::string> learnt_programs() {
  std::istringstream lines(read_file(data_folder() + "cbench_split.data"));
  std::set<std::string> programs;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) programs.insert(line.substr(0, line.find('\t')));
  return programs;
}

std::string rows_of(const std::string& csv, const std::set<std::string>& programs, bool those) {
  std::istringstream lines(csv);
  std::string line, rows;
  std::getline(lines, rows);
  rows += '\n';
  while (std::getline(lines, line)) {
    const std::size_t begin = line.find(',', line.find(',') + 1) + 1;
    const std::string program = line.substr(begin, line.find(',', begin) - begin);
    if ((programs.count(program) > 0) == those) rows += line + '\n';
  }
  return rows;
}

Json answer_of(const std::vector<std::string>& words) {
  std::vector<std::string> command{hpcast_program(), "power"};
  command.insert(command.end(), words.begin(), words.end());
  command.insert(command.end(), {"--json", "-"});
  return parse_json(run({command}).output, "hpcast power").root;
}

double percent(const Json& error) { return 100 * error.get<double>(); }

void show_programs(const Json& fit, Report& report) {
  Table table({"program", "samples", "W", "learnt from", "left out"});
  for (const Json& a : fit["applications"])
    if (report.wants(a["name"]))
      report.add(table, {a["name"], std::to_string(a["samples"].get<int>()),
                         fmt::format("{:.3f}", a["measured_w"].get<double>()),
                         fmt::format("{:.1f} %", percent(a["mean_error"])),
                         fmt::format("{:.1f} %", percent(a["left_out_error"]))});
  const auto mean_of_programs = [&](const char* error) {
    double sum = 0;
    for (const Json& a : fit["applications"]) sum += percent(a[error]);
    return fmt::format("{:.2f} %", sum / static_cast<double>(fit["applications"].size()));
  };
  if (!report.wants_all()) return;
  report.add(table, {"mean of programs", "", "", mean_of_programs("mean_error"),
                     mean_of_programs("left_out_error")});
  report.add(table, {"mean of samples", std::to_string(fit["samples"].get<int>()), "",
                     fmt::format("{:.2f} %", percent(fit["nonnegative"]["mean_error"])),
                     fmt::format("{:.2f} %", percent(fit["nonnegative"]["left_out_error"]))});
}

// Of the shipped coefficients from those found now, the largest, relative.
double change_of(const Json& fit) {
  const Json shipped = read_json(source_tree() + "/machines/cortex-a15.power.json").root;
  double most = 0;
  for (const Json& term : fit["terms"]) {
    const double found = term["coefficient_w"],
                 known = shipped["coefficients"][0]["power"][term["name"]];
    most = std::max(most, std::fabs(known - found) / found);
  }
  return most;
}

void errors(const Options&, Report& report) {
  if (!std::filesystem::exists(data_folder())) {
    report.print("The measurements are not here (" + data_folder() +
                 "): nothing to show.\n-----\n");
    return;
  }
  const ScratchFolder scratch;
  const std::string csv = counter_table();
  const std::string all = scratch.file("a15.csv"), learnt = scratch.file("learnt.csv"),
                    unseen = scratch.file("unseen.csv"), model = scratch.file("m.power.json");
  write_file_atomically(all, csv);
  write_file_atomically(learnt, rows_of(csv, learnt_programs(), true));
  write_file_atomically(unseen, rows_of(csv, learnt_programs(), false));
  const Json fit = answer_of({"fit", all, "--model", "cortex-a15", "--method", "nonnegative"});
  answer_of({"fit", learnt, "--model", "cortex-a15", "--method", "nonnegative", "-o", model});
  const Json split = answer_of({"predict", unseen, model});
  report.print("Mean absolute errors of a Cortex-A15's power, relative\n\n");
  show_programs(fit, report);
  report.print(fmt::format(
      "\nthe 15 programs of the data's own test half, learnt from the others: {:.2f} %\n"
      "published for this core: {}\n\n",
      percent(split["comparison"]["mean_error"]), published));
  report.data["left_out_error"] = fit["nonnegative"]["left_out_error"];
  report.data["split_error"] = split["comparison"]["mean_error"];
  report.data["applications"] = fit["applications"];
  report.claim(
      {"mean error of programs left out", fit["nonnegative"]["left_out_error"], 0, most_left_out});
  report.claim(
      {"mean error of the data's own test half", split["comparison"]["mean_error"], 0, most_split});
  report.claim({"largest change of the coefficients that ship", change_of(fit), 0, most_change});
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {"Power of a Cortex-A15 from counters, for programs never seen.",
                        [](CLI::App&) {}, errors, 1});
}
