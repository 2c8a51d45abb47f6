// What a command tells of the programs that it starts, before it runs.
#pragma once

#include <string>
#include <vector>

namespace hpcast::reftrace {

// What a program can start, as far as its file tells: nothing; commands of a shell (system, popen);
// programs of any name (exec and its like, and where no names of functions are left).
enum class Starts { nothing, commands, programs };
Starts what_it_starts(const std::string& path);

// What they start stands in their scripts and make files, behind variables often.
bool is_shell_or_make(const std::string& program);

// The first program linked with the tracer that the command's arguments name, be it inside one
// (sh -c) or, by a path, in a script that one names; empty: none does. Such a program may be of
// another version than this one's.
std::string instrumented_named_in(const std::vector<std::string>& command);
// Names of the other programs that they, the script that is run, or make's files name by a path.
std::vector<std::string> others_named_in(const std::vector<std::string>& command);

// Whether the command, whose program can start any, starts one of its arguments that in turn starts
// programs whose names are not known beforehand: a script, a shell, make.
bool names_a_starter(const std::vector<std::string>& command);

}  // namespace hpcast::reftrace
