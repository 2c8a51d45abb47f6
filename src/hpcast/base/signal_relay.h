// What the user wants ended is the program that hpcast started: signals that would end hpcast go to
// it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace hpcast {

// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process but the program: the first one
// is passed on (a terminal's Ctrl-C has reached the program already), the second one kills it. So
// this process goes on to write, of what was recorded so far, whole files. Once the program has
// ended, a second signal ends this process too. One relay at a time.
class SignalRelay {
 public:
  SignalRelay();
  ~SignalRelay();
  SignalRelay(const SignalRelay&) = delete;
  SignalRelay& operator=(const SignalRelay&) = delete;

  // The program runs; a signal that came before goes to it now.
  void program_started(pid_t program);
  // It must not be signalled any more: its number may become another's.
  void program_ended();
  // To be called now and then while the program runs: kills it, and what it has started, where it
  // goes on for `time_to_end` after the first signal. An mpirun that is still starting when it is
  // told to end may wait for ever.
  void insist();
  // Whether any signal has come.
  bool interrupted() const;

 private:
  std::optional<std::chrono::steady_clock::time_point> told_;
};

}  // namespace hpcast
