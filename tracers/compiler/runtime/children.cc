// Processes that the program starts: they are not traced, and told by the name of what they run.
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hpcast/inputs/reftrace/process_table.h"
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
  if (children_table != nullptr && program != nullptr)
    hpcast::reftrace::note_child(*children_table, static_cast<std::uint32_t>(getpid()), program);
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

HPCAST_INTERPOSE(int, execvpe, const char* file, char* const* arguments, char* const* environment) {
  becomes(file);
  return real_execvpe(file, arguments, environment);
}

// execl() and its like name the arguments one by one, up to a null pointer and what is behind it. A
// child of vfork() may not have them on the heap.
#define HPCAST_EXEC_LIST(name, call)                                                           \
  HPCAST_EXPORT int interposed_##name(const char* program, const char* first,                  \
                                      ...) __asm__(HPCAST_INTERPOSED_NAME(name));              \
  HPCAST_EXPORT int interposed_##name(const char* program, const char* first, ...) {           \
    va_list rest;                                                                              \
    va_start(rest, first);                                                                     \
    std::size_t count = 0;                                                                     \
    for (const char* next = first; next != nullptr; next = va_arg(rest, const char*)) ++count; \
    va_end(rest);                                                                              \
    auto** const arguments =                                                                   \
        static_cast<char**>(__builtin_alloca((count + 1) * sizeof(const char*)));              \
    va_start(rest, first);                                                                     \
    arguments[0] = const_cast<char*>(first);                                                   \
    for (std::size_t i = 1; i <= count; ++i) arguments[i] = va_arg(rest, char*);               \
    const int error = call;                                                                    \
    va_end(rest);                                                                              \
    return error;                                                                              \
  }
HPCAST_EXEC_LIST(execl, interposed_execv(program, arguments))
HPCAST_EXEC_LIST(execlp, interposed_execvp(program, arguments))
HPCAST_EXEC_LIST(execle, interposed_execve(program, arguments, va_arg(rest, char* const*)))

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
