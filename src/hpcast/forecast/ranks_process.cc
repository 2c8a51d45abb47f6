#include "hpcast/forecast/ranks_process.h"

#include <sys/wait.h>

#include <csignal>

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
  kill(id_, SIGTERM);
  waitpid(id_, nullptr, 0);
}

std::optional<ProgramExit> RanksProcess::poll() {
  if (exit_ || !has_ended(id_)) return exit_;
  relay_.program_ended();  // while the number is still the program's
  exit_ = take_exit(id_);
  return exit_;
}

}  // namespace hpcast::forecast
