#include "hpcast/models/memsim/weaver.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/models/memsim/request_source.h"

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;

Weaver::Weaver(const Topology& topology, SharedSide& shared, PrivateSide& private_side,
               bool bounded, WeaveOptions options)
    : topology_(topology),
      shared_(shared),
      private_(private_side),
      options_(std::move(options)),
      pool_(options_.host_threads),
      bounded_(bounded),
      turns_(topology.cores, options_.core_order),
      round_end_(options_.interval) {}

void Weaver::run(Feed& feed, const MergeLog* replayed) try {
  feed_ = &feed;
  replayed_ = replayed;
  if (replayed != nullptr)
    for (const MergeDecision& decision : *replayed)
      if (!decision.resumes) asides_[decision.thread].push_back(decision);
  for (begin_pass(); !done(); begin_pass()) {
    produce();
    weave_pass();
    end_pass();
    ++pass_;
  }
  if (options_.observer != nullptr) time_executed();  // of threads that ended in the last pass
} catch (...) {
  for (const auto& thread : threads_) thread->source.reset();  // their feed may go before us
  throw;
}

bool Weaver::done() const {
  return feed_->complete() && std::all_of(alive_.begin(), alive_.end(),
                                          [](const Thread* t) { return t->state == State::ended; });
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
  for (Thread* thread : alive_)
    if (thread->excused && sync_.time_of_wait(thread->object, thread->count) != never)
      read_met_wait(*thread);
  let_hear();
}

void Weaver::admit_new_threads() {
  for (Feed::NewThread& arrival : feed_->new_threads()) {
    auto thread = std::make_unique<Thread>();
    thread->id = arrival.id;
    thread->requests = arrival.requests;
    if (thread->requests) thread->stops = 0;  // its start has yet to be read
    thread->core = arrival.core;
    thread->source = std::move(arrival.source);
    if (arrival.requests) {
      admit_request_thread(*thread, arrival.caches);
    } else if (replayed_ != nullptr && !replayed_->empty()) {
      thread->state = State::absent;
    }
    if (replayed_ == nullptr) log(*thread, pass_, true);
    alive_.push_back(thread.get());
    threads_.push_back(std::move(thread));
    progress_ = true;
  }
}

void Weaver::admit_request_thread(Thread& thread, Word* caches) {
  thread.state = State::running;
  thread.has_core = true;
  thread_cores_.push_back(thread.core);
  if (caches != nullptr) private_.lend(thread.core, caches);
  if (options_.observer == nullptr) return;
  thread.source = std::make_unique<RequestSource>(std::move(thread.source), thread.executed);
  enter(thread);
}

void Weaver::take_up_again() {
  if (replayed_ != nullptr) return follow_log();
  for (Thread* thread : alive_) {
    if (thread->state != State::aside || !has_more(*thread)) continue;
    log(*thread, pass_, true);
    take_up(*thread);
  }
}

// A thread that was set aside: its next words, its end, or what it left of a piece when it shared
// its core.
bool Weaver::has_more(Thread& thread) {
  if (!thread.requests && !thread.output.empty() && is_alone(thread)) return true;
  WordBuffer& words = thread.requests ? thread.output : thread.production.input;
  return words.refill(*thread.source, request_chunk) || thread.source->finished();
}

// Who went on from the start of this pass in the recorded run.
void Weaver::follow_log() {
  for (; replayed_next_ < replayed_->size(); ++replayed_next_) {
    const MergeDecision& decision = (*replayed_)[replayed_next_];
    if (decision.pass > pass_ || (decision.pass == pass_ && !decision.resumes)) return;
    if (decision.resumes && decision.thread < threads_.size()) resume(*threads_[decision.thread]);
  }
}

void Weaver::resume(Thread& thread) {
  if (thread.state == State::absent) {
    thread.state = State::fresh;
    progress_ = true;
  } else if (thread.state == State::aside) {
    take_up(thread);
  } else if (thread.state == State::waiting && take_last_events(thread)) {
    end(thread);
  } else if (thread.state == State::waiting) {
    release(thread);
  }
}

