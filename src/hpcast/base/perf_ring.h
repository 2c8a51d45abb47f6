// The kernel's samples of a process on one CPU, as it writes them into memory.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/perf_record.h"

namespace hpcast {

class PerfRing {
 public:
  PerfRing(const PerfRing&) = delete;
  PerfRing& operator=(const PerfRing&) = delete;
  PerfRing(PerfRing&& other) noexcept;
  PerfRing& operator=(PerfRing&&) = delete;
  ~PerfRing();

  // How often the kernel looks: ns of a thread's CPU time between two samples.
  struct Periods {
    std::uint64_t first;  // from the beginning up to end_first()
    std::uint64_t all;    // all the time
  };

  // One for each CPU that works, of what the process does from its next exec on
  // (sampling_event()); none where the kernel does not let this process look.
  static std::vector<PerfRing> of_all_cpus(pid_t process, const Periods& periods);

  void end_first();

  // Adds what has come since it was last asked.
  void read(std::vector<PerfRecord>& records);

 private:
  PerfRing() = default;
  bool open(pid_t process, int cpu, const Periods& periods);

  Descriptor all_, first_;
  std::byte* memory_ = nullptr;  // a page of positions, then the ring
};

}  // namespace hpcast
