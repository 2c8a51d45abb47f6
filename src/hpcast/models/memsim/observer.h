// Looks at a simulation as it runs: what it counts, interval by interval, how far each thread's
// reads overlap, at the latency that the memories have and at longer ones, and what each thread has
// counted where it enters and leaves regions. Costs time, so only on request.
//
// The private side tells, in its stream, of each load that missed the first cache, behind what that
// asked of the shared side: Event::read. Payload: clock; instructions executed before it;
// ReadWindow::Read::after; ::hits; how many private caches it missed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/models/memsim/core_clock.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/executed_times.h"
#include "hpcast/models/memsim/intervals.h"
#include "hpcast/models/memsim/object_loads.h"
#include "hpcast/models/memsim/read_latency.h"
#include "hpcast/models/memsim/read_window.h"
#include "hpcast/models/memsim/shared_side.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::memsim {

inline constexpr unsigned read_event_payload = 5;

// What a thread has counted, from its start on, when it enters or leaves a region.
struct RegionMoment {
  std::uint32_t thread;
  std::uint32_t process;  // that the thread is of
  bool enters;
  std::optional<Word> region;  // as Event::region_enter says it; empty: the one it entered last
  double time;                 // s, from the run's start on
  const PrivateCounters& own;
  std::uint32_t own_levels;  // of `own`: 0 where the thread has made no reference yet
  // Lines that it fetched from behind the shared caches on its way, the nearest first.
  std::span<const std::uint64_t> fetches;
};

class RegionSink {
 public:
  virtual ~RegionSink() = default;
  // The moments of a thread in their order; of several threads as they are woven.
  virtual void moment(const RegionMoment& moment) = 0;
  // The thread's end: no region is entered or left by name.
  virtual void end(const RegionMoment& /*last*/) {}
};

struct ObserveOptions {
  std::uint32_t intervals = 0;          // to tell apart; 0: none
  std::vector<double> latencies;        // s, longer ones of the main memory
  RegionSink* regions = nullptr;        // told of regions; null: nobody
  std::vector<CoreClock*> clocks = {};  // told of what is executed, each as if it were alone

  bool any() const { return reads() || !clocks.empty(); }
  // Observer::read() is to be told.
  bool reads() const { return intervals != 0 || regions != nullptr; }
};

// What one thread did in an interval.
struct ThreadOverlap {
  std::uint32_t thread = 0;
  std::uint32_t core = 0;
  std::uint64_t instructions = 0;
  std::uint64_t read_misses = 0;                    // loads that no core-side cache answered
  std::vector<OverlapCounts> overlap;               // as it is, then by ObserveOptions::latencies
  std::vector<std::optional<CoreTime>> core_times;  // by ObserveOptions::clocks; empty: not known
};

struct ObservedInterval {
  Intervals::Part part;
  PhaseCounts counts;
  std::vector<ThreadOverlap> threads;  // ascending; those that did something
};

// Everything but the counts of caches and memories, which the shared side has.
class Observer {
 public:
  // `windows`: by core. Throws InputError for a latency that is shorter than the memory's.
  Observer(const ObserveOptions& options, std::uint64_t interval, const Topology& topology,
           ReadLatencies latencies, std::vector<CoreWindow> windows);

  Intervals& intervals() { return intervals_; }
  const ReadLatencies& latencies() const { return latencies_; }

  // The Event::read of a thread on that core; `answer`: of the shared side, if that was asked.
  void read(std::uint32_t thread, std::uint32_t core, const Word* event,
            const std::optional<Answer>& answer);
  // (clock) The Event::asked of a thread on that core; empty: nobody has answered.
  void asked(std::uint32_t thread, std::uint32_t core, const std::optional<Answer>& answer);
  // (clock) There is something to time().
  bool has_to_time(std::uint32_t thread) const;
  // Times, until the last cut, what was executed, ObservedReferences::untimed, and takes it away.
  // Several threads' calls may come at once.
  void time(std::uint32_t thread, WordBuffer& executed);
  // After time() of all threads.
  void settle();
  // (clock) The thread is of that process, one of several.
  void begin(std::uint32_t thread, std::uint32_t process);
  // A thread meets others, in that phase: who waits goes on no earlier than whoever has signalled
  // that object.
  void signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  void wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait);
  void lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  // (regions) region_enter or region_exit, after count() of what was done before it.
  void region(std::uint32_t thread, std::uint32_t process, std::optional<std::uint32_t> core,
              const Word* event, const PrivateCounters& own,
              std::span<const std::uint64_t> fetches);
  // (regions) The thread's end, after count() of all that it did.
  void end_regions(std::uint32_t thread, std::uint32_t process, std::uint32_t core,
                   const PrivateCounters& own, std::span<const std::uint64_t> fetches);
  bool tells_regions() const { return regions_ != nullptr; }

  // A piece of a thread's work ends, of that part, in which its core has been counted so far; what
  // it touched first is told by Topology::path(), of the whole run.
  struct Piece {
    std::uint32_t thread, core, part;
    bool ends;  // the thread will do no more
    const PhaseCounts& counts;
    const std::vector<std::uint64_t>& first_touches;
  };
  // (clock) There is nothing else to say of it.
  void cut(const Piece& piece);
  // (clock) An interval of the weave is over, and all of it has been settled.
  void end_interval();
  // So many instructions have been executed; what the thread did since the last time belongs to
  // that part.
  void count(const Piece& piece, std::uint64_t instructions);
  // The streams tell what addresses are made from. Without that all reads look independent.
  void know_dependences() { knows_dependences_ = true; }
  bool knows_dependences() const { return knows_dependences_; }
  // Intervals::join() has joined parts.
  void follow(const std::vector<std::uint32_t>& joined);

  // By part; `counts` likewise.
  std::vector<ObservedInterval> observed(std::vector<PhaseCounts> counts) const;
  // By the clock of that number: null where nothing is timed, or not all.
  const ThreadClocks* clocks(std::size_t clock) {
    return clock < timed_.size() ? timed_[clock].executed->clocks() : nullptr;
  }

 private:
  struct Watched {
    std::vector<std::unique_ptr<ReadWindow>> windows;  // by longer_
    std::vector<OverlapCounts> counted;
    std::uint64_t instructions = 0;
    std::uint64_t read_misses = 0;  // not in any part yet
    std::vector<ThreadOverlap> parts;
    double waited = 0;  // (regions) s, for other threads; also before the first reference
    double now() const { return waited + (counted.empty() ? 0 : counted[0].time); }
  };
  // The run by one clock.
  struct Timed {
    CoreClock* clock;
    std::unique_ptr<ExecutedTimes> executed;
    std::optional<ObjectLoads> loads;  // where the clock watches some
    std::vector<double> page_faults;   // s, by core: those that pieces have
  };
  Watched& watched(std::uint32_t thread);
  Watched& watched(std::uint32_t thread, std::uint32_t core);
  ThreadOverlap& part_of(const Piece& piece);
  double take_page_faults(Timed& timed, const Piece& piece) const;

  Intervals intervals_;
  std::vector<double> longer_;  // s, than the main memory's latency; the first is 0
  const Topology& topology_;
  bool knows_dependences_ = false;
  ReadLatencies latencies_;
  std::vector<CoreWindow> windows_;
  std::vector<Watched> threads_;
  RegionSink* regions_;
  std::vector<Timed> timed_;                           // by ObserveOptions::clocks
  std::unordered_map<std::uint64_t, double> signals_;  // by object: when the last one came
};

}  // namespace hpcast::memsim
