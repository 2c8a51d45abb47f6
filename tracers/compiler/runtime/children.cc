// Processes that the program starts: they are not traced, and told by the name of what they run.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hpcast/reftrace/process_table.h"
#include "interpose.h"
#include "process.h"

using namespace hpcast::tracer;

namespace {

void started(pid_t child, const char* program) {
  if (attached() && program != nullptr)
    hpcast::reftrace::note_child(*process.header, static_cast<std::uint32_t>(child), program);
}

// The calling process becomes that program: the traced one, or a forked child of it. A child of
// vfork() still has its parent's memory.
void becomes(const char* program) {
  auto* const header = attached() ? process.header : process.forked_from;
  if (header != nullptr && program != nullptr)
    hpcast::reftrace::note_child(*header, static_cast<std::uint32_t>(getpid()), program);
}

}  // namespace

HPCAST_INTERPOSE(int, execve, const char* path, char* const* arguments, char* const* environment) {
  becomes(path);
  return real_execve(path, arguments, environment);
}
HPCAST_INTERPOSE(int, execv, const char* path, char* const* arguments) {
  becomes(path);
  return real_execv(path, arguments);
}
HPCAST_INTERPOSE(int, execvp, const char* file, char* const* arguments) {
  becomes(file);
  return real_execvp(file, arguments);
}

#define HPCAST_SPAWN(name)                                                                  \
  HPCAST_INTERPOSE(int, name, pid_t* child, const char* program,                            \
                   const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* how, \
                   char* const* arguments, char* const* environment) {                      \
    pid_t id = 0;                                                                           \
    const int error = real_##name(&id, program, actions, how, arguments, environment);      \
    if (error == 0) started(id, program);                                                   \
    if (error == 0 && child != nullptr) *child = id;                                        \
    return error;                                                                           \
  }
HPCAST_SPAWN(posix_spawn)
HPCAST_SPAWN(posix_spawnp)

HPCAST_INTERPOSE(int, system, const char* command) {
  if (command != nullptr) started(0, "sh");
  return real_system(command);
}
HPCAST_INTERPOSE(FILE*, popen, const char* command, const char* mode) {
  started(0, "sh");
  return real_popen(command, mode);
}
