#include "hpcast/forecast/latency/study_child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <thread>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::forecast {

namespace {

constexpr int failure_of_ours = 70;  // EX_SOFTWARE

// Ended, with what it has started, unless it has ended by itself.
class ChildProcess {
 public:
  explicit ChildProcess(pid_t id) : id_(id) {}
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (ended_) return;
    kill(id_, SIGKILL);
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  bool ended() {
    ended_ = ended_ || waitpid(id_, &status_, WNOHANG) == id_;
    return ended_;
  }
  int status() const { return status_; }

 private:
  pid_t id_;
  bool ended_ = false;
  int status_ = 0;
};

void write_to(const std::string& path, int descriptor) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (file.get() < 0) fail_with_errno(path, "cannot write", errno);
  dup2(file.get(), descriptor);
}

// Our parent tidies up. What is ignored (nohup) stays so.
void end_by_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

[[noreturn]] void act_and_exit(const std::function<void()>& act, const ChildFiles& files,
                               pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(failure_of_ours);
  end_by_signals();
  try {
    write_to(files.output, STDOUT_FILENO);
    write_to(files.error, STDERR_FILENO);
    act();
  } catch (const std::exception& error) {
    tell(error.what());
    _exit(failure_of_ours);
  }
  _exit(0);
}

}  // namespace

std::string done_apart(const std::function<void()>& act, const ChildFiles& files,
                       const std::function<void()>& idle) {
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) throw InputError(std::string("cannot start a process: ") + std::strerror(errno));
  if (id == 0) act_and_exit(act, files, parent);
  ChildProcess child(id);
  while (!child.ended()) {
    idle();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  idle();  // who ended it may have asked us to end too
  if (WIFSIGNALED(child.status()))
    return fmt::format("ended by signal {} ({})", WTERMSIG(child.status()),
                       strsignal(WTERMSIG(child.status())));
  return WEXITSTATUS(child.status()) == 0
             ? ""
             : fmt::format("ended with status {}", WEXITSTATUS(child.status()));
}

}  // namespace hpcast::forecast
