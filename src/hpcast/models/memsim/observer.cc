#include "hpcast/models/memsim/observer.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::memsim {

namespace {

void add(std::vector<std::optional<CoreTime>>& sums, std::size_t clock, const CoreTime& more) {
  if (sums.size() <= clock) sums.resize(clock + 1);
  if (!sums[clock]) sums[clock].emplace();
  *sums[clock] += more;
}

}  // namespace

Observer::Observer(const ObserveOptions& options, std::uint64_t interval, const Topology& topology,
                   ReadLatencies latencies, std::vector<CoreWindow> windows)
    : intervals_(std::max(1U, options.intervals), interval),
      longer_{0},
      topology_(topology),
      latencies_(std::move(latencies)),
      windows_(std::move(windows)),
      regions_(options.regions) {
  for (CoreClock* const clock : options.clocks) {
    Timed& timed = timed_.emplace_back();
    timed.clock = clock;
    timed.executed = std::make_unique<ExecutedTimes>(*clock);
    timed.page_faults.resize(topology.cores);
    if (const WatchedObjects* const watched = clock->watched())
      timed.loads.emplace(topology, *watched);
  }
  for (const double latency : options.latencies) {
    if (latency < latencies_.memory)
      throw InputError("a latency of " + format_time(latency) + " is shorter than the memory's, " +
                           format_time(latencies_.memory),
                       "--set CLASS.latency=... gives the memory another one to begin with");
    longer_.push_back(latency - latencies_.memory);
  }
}

Observer::Watched& Observer::watched(std::uint32_t thread) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  return threads_[thread];
}

Observer::Watched& Observer::watched(std::uint32_t thread, std::uint32_t core) {
  Watched& watched = this->watched(thread);
  if (!watched.windows.empty()) return watched;
  for (std::size_t i = 0; i < longer_.size(); ++i)
    watched.windows.push_back(std::make_unique<ReadWindow>(windows_[core]));
  watched.counted.resize(longer_.size());
  for (Timed& timed : timed_) timed.executed->add_thread(thread, core);
  return watched;
}

void Observer::read(std::uint32_t thread, std::uint32_t core, const Word* event,
                    const std::optional<Answer>& answer) {
  const std::vector<double>& own = latencies_.own[core];
  const std::uint64_t missed = event[5];
  ReadWindow::Read read{event[2], event[3], static_cast<std::uint32_t>(event[4]), 0, false};
  Watched& t = watched(thread, core);
  if (answer) {
    if (answer->level >= topology_.core_side_levels[answer->path]) ++t.read_misses;
    const std::vector<double>& shared = latencies_.shared[answer->path];
    read.latency = shared[answer->level];
    read.memory = answer->level + 1 == shared.size() &&
                  latencies_.is_main[answer->path % topology_.memories] != 0;
  } else if (missed < own.size()) {
    read.latency = own[missed];
  }
  const double latency = read.latency;
  for (std::size_t i = 0; i < longer_.size(); ++i) {
    if (read.memory) read.latency = latency + longer_[i];
    t.windows[i]->read(read);
  }
}

void Observer::asked(std::uint32_t thread, std::uint32_t core,
                     const std::optional<Answer>& answer) {
  if (timed_.empty()) return;
  const std::uint32_t memories = topology_.memories;
  // What goes past the caches nobody answers but the memory.
  const std::uint32_t nearest = topology_.path(core, topology_.nearest_memories[core].at(0));
  const Answer who = answer.value_or(
      Answer{nearest, static_cast<std::uint32_t>(topology_.shared_caches[nearest].size())});
  watched(thread, core);
  timed_[0].executed->answer(
      thread, static_cast<std::uint16_t>(answerer_number(topology_.private_caches[core].size(),
                                                         who.path % memories, who.level)));
}

bool Observer::has_to_time(std::uint32_t thread) const {
  return !timed_.empty() && timed_[0].executed->has_to_time(thread);
}

void Observer::time(std::uint32_t thread, WordBuffer& executed) {
  std::size_t used = 0;
  for (Timed& timed : timed_)
    used = timed.executed->time(thread, {executed.data(), executed.size()});
  executed.drop(used);
}

void Observer::settle() {
  for (std::size_t clock = 0; clock < timed_.size(); ++clock)
    timed_[clock].executed->settle([&](const ExecutedTimes::Piece& piece, const CoreTime& time) {
      add(threads_[piece.thread].parts[piece.part].core_times, clock, time);
    });
}

void Observer::begin(std::uint32_t thread, std::uint32_t process) {
  for (Timed& timed : timed_) timed.executed->begin(thread, process);
}

void Observer::signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  for (Timed& timed : timed_) timed.executed->signal(thread, phase, object);
  if (!tells_regions()) return;
  double& last = signals_[object];
  last = std::max(last, watched(thread).now());
}

void Observer::lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  for (Timed& timed : timed_) timed.executed->lock(thread, phase, object);
}

