#include "hpcast/inputs/netcal/line_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hpcast::netcal {

namespace {

constexpr std::size_t most_beside = 4, least_beside = 3;  // sizes that a line is laid through
constexpr std::uint64_t least_limit = 512, most_limit = 1 << 20;
constexpr double least_jump = 0.05;  // of the time before it
// Points of a line that are off by so much would make a jump of that size by chance.
constexpr double times_noise = 3;

double part_off(const Line& line, const Point& point) {
  return std::fabs(point.value / line.at(static_cast<double>(point.bytes)) - 1);
}

// How much of the time before a jump it is, as far as both ends show it.
double part_of(const Jump& jump) {
  const auto low = static_cast<double>(jump.below), high = static_cast<double>(jump.above);
  return std::min(jump.after.at(low) / jump.before.at(low),
                  jump.after.at(high) / jump.before.at(high)) -
         1;
}

Jump jump_after(std::span<const Point> times, std::size_t i) {
  const std::size_t first = i + 1 < most_beside ? 0 : i + 1 - most_beside;
  const std::size_t end = std::min(i + 1 + most_beside, times.size());
  Jump jump{times[i].bytes, times[i + 1].bytes, 0, fitted_line(times.subspan(first, i + 1 - first)),
            fitted_line(times.subspan(i + 1, end - i - 1))};
  const auto low = static_cast<double>(jump.below);
  jump.seconds = jump.after.at(low) - jump.before.at(low);
  return jump;
}

}  // namespace

Line fitted_line(std::span<const Point> times) {
  // Weights 1 / time²: w, x, xx of the line 1 = (a + b x) / time.
  double w = 0, x = 0, xx = 0, y = 0, xy = 0;
  for (const Point& point : times) {
    const double u = 1 / point.value, v = static_cast<double>(point.bytes) / point.value;
    w += u * u;
    x += u * v;
    xx += v * v;
    y += u;
    xy += v;
  }
  const double determinant = w * xx - x * x;
  Line line;
  line.seconds = (y * xx - xy * x) / determinant;
  line.seconds_per_byte = (xy * w - y * x) / determinant;
  for (const Point& point : times) line.worst = std::max(line.worst, part_off(line, point));
  return line;
}

std::optional<Jump> jump_in(const std::vector<Point>& times) {
  std::optional<Jump> found;
  for (std::size_t i = least_beside - 1; i + least_beside < times.size(); ++i) {
    if (times[i].bytes < least_limit || times[i].bytes > most_limit) continue;
    const Jump jump = jump_after(times, i);
    const double noise = times_noise * std::max(jump.before.worst, jump.after.worst);
    // Written so that what is no number is no jump.
    if (!(part_of(jump) > std::max(least_jump, noise)) || !std::isfinite(part_of(jump))) continue;
    if (!found || part_of(jump) > part_of(*found)) found = jump;
  }
  return found;
}

}  // namespace hpcast::netcal
