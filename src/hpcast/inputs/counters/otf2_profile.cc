#include "hpcast/inputs/counters/otf2_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hpcast::counters {

// In intervals from the beginning.
double RegionProfile::position(std::uint64_t tick) {
  const double ticks = tick < *first_tick_ ? 0 : static_cast<double>(tick - *first_tick_);
  const double intervals = ticks / interval_ticks_;
  if (intervals <= most_intervals) return intervals;
  too_many_intervals_ = true;
  return most_intervals;
}

template <class Add>
void RegionProfile::spread(std::uint64_t location, std::uint32_t region, std::uint64_t from,
                           std::uint64_t to, Add add) {
  if (interval_ticks_ <= 0) return add(sums_[{0, location, region}], 1.0);
  const double begin = position(from), end = position(to);
  if (too_many_intervals_) return;  // it will be refused
  const auto first = static_cast<std::uint64_t>(begin), last = static_cast<std::uint64_t>(end);
  if (first == last || end <= begin) return add(sums_[{first, location, region}], 1.0);
  for (std::uint64_t i = first; i <= last; ++i) {
    const double part =
        std::min(end, static_cast<double>(i + 1)) - std::max(begin, static_cast<double>(i));
    if (part > 0) add(sums_[{i, location, region}], part / (end - begin));
  }
}

// Events come in the order of time: the first one is the earliest.
RegionProfile::Location& RegionProfile::location_at(std::uint64_t location, std::uint64_t tick) {
  if (!first_tick_) first_tick_ = tick;
  return locations_[location];
}

void RegionProfile::pass(Location& at, std::uint64_t location, std::uint64_t tick) {
  if (!at.regions.empty() && !at.is_off && tick > at.tick) {
    const auto ticks = static_cast<double>(tick - at.tick);
    spread(location, at.regions.back(), at.tick, tick,
           [&](Sums& sums, double share) { sums.ticks += ticks * share; });
  }
  if (at.is_off && tick > at.tick) ticks_off_ += tick - at.tick;
  at.tick = std::max(at.tick, tick);
}

void RegionProfile::begin_stretch(Location& at) {
  at.since = at.tick;
  at.flushes.clear();
}

template <class Add>
void RegionProfile::spread_count(const Location& at, std::uint64_t location, std::uint64_t from,
                                 std::uint64_t to, Add add) {
  const std::uint32_t region = at.regions.empty() ? outside : at.regions.back();
  auto flush = std::upper_bound(at.flushes.begin(), at.flushes.end(), from,
                                [](std::uint64_t tick, const Stretch& f) { return tick < f.to; });
  if (interval_ticks_ <= 0 || flush == at.flushes.end() || flush->from >= to)
    return spread(location, region, from, to, add);
  std::vector<Stretch> between;  // flushes
  std::uint64_t ticks = 0;
  for (; flush != at.flushes.end() && from < to; ++flush) {
    between.push_back({from, std::clamp(flush->from, from, to)});
    ticks += between.back().to - from;
    from = std::min(flush->to, to);
  }
  between.push_back({from, to});
  ticks += to - from;
  if (ticks == 0) return spread(location, region, to, to, add);
  for (const Stretch& part : between)
    if (part.from < part.to)
      spread(location, region, part.from, part.to, [&](Sums& sums, double share) {
        add(sums, share * static_cast<double>(part.to - part.from) / static_cast<double>(ticks));
      });
}

void RegionProfile::enter(std::uint64_t location, std::uint64_t tick, std::uint32_t region) {
  Location& at = location_at(location, tick);
  pass(at, location, tick);
  begin_stretch(at);
  at.regions.push_back(region);
}

void RegionProfile::leave(std::uint64_t location, std::uint64_t tick) {
  Location& at = location_at(location, tick);
  pass(at, location, tick);
  begin_stretch(at);
  if (!at.regions.empty()) at.regions.pop_back();
}

void RegionProfile::flush(std::uint64_t location, std::uint64_t from, std::uint64_t to) {
  Location& at = location_at(location, from);
  pass(at, location, from);
  if (to <= at.tick) return;
  if (!at.regions.empty() && !at.is_off) ticks_flushed_ += to - at.tick;
  at.flushes.push_back({at.tick, to});
  at.tick = to;
}

void RegionProfile::recording(std::uint64_t location, std::uint64_t tick, bool on) {
  Location& at = location_at(location, tick);
  pass(at, location, tick);
  begin_stretch(at);
  if (!on && !at.is_off) at.off_from = tick;
  at.off_to = tick;
  at.is_off = !on;
}

bool RegionProfile::metric(std::uint64_t location, std::uint64_t tick, const MetricValue& value) {
  Location& at = location_at(location, tick);
  const auto [last, is_first] = at.last.try_emplace(value.metric);
  const LastValue before = last->second;
  last->second = {tick, value.count, value.value};
  double added = value.value;
  if (value.kind == MetricKind::accumulated) {
    if (is_first) return true;  // where the sum began nobody knows
    const bool falls = value.is_count ? value.count < before.count : value.value < before.value;
    if (falls) return false;
    added = value.is_count ? static_cast<double>(value.count - before.count)
                           : value.value - before.value;
  }
  const std::uint64_t off_to = at.is_off ? tick : at.off_to;
  if (!is_first && before.tick >= at.off_from && tick <= off_to && off_to > at.off_from)
    return true;
  const bool was_off_meanwhile = before.tick < off_to && tick > at.off_from && off_to > at.off_from;
  if (was_off_meanwhile) added = std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t from = is_first ? tick : std::max(before.tick, at.since);
  spread_count(at, location, std::min(from, tick), tick, [&](Sums& sums, double share) {
    sums.metrics[value.metric] += added * value.scale * share;
  });
  return true;
}

}  // namespace hpcast::counters
