#include "hpcast/reftrace/tracer.h"

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

}  // namespace

std::string name_of(Tracer tracer) { return tracer == Tracer::compiler ? "compiler" : "valgrind"; }

Tracer tracer_for(const std::string& program, std::optional<Tracer> wanted) {
  const std::string path = find_program(program);
  const Executable kind = executable_kind(path);
  const bool compiled_for_it = kind == Executable::script || tracer_note(path).has_value();
  const Tracer tracer = wanted.value_or(compiled_for_it ? Tracer::compiler : Tracer::valgrind);
  if (tracer == Tracer::compiler) {
    check_note(program, path, kind);
    return tracer;
  }
  check_for_valgrind(program, path, kind);
  return tracer;
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
