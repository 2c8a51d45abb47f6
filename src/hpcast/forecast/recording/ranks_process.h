// A command that starts an MPI program's ranks, with a library loaded into each of them.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/signal_relay.h"
#include "hpcast/base/start_program.h"

namespace hpcast::forecast {

// Signals that would end this process end the program (SignalRelay); mpirun is told when this
// process ends.
class RanksProcess {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;  // in place of what was

  // InputError when the program is not found or cannot be executed.
  RanksProcess(const std::vector<std::string>& command, const Environment& environment);
  ~RanksProcess();
  RanksProcess(const RanksProcess&) = delete;
  RanksProcess& operator=(const RanksProcess&) = delete;

  std::optional<ProgramExit> poll();
  bool interrupted() const { return relay_.interrupted(); }

 private:
  SignalRelay relay_;
  pid_t id_ = -1;
  std::optional<ProgramExit> exit_;
};

}  // namespace hpcast::forecast
