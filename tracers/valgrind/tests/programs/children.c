// children HOW: runs true in a child that it starts in the way that HOW says. Exits with 3.
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(int count, char **arguments) {
  char *const run[] = {"true", NULL};
  pid_t child = 0;
  if (count != 2) return 2;
  if (strcmp(arguments[1], "system") == 0) return system("exec true") == 0 ? 3 : 4;
  if (strcmp(arguments[1], "spawn") == 0) {
    if (posix_spawnp(&child, "true", NULL, NULL, run, environ) != 0) return 4;
  } else {
    child = strcmp(arguments[1], "vfork") == 0 ? vfork() : fork();
    if (child == 0) {
      execvp("true", run);
      _exit(4);
    }
  }
  waitpid(child, NULL, 0);
  return 3;
}
