// The few system calls that Valgrind's core has no function for.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include <atomic>
#include <cstdint>

namespace hpcast::tracer {

inline long system_call(long number, long a, long b, long c, long d) {
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                   : "rcx", "r11", "memory");
  return result;
}

// Returns at the latest after `longest_us`.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, long longest_us) {
  const timespec longest{longest_us / 1'000'000, longest_us % 1'000'000 * 1000};
  system_call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAIT, static_cast<long>(expected),
              reinterpret_cast<long>(&longest));
}

inline void futex_wake(std::atomic<std::uint32_t>& word) {
  system_call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAKE, 0x7fffffff, 0);
}

// For reftrace::ChannelLock.
struct System {
  static void yield() { system_call(SYS_sched_yield, 0, 0, 0, 0); }
  static bool is_alive(std::uint32_t id) {
    return system_call(SYS_kill, static_cast<long>(id), 0, 0, 0) == 0;
  }
  static void kill_this() {
    constexpr long sigkill = 9;
    system_call(SYS_kill, system_call(SYS_getpid, 0, 0, 0, 0), sigkill, 0, 0);
  }
};

}  // namespace hpcast::tracer