void Observer::wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait) {
  for (Timed& timed : timed_) timed.executed->wait(thread, phase, wait);
  const auto signal = signals_.find(wait.object);
  if (signal == signals_.end()) return;
  Watched& t = watched(thread);
  t.waited += std::max(0.0, signal->second - t.now());
}

// Of the core, since the last time.
double Observer::take_page_faults(Timed& timed, const Piece& piece) const {
  double now = 0;
  for (std::uint32_t m = 0; m < topology_.memories; ++m)
    now += static_cast<double>(piece.first_touches[topology_.path(piece.core, m)]) *
           timed.clock->page_fault_time(m);
  return now - std::exchange(timed.page_faults[piece.core], now);
}

void Observer::cut(const Piece& piece) {
  if (timed_.empty()) return;
  part_of(piece);
  for (Timed& timed : timed_) {
    if (timed.loads) timed.loads->add(piece.thread, piece.core, piece.part, piece.counts);
    timed.executed->cut({piece.thread, piece.core, piece.part, intervals_.parts()[piece.part].phase,
                         take_page_faults(timed, piece), piece.ends});
  }
}

void Observer::end_interval() {
  for (Timed& timed : timed_)
    if (timed.loads) timed.clock->load(timed.loads->end_interval(timed.executed->worked()));
}

void Observer::region(std::uint32_t thread, std::uint32_t process,
                      std::optional<std::uint32_t> core, const Word* event,
                      const PrivateCounters& own, std::span<const std::uint64_t> fetches) {
  const bool enters = reftrace::event_of(event[0]) == reftrace::Event::region_enter;
  const bool named = reftrace::payload_words_of(event[0]) > 1;
  const auto levels =
      core ? static_cast<std::uint32_t>(topology_.private_caches[*core].size()) : 0U;
  regions_->moment({thread, process, enters, named ? std::optional(event[2]) : std::nullopt,
                    watched(thread).now(), own, levels, fetches});
}

void Observer::end_regions(std::uint32_t thread, std::uint32_t process, std::uint32_t core,
                           const PrivateCounters& own, std::span<const std::uint64_t> fetches) {
  const auto levels = static_cast<std::uint32_t>(topology_.private_caches[core].size());
  regions_->end(
      {thread, process, false, std::nullopt, watched(thread).now(), own, levels, fetches});
}

// Of what its thread did there so far.
ThreadOverlap& Observer::part_of(const Piece& piece) {
  Watched& t = watched(piece.thread, piece.core);
  if (t.parts.size() <= piece.part) t.parts.resize(piece.part + 1);
  ThreadOverlap& part = t.parts[piece.part];
  part.core = piece.core;
  part.overlap.resize(longer_.size());
  return part;
}

void Observer::count(const Piece& piece, std::uint64_t instructions) {
  cut(piece);
  ThreadOverlap& sum = part_of(piece);
  Watched& t = watched(piece.thread);
  sum.instructions += instructions - t.instructions;
  sum.read_misses += std::exchange(t.read_misses, 0);
  for (std::size_t i = 0; i < longer_.size(); ++i) {
    ReadWindow& window = *t.windows[i];
    const OverlapCounts now = piece.ends ? window.finish(instructions) : window.at(instructions);
    sum.overlap[i] += now - t.counted[i];
    t.counted[i] = now;
  }
  t.instructions = instructions;
}

void Observer::follow(const std::vector<std::uint32_t>& joined) {
  for (Timed& timed : timed_)
    if (timed.loads) timed.loads->follow(joined);
  for (Watched& thread : threads_) {
    std::vector<ThreadOverlap> parts(intervals_.parts().size());
    for (std::size_t i = 0; i < thread.parts.size(); ++i) {
      ThreadOverlap& sum = parts[joined[i]];
      if (!thread.parts[i].overlap.empty()) sum.core = thread.parts[i].core;
      sum.instructions += thread.parts[i].instructions;
      sum.read_misses += thread.parts[i].read_misses;
      add(sum.overlap, thread.parts[i].overlap);
      for (std::size_t clock = 0; clock < thread.parts[i].core_times.size(); ++clock)
        if (const auto& time = thread.parts[i].core_times[clock]) add(sum.core_times, clock, *time);
    }
    thread.parts = std::move(parts);
  }
}

std::vector<ObservedInterval> Observer::observed(std::vector<PhaseCounts> counts) const {
  std::vector<ObservedInterval> result;
  for (std::size_t i = 0; i < intervals_.parts().size(); ++i) {
    ObservedInterval& interval = result.emplace_back();
    interval.part = intervals_.parts()[i];
    interval.counts = std::move(counts[i]);
    for (std::uint32_t id = 0; id < threads_.size(); ++id) {
      const std::vector<ThreadOverlap>& parts = threads_[id].parts;
      if (i >= parts.size() || parts[i].overlap.empty()) continue;
      interval.threads.push_back(parts[i]);
      interval.threads.back().thread = id;
    }
  }
  return result;
}

}  // namespace hpcast::memsim
