// What an executable file tells of itself: its kind, whether it carries the compiler tracer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hpcast::reftrace {

// A text counts as a script with "#!" or without, when the shell runs it.
enum class Executable { x86_64, script, other };
// InputError when the file cannot be read.
Executable executable_kind(const std::string& path);

// It would run as another user or group than the caller's (and so untraced).
bool changes_user(const std::string& path);

// Whether the program tells the names of functions that it has or takes from libraries: it is
// linked dynamically, or not stripped. InputError when it cannot be read.
bool names_functions(const std::string& path);

// Version of the channel that the runtime inside the ELF file speaks (.note.hpcast); empty for a
// file that is no ELF executable (a script) or was not linked by hpcast-cc. InputError when it
// cannot be read.
std::optional<std::uint32_t> tracer_note(const std::string& path);

// Whether code inside the file tells what it executes: some was compiled with the GCC plugin.
// Likewise.
bool tells_code(const std::string& path);

// Whether code inside the file calls the compiler tracer's hooks, as what a wrapper has compiled
// does: a program, or a shared library. False for a file that cannot be read.
bool calls_tracer(const std::string& path);

}  // namespace hpcast::reftrace
