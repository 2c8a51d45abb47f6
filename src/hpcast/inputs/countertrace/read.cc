#include "hpcast/inputs/countertrace/read.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/countertrace/write.h"
#include "hpcast/inputs/otf2/reader.h"

namespace hpcast::countertrace {

namespace {

using otf2::Definitions;
using otf2::MetricKind;
using otf2::MetricValue;

// None where these are no numbers.
std::vector<std::uint64_t> lines_in(const std::string& text) {
  std::vector<std::uint64_t> lines;
  if (text.empty()) return lines;
  for (const std::string& part : split(text, ' ')) {
    std::uint64_t& number = lines.emplace_back();
    const char* const end = part.data() + part.size();
    if (const auto [at, error] = std::from_chars(part.data(), end, number);
        error != std::errc() || at != end)
      return {};
  }
  return lines;
}

class TraceMaker : public otf2::EventVisitor {
 public:
  TraceMaker(const Definitions& all, std::string path) : all_(all), path_(std::move(path)) {
    trace_.ticks_a_second = all.ticks_a_second;
    trace_.is_simulated = all.creator == own_creator;
    trace_.partial = all.partial;
    trace_.cache_lines = lines_in(all.cache_lines);
    find_metrics();
    for (const auto& [location, name] : otf2::location_names(all)) {
      threads_[location].index = trace_.threads.size();
      trace_.threads.push_back({name, {}, {}});
    }
  }

  void enter(std::uint64_t location, std::uint64_t tick, std::uint32_t region) override {
    Progress& at = at_time(location, tick);
    at.open.push_back(index_of(region));
    thread(at).events.push_back({at.now(), at.open.back(), Event::Kind::enter});
  }

  void leave(std::uint64_t location, std::uint64_t tick, std::uint32_t region) override {
    Progress& at = at_time(location, tick);
    const std::uint32_t left = index_of(region);
    if (at.open.empty() || at.open.back() != left)
      fail(at, tick,
           fmt::format("leaves '{}', {}", trace_.regions[left],
                       at.open.empty() ? "and is in no region"
                                       : "but is in '" + trace_.regions[at.open.back()] + "'"));
    at.open.pop_back();
    thread(at).events.push_back({at.now(), left, Event::Kind::leave});
  }

  void metrics(std::uint64_t location, std::uint64_t tick,
               std::span<const MetricValue> values) override {
    Progress& at = at_time(location, tick);
    at.metrics.resize(trace_.metrics.size());
    Thread& thread = this->thread(at);
    bool is_open = false;  // the event that the values go to
    for (const MetricValue& value : values) {
      const auto column = columns_.find(value.metric);
      if (column == columns_.end()) continue;
      if (!is_open && !goes_with_last(thread, at.now(), column->second)) {
        thread.events.push_back({at.now(), 0, Event::Kind::metrics});
        thread.values.resize(thread.values.size() + trace_.metrics.size(), missing);
      }
      is_open = true;
      last_values(thread)[column->second] = count(at, tick, column->second, value);
    }
  }

  void flush(std::uint64_t location, std::uint64_t from, std::uint64_t to) override {
    Progress& at = at_time(location, from);
    if (to < from) fail(at, from, "ends writing its buffer before it begins");
    at.tick = to;
    at.flushed += to - from;
  }

  void recording(std::uint64_t location, std::uint64_t tick, bool on) override {
    Progress& at = at_time(location, tick);
    if (on && at.off_since) at.off += at.now() - *at.off_since;
    at.off_since = on ? std::optional<std::uint64_t>() : at.now();
  }

  Trace take() {
    note_unrecorded();
    for (const auto& [location, at] : threads_)
      if (!at.open.empty())
        trace_.notes.push_back(fmt::format("{} ends inside '{}'", trace_.threads[at.index].name,
                                           trace_.regions[at.open.back()]));
    std::erase_if(trace_.threads, [](const Thread& thread) { return thread.events.empty(); });
    return std::move(trace_);
  }

 private:
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  struct Sum {
    bool known = false;
    std::uint64_t first = 0, last = 0;  // of counts
    double first_value = 0, value = 0;  // of others; of relative ones the sum
  };
  struct Progress {
    std::size_t index = 0;
    std::uint64_t tick = 0, flushed = 0, off = 0;
    std::optional<std::uint64_t> off_since;
    std::vector<std::uint32_t> open;
    std::vector<Sum> metrics;

    // Without the time that the recorder took to write its buffer.
    std::uint64_t now() const { return tick - flushed; }
  };

  std::string time(std::uint64_t ticks) const {
    return format_time(static_cast<double>(ticks) / static_cast<double>(trace_.ticks_a_second));
  }

