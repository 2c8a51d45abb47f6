// Random windows, and power tick by tick: what the fast ways are compared with.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "hpcast/inputs/meter/windows.h"

namespace hpcast::meter {

// Windows of 1 to `longest` ticks, some with a gap before them; a tick is a second.
inline Windows random_windows(std::mt19937& random, int count, int longest) {
  Windows windows;
  double now = 0;
  for (int i = 0; i < count; ++i) {
    if (random() % 5 == 0) now += 1 + static_cast<int>(random() % 7);
    const double length = 1 + static_cast<int>(random() % static_cast<unsigned>(longest));
    windows.push_back({now, now + length, static_cast<double>(random() % 1000)});
    now += length;
  }
  return windows;
}

// The mean over [begin, end) tick by tick, of windows that lie in it as a whole.
inline std::optional<double> mean_by_ticks(const Windows& windows, int begin, int end) {
  double sum = 0;
  int ticks = 0;
  for (int tick = begin; tick < end; ++tick)
    for (const Window& window : windows) {
      const bool is_whole = window.begin_s >= begin && window.end_s <= end;
      if (!is_whole || tick < window.begin_s || tick >= window.end_s) continue;
      sum += window.watts;
      ++ticks;
    }
  if (ticks == 0 || ticks < 0.25 * (end - begin)) return std::nullopt;
  return sum / ticks;
}

}  // namespace hpcast::meter
