#include "hpcast/inputs/reftrace/tracer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/elf_note.h"
#include "hpcast/inputs/reftrace/launcher.h"
#include "hpcast/inputs/reftrace/valgrind_tool.h"

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
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error);
  if (error || access(folder.c_str(), W_OK) != 0)
    throw InputError("the Valgrind tracer can make no files in the temporary folder",
                     "TMPDIR names where: TMPDIR=/tmp, or a folder of yours");
  valgrind_folder();
}

bool starts_ranks(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename();
  for (const char* const starter : {"mpirun", "mpiexec", "orterun", "prterun"})
    if (name == starter || name.starts_with(std::string(starter) + ".")) return true;
  return false;
}

// The first argument that names an executable file by a path; the command itself where none does.
std::string program_argument(const std::vector<std::string>& command) {
  const auto found =
      std::find_if(command.begin() + 1, command.end(), [](const std::string& argument) {
        return argument.find('/') != std::string::npos && program_named(argument);
      });
  return found != command.end() ? *found : command.front();
}

// " (its command names a, b)"
std::string named(const std::vector<std::string>& programs) {
  std::string list;
  for (const std::string& program : programs) add_item(list, visible(on_one_line(program)));
  return list.empty() ? "" : " (its command names " + list + ")";
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
  // Which means to read its whole file: only where nothing else tells.
  const Starts starts =
      instrumented || of_ranks || runs_script ? Starts::nothing : what_it_starts(path);
  const bool may_start = of_ranks || runs_script || starts != Starts::nothing;
  const std::string started = instrumented ? program
                              : may_start  ? instrumented_named_in(command)
                                           : std::string();
  if (!instrumented && !started.empty())
    check_note(started, *program_named(started), Executable::x86_64);
  if (of_ranks) {
    const Tracer tracer = wanted.value_or(started.empty() ? Tracer::valgrind : Tracer::compiler);
    if (tracer == Tracer::valgrind) check_for_valgrind(program, path, kind);
    const std::string traced = started.empty() ? program_argument(command) : started;
    return {tracer, true, !started.empty(), traced, *program_named(traced), {}};
  }
  const bool launches =
      runs_script || !started.empty() || (starts == Starts::programs && names_a_starter(command));
  const Tracer tracer = wanted.value_or(launches ? Tracer::compiler : Tracer::valgrind);
  if (tracer == Tracer::valgrind) {
    check_for_valgrind(program, path, kind);
    return {tracer, false, instrumented, program, path, {}};
  }
  if (instrumented || !may_start) check_note(program, path, kind);
  if (instrumented) return {tracer, false, true, program, path, {}};
  const std::vector<std::string> others = others_named_in(command);
  if (started.empty()) return {tracer, true, false, program, path, program, others};
  return {tracer, true, true, started, *program_named(started), program, others};
}

bool tells_code(const Tracing& tracing) {
  return tracing.tracer == Tracer::valgrind || (tracing.instrumented && tells_code(tracing.path));
}

std::vector<std::string> besides(const Tracing& tracing) {
  if (!tracing.starter.empty())
    return {"'" + tracing.starter +
            "' itself, and what it starts that was not made with hpcast-cc" +
            named(tracing.others)};
  if (tracing.tracer == Tracer::compiler || !tracing.instrumented) return {};
  return {
      "the program by itself: what hpcast-cc has put into it is counted with it (compile it as "
      "usual for the Valgrind tracer)"};
}

std::vector<std::string> unseen_by(const std::string& tracer, bool counts_instructions) {
  if (tracer == name_of(Tracer::valgrind))
    return {"accesses of the kernel on the program's behalf (system calls)"};
  if (!tracer.empty() && tracer != name_of(Tracer::compiler)) return {};
  const std::string libraries =
      "libraries not compiled with hpcast-cc (but memcpy, memset and their kin), inline assembly, "
      "system calls";
  if (counts_instructions)
    return {"accesses of " + libraries, "instructions of libraries not compiled with hpcast-cc"};
  return {"accesses of " + libraries,
          "vector loads and stores: the tracer sees them as scalar ones"};
}

}  // namespace hpcast::reftrace
