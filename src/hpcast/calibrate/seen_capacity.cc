#include "hpcast/calibrate/seen_capacity.h"

#include "hpcast/calibrate/footprint.h"
#include "hpcast/calibrate/settled.h"
#include "hpcast/calibrate/stopwatch.h"

namespace hpcast::calibrate {

namespace {

// Memory takes two to ten times as long; where a cache has a part of the lines, half that.
constexpr double much_longer = 1.5;

}  // namespace

std::optional<std::size_t> seen_capacity(std::size_t inside, std::size_t told,
                                         const TimeOfLine& time_of_line) {
  if (inside == 0 || inside > told / 2) return {};
  const double longest = much_longer * time_of_line(inside);
  std::size_t fits = inside;
  for (std::size_t bytes = 2 * inside; bytes <= told / 2; bytes *= 2) {
    if (time_of_line(bytes) > longest)
      return time_of_line(fits + fits / 2) > longest ? fits : fits + fits / 2;
    fits = bytes;
  }
  return {};
}

double time_of_line(std::size_t bytes) {
  const Footprint memory(bytes);
  Chase chase(memory);
  const double pass = settle([&] { return timed([&] { chase.walk(1, chase.lines()); }); });
  return pass / static_cast<double>(chase.lines());
}

}  // namespace hpcast::calibrate
