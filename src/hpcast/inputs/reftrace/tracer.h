// The tracers: which one serves a program, and what each cannot see.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hpcast::reftrace {

enum class Tracer { compiler, valgrind };

// As manifests, results and --tracer call it.
std::string name_of(Tracer tracer);

struct Tracing {
  Tracer tracer;
  bool several;       // all processes that the program starts and the tracer serves, not one alone
  bool instrumented;  // linked with the compiler tracer, whichever serves
  std::string program;  // that is traced, as the command names it
  std::string path;     // of its file
  std::string
      starter;  // (compiler) of programs, itself untraced, as the command names it; or empty
  std::vector<std::string> others{};  // which that may start and which go untraced, as far as known
};

// Whether the program's stream tells what it executes, if it is asked to.
bool tells_code(const Tracing& tracing);

// How `command` is traced: as `wanted`, or else by the compiler tracer where the program was linked
// with it, or starts others that may have been (a script; a shell or make; what can start programs
// and starts one of these, or names one linked with it, be it in a script; see launcher.h), and by
// Valgrind otherwise. What starts
// the ranks of an MPI program (`ranks`, or a name such as mpirun) is judged by the programs among
// its arguments. InputError, with what to do about it, where the program cannot be traced so: not
// found, no 64-bit x86 program, setuid, linked with another version of the tracer, Valgrind's part
// not set up or of another version.
Tracing tracing_for(const std::vector<std::string>& command, std::optional<Tracer> wanted,
                    bool ranks);

// What of a program's accesses never reaches its streams, for people. Of a tracer that is not ours,
// nothing: its traces' manifests tell it themselves.
std::vector<std::string> unseen_by(const std::string& tracer, bool counts_instructions);

// What is counted though it is not the program's, and what is not, which was started: a line of
// "not modelled" each.
std::vector<std::string> besides(const Tracing& tracing);

}  // namespace hpcast::reftrace
