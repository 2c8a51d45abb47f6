#include "hpcast/inputs/netcal/findings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace hpcast::netcal {

namespace {

// As times of messages, of which a window's are under way at once.
std::vector<Point> times_from(const Series& rates) {
  std::vector<Point> times = rates.points;
  for (Point& point : times) point.value = static_cast<double>(point.bytes) / point.value;
  return times;
}

bool is_of_this_world(double bandwidth) { return bandwidth >= 1 && bandwidth <= 1e15; }

// That is least off, as a part of the times, where nothing takes time but bytes.
double mean_bandwidth(std::span<const Point> times) {
  double sum = 0, squares = 0;
  for (const Point& point : times) {
    const double part = static_cast<double>(point.bytes) / point.value;
    sum += part;
    squares += part * part;
  }
  return squares / sum;
}

// What a byte more takes, as bandwidth, by the sizes whose bytes decide. Where the time for no
// bytes would be less than none (caches that large messages do not fit in), the mean of what they
// got.
std::optional<Point> asymptote(std::span<const Point> times) {
  constexpr std::uint64_t large = 16 * 1024;  // smaller ones tell of latencies
  const auto first = std::find_if(times.begin(), times.end(),
                                  [&](const Point& point) { return point.bytes >= large; });
  if (first == times.end()) return std::nullopt;
  const std::span<const Point> largest(first, times.end());
  Point found = largest.back();
  const Line line = largest.size() > 1 ? fitted_line(largest) : Line();
  const bool is_line = line.seconds > 0 && line.seconds_per_byte > 0;
  found.value = is_line ? 1 / line.seconds_per_byte : mean_bandwidth(largest);
  if (!is_of_this_world(found.value)) return std::nullopt;
  return found;
}

// Of one message alone: of ping-pong, beyond the eager limit if there is one.
std::optional<Point> bandwidth_of_ping_pong(const Findings& found) {
  const Series* const times = find(found.series, Benchmark::latency);
  if (times == nullptr) return std::nullopt;
  std::span<const Point> points = times->points;
  if (found.jump && !found.jump_is_of_windows)
    while (points.front().bytes < found.jump->above) points = points.subspan(1);
  return asymptote(points);
}

// Messages of a window share a network's links, as they do here; on a node, a description's share
// nothing, and it has the bandwidth of one alone.
void find_bandwidth(Place place, Findings& found) {
  const Series* const rates = find(found.series, Benchmark::bandwidth);
  if (place == Place::between_nodes && rates != nullptr)
    found.bandwidth = asymptote(times_from(*rates));
  if (found.bandwidth) return;
  found.bandwidth = bandwidth_of_ping_pong(found);
  found.is_of_ping_pong = true;
}

// IMB's have no other way to be held against than its ping-pong.
std::vector<Point> one_way(const Findings& found, std::uint32_t window) {
  const Series* const rates = find(found.series, Benchmark::bandwidth);
  if (rates != nullptr && window > 2) return rates->points;
  const Series* const times = find(found.series, Benchmark::latency);
  return times == nullptr ? std::vector<Point>() : times_from(*times);
}

void find_both_ways(Findings& found) {
  const Series* const both = find(found.series, Benchmark::both_ways);
  if (both == nullptr) return;
  const std::vector<Point> one = one_way(found, both->table.window);
  for (const Point& point : both->points)
    for (const Point& other : one)
      if (other.bytes == point.bytes)
        found.both_ways = Point{point.bytes, point.value / other.value, point.spread};
}

// A window of W messages and its answer take W - 1 messages and two ways. Of the sizes whose bytes
// take no time the quickest.
void find_gap(Findings& found) {
  constexpr std::uint64_t small = 8;
  const Series* const rates = find(found.series, Benchmark::message_rate);
  if (rates == nullptr || rates->table.pairs != 1 || rates->table.window < 2 || !found.ping_pong)
    return;
  Point best = rates->points.front();
  for (const Point& point : rates->points)
    if (point.bytes <= small && point.value > best.value) best = point;
  const double window = rates->table.window;
  best.value = (window / best.value - 2 * found.ping_pong->value) / (window - 1);
  if (best.value > 0) found.gap = best;
}

// In the times of single messages, else in those of windows.
void find_jump(Findings& found) {
  if (const Series* const times = find(found.series, Benchmark::latency))
    found.jump = jump_in(times->points);
  const Series* const rates = find(found.series, Benchmark::bandwidth);
  if (found.jump || rates == nullptr) return;
  found.jump = jump_in(times_from(*rates));
  found.jump_is_of_windows = found.jump.has_value();
}

// What a byte of a ping-pong takes up to the eager limit, or the one that descriptions have.
std::optional<double> eager_seconds_per_byte(const Findings& found) {
  constexpr std::uint64_t usual_limit = 64 * 1024, least_bytes = 512;
  const std::uint64_t limit = found.jump ? found.jump->below : usual_limit;
  double sum = 0, squares = 0;  // least squares of parts of the times, as in fitted_line()
  for (const Point& point : find(found.series, Benchmark::latency)->points) {
    if (point.bytes > limit || limit < least_bytes) break;
    const double part = static_cast<double>(point.bytes) / point.value;
    sum += part * (1 - found.ping_pong->value / point.value);
    squares += part * part;
  }
  if (squares == 0) return std::nullopt;
  return sum / squares;
}

// What that is beyond the network's part is taken for two copies.
void find_copies(Findings& found) {
  constexpr double least_part = 0.05;
  if (!found.ping_pong || !found.bandwidth) return;
  const std::optional<double> eager = eager_seconds_per_byte(found);
  if (!eager) return;
  const double more = *eager - 1 / found.bandwidth->value;
  if (more > least_part / found.bandwidth->value && is_of_this_world(2 / more))
    found.copy_bandwidth = 2 / more;
}

}  // namespace

Findings findings_of(Place place, const std::vector<Table>& tables) {
  Findings found;
  found.series = series_of(tables);
  if (const Series* const times = find(found.series, Benchmark::latency))
    found.ping_pong = times->points.front();
  find_jump(found);
  find_bandwidth(place, found);
  find_both_ways(found);
  find_gap(found);
  find_copies(found);
  return found;
}

}  // namespace hpcast::netcal
