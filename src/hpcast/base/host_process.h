// Other processes of this host, as /proc shows them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace hpcast {

// Numbers of its threads; none once it is gone. InputError where this process may open no more
// files: to take that for the other's end would be to wait for a thread for ever.
std::vector<std::uint32_t> host_threads(pid_t process);

// R running or about to, S sleeping, D in the disk or a page fault, Z ended; ? where it is not.
char host_state(pid_t process, std::uint32_t thread);

// ns; 0 where the kernel does not tell.
std::uint64_t cpu_time(pid_t process, std::uint32_t thread);

// Whether any thread of it has not ended.
bool is_running(pid_t process);

// All that it has started, and those have.
std::vector<pid_t> descendants(pid_t process);

}  // namespace hpcast