void Weaver::release(Thread& thread) {
  ++unmet_waits_;
  thread.state = thread.has_core ? State::running : State::fresh;
}

void Weaver::log(const Thread& thread, std::uint64_t pass, bool resumes) {
  log_.push_back({pass, thread.id, resumes, words_used(thread)});
}

void Weaver::take_up(Thread& thread) {
  thread.state = thread.has_core ? State::running : State::fresh;
  const std::uint64_t now = round_end_ - options_.interval;
  if (thread.virtual_time() < now) thread.offset = now - thread.clock;
  progress_ = true;
}

// The next words of a thread that was excused, as its wait is met by now.
void Weaver::read_met_wait(Thread& thread) {
  while (thread.output.empty() && !thread.output.refill(*thread.source, request_chunk)) {
    if (thread.source->finished() || feed_->stuck(thread.id)) return;
    feed_->idle(thread.id);
  }
  while (thread.excused && !thread.output.empty()) {
    const Word* const words = thread.output.data();
    if (reftrace::op_of(words[0]) != Op::event) return;
    if (thread.output.size() < words_of_event(words[0]) &&
        !thread.output.refill(*thread.source, request_chunk))
      return;
    if (reftrace::event_of(thread.output.data()[0]) == Event::wait) thread.excused = false;
    take_event(thread);
  }
}

// --- The weave --------------------------------------------------------------------------------

void Weaver::weave_pass() {
  // Threads that come during the pass wait for the next one.
  const std::size_t present = alive_.size();
  for (std::size_t i = 0; i < present; ++i) {
    Thread& thread = *alive_[i];
    if (thread.state == State::fresh || thread.state == State::running) weave_thread(thread);
  }
}

void Weaver::weave_thread(Thread& thread) {
  if (thread.virtual_time() >= round_end_) return;
  if (thread.has_core) enter(thread);
  if (thread.has_core && !is_alone(thread)) finish_piece(thread);
  if (thread.state == State::aside) return;
  while (weave_available(thread) == Step::starved) {
    const MergeDecision* const aside = next_aside(thread);
    if (aside != nullptr && aside->pass == pass_ && thread.output.empty() &&
        words_used(thread) == aside->words) {
      if (thread.state == State::running && thread.stopped()) grant(thread);  // as it had been
      thread.state = State::aside;
      return;
    }
    if (thread.state == State::fresh && thread.output.empty() && at_reference(thread))
      start(thread);
    if (!refill(thread) && leave_starving(thread)) return;
  }
}

bool Weaver::at_reference(const Thread& thread) {
  const WordBuffer& input = thread.production.input;
  return !input.empty() && reftrace::op_of(input.data()[0]) != Op::event;
}

// In a replay: where the recorded run set the thread aside next. Its private caches, which may be
// simulated ahead of the weave, must not go further either.
const MergeDecision* Weaver::next_aside(const Thread& thread) const {
  const auto found = asides_.find(thread.id);
  if (found == asides_.end()) return nullptr;
  const auto next = std::lower_bound(
      found->second.begin(), found->second.end(), pass_,
      [](const MergeDecision& decision, std::uint64_t pass) { return decision.pass < pass; });
  return next == found->second.end() ? nullptr : &*next;
}

std::uint64_t Weaver::words_until_aside(const Thread& thread) const {
  const MergeDecision* const aside = next_aside(thread);
  return aside != nullptr ? aside->words : std::numeric_limits<std::uint64_t>::max();
}

// Weaves what is there; pass_done: the thread does no more in this pass.
Weaver::Step Weaver::weave_available(Thread& thread) {
  while (!thread.output.empty()) {
    const Word* const words = thread.output.data();
    const std::size_t size = thread.output.size();
    std::size_t requests = 0;
    while (requests < size && reftrace::op_of(words[requests]) != Op::event) ++requests;
    if (requests > 0) {
      serve(thread, requests);
      continue;
    }
    if (thread.output.size() < words_of_event(words[0])) return Step::starved;
    if (take_event(thread) == Step::pass_done) return Step::pass_done;
  }
  return Step::starved;
}

