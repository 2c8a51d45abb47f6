// Times of messages by their size as lines, seconds + bytes * seconds_per_byte, and where they
// jump.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hpcast/inputs/netcal/series.h"

namespace hpcast::netcal {

struct Line {
  double seconds = 0, seconds_per_byte = 0;
  double worst = 0;  // of the points it was made from, how far one is off: a part of the line there
  double at(double bytes) const { return seconds + bytes * seconds_per_byte; }
};

// Least squares of what the line is off as a part of the times. Two points or more, of different
// sizes and with times above 0.
Line fitted_line(std::span<const Point> times);

// From one size to the next, messages take longer by more than their bytes.
struct Jump {
  std::uint64_t below = 0, above = 0;  // the sizes on either side
  double seconds = 0;                  // at the lower one
  Line before, after;
};

// The greatest, as a part of the time, of those that the lines through the four sizes on either
// side show at both sizes: a time that only grows faster or slower from there on is none. Between
// 512 B and 1 MiB, where libraries have their eager limits.
std::optional<Jump> jump_in(const std::vector<Point>& times);

}  // namespace hpcast::netcal
