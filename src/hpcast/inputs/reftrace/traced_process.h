// A program that runs in the channel: started under its tracer, watched, ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/plain_path.h"
#include "hpcast/base/signal_relay.h"
#include "hpcast/base/start_program.h"
#include "hpcast/inputs/reftrace/channel_host.h"
#include "hpcast/inputs/reftrace/shut_out_programs.h"
#include "hpcast/inputs/reftrace/tracer.h"
#include "hpcast/inputs/reftrace/valgrind_tool.h"

namespace hpcast::reftrace {

struct ProgramOptions {
  std::optional<Tracer> tracer;                 // empty: the compiler tracer
  bool ranks = false;                           // it starts the processes of an MPI program
  bool randomize_addresses = false;             // leave address space randomisation on
  int openmp_threads = 0;                       // sets OMP_NUM_THREADS; 0 leaves it alone
  bool output_to_stderr = false;                // standard output is somebody else's
  std::function<void(pid_t)> before_exec = {};  // as in ProgramStart
};

// A program running with the channel in its environment. OMP_WAIT_POLICY is passive unless the
// caller's environment sets it: with fewer host cores than threads, spinning ones would starve the
// others. Signals that would end this process end the program (SignalRelay); it ends with this
// process. Threads still alive when the process ends normally write no thread_end of their own.
// Of a channel for several processes all belong to it that have an entry there.
class TracedProcess {
 public:
  // InputError when the program is not found or cannot be executed.
  TracedProcess(Channel& channel, const std::vector<std::string>& command,
                const ProgramOptions& options = {});
  // Kills the program if it still runs: nobody would read its rings.
  ~TracedProcess();
  TracedProcess(const TracedProcess&) = delete;
  TracedProcess& operator=(const TracedProcess&) = delete;

  // How the program ended, or empty while it or another of its processes runs. Rings may hold words
  // after its end.
  std::optional<ProgramExit> poll();
  pid_t id() const { return id_; }

  Tracer tracer() const { return tracer_; }
  // Why the program did not run as it does by itself, where its tracer says so; else empty.
  std::string complaint() const;

  // What is amiss where no process was traced.
  std::string nothing_traced() const;

  // Why programs made for the tracer were not traced, though they started.
  struct KeptOut {
    std::string why;
    std::string mend;
  };
  std::optional<KeptOut> kept_out() const;

  // What the program did, or may have, that no tracer has seen, as a line of "not modelled" each.
  // To be asked after the program's end.
  std::vector<std::string> unseen() const;

  // Why the trace is not the whole run; empty when it is. To be asked after the program's end.
  std::string incomplete() const;

 private:
  void wait_for_program();
  void bury_adopted();
  bool other_processes_run();
  void kill_processes();
  std::string unfinished() const;
  std::string limit() const;
  std::string untraced_ranks() const;
  std::vector<const ChildEntry*> untraced_children() const;
  std::string untraced_instrumented() const;

  Channel& channel_;
  ShutOutPrograms shut_out_;
  SignalRelay relay_;
  Tracer tracer_;
  std::vector<std::string> programs_;  // paths of what the command names and may be traced
  std::optional<PlainPath> valgrind_;  // where it has what it loads into programs
  std::optional<ValgrindLog> log_;
  pid_t id_ = -1;
  std::optional<ProgramExit> exit_;
  std::chrono::steady_clock::time_point ended_;
};

}  // namespace hpcast::reftrace
