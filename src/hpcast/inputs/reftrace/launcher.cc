#include "hpcast/inputs/reftrace/launcher.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/inputs/reftrace/elf_note.h"

namespace hpcast::reftrace {

namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(const std::string& program, Names names) {
  const std::string name = std::filesystem::path(program).filename();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

// Words of a text that may name a file, whatever else is around them.
std::set<std::string> names_in(const std::string& text) {
  constexpr char in_names[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/~@%,";
  std::set<std::string> names;
  for (std::size_t begin = 0; (begin = text.find_first_of(in_names, begin)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(in_names, begin), text.size());
    names.insert(text.substr(begin, end - begin));
    begin = end;
  }
  return names;
}

// The beginning of a file of text; empty: it is none.
std::string text_of(const std::string& path) {
  if (!is_file(path)) return {};
  std::string text = head_of_file(path, 1 << 16);
  return text.find('\0') == std::string::npos ? text : std::string();
}

std::string interpreter_line(const std::string& script) {
  return script.starts_with("#!") ? script.substr(0, script.find('\n')) : std::string();
}

// Words in a script that may name a program by a path, without what make may have before a command.
std::vector<std::string> paths_in_script(const std::string& path) {
  std::vector<std::string> paths;
  const std::string script = text_of(path);
  for (const std::string& name : names_in(script.substr(interpreter_line(script).size())))
    if (name.find('/') != std::string::npos)
      paths.push_back(name.substr(std::min(name.find_first_not_of("@+-"), name.size())));
  return paths;
}

// Words that may name a program: the argument, those inside it, those in a script that it names.
std::vector<std::string> words_of(const std::string& argument) {
  std::vector<std::string> words{argument};
  for (const std::string& name : names_in(argument)) words.push_back(name);
  for (std::string& path : paths_in_script(argument)) words.push_back(std::move(path));
  return words;
}

bool is_readable_program(const std::optional<std::string>& path) {
  return path && access(path->c_str(), R_OK) == 0;
}

bool is_script(const std::string& path) {
  return access(path.c_str(), R_OK) == 0 && executable_kind(path) == Executable::script;
}

// Whether `program` runs scripts as this one: python3.10 those of python3. The script is no program
// of its own then.
bool is_interpreter_of(const std::string& program, const std::string& script) {
  const std::string name = std::filesystem::path(program).filename();
  for (const std::string& word : names_in(interpreter_line(text_of(script)))) {
    const std::string known = std::filesystem::path(word).filename();
    if (known != "env" && !known.empty() && name.starts_with(known) &&
        name.find_first_not_of("0123456789.", known.size()) == std::string::npos)
      return true;
  }
  return false;
}

constexpr const char* make_files[] = {"Makefile", "makefile", "GNUmakefile", "build.ninja"};
bool is_make(const std::string& program) { return is_one_of(program, {"make", "gmake", "ninja"}); }

// Whose arguments are a command.
bool is_known_launcher(const std::string& program) {
  return is_one_of(program, {"env",     "nice",    "timeout", "time",     "nohup",    "setsid",
                             "stdbuf",  "numactl", "taskset", "chrt",     "ionice",   "setarch",
                             "prlimit", "xargs",   "strace",  "ltrace",   "parallel", "flock",
                             "sudo",    "setpriv", "unshare", "catchsegv"});
}

// Whether the shell or make that a plain argument may name would find something to do, given what
// stands behind it; else it is a word that means something else, or a file.
bool would_run(const std::vector<std::string>& command, std::size_t argument) {
  const std::string& word = command[argument];
  if (word.find('/') == std::string::npos && is_file(word)) return false;
  if (is_make(word))
    for (const char* const file : make_files)
      if (is_file(file)) return true;
  if (argument + 1 == command.size()) return false;
  const std::string& next = command[argument + 1];
  return next.starts_with("-") || (!is_make(word) && is_file(next));
}

bool is_started(const std::vector<std::string>& command, std::size_t argument) {
  const std::optional<std::string> path = program_named(command[argument]);
  if (!path) return false;
  const bool known_launcher = is_known_launcher(command.front());
  if (is_shell_or_make(command[argument])) return known_launcher || would_run(command, argument);
  return (known_launcher || command[argument].find('/') != std::string::npos) && is_script(*path) &&
         !is_interpreter_of(command.front(), *path);
}

// Made without a wrapper. What is no whole program is none.
bool is_plain_program(const std::string& path) try {
  return executable_kind(path) == Executable::x86_64 && !tracer_note(path);
} catch (const InputError&) {
  return false;
}

}  // namespace

Starts what_it_starts(const std::string& path) {
  const std::string file = read_file(path);
  const auto names = [&file](Names functions) {
    return std::any_of(functions.begin(), functions.end(), [&file](std::string_view function) {
      const std::string end = std::string(function) + '\0';
      const std::string begin(1, '\0');
      // Static programs have some by the C library's own names.
      return file.find(begin + end) != std::string::npos ||
             file.find(begin + "__" + end) != std::string::npos;
    });
  };
  if (names({"execve", "execv", "execvp", "execvpe", "execl", "execlp", "execle", "posix_spawn",
             "posix_spawnp"}) ||
      !names_functions(path))
    return Starts::programs;
  return names({"system", "popen"}) ? Starts::commands : Starts::nothing;
}

bool is_shell_or_make(const std::string& program) {
  return is_make(program) || is_one_of(program, {"sh", "bash", "dash", "zsh", "ksh", "mksh", "csh",
                                                 "tcsh", "fish", "busybox"});
}

std::string instrumented_named_in(const std::vector<std::string>& command) {
  for (std::size_t i = 1; i < command.size(); ++i)
    for (const std::string& word : words_of(command[i]))
      if (const auto path = program_named(word); is_readable_program(path) && tracer_note(*path))
        return word;
  return {};
}

std::vector<std::string> others_named_in(const std::vector<std::string>& command) {
  std::set<std::string> names;
  const auto take = [&names](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const auto path = program_named(word);
      if (word.find('/') != std::string::npos && is_readable_program(path) &&
          is_plain_program(*path))
        names.insert(std::filesystem::path(word).filename());
    }
  };
  if (std::any_of(command.begin(), command.end(), is_make))
    for (const char* const file : make_files) take(paths_in_script(file));
  take(paths_in_script(command.front()));
  for (std::size_t i = 1; i < command.size(); ++i) take(words_of(command[i]));
  return {names.begin(), names.end()};
}

bool names_a_starter(const std::vector<std::string>& command) {
  for (std::size_t i = 1; i < command.size(); ++i)
    if (is_started(command, i)) return true;
  return false;
}

}  // namespace hpcast::reftrace
