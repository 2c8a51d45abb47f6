#include "hpcast/inputs/countertrace/write.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/otf2/archive_properties.h"

namespace hpcast::countertrace {

namespace {

constexpr OTF2_MetricRef all_metrics = 0;
constexpr std::size_t most_metrics = UINT8_MAX;

}  // namespace

TraceWriter::TraceWriter(const std::string& folder, std::vector<Metric> metrics,
                         std::uint64_t ticks_a_second)
    : archive_(folder, own_creator), metrics_(std::move(metrics)), ticks_a_second_(ticks_a_second) {
  if (metrics_.size() > most_metrics)
    throw InputError(
        fmt::format("{} metrics, but an OTF2 event has {} at most", metrics_.size(), most_metrics),
        "learn fewer at once: --metric");
}

OTF2_EvtWriter* TraceWriter::writer(std::uint32_t thread, std::uint64_t tick) {
  first_ = std::min(first_, tick);
  last_ = std::max(last_, tick);
  return archive_.events(thread);
}

void TraceWriter::metrics(std::uint32_t thread, std::uint64_t tick,
                          std::span<const std::uint64_t> values) {
  if (values.empty()) return;
  static const std::vector<OTF2_Type> types(most_metrics, OTF2_TYPE_UINT64);
  if (OTF2_EvtWriter* const to = writer(thread, tick))
    archive_.must(OTF2_EvtWriter_Metric(to, nullptr, tick, all_metrics,
                                        static_cast<std::uint8_t>(values.size()), types.data(),
                                        reinterpret_cast<const OTF2_MetricValue*>(values.data())));
}

void TraceWriter::enter(std::uint32_t thread, std::uint64_t tick, std::uint32_t region) {
  if (OTF2_EvtWriter* const to = writer(thread, tick))
    archive_.must(OTF2_EvtWriter_Enter(to, nullptr, tick, region));
}

void TraceWriter::leave(std::uint32_t thread, std::uint64_t tick, std::uint32_t region) {
  if (OTF2_EvtWriter* const to = writer(thread, tick))
    archive_.must(OTF2_EvtWriter_Leave(to, nullptr, tick, region));
}

void TraceWriter::mark_partial(const std::string& why) {
  archive_.set_property(otf2::partial_property, why);
}

void TraceWriter::tell_cache_lines(const std::vector<std::uint64_t>& lines) {
  archive_.set_property(otf2::cache_lines_property, fmt::format("{}", fmt::join(lines, " ")));
}

void TraceWriter::define_metrics() {
  std::vector<OTF2_MetricMemberRef> members;
  for (const Metric& metric : metrics_) {
    members.push_back(static_cast<OTF2_MetricMemberRef>(members.size()));
    archive_.must(OTF2_GlobalDefWriter_WriteMetricMember(
        archive_.definitions(), members.back(), archive_.text(metric.name), archive_.text(""),
        OTF2_METRIC_TYPE_PAPI, OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL,
        0, archive_.text(metric.unit)));
  }
  if (!members.empty())
    archive_.must(OTF2_GlobalDefWriter_WriteMetricClass(
        archive_.definitions(), all_metrics, static_cast<std::uint8_t>(members.size()),
        members.data(), OTF2_METRIC_SYNCHRONOUS_STRICT, OTF2_RECORDER_KIND_CPU));
}

void TraceWriter::commit(const std::vector<std::string>& regions,
                         const std::vector<std::string>& threads) {
  if (archive_.definitions() == nullptr) return archive_.commit();
  const std::uint32_t empty = archive_.text("");
  first_ = std::min(first_, last_);
  archive_.must(OTF2_GlobalDefWriter_WriteClockProperties(archive_.definitions(), ticks_a_second_,
                                                          first_, last_ - first_ + 1,
                                                          OTF2_UNDEFINED_TIMESTAMP));
  for (std::uint32_t i = 0; i < regions.size(); ++i) {
    const std::uint32_t name = archive_.text(regions[i]);
    const bool is_openmp = regions[i].starts_with("!$omp");
    archive_.must(OTF2_GlobalDefWriter_WriteRegion(
        archive_.definitions(), i, name, name, empty, OTF2_REGION_ROLE_FUNCTION,
        is_openmp ? OTF2_PARADIGM_OPENMP : OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE, empty, 0,
        0));
  }
  archive_.must(OTF2_GlobalDefWriter_WriteSystemTreeNode(
      archive_.definitions(), 0, archive_.text("machine"), archive_.text("machine"),
      OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  archive_.must(OTF2_GlobalDefWriter_WriteLocationGroup(
      archive_.definitions(), 0, archive_.text("program"), OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
      OTF2_UNDEFINED_LOCATION_GROUP));
  for (const auto& [location, events] : archive_.event_counts())
    archive_.must(OTF2_GlobalDefWriter_WriteLocation(archive_.definitions(), location,
                                                     archive_.text(threads[location]),
                                                     OTF2_LOCATION_TYPE_CPU_THREAD, events, 0));
  define_metrics();
  archive_.commit();
}

void write_trace(const std::string& folder, const Trace& trace, const Interruption* interruption) {
  constexpr std::size_t often = 1 << 16;  // metrics events between two looks at it
  TraceWriter writer(folder, trace.metrics, trace.ticks_a_second);
  std::vector<std::string> names;
  std::vector<std::uint64_t> counts(trace.metrics.size());
  for (std::uint32_t number = 0; number < trace.threads.size(); ++number) {
    const Thread& thread = trace.threads[number];
    names.push_back(thread.name);
    std::size_t metrics_event = 0;
    for (const Event& event : thread.events) {
      if (event.kind == Event::Kind::enter) writer.enter(number, event.tick, event.region);
      if (event.kind == Event::Kind::leave) writer.leave(number, event.tick, event.region);
      if (event.kind != Event::Kind::metrics) continue;
      if (interruption != nullptr && metrics_event % often == 0) interruption->throw_if_any();
      const std::span<const double> values = trace.values(thread, metrics_event++);
      for (std::size_t i = 0; i < counts.size(); ++i)  // one that is missing keeps its last count
        if (!std::isnan(values[i])) counts[i] = static_cast<std::uint64_t>(std::llround(values[i]));
      writer.metrics(number, event.tick, counts);
    }
    std::fill(counts.begin(), counts.end(), 0);
  }
  writer.mark_partial(trace.partial);
  writer.tell_cache_lines(trace.cache_lines);
  writer.commit(trace.regions, names);
}

std::string to_csv(const Trace& trace) {
  std::string text = "thread,time_s,event,region";
  for (const Metric& metric : trace.metrics) text += "," + csv_field(metric.name);
  text += '\n';
  const auto end = std::back_inserter(text);
  for (const Thread& thread : trace.threads) {
    const std::string name = csv_field(thread.name);
    std::size_t metrics_event = 0;
    for (const Event& event : thread.events) {
      const bool counts = event.kind == Event::Kind::metrics;
      fmt::format_to(end, "{},{},{},{}", name,
                     static_cast<double>(event.tick) / static_cast<double>(trace.ticks_a_second),
                     counts                             ? "metrics"
                     : event.kind == Event::Kind::enter ? "enter"
                                                        : "leave",
                     counts ? "" : csv_field(trace.regions[event.region]));
      if (counts)
        for (const double value : trace.values(thread, metrics_event++))
          fmt::format_to(end, ",{}", std::isnan(value) ? "" : fmt::format("{:.17g}", value));
      else
        text.append(trace.metrics.size(), ',');
      text += '\n';
    }
  }
  return text;
}

}  // namespace hpcast::countertrace
