// Traces with counters as OTF2 archives, as Score-P writes them, and as CSV.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hpcast/base/interruption.h"
#include "hpcast/inputs/countertrace/trace.h"
#include "hpcast/inputs/otf2/archive_writer.h"

namespace hpcast::countertrace {

// Of our archives, as their creator.
inline constexpr char own_creator[] = "hpcast";

// Event by event, while they come. What goes wrong is told by commit().
class TraceWriter {
 public:
  // Throws InputError where `folder` may not be replaced, and where an event cannot hold so many
  // metrics.
  TraceWriter(const std::string& folder, std::vector<Metric> metrics, std::uint64_t ticks_a_second);

  // `values`: of all metrics, or of none: then there is no such event.
  void metrics(std::uint32_t thread, std::uint64_t tick, std::span<const std::uint64_t> values);
  void enter(std::uint32_t thread, std::uint64_t tick, std::uint32_t region);
  void leave(std::uint32_t thread, std::uint64_t tick, std::uint32_t region);

  // Why the trace is not of a whole run; empty: it is.
  void mark_partial(const std::string& why);
  // As Trace::cache_lines.
  void tell_cache_lines(const std::vector<std::uint64_t>& lines);
  // The names of what the events were of, by number. Throws InputError where anything could not be
  // written; `folder` is then as it was.
  void commit(const std::vector<std::string>& regions, const std::vector<std::string>& threads);

 private:
  OTF2_EvtWriter* writer(std::uint32_t thread, std::uint64_t tick);
  void define_metrics();

  otf2::ArchiveWriter archive_;
  std::vector<Metric> metrics_;
  std::uint64_t ticks_a_second_;
  std::uint64_t first_ = UINT64_MAX, last_ = 0;
};

// Throws InputError as TraceWriter does, and where the interruption, if there is one, wants it.
void write_trace(const std::string& folder, const Trace& trace,
                 const Interruption* interruption = nullptr);

// "thread,time_s,event,region,METRIC…": a line an event, counts from the thread's first one on.
std::string to_csv(const Trace& trace);

}  // namespace hpcast::countertrace