namespace {

bool is_told(Word request) { return asker_of(request) == Asker::told_prefetcher; }

}  // namespace

// Somebody is told who answers them: of regions, of reads, of what prefetchers ask for, or by the
// event that follows.
bool Weaver::is_observed(const Thread& thread, std::uint64_t count) const {
  if (options_.observer == nullptr) return false;
  if (tells_regions()) return true;
  const Word* const words = thread.output.data();
  if (std::any_of(words, words + count, is_told)) return true;
  if (count == thread.output.size()) return false;
  const Event next = reftrace::event_of(words[count]);
  return next == Event::read || next == Event::asked;
}

// Of request streams the event that tells of the last ones may be yet to come.
void Weaver::serve(Thread& thread, std::uint64_t count) {
  constexpr std::uint64_t most_of_one = 256;  // requests that a reference brings about
  const bool open =
      thread.requests && options_.observer != nullptr && count == thread.output.size();
  if (is_observed(thread, count)) {
    serve_observed(thread, count);
  } else if (open) {
    serve_unobserved(thread, count - std::min(count, most_of_one));
    serve_observed(thread, std::min(count, most_of_one));
  } else {
    serve_unobserved(thread, count);
  }
  progress_ = true;
}

void Weaver::serve_unobserved(Thread& thread, std::uint64_t count) {
  shared_.serve(thread.core, thread.output.data(), count);
  thread.output.drop(count);
  thread.woven += count;
}

// A load that lies in two lines waits for whoever is farther away.
void Weaver::serve_observed(Thread& thread, std::uint64_t count) {
  thread.woven += count;
  for (; count > 0; --count) {
    const Word request = thread.output.data()[0];
    thread.output.drop(1);
    const std::optional<Answer> answer = shared_.serve_observed(thread.core, request);
    if (!answer) continue;
    for (std::uint32_t level = 0; level < answer->level; ++level) ++thread.fetches[level];
    if (is_told(request)) options_.observer->asked(thread.id, thread.core, answer);
    if (asker_of(request) != Asker::core) continue;
    if (!thread.asked || answer->level > thread.asked->level) thread.asked = answer;
    const bool farther = !thread.answer || answer->level > thread.answer->level;
    if (ask_of(request) == Ask::read && farther) thread.answer = answer;
  }
}

Weaver::Step Weaver::take_event(Thread& thread) {
  Word event[reftrace::max_event_payload + 1];
  const unsigned size = words_of_event(thread.output.data()[0]);
  std::copy_n(thread.output.data(), size, event);
  thread.output.drop(size);
  thread.woven += size;
  thread.clock = event[1];
  progress_ = true;
  const Event kind = reftrace::event_of(event[0]);
  if (in_pieces(thread) && reftrace::stops_at(kind, thread.clock, thread.limit)) {
    ++thread.stops;
    thread.piece_done = false;
  }
  if (!weave_event(thread, event)) return Step::pass_done;
  const bool may_end_pass = kind == Event::mark || kind == Event::wait;
  return may_end_pass && thread.virtual_time() >= round_end_ ? Step::pass_done : Step::starved;
}

