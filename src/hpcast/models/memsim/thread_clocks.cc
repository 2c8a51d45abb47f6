#include "hpcast/models/memsim/thread_clocks.h"

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

double ThreadClocks::hand_over(const Thread& from, const Thread& to) const {
  if (!from.core || !to.core || from.core == to.core) return 0;
  return hand_over_(*from.core, *to.core);
}

// What was done then has to come from the core of who did it.
void ThreadClocks::wait_for_word(Thread& thread, std::uint32_t phase, const Moment& moment) {
  const double way = hand_over(threads_[moment.thread], thread);
  wait_until(thread, phase, {moment.time + way, moment.thread, moment.phase});
}

ThreadClocks::BusyTimes::iterator ThreadClocks::first_after(BusyTimes& times, double time) {
  return std::upper_bound(times.begin(), times.end(), time,
                          [](double t, const Busy& b) { return t < b.end.time; });
}

// Stretches that follow each other at once are one.
void ThreadClocks::add_busy(BusyTimes& times, BusyTimes::iterator before, Busy busy) {
  if (before != times.begin() && std::prev(before)->end.time == busy.begin)
    std::prev(before)->end = busy.end;
  else
    times.insert(before, busy);
  if (times.size() >= 2 * kept) times.erase(times.begin(), times.begin() + kept);
}

// In what the core has left over from then on: the weave's order is not that of time.
void ThreadClocks::work(std::uint32_t id, std::uint32_t core, std::uint32_t phase, double seconds) {
  Thread& thread = this->thread(id);
  thread.core = core;
  in_phase(thread, phase).worked += seconds;
  BusyTimes& busy = cores_[core];
  while (seconds > 0) {
    const auto next = first_after(busy, thread.now);
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

// What the thread has done since then is put off until all of it fits between what is told of;
// returns what comes next there.
ThreadClocks::BusyTimes::iterator ThreadClocks::wait_for_room(Thread& thread, std::uint32_t phase,
                                                              BusyTimes& times, double since) {
  const double seconds = thread.now - since;
  auto next = first_after(times, since);
  for (; next != times.end() && next->begin < thread.now; ++next)
    wait_until(thread, phase, {next->end.time + seconds, next->end.thread, next->end.phase});
  return next;
}

void ThreadClocks::lock(std::uint32_t id, std::uint32_t phase, std::uint64_t object) {
  Thread& thread = this->thread(id);
  Held& held = thread.held[object];
  if (held.times++ > 0) return;
  Lock& lock = locks_[object];
  if (lock.holder != nobody) threads_[lock.holder].held[object].is_contested = true;
  const auto next = wait_for_room(thread, phase, lock.held, thread.now);
  held.since = thread.now;
  lock.holder = id;
  if (next == lock.held.begin()) return;
  const Moment& last = std::prev(next)->end;
  wait_for_word(thread, phase, {thread.now, last.thread, last.phase});
}

// Others may be known by now to hold it before the thread would have let it go: then it came later.
void ThreadClocks::let_go(std::uint32_t id, std::uint32_t phase, std::uint64_t object) {
  Thread& thread = this->thread(id);
  const auto found = thread.held.find(object);
  if (found == thread.held.end() || --found->second.times > 0) return;
  const Held held = found->second;
  thread.held.erase(found);
  if (held.is_contested) return;
  const double seconds = thread.now - held.since;
  Lock& lock = locks_[object];
  const auto next = wait_for_room(thread, phase, lock.held, held.since);
  add_busy(lock.held, next, {thread.now - seconds, {thread.now, id, phase}});
  lock.holder = nobody;
}

bool ThreadClocks::is_free(std::uint32_t thread, std::uint64_t object) const {
  const auto lock = locks_.find(object);
  return lock == locks_.end() || lock->second.holder == nobody || lock->second.holder == thread;
}

bool ThreadClocks::is_met(const Wait& wait) const {
  if (wait.before_lock || wait.count == 0) return true;
  const auto found = objects_.find(wait.object);
  return found != objects_.end() &&
         found->second.forgotten + found->second.signals.size() >= wait.count;
}

void ThreadClocks::signal(std::uint32_t id, std::uint32_t phase, std::uint64_t object) {
  let_go(id, phase, object);
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
  if (wait.before_lock || wait.count == 0 || found == objects_.end()) return;
  Object& o = found->second;
  const auto signal = [&](std::uint64_t number) -> const Signal& {
    const std::uint64_t first = o.forgotten + 1, last = o.forgotten + o.signals.size();
    return o.signals[std::clamp(number, first, last) - first];
  };
  if (!wait.any) return wait_for_word(thread(id), phase, signal(wait.count).latest);
  std::uint64_t& seen = o.seen[id];
  if (seen < wait.count) wait_for_word(thread(id), phase, signal(seen + 1).own);
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
