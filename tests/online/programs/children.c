// children HOW: runs true in a child that it starts in the way that HOW says, or may start none
// (refused). Exits with 3.
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char path[] = "/bin/true";
static char *const arguments[] = {"true", "a", "b", NULL};

static void become(const char *how) {
  if (strcmp(how, "execl") == 0) execl(path, "true", "a", "b", (char *)NULL);
  if (strcmp(how, "execlp") == 0) execlp("true", "true", "a", "b", (char *)NULL);
  if (strcmp(how, "execle") == 0) execle(path, "true", "a", "b", (char *)NULL, environ);
  if (strcmp(how, "execv") == 0) execv(path, arguments);
  if (strcmp(how, "execve") == 0) execve(path, arguments, environ);
  execvp("true", arguments);
}

// No process is left to a user who is not root.
static void give_up_processes(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  if (getuid() == 0 && setuid(65534) != 0) exit(5);
}

int main(int count, char **given) {
  pid_t child = 0;
  if (count != 2) return 2;
  const char *const how = given[1];
  if (strcmp(how, "system") == 0) return system("exec true") == 0 ? 3 : 4;
  if (strcmp(how, "refused") == 0) {
    give_up_processes();
    return fork() == -1 ? 3 : 4;
  }
  if (strcmp(how, "spawn") == 0) {
    if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ) != 0) return 4;
  } else {
    child = strcmp(how, "vfork") == 0 ? vfork() : fork();
    if (child == 0) {
      become(how);
      _exit(4);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 3 : 5;
}
