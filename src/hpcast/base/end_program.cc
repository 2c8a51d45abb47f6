#include "hpcast/base/end_program.h"

#include <sys/wait.h>

#include <csignal>
#include <thread>
#include <vector>

#include "hpcast/base/host_process.h"
#include "hpcast/base/start_program.h"

namespace hpcast {

// Once it has gone, nobody can tell any more what it has started.
void kill_program(pid_t program) {
  const std::vector<pid_t> started = descendants(program);
  kill(program, SIGKILL);
  for (const pid_t process : started) kill(process, SIGKILL);
}

void end_program(pid_t program) {
  kill(program, SIGTERM);
  const auto end = std::chrono::steady_clock::now() + time_to_end;
  while (!has_ended(program) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (!has_ended(program)) kill_program(program);
  waitpid(program, nullptr, 0);
}

}  // namespace hpcast
