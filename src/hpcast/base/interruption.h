// A user who wants hpcast to stop, and expects nothing half done to be left.
#pragma once

namespace hpcast {

// While it lives, the first SIGINT, SIGTERM or SIGHUP does not end this process: from then on the
// functions throw, as InputError with the exit status that a shell gives a process which a signal
// ended. The second signal ends the process. One interruption at a time, and none beside a
// SignalRelay.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  void throw_if_any() const;
  // The signal that has come, for what ends by itself then; 0: none.
  int caught() const;
  // Waits until a file can be read or has ended.
  void wait_readable(int fd) const;
};

}  // namespace hpcast
