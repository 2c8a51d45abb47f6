#include "hpcast/forecast/ranks_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"

extern char** environ;

namespace hpcast::forecast {

namespace {

std::vector<std::string> environment_with(const RanksProcess::Environment& own) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (const auto& [name, value] : own) replaced = replaced || text.starts_with(name + "=");
    if (!replaced) all.push_back(text);
  }
  for (const auto& [name, value] : own) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> ranks_pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Between fork and exec.
[[noreturn]] void become_ranks(const char* path, char* const* arguments, char* const* environment,
                               int report) {
  std::signal(SIGXFSZ, SIG_DFL);
  give_back_descriptor_limit();
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // which mpirun passes on
  execve(path, arguments, environment);
  const int error = errno;
  const auto written = write(report, &error, sizeof error);
  _exit(written == sizeof error ? 127 : 126);
}

// 0, or the errno with which exec failed.
int start_error(int report) {
  int error = 0;
  ssize_t got;
  do got = read(report, &error, sizeof error);
  while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

InputError cannot_run(const std::string& program, int error) {
  return InputError("cannot run '" + program + "': " + std::strerror(error));
}

}  // namespace

RanksProcess::RanksProcess(const std::vector<std::string>& command,
                           const Environment& environment) {
  const std::string path = find_program(command.front());
  std::vector<std::string> words = command, variables = environment_with(environment);
  const std::vector<char*> arguments = ranks_pointers(words), entries = ranks_pointers(variables);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) throw cannot_run(path, errno);
  id_ = fork();
  if (id_ == 0) become_ranks(path.c_str(), arguments.data(), entries.data(), report[1]);
  const int fork_error = errno;
  close(report[1]);
  const int error = id_ < 0 ? fork_error : start_error(report[0]);
  close(report[0]);
  if (error == 0) {
    relay_.program_started(id_);
    return;
  }
  if (id_ > 0) waitpid(id_, nullptr, 0);
  id_ = -1;
  throw cannot_run(command.front(), error);
}

RanksProcess::~RanksProcess() {
  if (id_ < 0 || exit_) return;
  relay_.program_ended();
  kill(id_, SIGTERM);
  waitpid(id_, nullptr, 0);
}

std::optional<reftrace::ProgramExit> RanksProcess::poll() {
  if (exit_) return exit_;
  // The number is the program's until waitpid has taken its status.
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      ended.si_pid != id_)
    return {};
  relay_.program_ended();
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) != id_) return {};
  if (WIFSIGNALED(status))
    exit_ = {128 + WTERMSIG(status), WTERMSIG(status)};
  else
    exit_ = {WEXITSTATUS(status), 0};
  return exit_;
}

}  // namespace hpcast::forecast
