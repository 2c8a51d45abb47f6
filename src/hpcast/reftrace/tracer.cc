#include "hpcast/reftrace/tracer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/reftrace/channel.h"
#include "hpcast/reftrace/elf_note.h"
#include "hpcast/reftrace/valgrind_tool.h"

namespace hpcast::reftrace {

namespace {

void check_note(const std::string& program, const std::string& path, Executable kind) {
  const std::optional<std::uint32_t> note = tracer_note(path);
  if (!note && kind == Executable::script) return;
  if (!note)
    throw InputError(
        "'" + program + "' was not compiled with hpcast-cc, hpcast-c++ or hpcast-fortran",
        "compile and link it with one of them (hpcast-cc -O2 -fopenmp app.c -o app), or trace it "
        "as it is: --tracer valgrind");
  if (*note != channel_version)
    throw InputError("'" + program + "' was linked with another version of the tracer",
                     "link it again with this hpcast's hpcast-cc");
}

void check_for_valgrind(const std::string& program, const std::string& path, Executable kind) {
  if (kind == Executable::other)
    throw InputError("'" + program + "' is no 64-bit x86 program for Linux",
                     "the Valgrind tracer takes those only, and scripts");
  if (changes_user(path))
    throw InputError("'" + program + "' is a setuid or setgid program, which runs untraced",
                     "trace a copy of it without that mode bit");
  valgrind_folder();
}

bool starts_ranks(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename();
  for (const char* const starter : {"mpirun", "mpiexec", "orterun", "prterun"})
    if (name == starter || name.starts_with(std::string(starter) + ".")) return true;
  return false;
}

// The first word that names a program which was linked with the tracer; empty: none does.
std::string instrumented_argument(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::optional<std::string> path = program_named(word);
    if (!path || access(path->c_str(), R_OK) != 0 || !tracer_note(*path)) continue;
    check_note(word, *path, Executable::x86_64);
    return word;
  }
  return {};
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
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::string text(1 << 16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text.find('\0') == std::string::npos ? text : std::string();
}

// The first program linked with the tracer that the command's arguments name, be it inside one
// (sh -c) or, by a path, in a script that one names; empty: none does.
std::string instrumented_named_in(const std::vector<std::string>& command) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    if (std::string whole = instrumented_argument({command[i]}); !whole.empty()) return whole;
    std::vector<std::string> words;
    for (const std::string& name : names_in(command[i])) words.push_back(name);
    for (const std::string& name : names_in(text_of(command[i])))
      if (name.find('/') != std::string::npos) words.push_back(name);
    if (std::string found = instrumented_argument(words); !found.empty()) return found;
  }
  return {};
}

// What they start stands in their scripts and make files, behind variables often.
bool is_shell_or_make(const std::string& program) {
  constexpr std::string_view names[] = {"sh",   "bash", "dash",    "zsh",  "ksh",   "mksh", "csh",
                                        "tcsh", "fish", "busybox", "make", "gmake", "ninja"};
  const std::string name = std::filesystem::path(program).filename();
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Whether the file, or the names of what it takes from libraries, tells of starting others.
bool may_start_programs(const std::string& path) {
  const std::string file = read_file(path);
  for (const std::string_view name : {"execve", "execv", "execvp", "execvpe", "execl", "execlp",
                                      "execle", "posix_spawn", "posix_spawnp", "system", "popen"})
    if (file.find('\0' + std::string(name) + '\0') != std::string::npos) return true;
  return false;
}

bool is_script(const std::string& path) {
  return access(path.c_str(), R_OK) == 0 && executable_kind(path) == Executable::script;
}

// Whether `program` runs scripts as this one: python3.10 those of python3. The script is no program
// of its own then.
bool is_interpreter_of(const std::string& program, const std::string& script) {
  const std::string text = text_of(script);
  const std::string name = std::filesystem::path(program).filename();
  for (const std::string& word : names_in(text.substr(0, text.find('\n')))) {
    const std::string known = std::filesystem::path(word).filename();
    if (known != "env" && !known.empty() && name.starts_with(known) &&
        name.find_first_not_of("0123456789.", known.size()) == std::string::npos)
      return true;
  }
  return false;
}

// Whether an argument is something that starts programs of names that are not known beforehand.
bool names_a_starter(const std::vector<std::string>& command) {
  return std::any_of(command.begin() + 1, command.end(), [&](const std::string& argument) {
    const std::optional<std::string> path = program_named(argument);
    return path && (is_shell_or_make(argument) ||
                    (is_script(*path) && !is_interpreter_of(command.front(), *path)));
  });
}

// The first argument that names an executable file by a path; the command itself where none does.
std::string program_argument(const std::vector<std::string>& command) {
  const auto found =
      std::find_if(command.begin() + 1, command.end(), [](const std::string& argument) {
        return argument.find('/') != std::string::npos && program_named(argument);
      });
  return found != command.end() ? *found : command.front();
}

}  // namespace

std::string name_of(Tracer tracer) { return tracer == Tracer::compiler ? "compiler" : "valgrind"; }

Tracing tracing_for(const std::vector<std::string>& command, std::optional<Tracer> wanted,
                    bool ranks) {
  const std::string& program = command.front();
  const std::string path = find_program(program);
  const Executable kind = executable_kind(path);
  const bool instrumented = tracer_note(path).has_value();
  const bool of_ranks = ranks || starts_ranks(program);
  const bool runs_script = kind == Executable::script || is_shell_or_make(program);
  const bool may_start = of_ranks || runs_script || may_start_programs(path);
  const std::string started = instrumented ? program
                              : may_start  ? instrumented_named_in(command)
                                           : std::string();
  if (of_ranks) {
    const Tracer tracer = wanted.value_or(started.empty() ? Tracer::valgrind : Tracer::compiler);
    if (tracer == Tracer::valgrind) check_for_valgrind(program, path, kind);
    const std::string traced = started.empty() ? program_argument(command) : started;
    return {tracer, true, !started.empty(), traced, *program_named(traced), {}};
  }
  const bool starts = runs_script || !started.empty() || (may_start && names_a_starter(command));
  const Tracer tracer = wanted.value_or(starts ? Tracer::compiler : Tracer::valgrind);
  if (tracer == Tracer::valgrind) {
    check_for_valgrind(program, path, kind);
    return {tracer, false, instrumented, program, path, {}};
  }
  if (instrumented || !may_start) check_note(program, path, kind);
  if (instrumented) return {tracer, false, true, program, path, {}};
  if (started.empty()) return {tracer, true, false, program, path, program};
  return {tracer, true, true, started, *program_named(started), program};
}

std::vector<std::string> besides(const Tracing& tracing) {
  if (!tracing.starter.empty())
    return {"'" + tracing.starter +
            "' itself, and what it starts that was not made with hpcast-cc"};
  if (tracing.tracer == Tracer::compiler || !tracing.instrumented) return {};
  return {
      "the program by itself: what hpcast-cc has put into it is counted with it (compile it as "
      "usual for the Valgrind tracer)"};
}

std::vector<std::string> unseen_by(const std::string& tracer) {
  if (tracer == name_of(Tracer::valgrind))
    return {"accesses of the kernel on the program's behalf (system calls)"};
  if (!tracer.empty() && tracer != name_of(Tracer::compiler)) return {};
  return {
      "accesses of libraries not compiled with hpcast-cc (but memcpy, memset and their kin), "
      "inline assembly, system calls",
      "vector loads and stores: the tracer sees them as scalar ones"};
}

}  // namespace hpcast::reftrace