  void note_unrecorded() {
    for (const auto& [location, at] : threads_) {
      const std::string& name = trace_.threads[at.index].name;
      if (at.flushed > 0)
        trace_.notes.push_back(fmt::format(
            "{}: the recorder wrote its buffer for {}: times are without that, counts are not",
            name, time(at.flushed)));
      const std::uint64_t off = at.off + (at.off_since ? at.now() - *at.off_since : 0);
      if (off > 0)
        trace_.notes.push_back(fmt::format(
            "{}: recording was off for {}, whose time and counts are told as those of the region "
            "that it was in",
            name, time(off)));
    }
  }

  std::span<double> last_values(Thread& thread) const {
    return std::span(thread.values).last(trace_.metrics.size());
  }

  // Metrics of several classes are told one after the other: that is one event.
  bool goes_with_last(Thread& thread, std::uint64_t tick, std::uint32_t metric) const {
    return !thread.events.empty() && thread.events.back().kind == Event::Kind::metrics &&
           thread.events.back().tick == tick && std::isnan(last_values(thread)[metric]);
  }

  Thread& thread(const Progress& at) { return trace_.threads[at.index]; }

  [[noreturn]] void fail(const Progress& at, std::uint64_t tick, const std::string& what) const {
    throw InputError(
        fmt::format("{}: {} {} at tick {}", path_, trace_.threads[at.index].name, what, tick),
        "the trace is broken: record it again");
  }

  Progress& at_time(std::uint64_t location, std::uint64_t tick) {
    const auto found = threads_.find(location);
    if (found == threads_.end())
      throw InputError(
          fmt::format("{}: an event of thread {}, which is not defined", path_, location));
    if (tick < found->second.tick) fail(found->second, tick, "goes back in time");
    found->second.tick = tick;
    return found->second;
  }

  void find_metrics() {
    std::map<std::string, std::uint32_t> names;
    const std::map<std::uint32_t, otf2::Metric> in_order(all_.metrics.begin(), all_.metrics.end());
    for (const auto& [reference, metric] : in_order) {
      if (metric.kind == MetricKind::level) {
        trace_.notes.push_back(metric.name + " is a level, no count: left out");
        continue;
      }
      const auto next = static_cast<std::uint32_t>(trace_.metrics.size());
      const auto [at, is_new] = names.emplace(metric.name, next);
      if (is_new) trace_.metrics.push_back({metric.name, metric.unit});
      columns_[reference] = at->second;
    }
  }

  std::uint32_t index_of(std::uint32_t region) {
    const auto known = regions_.find(region);
    if (known != regions_.end()) return known->second;
    const std::string name = all_.region_name(region);
    const auto [at, is_new] =
        names_.emplace(name, static_cast<std::uint32_t>(trace_.regions.size()));
    if (is_new) trace_.regions.push_back(name);
    return regions_[region] = at->second;
  }

  [[noreturn]] void count_down(const Progress& at, std::uint64_t tick, std::uint32_t metric) const {
    fail(at, tick, fmt::format("counts {} down", trace_.metrics[metric].name));
  }

  // Since the thread's first value.
  double count(Progress& at, std::uint64_t tick, std::uint32_t metric, const MetricValue& value) {
    Sum& sum = at.metrics[metric];
    if (!std::isfinite(value.scale * value.value)) fail(at, tick, "counts what is no number");
    const bool first = !sum.known;
    sum.known = true;
    if (value.kind == MetricKind::relative) {
      if (value.value < 0) count_down(at, tick, metric);
      return sum.value += value.scale * value.value;
    }
    if (first) {
      sum.first = sum.last = value.count;
      sum.first_value = sum.value = value.value;
    }
    if (value.is_count ? value.count < sum.last : value.value < sum.value)
      count_down(at, tick, metric);
    sum.last = value.count;
    sum.value = value.value;
    return value.scale * (value.is_count ? static_cast<double>(value.count - sum.first)
                                         : value.value - sum.first_value);
  }

  const Definitions& all_;
  std::string path_;
  Trace trace_;
  std::map<std::uint64_t, Progress> threads_;  // by location
  std::unordered_map<std::uint32_t, std::uint32_t> columns_, regions_;
  std::unordered_map<std::string, std::uint32_t> names_;
};

}  // namespace

Trace read_trace(const std::string& path) {
  otf2::Reader archive(path);
  const Definitions definitions = archive.definitions();
  TraceMaker maker(definitions, path);
  archive.read_events(definitions, maker);
  return maker.take();
}

}  // namespace hpcast::countertrace
