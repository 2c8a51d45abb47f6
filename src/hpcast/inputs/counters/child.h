// A program that is run and waited for, whatever signals come meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hpcast::counters {

struct ChildEnd {
  int status = 0;             // of a program that ended by itself
  std::optional<int> signal;  // that ended it
};

struct ChildOutput {
  // It reads and writes nothing, but for errors, which go to that file.
  std::optional<std::string> quiet;
  // What it writes to standard output goes to standard error.
  bool to_stderr = false;
};

// While it lives, SIGINT, SIGTERM and SIGHUP wait, and so does the SIGCHLD of a child. One at a
// time.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  // Runs it, looking in PATH, and passes the signals on to it. Throws InputError where it cannot be
  // started, and where a signal asked us to end, once it has ended.
  ChildEnd run(const std::vector<std::string>& command, const ChildOutput& output) const;
};

}  // namespace hpcast::counters
