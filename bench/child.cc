#include "child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "hpcast/base/diagnostics.h"

namespace hpcast::bench {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

TemporaryFile temporary_file() {
  TemporaryFile file(std::tmpfile());
  if (!file) throw InputError("cannot write a temporary file", "is the disk full?");
  return file;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char block[65536];
  while (const std::size_t bytes = std::fread(block, 1, sizeof block, file))
    text.append(block, bytes);
  return text;
}

// In the child: only what is safe between fork and exec but for setenv, which a process that runs
// one thread may call.
[[noreturn]] void become(const Command& command, int output, int errors) {
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  setenv("OMP_NUM_THREADS", std::to_string(command.threads).c_str(), 1);
  setenv("OMP_WAIT_POLICY", "passive", 1);
  execvp(words[0], words.data());
  std::perror(words[0]);
  _exit(127);
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

std::string last_lines(const std::string& text) {
  constexpr std::size_t most = 1000;
  return text.size() <= most ? text : "…" + text.substr(text.size() - most);
}

}  // namespace

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Outcome run(const Command& command) {
  const TemporaryFile output = temporary_file();
  const TemporaryFile errors = temporary_file();
  std::fflush(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) become(command, fileno(output.get()), fileno(errors.get()));
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child)
    throw InputError("cannot start " + command.words[0]);
  Outcome outcome;
  outcome.cost.wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.cost.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  outcome.cost.memory_gb = static_cast<double>(usage.ru_maxrss) * 1.024e-6;
  outcome.output = content(output.get());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InputError(fmt::format("'{}' failed", fmt::join(command.words, " ")),
                     last_lines(content(errors.get())));
  return outcome;
}

}  // namespace hpcast::bench
