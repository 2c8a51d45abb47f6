#include "hpcast/faces/cli/calibrate/calibrate_network.h"

#include <unistd.h>

#include <filesystem>
#include <set>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/calibrate/network_calibration_text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/forecast/network/checks.h"
#include "hpcast/forecast/network/measure.h"
#include "hpcast/inputs/netcal/read_tables.h"
#include "hpcast/inputs/netcal/write.h"

namespace hpcast::cli {

namespace {

constexpr char how_to[] =
    "hpcast calibrate --network TABLES -o NET.ndl.json, or\n"
    "  hpcast calibrate --network -o NET.ndl.json -- mpirun -np 2 --map-by node";

void check_network_arguments(const NetworkCalibrationArguments& a,
                             const std::vector<std::string>& program) {
  const bool reads = !a.tables.empty() || !a.local.empty();
  if (!reads && program.empty())
    throw InputError("there are neither tables to read nor a command that starts ranks", how_to);
  if (reads && !program.empty())
    throw InputError("there are both tables to read and a command that measures", how_to);
}

// Tables that say that their ranks shared a node were measured on one, whatever the file.
void sort_in(netcal::Table table, bool is_local, const NetworkCalibrationArguments& a,
             netcal::Measured& measured) {
  if (table.ranks == 0 && a.ranks && netcal::is_collective(table.benchmark)) table.ranks = *a.ranks;
  (is_local || table.nodes == 1 ? measured.local : measured.between).push_back(std::move(table));
}

struct ToConclude {
  netcal::Measured measured;
  std::set<std::string> passed_over;
};

void read_all(const std::vector<std::string>& files, bool is_local,
              const NetworkCalibrationArguments& a, ToConclude& read) {
  for (const std::string& file : files) {
    netcal::Tables tables = netcal::read_tables(file);
    for (netcal::Table& table : tables.tables)
      sort_in(std::move(table), is_local, a, read.measured);
    read.passed_over.insert(tables.passed_over.begin(), tables.passed_over.end());
  }
}

ToConclude tables_to_conclude(const NetworkCalibrationArguments& a, bool quick,
                              const std::vector<std::string>& program) {
  constexpr int rounds = 8, quick_rounds = 3;
  ToConclude read;
  read_all(a.tables, false, a, read);
  read_all(a.local, true, a, read);
  if (program.empty()) return read;
  forecast::NetworkMeasurement made =
      forecast::measure_network(program, a.mpicc, quick ? quick_rounds : rounds);
  for (netcal::Table& table : made.tables) sort_in(std::move(table), false, a, read.measured);
  if (made.family)
    read.measured.library = made.family == ndl::MpiFamily::open_mpi ? "open-mpi" : "mpich";
  return read;
}

// "cluster" of cluster.ndl.json.
std::string name_of_network(const std::string& output) {
  if (is_standard_output(output)) return "network";
  const std::string file = std::filesystem::path(output).filename();
  const std::string name = file.substr(0, file.find('.'));
  return name.empty() ? "network" : name;
}

}  // namespace

void add_network_calibration(CLI::App& command, NetworkCalibrationArguments& a) {
  CLI::Option* const network =
      command.add_flag("--network", a.network,
                       "measure, or read from tables, the network instead, and write an NDL");
  command
      .add_option("table", a.tables,
                  "what OSU's micro-benchmarks or Intel's MPI Benchmarks have printed of ranks on "
                  "different nodes")
      ->needs(network);
  command.add_option("--local", a.local, "the same, of ranks on one node")
      ->needs(network)
      ->allow_extra_args(false);
  command
      .add_option("--nodes", a.nodes,
                  "how many nodes the network is to have; default: as many as had ranks")
      ->needs(network)
      ->check(CLI::Range(1, 1 << 24));
  command
      .add_option(
          "--ranks", a.ranks,
          "how many ranks OSU's collectives had, each on a node of its own but for --local; "
          "their tables do not say")
      ->needs(network)
      ->check(CLI::Range(2, 1 << 24));
  command.add_option("--mpicc", a.mpicc, "the compiler of the MPI to measure")
      ->needs(network)
      ->capture_default_str();
}

int run_network_calibration(const NetworkCalibrationArguments& a, bool quick,
                            const std::string& output, const std::optional<std::string>& json,
                            const std::vector<std::string>& program) {
  check_network_arguments(a, program);
  std::vector<Output> outputs = {{"-o", output}};
  if (json) outputs.push_back({"--json", *json});
  std::vector<std::string> inputs = a.tables;
  inputs.insert(inputs.end(), a.local.begin(), a.local.end());
  check_outputs(outputs, inputs);
  const ToConclude read = tables_to_conclude(a, quick, program);
  netcal::Concluded concluded = netcal::conclude(read.measured, name_of_network(output), a.nodes);
  for (const std::string& title : read.passed_over)
    concluded.unseen.push_back(title + ": a table that hpcast has no use for");
  const std::vector<netcal::Check> checks = forecast::network_checks(concluded);
  deliver(network_calibration_text(concluded, checks, report::options_for(STDOUT_FILENO)), outputs,
          [&](const Output& to) {
            return to.option == "--json" ? netcal::to_text(concluded, checks, version())
                                         : netcal::network_text(concluded);
          });
  return answered;
}

}  // namespace hpcast::cli
