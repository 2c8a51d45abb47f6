// What processes do to each other: sleeping and waking, mostly. Leaves errno as it was: the hooks
// run anywhere.
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace hpcast::tracer {

// Returns after `longest_ms` at the latest, where that is given.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                       long longest_ms = 0) {
  const int saved = errno;
  const timespec longest{longest_ms / 1000, longest_ms % 1000 * 1'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, longest_ms == 0 ? nullptr : &longest, nullptr, 0);
  errno = saved;
}

inline void futex_wake(std::atomic<std::uint32_t>& word) {
  const int saved = errno;
  syscall(SYS_futex, &word, FUTEX_WAKE, 0x7fffffff, nullptr, nullptr, 0);
  errno = saved;
}

// For reftrace::ChannelLock.
struct System {
  static void yield() { syscall(SYS_sched_yield); }
  static bool is_alive(std::uint32_t id) {
    const int saved = errno;
    const bool alive = syscall(SYS_kill, static_cast<pid_t>(id), 0) == 0 || errno == EPERM;
    errno = saved;
    return alive;
  }
};

}  // namespace hpcast::tracer
