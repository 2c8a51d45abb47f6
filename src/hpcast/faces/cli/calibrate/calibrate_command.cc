// hpcast calibrate.
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/calibrate/calibrate_network.h"
#include "hpcast/faces/cli/calibrate/calibration_text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/inputs/calibrate/calibrate.h"
#include "hpcast/inputs/calibrate/write.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::cli {

namespace {

struct CalibrateArguments {
  std::string output;
  std::optional<std::string> json;
  bool quick = false;
  NetworkCalibrationArguments network;
};

int run_calibrate(const CalibrateArguments& a, const std::vector<std::string>& program) {
  if (a.network.network)
    return run_network_calibration(a.network, a.quick, a.output, a.json, program);
  if (!program.empty())
    throw InputError("a command behind -- is for --network, which measures with it",
                     "hpcast calibrate --help says what is expected");
  std::vector<Output> outputs = {{"-o", a.output}};
  if (a.json) outputs.push_back({"--json", *a.json});
  check_outputs(outputs, {});
  const auto effort = a.quick ? calibrate::Effort::quick : calibrate::Effort::full;
  const Interruption interruption;
  const calibrate::Calibration c = calibrate::calibrate(effort, interruption);
  deliver(calibration_text(c, report::options_for(STDOUT_FILENO)), outputs,
          [&](const Output& output) {
            return output.option == "--json" ? calibrate::to_text(c, version())
                                             : dat::to_text(c.machine);
          });
  return answered;
}

}  // namespace

void add_calibrate(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<CalibrateArguments>();
  CLI::App* const command = app.add_subcommand(
      "calibrate", "Measure this machine, and write it down as a DAT; or its network, as an NDL");
  command->footer(
      "  hpcast calibrate -o host.dat.json           a good minute\n"
      "  hpcast calibrate --quick -o host.dat.json   20 s, less sure on a busy machine\n"
      "  hpcast calibrate --network -o net.ndl.json -- mpirun -np 2 --map-by node\n"
      "  hpcast calibrate --network osu.txt imb.txt --local one-node.txt -o net.ndl.json\n\n"
      "What the system tells (hpcast machine host), with measured numbers in place of nominal\n"
      "ones; those that noise hides stay as they were, and the table says so\n"
      "(docs/calibrate.md). Run it while the machine has nothing else to do.\n\n"
      "With --network: ping-pong, bandwidths, message rate and collectives of the MPI that is "
      "there,\n"
      "by a program of hpcast's that the command behind -- starts; or tables that osu_latency,\n"
      "osu_bw, osu_bibw, osu_mbw_mr and collectives of OSU's, or IMB-MPI1, have printed.");
  command
      ->add_option("-o,--output", a->output,
                   "DAT to write, NAME.dat.json, or NDL; - is standard output")
      ->required();
  command->add_flag("--quick", a->quick, "20 s; of a network 3 rounds in place of 8");
  command->add_option("--json", a->json,
                      "write the table as JSON; - for standard output instead of the text");
  add_network_calibration(*command, a->network);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_calibrate(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
