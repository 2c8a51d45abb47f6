#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/forecast/recording/record_profile.h"

namespace hpcast::cli {

namespace {

void print_record(const std::string& output, const forecast::RecordedProfile& made) {
  print(fmt::format("{}: recorded {}, {} {}, {} of computation; {} on an ideal network\n", output,
                    counted(made.ranks, "rank"),
                    format_count(static_cast<double>(made.totals.operations)),
                    noun(made.totals.operations, "operation"), format_time(made.totals.compute_s),
                    format_time(made.ideal_s)));
  print(fmt::format("  {} {} of {}, {} {} of collectives\n",
                    format_count(static_cast<double>(made.totals.messages)),
                    noun(made.totals.messages, "message"),
                    format_bytes(static_cast<double>(made.totals.bytes)),
                    format_count(static_cast<double>(made.totals.collectives)),
                    noun(made.totals.collectives, "call")));
  if (!made.not_modelled.empty()) print("  not in the profile:\n");
  for (const std::string& line : made.not_modelled) print(fmt::format("    {}\n", line));
  if (made.totals.operations > 0) print(fmt::format("  next: hpcast network NETWORK {}\n", output));
}

int run_record(const forecast::RecordProfileRequest& request,
               const std::vector<std::string>& program) {
  if (program.empty())
    throw InputError("what shall be recorded?",
                     "hpcast record -o P -- mpirun -n 4 PROGRAM ARGUMENTS");
  if (request.output.empty())
    throw InputError("where shall the profile go?",
                     "hpcast record -o P -- mpirun -n 4 PROGRAM ARGUMENTS");
  const forecast::RecordedProfile made = forecast::record_profile(request, program);
  print_record(request.output, made);
  for (const std::string& reason : made.partial)
    tell(fmt::format("hpcast: the profile is partial: {}", reason));
  if (made.totals.operations > 0 || made.exit.status != 0) return made.exit.status;
  tell("hpcast: the profile is empty: no rank has recorded anything");
  return bad_input;
}

}  // namespace

void add_record(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<forecast::RecordProfileRequest>();
  CLI::App* const command = app.add_subcommand(
      "record", "Run an MPI program and write what its ranks compute and communicate");
  command->formatter(std::make_shared<ProgramUsage>("-- mpirun [OPTIONS] PROGRAM [ARGUMENTS]"));
  command->footer(
      "  hpcast record -o P -- mpirun -n 4 ./app 1000\n  hpcast network k-computer P\n"
      "  hpcast record -o P --virtual-ranks 1024 -- ./app 1000\n\n"
      "P is an OTF2 archive: the program on a network that takes no time (docs/recording.md).\n"
      "The exit status is the program's.");
  command->add_option("-o,--output", a->output, "folder of the OTF2 archive to write; needed");
  command
      ->add_option(
          "--clock", a->clock,
          "cpu: processor time of the thread that calls MPI, which other processes do not disturb "
          "(default); wall: time that passes")
      ->check(CLI::IsMember({"cpu", "wall"}));
  CLI::Option* const family = command->add_option_function<std::string>(
      "--mpi",
      [a](const std::string& name) {
        a->family = name == "openmpi" ? ndl::MpiFamily::open_mpi : ndl::MpiFamily::mpich;
      },
      "the program's MPI, where it cannot be told from the command");
  family->check(CLI::IsMember({"openmpi", "mpich"}));
  command
      ->add_option("--virtual-ranks", a->virtual_ranks,
                   "run so many ranks of a program made by SimGrid's smpicc in one process")
      ->check(CLI::Range(1, 1 << 20))
      ->excludes(family);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_record(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
