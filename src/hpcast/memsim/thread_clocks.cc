#include "hpcast/memsim/thread_clocks.h"

#include <algorithm>

namespace hpcast::memsim {

ThreadClocks::Thread& ThreadClocks::thread(std::uint32_t id) {
  if (threads_.size() <= id) threads_.resize(id + 1);
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
  pass(thread, phase, seconds);
  thread.now = moment.time;
  ThreadPhase& sum = in_phase(thread, moment.phase);
  sum.waited += seconds;
  double& for_that = thread.waited[{moment.phase, moment.thread}];
  for_that += seconds;
  if (for_that >= thread.waited[{moment.phase, sum.waited_for}]) sum.waited_for = moment.thread;
}

void ThreadClocks::work(std::uint32_t id, std::uint32_t core, std::uint32_t phase, double seconds) {
  Thread& thread = this->thread(id);
  Moment& free = cores_[core];
  if (free.thread != id) wait_until(thread, phase, free);
  pass(thread, phase, seconds);
  in_phase(thread, phase).worked += seconds;
  free = {thread.now, id, phase};
}

void ThreadClocks::signal(std::uint32_t id, std::uint32_t phase, std::uint64_t object) {
  Object& o = objects_[object];
  Moment latest{thread(id).now, id, phase};
  if (!o.latest.empty() && o.latest.back().time > latest.time) latest = o.latest.back();
  o.latest.push_back(latest);
  if (o.latest.size() <= kept) return;
  o.latest.pop_front();
  ++o.forgotten;
}

void ThreadClocks::wait(std::uint32_t id, std::uint32_t phase, std::uint64_t object,
                        std::uint64_t count) {
  const auto found = objects_.find(object);
  if (count == 0 || found == objects_.end()) return;
  const Object& o = found->second;
  const std::uint64_t first = o.forgotten + 1, last = o.forgotten + o.latest.size();
  wait_until(thread(id), phase, o.latest[std::clamp(count, first, last) - first]);
}

std::vector<std::vector<ThreadPhase>> ThreadClocks::threads() const {
  std::vector<std::vector<ThreadPhase>> result;
  for (const Thread& thread : threads_) result.push_back(thread.phases);
  return result;
}

std::vector<double> ThreadClocks::elapsed() const {
  std::map<std::uint32_t, double> ends;  // by process
  for (const Thread& thread : threads_)
    ends[thread.process] = std::max(ends[thread.process], thread.now);
  std::vector<double> longest;
  for (const Thread& leader : threads_) {
    const auto end = ends.find(leader.process);
    if (end == ends.end()) continue;  // it is told of already
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