// False: the thread does no more in this pass.
bool Weaver::weave_event(Thread& thread, const Word* event) {
  switch (reftrace::event_of(event[0])) {
    case Event::signal:
      signal(thread, event[2]);
      return true;
    case Event::wait:
      thread.object = event[2];
      thread.count = event[3];
      thread.wait_kind = reftrace::payload_words_of(event[0]) > 3 ? event[4] : 0;
      if (go_on(thread)) return true;
      thread.state = State::waiting;
      return false;
    case Event::locked:
      if (options_.observer != nullptr) options_.observer->lock(thread.id, thread.phase, event[2]);
      return true;
    case Event::phase:
      thread.phase = phase_of(event);
      if (thread.has_core) enter(thread);
      return true;
    case Event::mark:
      thread.mark = thread.clock;
      if ((options_.sample != nullptr || options_.observer != nullptr) && thread.has_core)
        enter(thread);
      return true;
    case Event::counters: {
      PrivateCounters now;
      std::memcpy(&now, event + 2, sizeof now);
      take_counters(thread, now);
      return true;
    }
    case Event::read:
      thread.asked.reset();  // where it was not told of that
      if (options_.observer != nullptr)
        options_.observer->read(thread.id, thread.core, event, std::exchange(thread.answer, {}));
      return true;
    case Event::asked:
      if (options_.observer != nullptr)
        options_.observer->asked(thread.id, thread.core, std::exchange(thread.asked, {}));
      return true;
    case Event::cut:
      if (options_.observer != nullptr && thread.has_core) options_.observer->cut(piece(thread));
      return true;
    case Event::instructions:
      thread.instructions = event[2];
      thread.asked.reset();  // by what nobody was told of
      return true;
    case Event::depends:
      if (options_.observer != nullptr) options_.observer->know_dependences();
      return true;
    case Event::region_enter:
    case Event::region_exit:
      if (tells_regions()) tell_region(thread, event);
      return true;
    case Event::operations:
      operations_.push_back(operations_in(event, thread.id, thread.phase));
      return true;
    case Event::unmapped:
      shared_.unmap(unmapped_in(event));
      return true;
    case Event::process:
      enter_process(thread, event);
      return true;
    case Event::thread_end:
      end(thread);
      return false;
    default:
      return true;
  }
}

void Weaver::signal(const Thread& thread, std::uint64_t object) {
  sync_.signal(object, thread.virtual_time());
  if (options_.observer != nullptr) options_.observer->signal(thread.id, thread.phase, object);
}

std::vector<FinishedThread> Weaver::finished_threads() const {
  std::vector<FinishedThread> threads;
  for (const auto& known : threads_) {
    FinishedThread& thread = threads.emplace_back();
    thread.id = known->id;
    if (known->has_core) thread.core = known->core;
    thread.rank = turns_.rank_of(known->block);
  }
  return threads;
}

// More words for the weave; false when none came.
bool Weaver::refill(Thread& thread) {
  if (thread.requests) {
    if (bounded_ && thread.stopped()) grant(thread);
    return thread.output.refill(*thread.source, request_chunk);
  }
  // Events move from input to output, references may leave nothing: look at both.
  const std::size_t input = thread.production.input.size();
  const std::size_t output = thread.output.size();
  const std::uint64_t used = thread.production.used;
  if (thread.state == State::fresh)
    private_.produce_prologue(thread.production, *thread.source, thread.output,
                              words_until_aside(thread));
  else
    produce_for(thread);
  return thread.output.size() != output || thread.production.input.size() != input ||
         thread.production.used != used;
}

