#include "hpcast/forecast/recording/ranks_process.h"

#include <csignal>

#include "hpcast/base/end_program.h"
#include "hpcast/base/program.h"

namespace hpcast::forecast {

RanksProcess::RanksProcess(const std::vector<std::string>& command,
                           const Environment& environment) {
  ProgramStart start{find_program(command.front()), command, own_environment()};
  for (const auto& [name, value] : environment) set_variable(start.environment, name, value);
  start.signal_with_us = SIGTERM;  // which mpirun passes on
  id_ = start_program(std::move(start));
  relay_.program_started(id_);
}

RanksProcess::~RanksProcess() {
  if (exit_) return;
  relay_.program_ended();
  end_program(id_);
}

std::optional<ProgramExit> RanksProcess::poll() {
  if (exit_) return exit_;
  if (!has_ended(id_)) {
    relay_.insist();
    return {};
  }
  relay_.program_ended();  // while the number is still the program's
  exit_ = take_exit(id_);
  return exit_;
}

}  // namespace hpcast::forecast
