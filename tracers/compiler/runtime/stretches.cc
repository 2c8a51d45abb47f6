#include "stretches.h"

#include "code_pieces.h"
#include "counts.h"
#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/models/memsim/told_reference.h"
#include "process.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

using blocks::Sampled;

std::uint64_t& instructions() { return __hpcast_counts.instructions; }

// The sign is set, so that hooks tell of pieces, from where the next stretch begins until it has
// ended; what is done with these is the same until then.
void set_sign(Thread& thread) {
  Stretches& stretches = thread.stretches;
  const std::uint64_t left = stretches.sampling.left();
  const std::uint64_t value = stretches.skips() ? wanted_sign - left : wanted_sign;
  const std::uint64_t more = value - instructions();
  instructions() = value;
  stretches.counted += more;
  thread.counts_begin += more;
  const bool may_write = stretches.tells() && !thread.stopped;
  thread.written_until = may_write ? wanted_sign + left : 0;
}

void pass(Stretches& stretches, std::uint64_t executed) {
  stretches.executed += executed;
  stretches.sampling.pass(executed);
}

// What was counted before the last so many instructions: hooks have told of it, or it was left out.
void pass_before(Thread& thread, std::uint64_t last) {
  Stretches& stretches = thread.stretches;
  const std::uint64_t before = instructions() - stretches.counted - last;
  stretches.counted = instructions();
  if (static_cast<std::int64_t>(before) <= 0) return;  // a piece may have more than is counted
  if (!stretches.tells()) stretches.left_out += before;
  pass(stretches, before);
}

constexpr unsigned left_out_words = 4;
// What has been left out and not been told, in at most so many words; how many they are.
unsigned take_left_out(Thread& thread, Word* words) {
  std::uint64_t& left = thread.stretches.left_out;
  unsigned count = 0;
  for (; left != 0 && count < left_out_words; ++count) {
    const std::uint64_t told = left < blocks::most_left_out ? left : blocks::most_left_out;
    words[count] = blocks::left_out(told);
    left -= told;
  }
  return count;
}

// So that it appears as a whole, but for what it is asked for.
template <unsigned count>
void put_together(Thread& thread, const Word (&words)[count]) {
  if (thread.tail + count > thread.limit && !make_room(thread, count)) return;
  for (const Word word : words) put(thread, word);
}

constexpr Word executed_head = reftrace::event_head(Event::instructions, 2);
void put_executed(Thread& thread) {
  update_clock(thread);
  put_together(thread, {executed_head, thread.clock, thread.stretches.executed});
}
void put_left_out(Thread& thread) {
  Word words[left_out_words];
  const unsigned count = take_left_out(thread, words);
  for (unsigned i = 0; i < count; ++i) put(thread, words[i]);
}
constexpr Word answered_head = reftrace::event_head(Event::answered, 1);
// With room for what is asked for behind it: no cut may come between.
void put_prefetched(Thread& thread, Word prefetched) {
  if (thread.tail + 3 > thread.limit && !make_room(thread, 3)) return;
  put_together(thread, {answered_head, prefetched});
}

// What is in hand of a piece appears when it has been left (Thread::open).
void appear(Thread& thread, bool at_once) {
  thread.told = at_once ? &thread.slot->tail : &thread.nowhere;
  if (at_once) close_piece(thread);
}

void begin(Thread& thread, Sampled does) {
  Stretches& stretches = thread.stretches;
  const bool kept = stretches.keeps_references();
  put_left_out(thread);
  put(thread, blocks::begins(does));
  stretches.does = does;
  if (!kept && stretches.keeps_references()) put_executed(thread);
  appear(thread, does == Sampled::skip);
  choose_tags(thread);
}

}  // namespace

void begin_stretches(Thread& thread) {
  thread.stretches.counted = instructions();
  set_sign(thread);
}

void enter_phase(Thread& thread, std::uint32_t phase) {
  pass_counted(thread);
  thread.stretches.sampling.enter(phase);
  set_sign(thread);
}

void count_own(Thread& thread) {
  ++instructions();
  ++thread.counts_begin;
}

bool tells_next(Thread& thread, std::uint64_t executed) {
  if (thread.stopped) go_on_when_granted(thread);
  Stretches& stretches = thread.stretches;
  pass_before(thread, executed);
  const Sampled does = stretches.sampling.does();
  if (does != stretches.does) begin(thread, does);
  if (does == Sampled::skip) stretches.left_out += executed;
  pass(stretches, executed);
  set_sign(thread);
  return does != Sampled::skip;
}

std::uint64_t instructions_left() {
  return instructions() < wanted_sign ? wanted_sign - instructions() : 0;
}

void pass_counted(Thread& thread) {
  pass_before(thread, 0);
  set_sign(thread);
}

void tell_before(Thread& thread, Event event) {
  const bool meets = reftrace::is_meeting(event);
  if (!meets && event != Event::counters) return;
  update_clock(thread);
  if (thread.clock == 0) return;  // the thread has no core yet
  pass_counted(thread);
  Word words[left_out_words + 5];
  unsigned count = take_left_out(thread, words);
  if (meets) words[count++] = blocks::meeting;
  words[count++] = blocks::cut;
  words[count++] = meets ? reftrace::event_head(Event::cut, 1) : executed_head;
  words[count++] = thread.clock;
  if (!meets) words[count++] = thread.stretches.executed;
  meets ? publish(thread, words, count) : append(thread, words, count);
}

bool refer_and_tell(Thread& thread, Word reference) {
  if (!thread.stretches.keeps_references()) {
    if (thread.stretches.pages.is_new(reftrace::address_of(reference)))
      put(thread, reftrace::page_of(reftrace::address_of(reference)));
    return false;
  }
  const auto tell_prefetched = [&](Word prefetched) {
    put_prefetched(thread, prefetched);
    return true;
  };
  const unsigned level =
      memsim::refer_and_tell(thread.caches, thread.slot->counters, reference, tell_prefetched);
  if (level == thread.caches.levels())
    put_together(thread, {answered_head, blocks::answered(reference, blocks::unanswered),
                          reftrace::event_head(Event::asked, 1), references_made(thread)});
  else
    put_together(thread, {answered_head, blocks::answered(reference, level)});
  return true;
}

}  // namespace hpcast::tracer
