// The Valgrind tracer from outside: where it lies, how a program is started under it, what its log
// says.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/descriptor.h"

namespace hpcast::reftrace {

// Its folder beside this program. InputError with the command that sets it up where it is missing,
// where Valgrind itself is not installed, or where it is of another version.
std::string valgrind_folder();

struct ValgrindOptions {
  std::string folder;   // valgrind_folder(), as a PlainPath
  std::string channel;  // Channel::path()
  std::string log;      // ValgrindLog::path()
  bool ranks = false;   // trace what it starts as ranks of an MPI program, instead of itself
};

// What Valgrind's processes have to say, while they run.
class ValgrindLog {
 public:
  ValgrindLog();
  std::string path() const;
  // Takes what there is: it must not fill up.
  void read();
  const std::string& text() const { return text_; }

 private:
  Descriptor reading_, writing_;
  std::string text_;
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
