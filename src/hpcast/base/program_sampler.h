// Looks all the time where a program's threads are, without the program's doing: by samples that
// the kernel takes (perf_event_open). Short programs are looked at often; of long ones that would
// cost too much, and is not needed.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hpcast/base/file_profile.h"
#include "hpcast/base/perf_ring.h"

namespace hpcast {

class ProgramSampler {
 public:
  ProgramSampler() = default;
  ~ProgramSampler() { stop(); }
  ProgramSampler(const ProgramSampler&) = delete;
  ProgramSampler& operator=(const ProgramSampler&) = delete;

  // From the process's next exec on, and all that it starts.
  void attend(pid_t process);
  // What was seen up to now, once; empty where the kernel does not let this process look.
  std::optional<FileProfile> finish();

 private:
  void stop();
  void look_on();
  void collect();
  void end_first_stretch();
  bool counts(const PerfRecord& record) const;
  void take_before(std::uint64_t time);

  std::vector<PerfRing> rings_;
  std::vector<PerfRecord> records_;  // that have come, and may not be the next
  FileProfile profile_;
  std::uint64_t begun_ = 0;                 // ns of CLOCK_MONOTONIC
  std::uint64_t first_until_ = UINT64_MAX;  // the end of the stretch that is looked at often
  std::mutex mutex_;                        // guards `over_`
  std::condition_variable over_changed_;
  bool over_ = false;
  std::thread reader_;
};

}  // namespace hpcast
