// Starting another program, and how it ended.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hpcast {

// "NAME=value", as in this process.
std::vector<std::string> own_environment();
// In place of what NAME was.
void set_variable(std::vector<std::string>& environment, const std::string& name,
                  const std::string& value);

struct ProgramStart {
  std::string path;                  // of the file
  std::vector<std::string> command;  // words; the first is what it is called
  std::vector<std::string> environment;
  int signal_with_us = 0;                       // sent to it when this thread ends
  bool output_to_stderr = false;                // standard output is somebody else's
  bool randomize_addresses = true;              // address space layout randomisation
  std::function<void(pid_t)> before_exec = {};  // called with the process, which waits meanwhile
};

// The process. Throws InputError when it cannot be executed.
pid_t start_program(ProgramStart start);

// Statuses beyond it are of programs that a signal ended: as many more, as a shell says it.
inline constexpr int ended_by_signal = 128;

struct ProgramExit {
  int status = 0;  // exit status, or ended_by_signal + signal
  int signal = 0;  // 0: none
};

// Whether it has ended, without taking its status: its number is still its own.
bool has_ended(pid_t program);
// How it ended, and takes that; nothing while it runs.
std::optional<ProgramExit> take_exit(pid_t program);

}  // namespace hpcast
