#include "hpcast/faces/cli/view/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace hpcast::cli {

namespace {

bool has_desktop() {
  for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0')
      return true;
  return false;
}

}  // namespace

void open_in_browser(const std::string& url) {
  if (!has_desktop()) return;
  std::string program = "xdg-open", address = url;
  char* const arguments[] = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0);
  // Neither the signals that we hold back, nor those that we ignore, nor the terminal's Ctrl-C.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::signal(SIGCHLD, SIG_IGN);  // nobody waits for it, nor shall it stay as a zombie
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &streams, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&streams);
}

}  // namespace hpcast::cli
