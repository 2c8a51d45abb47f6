#include "hpcast/memsim/weaver.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;

namespace {

constexpr std::size_t request_chunk = 16384;  // words read from a request stream at once
constexpr std::size_t output_ahead = 32768;   // words produced ahead of the weave
constexpr std::uint32_t marks_ahead = 128;    // likewise, in intervals
constexpr std::uint64_t prefetch_distance = 8;
// How often a live thread is waited for that is still blocked though it could go on.
constexpr std::uint32_t idles_until_aside = 50;

}  // namespace

Weaver::Weaver(const Topology& topology, SharedSide& shared, PrivateSide& private_side,
               bool bounded, WeaveOptions options)
    : topology_(topology),
      shared_(shared),
      private_(private_side),
      options_(std::move(options)),
      pool_(options_.host_threads),
      bounded_(bounded),
      core_load_(topology.cores),
      round_end_(options_.interval) {
  if (options_.core_order.empty()) {
    options_.core_order.resize(topology.cores);
    std::iota(options_.core_order.begin(), options_.core_order.end(), 0U);
  }
}

void Weaver::run(Feed& feed, const MergeLog* replayed) {
  feed_ = &feed;
  replayed_ = replayed;
  for (begin_pass(); !done(); begin_pass()) {
    produce();
    weave_pass();
    end_pass();
    ++pass_;
  }
}

bool Weaver::done() const {
  return feed_->complete() && std::all_of(threads_.begin(), threads_.end(),
                                          [](const auto& t) { return t->state == State::ended; });
}

std::uint64_t Weaver::references() const {
  std::uint64_t sum = 0;
  for (const auto& t : threads_) sum += t->requests ? t->clock : t->production.clock;
  return sum;
}

// --- Before the weave of a pass ---------------------------------------------------------------

void Weaver::begin_pass() {
  progress_ = false;
  admit_new_threads();
  take_up_again();
  if (bounded() && shared_.has_snoops()) deliver_snoops();
}

void Weaver::admit_new_threads() {
  for (Feed::NewThread& arrival : feed_->new_threads()) {
    auto thread = std::make_unique<Thread>();
    thread->id = arrival.id;
    thread->requests = arrival.requests;
    thread->core = arrival.core;
    thread->source = std::move(arrival.source);
    if (arrival.requests) {
      thread->state = State::running;
      thread->has_core = true;
      thread_cores_.push_back(thread->core);
    }
    threads_.push_back(std::move(thread));
    progress_ = true;
  }
}

void Weaver::take_up_again() {
  if (replayed_ != nullptr) {
    for (; replayed_next_ < replayed_->size(); ++replayed_next_) {
      const MergeDecision& decision = (*replayed_)[replayed_next_];
      if (decision.pass != pass_ || !decision.resumes) return;
      take_up(*threads_[decision.thread]);
    }
    return;
  }
  for (const auto& thread : threads_) {
    if (thread->state != State::aside) continue;
    if (!refill(*thread) && !thread->source->finished()) continue;
    log_.push_back({pass_, thread->id, true, thread->woven});
    take_up(*thread);
  }
}

void Weaver::take_up(Thread& thread) {
  thread.state = thread.has_core ? State::running : State::fresh;
  const std::uint64_t now = round_end_ - options_.interval;
  if (thread.virtual_time() < now) thread.offset = now - thread.clock;
  progress_ = true;
}

// Flushes are served first, by ascending core.
void Weaver::deliver_snoops() {
  shared_.snoops_taken();  // a flush may bring new ones, for this or the next pass
  for (std::uint32_t core = 0; core < topology_.cores; ++core) {
    std::vector<Snoop>& snoops = shared_.snoops(core);
    if (snoops.empty()) continue;
    private_.apply(core, snoops, flushes_);
    snoops.clear();
    for (; !flushes_.empty(); flushes_.drop(1)) shared_.serve(core, *flushes_.data());
  }
}

// The bound phase: private caches of different cores in parallel, threads of one core in order.
void Weaver::produce() {
  std::vector<std::vector<Thread*>> work;
  std::vector<std::int64_t> item_of_core(topology_.cores, -1);
  for (const auto& thread : threads_) {
    thread->piece_done = false;
    thread->excused = false;
    // What is left of a bounded piece is woven first: it may hold a wait not passed yet.
    const bool due =
        thread->state == State::running && !thread->requests &&
        (in_pieces(*thread) ? thread->virtual_time() < round_end_ && thread->output.empty()
                            : thread->output.size() < output_ahead / 2);
    if (!due) continue;
    std::int64_t& item = item_of_core[thread->core];
    if (item < 0) {
      item = static_cast<std::int64_t>(work.size());
      work.emplace_back();
    }
    work[static_cast<std::size_t>(item)].push_back(thread.get());
  }
  pool_.run(static_cast<std::uint32_t>(work.size()), [&](std::uint32_t i) {
    for (Thread* thread : work[i]) produce_for(*thread);
  });
}

