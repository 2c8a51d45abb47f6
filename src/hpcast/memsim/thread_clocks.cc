#include "hpcast/memsim/thread_clocks.h"

#include <algorithm>
#include <iterator>

namespace hpcast::memsim {

ThreadClocks::Thread& ThreadClocks::thread(std::uint32_t id) {
  if (threads_.size() <= id) threads_.resize(id + 1);
  threads_[id].is_known = true;
  return threads_[id];
}

ThreadPhase& ThreadClocks::in_phase(Thread& thread, std::uint32_t phase) {
  if (thread.phases.size() <= phase) thread.phases.resize(phase + 1);
  return thread.phases[phase];
}

void ThreadClocks::begin(std::uint32_t id, std::uint32_t process) { thread(id).process = process; }

void ThreadClocks::pass(Thread& thread, std::uint32_t phase, double seconds) {
  if (thread.elapsed.size() <= phase) thread.elapsed.resize(phase + 1);
  thread.elapsed[phase] += seconds;
  thread.phase = phase;
  thread.now += seconds;
}

// What it waited for was done in the moment's phase, whatever the thread itself was in.
void ThreadClocks::wait_until(Thread& thread, std::uint32_t phase, const Moment& moment) {
  const double seconds = moment.time - thread.now;
  if (seconds <= 0) return;
  // Another process's other phase is told by that one.
  if (threads_[moment.thread].process == thread.process || moment.phase == phase)
    pass(thread, phase, seconds);
  thread.now = moment.time;
  ThreadPhase& sum = in_phase(thread, moment.phase);
  sum.waited += seconds;
  double& for_that = thread.waited[{moment.phase, moment.thread}];
  for_that += seconds;
  if (for_that >= thread.waited[{moment.phase, sum.waited_for}]) sum.waited_for = moment.thread;
}

// Stretches that follow each other at once are one.
void ThreadClocks::add_busy(std::vector<Busy>& core, std::vector<Busy>::iterator before,
                            Busy busy) {
  if (before != core.begin() && std::prev(before)->end.time == busy.begin)
    std::prev(before)->end = busy.end;
  else
    core.insert(before, busy);
  if (core.size() >= 2 * kept) core.erase(core.begin(), core.begin() + kept);
}

// In what the core has left over from then on: the weave's order is not that of time.
void ThreadClocks::work(std::uint32_t id, std::uint32_t core, std::uint32_t phase, double seconds) {
  Thread& thread = this->thread(id);
  in_phase(thread, phase).worked += seconds;
  std::vector<Busy>& busy = cores_[core];
  while (seconds > 0) {
    const auto next = std::upper_bound(busy.begin(), busy.end(), thread.now,
                                       [](double t, const Busy& b) { return t < b.end.time; });
    const bool is_free = next == busy.end() || thread.now < next->begin;
    if (!is_free) {
      wait_until(thread, phase, next->end);
      continue;
    }
    const double room = next == busy.end() ? seconds : std::min(seconds, next->begin - thread.now);
    const double begin = thread.now;
    pass(thread, phase, room);
    add_busy(busy, next, {begin, {thread.now, id, phase}});
    if (thread.now == begin) return;  // too little to be told
    seconds -= room;
  }
}

void ThreadClocks::signal(std::uint32_t id, std::uint32_t phase, std::uint64_t object) {
  Object& o = objects_[object];
  const Moment own{thread(id).now, id, phase};
  const bool is_latest = o.signals.empty() || o.signals.back().latest.time <= own.time;
  o.signals.push_back({own, is_latest ? own : o.signals.back().latest});
  if (o.signals.size() < 2 * kept) return;
  o.signals.erase(o.signals.begin(), o.signals.begin() + kept);
  o.forgotten += kept;
}

void ThreadClocks::wait(std::uint32_t id, std::uint32_t phase, const Wait& wait) {
  const auto found = objects_.find(wait.object);
  if (wait.count == 0 || found == objects_.end()) return;
  Object& o = found->second;
  const auto signal = [&](std::uint64_t number) -> const Signal& {
    const std::uint64_t first = o.forgotten + 1, last = o.forgotten + o.signals.size();
    return o.signals[std::clamp(number, first, last) - first];
  };
  if (!wait.any) return wait_until(thread(id), phase, signal(wait.count).latest);
  std::uint64_t& seen = o.seen[id];
  if (seen < wait.count) wait_until(thread(id), phase, signal(seen + 1).own);
  seen = wait.count;
}

std::vector<std::vector<ThreadPhase>> ThreadClocks::threads() const {
  std::vector<std::vector<ThreadPhase>> result;
  for (const Thread& thread : threads_) result.push_back(thread.phases);
  return result;
}

std::vector<double> ThreadClocks::elapsed() const {
  std::map<std::uint32_t, double> ends;  // by process
  for (const Thread& thread : threads_)
    if (thread.is_known) ends[thread.process] = std::max(ends[thread.process], thread.now);
  std::vector<double> longest;
  for (const Thread& leader : threads_) {
    const auto end = ends.find(leader.process);
    if (!leader.is_known || end == ends.end()) continue;  // it is told of already
    std::vector<double> elapsed = leader.elapsed;
    elapsed.resize(std::max<std::size_t>(elapsed.size(), leader.phase + 1));
    elapsed[leader.phase] += end->second - leader.now;
    longest.resize(std::max(longest.size(), elapsed.size()));
    for (std::size_t i = 0; i < elapsed.size(); ++i) longest[i] = std::max(longest[i], elapsed[i]);
    ends.erase(end);
  }
  return longest;
}

}  // namespace hpcast::memsim
