#include "hpcast/base/trial.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace hpcast {

bool survives(const std::function<bool()>& act, unsigned seconds) {
  std::fflush(nullptr);  // else the child would write it too
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit processor{seconds, seconds}, none{0, 0};
    ::setrlimit(RLIMIT_CPU, &processor);
    ::setrlimit(RLIMIT_CORE, &none);
    ::_exit(act() ? 0 : 1);
  }
  if (child < 0) return false;
  int status = 1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status == 0;
}

}  // namespace hpcast