// A bounded piece goes on to the first mark at or after the round's end.
std::uint32_t Weaver::marks_to_round_end(const Thread& thread) const {
  const std::uint64_t interval = options_.interval;
  const std::uint64_t next = thread.offset + std::max(thread.production.next_mark, interval);
  if (next >= round_end_) return 1;
  return static_cast<std::uint32_t>(1 + (round_end_ - next + interval - 1) / interval);
}

void Weaver::produce_for(Thread& thread) {
  PrivateSide::Limits limits{marks_ahead, output_ahead, nullptr, nullptr};
  if (in_pieces(thread)) {
    if (thread.piece_done) return;
    limits = {marks_to_round_end(thread), std::numeric_limits<std::size_t>::max(), this,
              [](const void* weaver, std::uint64_t object, std::uint64_t count) {
                return static_cast<const Weaver*>(weaver)->may_pass(object, count);
              }};
  }
  thread.piece_done =
      private_.produce(thread.core, thread.production, *thread.source, thread.output, limits);
}

// --- The weave --------------------------------------------------------------------------------

void Weaver::weave_pass() {
  // Threads that come during the pass wait for the next one.
  const std::size_t present = threads_.size();
  for (std::size_t i = 0; i < present; ++i) {
    Thread& thread = *threads_[i];
    if (thread.state == State::fresh || thread.state == State::running) weave_thread(thread);
  }
}

void Weaver::weave_thread(Thread& thread) {
  if (thread.virtual_time() >= round_end_) return;
  if (thread.has_core) shared_.enter_phase(thread.core, thread.phase);
  while (weave_available(thread) == Step::starved) {
    if (thread.woven == allowed_words(thread)) {
      ++replayed_next_;
      thread.state = State::aside;
      return;
    }
    if (in_pieces(thread) && thread.piece_done && thread.output.empty()) return;
    if (thread.state == State::fresh && !thread.production.input.empty() && thread.output.empty())
      start(thread);
    if (!refill(thread) && leave_starving(thread)) return;
  }
}

// In a replay: where the recorded run set the thread aside in this pass.
std::uint64_t Weaver::allowed_words(const Thread& thread) const {
  if (replayed_ != nullptr && replayed_next_ < replayed_->size()) {
    const MergeDecision& next = (*replayed_)[replayed_next_];
    if (next.pass == pass_ && !next.resumes && next.thread == thread.id) return next.words;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

// Weaves what is there; pass_done: the thread does no more in this pass.
Weaver::Step Weaver::weave_available(Thread& thread) {
  const std::uint64_t allowed = allowed_words(thread);
  while (!thread.output.empty() && thread.woven < allowed) {
    const Word* const words = thread.output.data();
    const std::size_t size = std::min<std::size_t>(thread.output.size(), allowed - thread.woven);
    std::size_t requests = 0;
    while (requests < size && reftrace::op_of(words[requests]) != Op::event) ++requests;
    if (requests > 0) {
      serve(thread, requests);
      continue;
    }
    if (thread.output.size() < 1U + reftrace::payload_words_of(words[0])) return Step::starved;
    if (take_event(thread) == Step::pass_done) return Step::pass_done;
  }
  return Step::starved;
}

void Weaver::serve(Thread& thread, std::uint64_t count) {
  const Word* const words = thread.output.data();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i + prefetch_distance < count) shared_.prefetch(thread.core, words[i + prefetch_distance]);
    shared_.serve(thread.core, words[i]);
  }
  thread.output.drop(count);
  thread.woven += count;
  progress_ = true;
}

Weaver::Step Weaver::take_event(Thread& thread) {
  Word event[reftrace::max_event_payload + 1];
  const unsigned size = 1 + reftrace::payload_words_of(thread.output.data()[0]);
  std::copy_n(thread.output.data(), size, event);
  thread.output.drop(size);
  thread.woven += size;
  thread.clock = event[1];
  progress_ = true;
  switch (reftrace::event_of(event[0])) {
    case Event::signal:
      signals_.push_back({event[2], thread.virtual_time()});
      break;
    case Event::wait:
      thread.object = event[2];
      thread.count = event[3];
      if (!go_on(thread)) {
        thread.state = State::waiting;
        return Step::pass_done;
      }
      break;
    case Event::phase:
      thread.phase = static_cast<std::uint32_t>(event[2]);
      if (thread.has_core) shared_.enter_phase(thread.core, thread.phase);
      break;
    case Event::counters: {
      PrivateCounters now;
      std::memcpy(&now, event + 2, sizeof now);
      take_counters(thread, now);
      break;
    }
    case Event::thread_end:
      end(thread);
      return Step::pass_done;
    default:
      break;
  }
  return thread.virtual_time() >= round_end_ ? Step::pass_done : Step::starved;
}

