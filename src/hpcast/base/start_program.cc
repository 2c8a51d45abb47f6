#include "hpcast/base/start_program.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

extern char** environ;

namespace hpcast {

namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

constexpr const char* shell = "/bin/sh";

// A script without "#!" is the shell's, as for execvp.
std::vector<std::string> words_for_shell(const ProgramStart& start) {
  std::vector<std::string> words{shell, start.path};
  words.insert(words.end(), start.command.begin() + 1, start.command.end());
  return words;
}

InputError not_run(const std::string& program, int error) {
  return InputError("cannot run '" + program + "': " + std::strerror(error));
}

// A new process waits here until the one that it comes from lets it go on.
class StartGate {
 public:
  explicit StartGate(const std::string& program) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw not_run(program, errno);
    wait_ = Descriptor(ends[0]);
    open_ = Descriptor(ends[1]);
  }
  void open() { open_.close(); }
  // In the new process; safe there.
  void pass() {
    open_.close();
    char none;
    while (read(wait_.get(), &none, 1) < 0 && errno == EINTR) continue;
  }

 private:
  Descriptor wait_, open_;
};

// Between fork and exec: only what is safe after a fork of a process with threads.
[[noreturn]] void become(const ProgramStart& start, char* const* arguments,
                         char* const* shell_arguments, char* const* environment, int report,
                         StartGate& gate) {
  std::signal(SIGXFSZ, SIG_DFL);
  give_back_descriptor_limit();
  if (start.output_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (start.signal_with_us != 0) prctl(PR_SET_PDEATHSIG, start.signal_with_us);
  if (!start.randomize_addresses) personality(ADDR_NO_RANDOMIZE);
  gate.pass();
  execve(start.path.c_str(), arguments, environment);
  if (errno == ENOEXEC) execve(shell, shell_arguments, environment);
  const int error = errno;
  const auto written = write(report, &error, sizeof error);
  _exit(written == sizeof error ? 127 : 126);
}

// 0, or the errno with which exec failed.
int exec_error(int report) {
  int error = 0;
  ssize_t got;
  do got = read(report, &error, sizeof error);
  while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

void set_variable(std::vector<std::string>& environment, const std::string& name,
                  const std::string& value) {
  std::erase_if(environment,
                [&](const std::string& entry) { return entry.starts_with(name + "="); });
  environment.push_back(name + "=" + value);
}

pid_t start_program(ProgramStart start) {
  const std::vector<char*> arguments = pointers_to(start.command);
  std::vector<std::string> shell_words = words_for_shell(start);
  const std::vector<char*> shell_arguments = pointers_to(shell_words);
  const std::vector<char*> environment = pointers_to(start.environment);
  StartGate gate(start.path);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) throw not_run(start.path, errno);
  const pid_t id = fork();
  if (id == 0)
    become(start, arguments.data(), shell_arguments.data(), environment.data(), report[1], gate);
  const int fork_error = errno;
  close(report[1]);
  if (id > 0 && start.before_exec) start.before_exec(id);
  gate.open();
  const int error = id < 0 ? fork_error : exec_error(report[0]);
  close(report[0]);
  if (error == 0) return id;
  if (id > 0) waitpid(id, nullptr, 0);
  throw not_run(start.command.front(), error);
}

bool has_ended(pid_t program) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(program), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == program;
}

std::optional<ProgramExit> take_exit(pid_t program) {
  int status = 0;
  if (waitpid(program, &status, WNOHANG) != program) return {};
  if (WIFSIGNALED(status)) return ProgramExit{ended_by_signal + WTERMSIG(status), WTERMSIG(status)};
  return ProgramExit{WEXITSTATUS(status), 0};
}

}  // namespace hpcast
