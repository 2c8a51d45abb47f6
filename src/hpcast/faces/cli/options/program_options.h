// What commands have in common that take a program behind "--", which CLI11 never sees.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/faces/cli/options/help.h"
#include "hpcast/inputs/reftrace/traced_process.h"

namespace hpcast::cli {

// Returns the options that it has added.
inline std::vector<CLI::Option*> add_program_options(CLI::App& command,
                                                     reftrace::ProgramOptions& options) {
  CLI::Option* const threads = command
                                   .add_option("--omp-threads", options.openmp_threads,
                                               "set OMP_NUM_THREADS for the program")
                                   ->check(CLI::Range(1, static_cast<int>(reftrace::max_threads)));
  CLI::Option* const tracer =
      command
          .add_option_function<std::string>(
              "--tracer",
              [&options](const std::string& name) {
                options.tracer =
                    name == "valgrind" ? reftrace::Tracer::valgrind : reftrace::Tracer::compiler;
              },
              "compiler: programs built with hpcast-cc …; valgrind: programs as they are; default: "
              "the one that the program was built for")
          ->check(CLI::IsMember({"compiler", "valgrind"}));
  CLI::Option* const ranks = command.add_flag(
      "--ranks", options.ranks,
      "the program starts the processes of an MPI program: trace those (so taken of "
      "mpirun and mpiexec)");
  CLI::Option* const aslr =
      command.add_flag("--aslr", options.randomize_addresses,
                       "leave address randomisation on: runs will differ slightly");
  return {threads, tracer, ranks, aslr};
}

// The usage line.
class ProgramUsage : public Help {
 public:
  explicit ProgramUsage(std::string program) : program_(std::move(program)) {}

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = Help::make_usage(app, std::move(name));
    usage.insert(usage.find_last_not_of('\n') + 1, " " + program_);
    return usage;
  }

 private:
  std::string program_;
};

}  // namespace hpcast::cli
