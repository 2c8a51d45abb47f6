// Sleeping and waking across processes. Leaves errno as it was: the hooks run anywhere.
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace hpcast::tracer {

inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected) {
  const int saved = errno;
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, nullptr, nullptr, 0);
  errno = saved;
}

inline void futex_wake(std::atomic<std::uint32_t>& word) {
  const int saved = errno;
  syscall(SYS_futex, &word, FUTEX_WAKE, 0x7fffffff, nullptr, nullptr, 0);
  errno = saved;
}

}  // namespace hpcast::tracer
