// The bound phase of a pass: how far private caches may be simulated, and what they hear of others.
#include <algorithm>
#include <limits>
#include <utility>

#include "hpcast/models/memsim/weaver.h"

namespace hpcast::memsim {

namespace {

constexpr std::size_t output_ahead = 32768;  // words produced ahead of the weave
constexpr std::uint32_t marks_ahead = 128;   // likewise, in intervals
constexpr std::uint64_t longest_ahead = 16;  // intervals between two deliveries of snoops

}  // namespace

void Weaver::let_hear() {
  if (bounded_ && all_stopped()) begin_horizon();
  horizon_ = std::max(horizon_, round_end_);
}

// All that was simulated in private caches has been woven.
bool Weaver::all_stopped() const {
  return std::all_of(alive_.begin(), alive_.end(), [](const Thread* thread) {
    return thread->state != State::running || thread->excused ||
           (thread->stopped() && thread->output.empty());
  });
}

// Snoops take effect between horizons: as long as private caches have nothing of what is asked for,
// these move apart.
void Weaver::begin_horizon() {
  deliver_snoops();
  // Of a sample, how far they do must not depend on what was sampled.
  if (std::exchange(caches_changed_, false) || options_.sample != nullptr) {
    ahead_ = 1;
    horizon_ = round_end_;
  } else if (round_end_ > horizon_) {
    ahead_ = std::min(2 * ahead_, longest_ahead);
    horizon_ = round_end_ + (ahead_ - 1) * options_.interval;
  }
}

// By ascending core; flushes are served at once. A core whose only thread waits (or is on its way
// to a wait) hears of it when that goes on: when it waited, the host may decide.
void Weaver::deliver_snoops() {
  if (!shared_.has_snoops()) return;
  std::vector<char> waits(topology_.cores);
  for (const Thread* thread : alive_)
    if (thread->has_core && is_alone(*thread) && !thread->may_hear()) waits[thread->core] = 1;
  shared_.snoops_taken();  // a flush may bring new ones, for now or the next time
  for (std::uint32_t core = 0; core < topology_.cores; ++core) {
    if (waits[core] == 0)
      deliver_snoops_to(core);
    else if (!shared_.snoops(core).empty())
      shared_.snoops_left();
  }
}

void Weaver::deliver_snoops_to(std::uint32_t core) {
  std::vector<Snoop>& snoops = shared_.snoops(core);
  if (snoops.empty()) return;
  if (all_served(core)) shared_.drop_vain_snoops(core);
  const std::uint32_t counters = shared_.counters_of(core);
  caches_changed_ |= private_.apply(core, counters, snoops, flushes_);
  if (options_.observer != nullptr) shared_.counted()[counters].core[core] += private_.snooped();
  snoops.clear();
  shared_.serve(core, flushes_.data(), flushes_.size());
  flushes_.drop(flushes_.size());
}

// No thread on the core has asked for what has not been woven: who shares it may wait with more.
bool Weaver::all_served(std::uint32_t core) const {
  return std::all_of(alive_.begin(), alive_.end(), [&](const Thread* thread) {
    return !thread->has_core || thread->core != core || thread->output.empty();
  });
}

// The bound phase: private caches of different cores in parallel. Threads that share a core come
// one after the other, each as its turn in the weave comes.
void Weaver::produce() {
  std::vector<Thread*> work;
  for (Thread* thread : alive_) {
    thread->excused = false;
    if (thread->state != State::running || !is_alone(*thread)) continue;
    if (in_pieces(*thread)) {
      if (thread->virtual_time() >= round_end_) continue;
      if (thread->stopped()) grant(*thread);
    } else if (thread->output.size() >= output_ahead / 2) {
      continue;
    }
    if (!thread->requests) work.push_back(thread);
  }
  pool_.run(static_cast<std::uint32_t>(work.size()),
            [&](std::uint32_t i) { produce_for(*work[i]); });
}

// Threads that share a core here take turns each round.
void Weaver::grant(Thread& thread) {
  const bool alone = is_alone(thread);
  if (alone && shared_.has_snoops()) deliver_snoops_to(thread.core);
  thread.limit = (alone ? horizon_ : round_end_) - thread.offset;
  const std::uint32_t stops = std::exchange(thread.stops, 0);
  if (thread.requests) feed_->grant(thread.id, thread.limit, stops);
}

void Weaver::produce_for(Thread& thread) {
  const std::uint64_t used = words_until_aside(thread);
  if (!in_pieces(thread)) {
    private_.produce(thread.core, thread.production, *thread.source, thread.output,
                     {marks_ahead, output_ahead, used, {}});
    return;
  }
  if (thread.stopped()) grant(thread);
  if (thread.piece_done) return;
  constexpr auto any = std::numeric_limits<std::uint32_t>::max();
  thread.piece_done = private_.produce(thread.core, thread.production, *thread.source,
                                       thread.output, {any, any, used, thread.limit});
}

// What the thread had been granted while it was alone on its core it does before another one comes,
// even if its words come later than that one does; unless it waits for somebody. Then it does the
// rest in one go when it is taken up again: how much the host lets it do before another one's turn
// must not show.
void Weaver::finish_piece(Thread& thread) {
  if (thread.requests || !in_pieces(thread) || thread.stopped()) return;
  while (!thread.piece_done) {
    const std::uint64_t used = thread.production.used;
    const bool finished = thread.source->finished();
    const bool busy = feed_->doing(thread.id).state == HostState::busy;
    produce_for(thread);
    if (thread.production.used != used) continue;
    if (words_used(thread) == words_until_aside(thread)) return follow_aside(thread);
    if (finished) return;
    if (!busy) return set_aside(thread);
    feed_->idle(thread.id);
  }
}

}  // namespace hpcast::memsim
