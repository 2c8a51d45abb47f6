// A program's run as events: which region each thread enters and leaves, and what its counters had
// counted by then. docs/counter-traces.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hpcast::countertrace {

// A count that only grows; of each thread by itself.
struct Metric {
  std::string name;  // "PAPI_L1_DCM"
  std::string unit;  // "#" for occurrences
  bool operator==(const Metric&) const = default;
};

struct Event {
  // metrics: all counters of the thread at that moment. Score-P has one before each of the others.
  enum class Kind : std::uint8_t { enter, leave, metrics };
  std::uint64_t tick = 0;
  std::uint32_t region = 0;  // into Trace::regions; of enter and leave
  Kind kind = Kind::enter;
};

struct Thread {
  std::string name;  // "MPI Rank 1 thread 2"
  std::vector<Event> events;
  // Of each metrics event in turn, those of all metrics: since the thread's first one. NaN where
  // that event has none of it.
  std::vector<double> values;
};

struct Trace {
  std::uint64_t ticks_a_second = 1;
  std::vector<std::string> regions;
  std::vector<Metric> metrics;
  std::vector<Thread> threads;
  std::vector<std::string> notes;  // what of the source is not in it
  bool is_simulated = false;       // by hpcast: no hardware's counters
  std::string partial;             // why it is not of a whole run; empty: it is
  // How many lines the smallest cache of each level holds, the first level first; none: nobody
  // knows.
  std::vector<std::uint64_t> cache_lines;

  std::span<const double> values(const Thread& thread, std::size_t metrics_event) const {
    return std::span(thread.values).subspan(metrics_event * metrics.size(), metrics.size());
  }
};

}  // namespace hpcast::countertrace
