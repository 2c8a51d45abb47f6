// What the events of a trace add up to: time and metrics of each region without those that it
// called, by thread and interval.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/otf2/reader.h"

namespace hpcast::counters {

using otf2::MetricKind;
using otf2::MetricValue;

class RegionProfile {
 public:
  static constexpr std::uint32_t outside = UINT32_MAX;  // of all regions
  static constexpr unsigned most_intervals = 1'000'000;

  struct Key {
    std::uint64_t interval = 0;
    std::uint64_t location = 0;
    std::uint32_t region = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Sums {
    double ticks = 0;
    std::map<std::uint32_t, double> metrics;
  };

  // `interval_ticks` 0: the whole run is one interval. Intervals begin with the first event, as an
  // archive's own zero may be long before it.
  explicit RegionProfile(double interval_ticks) : interval_ticks_(interval_ticks) {}

  // Times do not fall on a location.
  void enter(std::uint64_t location, std::uint64_t tick, std::uint32_t region);
  void leave(std::uint64_t location, std::uint64_t tick);
  // Belongs to the region that the location is in, from its last value on. False where a sum went
  // down.
  bool metric(std::uint64_t location, std::uint64_t tick, const MetricValue& value);

  // The recorder wrote its buffer meanwhile, which is no time of a region.
  void flush(std::uint64_t location, std::uint64_t from, std::uint64_t to);
  // What happens while nothing is recorded is in no region. A metric that was not read right where
  // that began and ended has no sum: NaN.
  void recording(std::uint64_t location, std::uint64_t tick, bool on);

  // Of all locations together.
  std::uint64_t ticks_flushed() const { return ticks_flushed_; }
  std::uint64_t ticks_off() const { return ticks_off_; }

  const std::map<Key, Sums>& sums() const { return sums_; }
  // Then the sums are not to be used.
  bool too_many_intervals() const { return too_many_intervals_; }

 private:
  struct LastValue {
    std::uint64_t tick = 0;
    std::uint64_t count = 0;
    double value = 0;
  };
  struct Stretch {
    std::uint64_t from = 0, to = 0;
  };
  struct Location {
    std::uint64_t tick = 0;
    std::uint64_t since = 0;       // when it entered, left or was turned on, the last time
    std::vector<Stretch> flushes;  // since then, in order
    std::uint64_t off_from = 0, off_to = 0;  // when nothing was recorded, the last time
    bool is_off = false;
    std::vector<std::uint32_t> regions;  // those it is in, the innermost last
    std::unordered_map<std::uint32_t, LastValue> last;
  };

  Location& location_at(std::uint64_t location, std::uint64_t tick);
  void pass(Location& at, std::uint64_t location, std::uint64_t tick);
  void begin_stretch(Location& at);
  // Calls add(sums, share) for each interval between two ticks, with its share of that time.
  template <class Add>
  void spread(std::uint64_t location, std::uint32_t region, std::uint64_t from, std::uint64_t to,
              Add add);
  // The same of what a metric counted, of the time in which the recorder did not write.
  template <class Add>
  void spread_count(const Location& at, std::uint64_t location, std::uint64_t from,
                    std::uint64_t to, Add add);
  double position(std::uint64_t tick);

  std::optional<std::uint64_t> first_tick_;
  std::uint64_t ticks_flushed_ = 0, ticks_off_ = 0;
  double interval_ticks_;
  bool too_many_intervals_ = false;
  std::unordered_map<std::uint64_t, Location> locations_;
  std::map<Key, Sums> sums_;
};

}  // namespace hpcast::counters
