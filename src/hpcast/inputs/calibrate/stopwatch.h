// Seconds that pass.
#pragma once

#include <algorithm>
#include <ctime>

namespace hpcast::calibrate {

// Not the thread's CPU time: a guest's now and then lacks what its host took, by guess, and the
// least of many is then what never was. What takes a tenth of a millisecond is rarely interrupted.
inline double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Of `work`, without that of looking at the clock.
template <class Work>
double timed(const Work& work) {
  static const double look = [] {
    double least = 1;
    for (int i = 0; i < 200; ++i) {
      const double start = seconds_now();
      least = std::min(least, seconds_now() - start);
    }
    return least;
  }();
  const double start = seconds_now();
  work();
  return std::max(seconds_now() - start - look, 1e-12);
}

}  // namespace hpcast::calibrate
