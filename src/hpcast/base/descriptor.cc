#include "hpcast/base/descriptor.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace hpcast {
namespace {

rlimit given;
bool raised = false;

}  // namespace

void raise_descriptor_limit() {
  if (getrlimit(RLIMIT_NOFILE, &given) != 0) return;
  rlimit limit = given;
  limit.rlim_cur = limit.rlim_max;
  raised = setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

void give_back_descriptor_limit() {
  if (raised) setrlimit(RLIMIT_NOFILE, &given);
}

std::string path_of_descriptor(int descriptor) {
  return fmt::format("/proc/{:/>8}/fd/{:/>7}", getpid(), descriptor);
}

}  // namespace hpcast