// Nothing came. True when the pass goes on without the thread.
bool Weaver::leave_starving(Thread& thread) {
  const bool finished = thread.source->finished();
  const Doing doing = finished ? Doing{} : feed_->doing(thread.id);
  // Of a blocked thread that has not written its wait yet: the clock that this wait will carry.
  const std::uint64_t clock_of_wait = thread.source->live_clock();
  if (refill(thread)) return false;  // it wrote between the two looks
  // In a replay what lies behind stays unread: to end here would be to lose it.
  if (words_used(thread) == words_until_aside(thread)) refuse_log();
  if (finished) {
    end(thread);
    return true;
  }
  if (doing.state == HostState::blocked && doing.count != 0) {
    // As good as its wait event, which is still to come; or met already: it is about to go on.
    const bool rightly = sync_.time_of_wait(doing.object, doing.count) == never;
    if (rightly && thread.requests) {
      thread.clock = std::max(thread.clock, clock_of_wait);
      thread.object = doing.object;
      thread.count = doing.count;
      thread.excused = true;
      return true;
    }
    if (rightly && !thread.source->anticipating()) {
      private_.anticipate_wait(thread.has_core ? &thread.core : nullptr, thread.production,
                               *thread.source, thread.output, doing.object, doing.count);
      return false;
    }
    if (!feed_->stuck(thread.id)) {
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

// In a replay: the recorded run set the thread aside here.
void Weaver::follow_aside(Thread& thread) {
  const MergeDecision* const aside = next_aside(thread);
  if (aside == nullptr || aside->pass != pass_) refuse_log();
  thread.state = State::aside;
}

void Weaver::refuse_log() const {
  throw InputError("the trace's merge log does not fit its streams, in pass " +
                       std::to_string(pass_) + " of the merge",
                   "record the trace again; or take \"merge_log\" out of its manifest: it is then "
                   "merged as if it had never run online");
}

void Weaver::set_aside(Thread& thread) {
  log(thread, pass_, false);
  thread.state = State::aside;
}

void Weaver::start(Thread& thread) {
  if (thread.leads) turns_.begin_process(thread.block);
  thread.core = turns_.next(thread.block);
  for (Thread* other : alive_)
    if (other->state == State::running && other->core == thread.core) finish_piece(*other);
  turns_.enter(thread.core);
  thread_cores_.push_back(thread.core);
  thread.has_core = true;
  thread.state = State::running;
  enter(thread);
}

// Its requests are counted in its phase or, of a sample or where an observer wants it, in part of
// that.
void Weaver::enter(const Thread& thread) {
  if (options_.observer != nullptr)
    return shared_.enter(thread.core,
                         options_.observer->intervals().index(thread.phase, thread.virtual_time()));
  shared_.enter(thread.core, options_.sample == nullptr
                                 ? thread.phase
                                 : options_.sample->counters_index(thread.phase, thread.mark));
}

// A process's first thread begins when its process does, not with the program.
void Weaver::enter_process(Thread& thread, const Word* event) {
  const std::uint64_t process = event[2], rank = event[3], ranks = event[4];
  if (thread.has_core || process >= reftrace::max_processes || (ranks != 0 && rank >= ranks) ||
      ranks >> 32 != 0)
    throw InputError("a stream names process " + std::to_string(process) + ", rank " +
                         std::to_string(rank) + " of " + std::to_string(ranks) +
                         (thread.has_core ? ", in its middle" : "") + ", which no tracer writes",
                     "record the trace again");
  if (known_processes_.size() <= process) known_processes_.resize(process + 1);
  thread.leads = !known_processes_[process];
  if (thread.leads) take_up(thread);
  known_processes_[process] = true;
  thread.of_several = true;
  thread.process = static_cast<std::uint32_t>(process);
  if (options_.observer != nullptr) options_.observer->begin(thread.id, thread.process);
  if (ranks != 0)
    thread.block =
        turns_.block_of(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(ranks));
}

void Weaver::end(Thread& thread) {
  if (options_.observer != nullptr && thread.has_core)
    finish_observed(thread);
  else if (thread.requests)
    take_last_counters(thread);
  if (tells_regions() && thread.has_core)
    options_.observer->end_regions(thread.id, thread.process, thread.core, thread.counted,
                                   thread.fetches);
  if (!thread.requests && thread.has_core) turns_.leave(thread.core);
  if (thread.of_several) signal(thread, reftrace::end_of_process(thread.process));
  thread.state = State::ended;
  thread.source.reset();
  thread.output = {};
  thread.production.input = {};
  progress_ = true;
}

// A thread that was killed has made references after its last event.
void Weaver::take_last_counters(Thread& thread) {
  const PrivateCounters* const last = thread.source->live_counters();
  if (last == nullptr) return;
  take_counters(thread, *last);
  thread.clock = std::max(thread.clock, references_of(*last));
}

void Weaver::take_counters(Thread& thread, const PrivateCounters& now) {
  const std::uint32_t index =
      options_.observer == nullptr ? thread.phase : shared_.counters_of(thread.core);
  shared_.counted()[index].core[thread.core] += now - thread.counted;
  thread.counted = now;
  if (options_.observer != nullptr) options_.observer->count(piece(thread), thread.instructions);
}

Observer::Piece Weaver::piece(const Thread& thread) const {
  const std::uint32_t part = shared_.counters_of(thread.core);
  return {thread.id,
          thread.core,
          part,
          thread.state == State::ended,
          shared_.counted()[part],
          shared_.first_touches()};
}

void Weaver::tell_region(const Thread& thread, const Word* event) {
  options_.observer->region(thread.id, thread.process,
                            thread.has_core ? std::optional(thread.core) : std::nullopt, event,
                            thread.counted, thread.fetches);
}

void Weaver::finish_observed(Thread& thread) {
  enter(thread);
  thread.state = State::ended;
  if (thread.requests) {
    take_last_counters(thread);
  } else if (ObservedReferences* const observed = thread.production.observed.get()) {
    if (observed->sampler) observed->sampler->tell(observed->untimed);
    thread.instructions = observed->executed_by(thread.production.clock);
    take_counters(thread, observed->counters);
  }
}

// What threads have executed until their counters were told last.
void Weaver::time_executed() {
  std::vector<Thread*> threads;
  for (Thread* thread : alive_)
    if (options_.observer->has_to_time(thread->id)) threads.push_back(thread);
  pool_.run(static_cast<std::uint32_t>(threads.size()), [&](std::uint32_t i) {
    Thread& thread = *threads[i];
    ObservedReferences* const observed = thread.production.observed.get();
    options_.observer->time(thread.id, observed != nullptr ? observed->untimed : thread.executed);
  });
  options_.observer->settle();
}

void Weaver::join_intervals() {
  while (options_.observer->intervals().too_many()) {
    const std::vector<std::uint32_t> joined = options_.observer->intervals().join();
    shared_.join_counted(joined);
    options_.observer->follow(joined);
  }
}

// --- After the weave of a pass ----------------------------------------------------------------

// Past its wait, if the signals are there; it continues no earlier than the last of them.
bool Weaver::go_on(Thread& thread) {
  const std::uint64_t time = sync_.time_of_wait(thread.object, thread.count);
  if (time == never) return false;
  thread.offset = std::max(thread.virtual_time(), time) - thread.clock;
  if (options_.observer != nullptr)
    options_.observer->wait(thread.id, thread.phase,
                            {thread.object, thread.count, thread.wait_kind == reftrace::any_signal,
                             thread.wait_kind == reftrace::before_lock});
  return true;
}

// Whom the next pass gets to know.
bool Weaver::somebody_appears() {
  if (replayed_ == nullptr) return feed_->somebody_new();
  for (std::size_t i = replayed_next_; i < replayed_->size(); ++i) {
    const MergeDecision& decision = (*replayed_)[i];
    if (decision.pass > pass_ + 1) return false;
    if (decision.pass == pass_ + 1 && decision.resumes && decision.thread < threads_.size() &&
        threads_[decision.thread]->state == State::absent)
      return true;
  }
  return false;
}

// Where the thread goes on, as far as that is known.
std::uint64_t Weaver::next_time(const Thread& thread) const {
  if (thread.excused) {
    // Its wait may be met by now: then it lies where a thread lies that has written its wait.
    const std::uint64_t time = sync_.time_of_wait(thread.object, thread.count);
    return time == never ? never : std::max(thread.virtual_time(), time);
  }
  const bool goes_on = thread.state == State::running || thread.state == State::fresh;
  return goes_on ? thread.virtual_time() : never;
}

void Weaver::end_pass() {
  sync_.commit();
  if (options_.observer != nullptr) {
    time_executed();
    join_intervals();
  }
  std::uint64_t earliest = never;
  Thread* waiter = nullptr;
  bool absent = false;
  const bool somebody_new = somebody_appears();
  std::erase_if(alive_, [](const Thread* thread) { return thread->state == State::ended; });
  for (Thread* thread : alive_) {
    if (thread->state == State::waiting && go_on(*thread)) {
      thread->state = thread->has_core ? State::running : State::fresh;
      progress_ = true;
    }
    if (thread->state == State::waiting && waiter == nullptr) waiter = thread;
    earliest = std::min(earliest, next_time(*thread));
    absent |= thread->state == State::aside || thread->state == State::absent || thread->excused;
  }
  if (earliest != never) {
    // Whoever was created in this round begins in it, however late the host lets it appear.
    if (earliest >= round_end_ && !somebody_new) begin_round(earliest);
    return;
  }
  if (!progress_) end_idle_pass(waiter, absent);
}

// Of the interval in which that time lies.
void Weaver::begin_round(std::uint64_t time) {
  round_end_ = (time / options_.interval + 1) * options_.interval;
  if (options_.observer != nullptr) options_.observer->end_interval();
}

// Nobody could do anything.
void Weaver::end_idle_pass(Thread* waiter, bool absent) {
  if (replayed_ != nullptr) {
    // The recorded run waited for its program here.
    for (std::size_t i = replayed_next_; i < replayed_->size(); ++i)
      if ((*replayed_)[i].pass > pass_) {
        // Snoops can bring forth new ones, for the next pass: each of the passes waited counts.
        while (pass_ + 1 < (*replayed_)[i].pass) {
          let_hear();
          ++pass_;
        }
        return;
      }
    for (Thread* thread : alive_)
      if (thread->state != State::waiting) resume(*thread);
    if (absent) return;
  } else if (absent || !feed_->complete()) {
    waiter = past_its_wait();
    if (waiter == nullptr) return feed_->idle(Feed::anybody);
  }
  if (waiter == nullptr || end_last_waits()) return;
  // Its signal was not recorded and cannot come any more.
  if (replayed_ == nullptr) log(*waiter, pass_ + 1, true);
  release(*waiter);
}

// Threads that did nothing any more after the wait they are in.
bool Weaver::end_last_waits() {
  bool any = false;
  for (Thread* thread : alive_) {
    if (thread->state != State::waiting || !take_last_events(*thread)) continue;
    if (replayed_ == nullptr) log(*thread, pass_ + 1, true);
    end(*thread);
    any = true;
  }
  return any;
}

// What a waiting thread was still made to say when its process ended. False where it did more.
bool Weaver::take_last_events(Thread& thread) {
  if (!take_last_events(thread, thread.output)) return false;
  WordBuffer& next = thread.requests ? thread.output : thread.production.input;
  do {
    const std::size_t before = next.size();
    if (!take_last_events(thread, next)) return false;
    if (!thread.requests) thread.production.used += before - next.size();
  } while (next.refill(*thread.source, request_chunk));
  return next.empty() && thread.source->finished();
}

bool Weaver::take_last_events(const Thread& thread, WordBuffer& words) {
  while (!words.empty()) {
    const Word* const event = words.data();
    if (reftrace::op_of(*event) != Op::event) return false;
    if (words.size() < words_of_event(*event)) return true;
    if (event[1] != thread.clock) return false;
    const Event kind = reftrace::event_of(*event);
    if (kind == Event::operations)
      operations_.push_back(operations_in(event, thread.id, thread.phase));
    else if (kind != Event::thread_end)
      return false;
    words.drop(words_of_event(*event));
  }
  return true;
}

// It is a process's end, which some thread of that has yet to reach.
bool Weaver::end_is_due(std::uint64_t object) const {
  return std::any_of(alive_.begin(), alive_.end(), [object](const Thread* thread) {
    return thread->of_several && object == reftrace::end_of_process(thread->process) &&
           thread->state != State::waiting;
  });
}

// A live thread that wrote more after its wait, though nobody is left to signal it.
Weaver::Thread* Weaver::past_its_wait() {
  for (Thread* thread : alive_) {
    if (thread->state != State::waiting || thread->requests || thread->source->anticipating() ||
        end_is_due(thread->object))
      continue;
    if (!take_last_events(*thread) && !(thread->output.empty() && thread->production.input.empty()))
      return thread;
  }
  return nullptr;
}

}  // namespace hpcast::memsim
