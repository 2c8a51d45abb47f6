#include "hpcast/reftrace/tracer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
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
  if (ranks || starts_ranks(program)) {
    const std::string instrumented = instrumented_argument(command);
    const Tracer tracer =
        wanted.value_or(instrumented.empty() ? Tracer::valgrind : Tracer::compiler);
    if (tracer == Tracer::valgrind) check_for_valgrind(program, path, kind);
    const std::string traced = instrumented.empty() ? program_argument(command) : instrumented;
    return {tracer, true, !instrumented.empty(), traced,
            traced == program ? path : *program_named(traced)};
  }
  const bool instrumented = tracer_note(path).has_value();
  const bool compiled_for_it = kind == Executable::script || instrumented;
  const Tracer tracer = wanted.value_or(compiled_for_it ? Tracer::compiler : Tracer::valgrind);
  if (tracer == Tracer::valgrind)
    check_for_valgrind(program, path, kind);
  else
    check_note(program, path, kind);
  return {tracer, tracer == Tracer::compiler && kind == Executable::script, instrumented, program,
          path};
}

std::vector<std::string> counted_besides(const Tracing& tracing) {
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
