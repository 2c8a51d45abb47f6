#include "hpcast/forecast/network/measure.h"

#include <fmt/ranges.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/start_program.h"
#include "hpcast/forecast/recording/finished_command.h"
#include "hpcast/forecast/recording/mpi_family.h"
#include "hpcast/forecast/recording/ranks_process.h"
#include "hpcast/inputs/netcal/read_tables.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

std::string tables_source() {
  const fs::path path = support_folder() / "hpcast_network_tables.c";
  if (fs::exists(path)) return path;
  throw InputError("hpcast's installation lacks " + path.string(), "install it again");
}

void compile_tables(const std::string& mpicc, const std::string& program) {
  const Ran outcome = ran({find_program(mpicc), "-O2", "-o", program, tables_source()});
  if (outcome.status == 0) return;
  throw InputError(
      "hpcast's program that measures cannot be compiled by " + mpicc + ":\n" + outcome.errors,
      "--mpicc names the compiler of the MPI that is to be measured");
}

void wait_for_tables(RanksProcess& process, const std::string& command,
                     const std::string& program) {
  Progress progress("measuring with " + command);
  for (;;) {
    const auto exit = process.poll();
    if (progress.due()) progress.show("…");
    if (exit && process.interrupted())
      throw InputError("interrupted; nothing was written").ending_with(ended_by_signal + SIGINT);
    if (exit && exit->status == 0) return;
    if (exit)
      throw InputError(
          fmt::format("'{}' ended with status {}", command, exit->status),
          "it must start ranks on hosts that see " + program + " (TMPDIR says where that lies)");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

NetworkMeasurement measure_network(const Command& launcher, const std::string& mpicc, int rounds) {
  find_program(launcher.front());
  const ScratchFolder scratch;
  const std::string program = scratch.file("hpcast_network_tables"),
                    output = scratch.file("tables");
  compile_tables(mpicc, program);
  const std::string shown = fmt::format("{}", fmt::join(launcher, " "));
  Command command = launcher;
  command.push_back(program);
  const auto family = mpi_family_of(command);
  command.push_back(std::to_string(rounds));
  command.insert(command.begin(), {"/bin/sh", "-c", R"(exec "$@" >"$0" </dev/null)", output});
  RanksProcess process(command, {});
  wait_for_tables(process, shown, program);
  return {netcal::tables_in(read_file(output), shown).tables, family};
}

}  // namespace hpcast::forecast