// More words for the weave; false when none came.
bool Weaver::refill(Thread& thread) {
  if (thread.requests) return thread.output.refill(*thread.source, request_chunk);
  // Events move from input to output, references may leave nothing: look at both.
  const std::size_t input = thread.production.input.size();
  const std::size_t output = thread.output.size();
  const std::uint64_t clock = thread.production.clock;
  if (thread.state == State::fresh)
    private_.produce_prologue(thread.production, *thread.source, thread.output);
  else
    produce_for(thread);
  return thread.output.size() != output || thread.production.input.size() != input ||
         thread.production.clock != clock;
}

// Nothing came. True when the pass goes on without the thread.
bool Weaver::leave_starving(Thread& thread) {
  const std::uint64_t reached = thread.source->live_clock();
  const bool finished = thread.source->finished();
  const Doing doing = finished ? Doing{} : feed_->doing(thread.id);
  if (refill(thread)) {  // it wrote between the two looks
    thread.idles = 0;
    return false;
  }
  if (finished) {
    end(thread);
    return true;
  }
  if (reached != 0 && thread.offset + reached >= round_end_) {
    thread.clock = reached;
    return true;
  }
  if (doing.state == HostState::blocked && doing.count != 0) {
    // As good as its wait event, which is still to come; or met already: it is about to go on.
    if (!may_pass(doing.object, doing.count)) {
      thread.excused = true;
      return true;
    }
    if (++thread.idles < idles_until_aside) {
      feed_->idle(thread.id);
      return false;
    }
  }
  if (doing.state != HostState::busy) {
    set_aside(thread);
    return true;
  }
  feed_->idle(thread.id);
  return false;
}

void Weaver::set_aside(Thread& thread) {
  thread.idles = 0;
  log_.push_back({pass_, thread.id, false, thread.woven});
  thread.state = State::aside;
}

void Weaver::start(Thread& thread) {
  thread.core = free_core();
  ++core_load_[thread.core];
  thread_cores_.push_back(thread.core);
  thread.has_core = true;
  thread.state = State::running;
  shared_.enter_phase(thread.core, thread.phase);
}

// Round-robin over the cores, from the thread's own turn on the first with the fewest threads.
std::uint32_t Weaver::free_core() {
  const auto& order = options_.core_order;
  std::uint32_t best = order[started_ % order.size()];
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t core = order[(started_ + i) % order.size()];
    if (core_load_[core] < core_load_[best]) best = core;
  }
  ++started_;
  return best;
}

void Weaver::end(Thread& thread) {
  if (thread.requests) {
    if (const PrivateCounters* last = thread.source->live_counters()) take_counters(thread, *last);
  } else if (thread.has_core) {
    --core_load_[thread.core];
  }
  thread.state = State::ended;
  progress_ = true;
}

void Weaver::take_counters(Thread& thread, const PrivateCounters& now) {
  shared_.phases()[thread.phase].core[thread.core] += now - thread.counted;
  thread.counted = now;
}

// --- After the weave of a pass ----------------------------------------------------------------

bool Weaver::may_pass(std::uint64_t object, std::uint64_t count) const {
  const auto found = sync_.find(object);
  return count == 0 || (found != sync_.end() && found->second.signals >= count);
}

// Past its wait, if the signals are there; it continues no earlier than the last of them.
bool Weaver::go_on(Thread& thread) {
  if (!may_pass(thread.object, thread.count)) return false;
  if (const auto found = sync_.find(thread.object); found != sync_.end())
    thread.offset = std::max(thread.virtual_time(), found->second.time) - thread.clock;
  return true;
}

void Weaver::commit_signals() {
  for (const Signal& signal : signals_) {
    Sync& sync = sync_[signal.object];
    ++sync.signals;
    sync.time = std::max(sync.time, signal.time);
  }
  signals_.clear();
}

void Weaver::end_pass() {
  commit_signals();
  std::uint64_t earliest = std::numeric_limits<std::uint64_t>::max();
  Thread* waiter = nullptr;
  bool absent = false;
  for (const auto& thread : threads_) {
    if (thread->state == State::waiting) {
      if (go_on(*thread)) {
        thread->state = thread->has_core ? State::running : State::fresh;
        progress_ = true;
      } else if (waiter == nullptr) {
        waiter = thread.get();
      }
    }
    if (!thread->excused && (thread->state == State::running || thread->state == State::fresh))
      earliest = std::min(earliest, thread->virtual_time());
    absent |= thread->state == State::aside || thread->excused;
  }
  if (earliest != std::numeric_limits<std::uint64_t>::max()) {
    if (earliest >= round_end_) round_end_ = (earliest / options_.interval + 1) * options_.interval;
    return;
  }
  if (progress_) return;
  if (absent || !feed_->complete()) {
    if (replayed_ == nullptr) feed_->idle(0);
  } else if (waiter != nullptr) {
    // Its signal was not recorded and cannot come any more.
    ++unmet_waits_;
    waiter->state = waiter->has_core ? State::running : State::fresh;
  }
}

}  // namespace hpcast::memsim
