#include "hpcast/inputs/counters/child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/end_program.h"

extern char** environ;

namespace hpcast::counters {

namespace {

// Those that are ignored (nohup) stay so.
sigset_t held_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, signal);
  }
  return set;
}

class SpawnAttributes {
 public:
  explicit SpawnAttributes(const ChildOutput& output) {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&actions_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t all = held_signals();
    sigaddset(&all, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (output.to_stderr) posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
    if (!output.quiet) return;
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, output.quiet->c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  ~SpawnAttributes() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  pid_t spawn(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        posix_spawnp(&child, arguments[0], &actions_, &attributes_, arguments.data(), environ);
    if (error != 0)
      throw InputError(fmt::format("{}: cannot be run: {}", command[0], std::strerror(error)));
    return child;
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

// perf leaves its child to the terminal, which tells both.
void pass_on(pid_t child, int signal) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", child));
  for (pid_t grandchild = 0; children >> grandchild;) kill(grandchild, signal);
  kill(child, signal);
}

// The signal that asked us to end, if any. Who was told and goes on is killed, as by a second
// signal.
int wait_for(pid_t child, int& status) {
  const sigset_t signals = held_signals();
  int asked = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return asked;
    siginfo_t info{};
    const timespec patience{std::chrono::seconds(time_to_end).count(), 0};
    const int signal = sigtimedwait(&signals, &info, asked == 0 ? nullptr : &patience);
    if (signal == SIGCHLD || (signal < 0 && errno != EAGAIN)) continue;
    if (asked != 0)
      kill_program(child);
    else if (info.si_code != SI_KERNEL)
      pass_on(child, signal);
    if (signal > 0) asked = signal;
  }
}

}  // namespace

SignalsHeld::SignalsHeld() {
  const sigset_t signals = held_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

SignalsHeld::~SignalsHeld() {
  const sigset_t signals = held_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

ChildEnd SignalsHeld::run(const std::vector<std::string>& command,
                          const ChildOutput& output) const {
  const pid_t child = SpawnAttributes(output).spawn(command);
  int status = 0;
  const int asked = wait_for(child, status);
  if (asked != 0)
    throw InputError(fmt::format("ended by signal {}; nothing was written", asked))
        .ending_with(128 + asked);
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), std::nullopt};
}

}  // namespace hpcast::counters
