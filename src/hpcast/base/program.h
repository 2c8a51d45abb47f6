// Programs as execvp finds them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hpcast {

// The file that execvp would run for `program`: itself when it names a path, else the first
// executable of that name in PATH. InputError when there is none, or when it cannot be executed.
std::string find_program(const std::string& program);
// The same for a word of which it is not known whether it names a program.
std::optional<std::string> program_named(const std::string& word);

// Above the bin/ that this program is in: the build tree, or where it is installed. Empty where the
// system does not tell.
std::filesystem::path own_tree();
// What hpcast needs beside itself there: lib/hpcast.
std::filesystem::path support_folder();

}  // namespace hpcast
