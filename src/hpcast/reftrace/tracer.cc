#include "hpcast/reftrace/tracer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
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

// Some argument names a program that was linked with the tracer.
bool starts_traced_program(const std::vector<std::string>& command) {
  return std::any_of(command.begin() + 1, command.end(), [](const std::string& argument) {
    const std::optional<std::string> path = program_named(argument);
    if (!path || access(path->c_str(), R_OK) != 0 || !tracer_note(*path)) return false;
    check_note(argument, *path, Executable::x86_64);
    return true;
  });
}

}  // namespace

std::string name_of(Tracer tracer) { return tracer == Tracer::compiler ? "compiler" : "valgrind"; }

Tracing tracing_for(const std::vector<std::string>& command, std::optional<Tracer> wanted,
                    bool ranks) {
  const std::string& program = command.front();
  const std::string path = find_program(program);
  const Executable kind = executable_kind(path);
  if (ranks || starts_ranks(program)) {
    const bool compiled_for_it = starts_traced_program(command);
    const Tracer tracer = wanted.value_or(compiled_for_it ? Tracer::compiler : Tracer::valgrind);
    if (tracer == Tracer::valgrind) check_for_valgrind(program, path, kind);
    return {tracer, true};
  }
  const bool compiled_for_it = kind == Executable::script || tracer_note(path).has_value();
  const Tracer tracer = wanted.value_or(compiled_for_it ? Tracer::compiler : Tracer::valgrind);
  if (tracer == Tracer::valgrind)
    check_for_valgrind(program, path, kind);
  else
    check_note(program, path, kind);
  return {tracer, tracer == Tracer::compiler && kind == Executable::script};
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
