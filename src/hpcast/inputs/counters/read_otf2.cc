// OTF2 archives, as Score-P writes them.
#include <fmt/core.h>

#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/otf2_profile.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/table_builder.h"
#include "hpcast/inputs/otf2/reader.h"

namespace hpcast::counters {

namespace {

// A region that is none, for what was counted beside all of them.
constexpr const char* outside_name = "(outside of all regions)";

// What the events add up to.
struct Profiling : otf2::EventVisitor {
  Profiling(const otf2::Definitions& all, double interval_s)
      : definitions(all), profile(interval_s * static_cast<double>(all.ticks_a_second)) {}
  void enter(std::uint64_t location, std::uint64_t tick, std::uint32_t region) override {
    profile.enter(location, tick, region);
  }
  void leave(std::uint64_t location, std::uint64_t tick, std::uint32_t) override {
    profile.leave(location, tick);
  }
  void metrics(std::uint64_t location, std::uint64_t tick,
               std::span<const otf2::MetricValue> values) override {
    for (const otf2::MetricValue& value : values)
      if (value.kind == otf2::MetricKind::level)
        levels.insert(value.metric);
      else if (!std::isfinite(value.value))
        no_numbers.insert(value.metric);
      else if (!profile.metric(location, tick, value))
        falling.insert(value.metric);
  }

  void flush(std::uint64_t location, std::uint64_t from, std::uint64_t to) override {
    profile.flush(location, from, to);
  }
  void recording(std::uint64_t location, std::uint64_t tick, bool on) override {
    profile.recording(location, tick, on);
  }

  const otf2::Definitions& definitions;
  RegionProfile profile;
  std::set<std::uint32_t> levels, no_numbers, falling;
};

std::string name_of_region(const otf2::Definitions& all, std::uint32_t region) {
  return region == RegionProfile::outside ? outside_name : all.region_name(region);
}

void note_left_out(const Profiling& events, TableBuilder& builder) {
  for (const std::uint32_t member : events.levels)
    builder.note(events.definitions.metrics.at(member).name + " is a level, no count: left out");
  for (const std::uint32_t member : events.no_numbers)
    builder.note(events.definitions.metrics.at(member).name +
                 " was no number (NaN or infinite) now and then; these values are left out");
  for (const std::uint32_t member : events.falling)
    builder.note(events.definitions.metrics.at(member).name +
                 " went down, which no count does; what it lost there is not in it");
}

void note_unrecorded(const Profiling& events, TableBuilder& builder) {
  const auto time = [&](std::uint64_t ticks) {
    return format_time(static_cast<double>(ticks) /
                       static_cast<double>(events.definitions.ticks_a_second));
  };
  if (events.profile.ticks_flushed() > 0)
    builder.note("the recorder wrote its buffer for " + time(events.profile.ticks_flushed()) +
                 ", added up over the threads: times are without that, counts are not");
  if (events.profile.ticks_off() > 0)
    builder.note("recording was off for " + time(events.profile.ticks_off()) +
                 ", added up over the threads: that is in no region's time; counts lack where a "
                 "region was in it for a part of its time");
}

using RowTimes = std::map<std::tuple<double, std::string, std::string>, double>;

// Regions of the same name are one: several parallel loops of a function have the same.
RowTimes row_times(const Profiling& events, const std::map<std::uint64_t, std::string>& names,
                   double interval_s) {
  RowTimes times;
  const auto ticks_a_second = static_cast<double>(events.definitions.ticks_a_second);
  for (const auto& [key, sums] : events.profile.sums())
    times[{static_cast<double>(key.interval) * interval_s, names.at(key.location),
           name_of_region(events.definitions, key.region)}] += sums.ticks / ticks_a_second;
  return times;
}

Table table_of(const Profiling& events, double interval_s, const Aliases& aliases,
               const std::string& path) {
  LineFaults faults(path);
  TableBuilder builder("otf2", aliases, faults);
  const std::map<std::uint64_t, std::string> names = otf2::location_names(events.definitions);
  const RowTimes times = row_times(events, names, interval_s);
  bool counted = false;
  for (const auto& [key, sums] : events.profile.sums()) {
    const double start = static_cast<double>(key.interval) * interval_s;
    const std::string& thread = names.at(key.location);
    const std::string region = name_of_region(events.definitions, key.region);
    const std::size_t row = builder.row(start, times.at({start, thread, region}), thread, region);
    for (const auto& [member, sum] : sums.metrics) {
      const otf2::Metric& metric = events.definitions.metrics.at(member);
      const std::string unit = metric.unit == "#" ? "" : metric.unit;
      builder.add(row, {metric.name, sum, unit, 1, NAN, 0}, Repeats::parts);
      counted = true;
    }
  }
  note_left_out(events, builder);
  if (const std::string& why = events.definitions.partial; !why.empty())
    builder.note("the archive is not of a whole run: " + on_one_line(why));
  note_unrecorded(events, builder);
  if (!counted) builder.note("the archive holds no metrics: there are only times");
  builder.note("times and counts of a region are without those of the regions it called");
  if (builder.empty()) throw InputError({path, 0, {}, "the archive holds no region", {}});
  return builder.finish();
}

}  // namespace

bool is_otf2(const std::string& path) { return otf2::is_archive(path); }

Table read_otf2(const std::string& path, const Aliases& aliases, double interval_s) {
  otf2::Reader archive(path);
  const otf2::Definitions definitions = archive.definitions();
  Profiling events(definitions, interval_s);
  archive.read_events(definitions, events);
  if (events.profile.too_many_intervals())
    throw InputError(fmt::format("{}: it has more than {} intervals of {}", path,
                                 RegionProfile::most_intervals, format_time(interval_s)),
                     "--interval takes a longer one");
  return table_of(events, interval_s, aliases, archive.anchor());
}

}  // namespace hpcast::counters
