// The Valgrind tracer from outside: where it lies, how a program is started under it, what its log
// says.
#pragma once

#include <string>
#include <vector>

namespace hpcast::reftrace {

// Its folder beside this program. InputError with the command that sets it up where it is missing,
// where Valgrind itself is not installed, or where it is of another version.
std::string valgrind_folder();

struct ValgrindOptions {
  int channel = -1;  // descriptors to be inherited
  int log = -1;
  bool dependences = false;  // loads tell which load their address came from
};

// Command line and environment ("NAME=value") that start `command` under the tool.
struct ValgrindLaunch {
  std::vector<std::string> command;  // its first word is a path
  std::vector<std::string> environment;
};
ValgrindLaunch under_valgrind(const std::vector<std::string>& command,
                              const ValgrindOptions& options);

// What Valgrind's log tells of why the program did not run as it does by itself; empty: nothing.
std::string complaint_in(const std::string& log);

}  // namespace hpcast::reftrace
