// What an executable file tells of itself: its kind, whether it carries the compiler tracer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hpcast::reftrace {

// The file that execvp would run for `program`: itself when it names a path, else the first
// executable of that name in PATH. InputError when there is none, or when it cannot be executed.
std::string find_program(const std::string& program);
// The same for a word of which it is not known whether it names a program.
std::optional<std::string> program_named(const std::string& word);

enum class Executable { x86_64, script, other };
// InputError when the file cannot be read.
Executable executable_kind(const std::string& path);

// It would run as another user or group than the caller's (and so untraced).
bool changes_user(const std::string& path);

// Version of the channel that the runtime inside the ELF file speaks (.note.hpcast); empty for a
// file that is no ELF executable (a script) or was not linked by hpcast-cc. InputError when it
// cannot be read.
std::optional<std::uint32_t> tracer_note(const std::string& path);

}  // namespace hpcast::reftrace
