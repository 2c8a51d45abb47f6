// The tracers: which one serves a program, and what each cannot see.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hpcast::reftrace {

enum class Tracer { compiler, valgrind };

// As manifests, results and --tracer call it.
std::string name_of(Tracer tracer);

// The tracer for `program`: `wanted`, or else the compiler tracer where the program was linked with
// it (or is a script, which may start one that was), and Valgrind otherwise. InputError, with what
// to do about it, where the program cannot be traced so: not found, no 64-bit x86 program, setuid,
// linked with another version of the tracer, Valgrind's part not set up or of another version.
Tracer tracer_for(const std::string& program, std::optional<Tracer> wanted);

// What of a program's accesses never reaches its streams, for people. Of a tracer that is not ours,
// nothing: its traces' manifests tell it themselves.
std::vector<std::string> unseen_by(const std::string& tracer);

}  // namespace hpcast::reftrace
