/* Loaded into hpcast: when it makes the folder for its archive, the program having ended, it is
 * told to end. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

char *mkdtemp(char *name) {
  char *(*const real)(char *) = (char *(*)(char *))dlsym(RTLD_NEXT, "mkdtemp");
  char *const made = real(name);
  if (strstr(name, ".part-") != NULL) {
    close(open("signalled", O_WRONLY | O_CREAT, 0600));
    raise(SIGTERM);
  }
  return made;
}
