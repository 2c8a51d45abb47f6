// SPDX-License-Identifier: GPL-2.0-or-later
#include "spinning.h"

#include "batch.h"
#include "hpcast/inputs/blocks/outcome.h"
#include "mappings.h"
#include "process.h"
#include "streams.h"
#include "system.h"

namespace hpcast::tracer {

LookCode::Inputs look_inputs;

namespace {

using reftrace::Event;
using reftrace::Op;
using reftrace::ThreadState;

// While one spins, batches are short: who writes a flag gives way soon after. Longer ones again
// where that is of no use to those who spin.
constexpr unsigned short_batch = 512;

std::uint64_t value_of(Word reference) {
  return value_at(reftrace::address_of(reference), reftrace::size_of(reference));
}

void stop_spinning(Thread& thread) {
  thread.spins = false;
  --process.spinning;
  process.batch_words = short_batch;
  thread.slot->state.store(ThreadState::running, std::memory_order_release);
}

// It has looked as often as it was to, and nothing has come: that was work. Of very many turns the
// stream has the first ones, the counts all.
void put_back_looks(Thread& thread) {
  constexpr unsigned most_turns = 1U << 16;
  stop_spinning(thread);
  OperationCounts operations = thread.operations;
  for (unsigned i = 0; i < thread.looks && i < most_turns; ++i)
    write_references(thread, thread.turn.words, thread.turn.length);
  operations += thread.looked;
  thread.operations = operations;
}

bool is_left_by_bound(const Thread& thread, const Word* begin, const Word* end) {
  const std::uint64_t branch = thread.turn.left_at(*process.code, begin, end);
  return branch != 0 && process.places.find(branch) == Places::none;
}

// What the loop reads, but for the top of its stack, where a fence is.
template <class F>
void each_looked_at(const Thread& thread, F&& f) {
  const Turn& turn = thread.loop.turn();
  for (const Word* w = turn.begin(); w != turn.end(); ++w) {
    if (reftrace::op_of(*w) != Op::read) continue;
    const bool fence = w + 1 != turn.end() && reftrace::op_of(w[1]) == Op::write;
    if (!fence) f(*w);
  }
}

// Who is alone works, as far as is known: where it looks so often only, that takes its time. So
// does who looks at what other processes may write, for nobody sees that.
bool may_spin(Thread& thread) {
  if (thread.spins || process.living == 1) return thread.spins;
  bool shared = false;
  each_looked_at(thread, [&](Word w) {
    shared = shared || (!process.flags.watches(w) && others_may_write(reftrace::address_of(w)));
  });
  if (shared) thread.loop.count_as_work();
  return !shared;
}

void learn_places(const Thread& thread) {
  blocks::WaitingTurn turn;
  thread.loop.turn().follow(*process.code, turn);
  for (unsigned i = 0; i < turn.looks(); ++i)
    process.places.stays(turn.look(i).address, turn.look(i).taken);
}

void start_spinning(Thread& thread) {
  each_looked_at(thread, [&](Word w) { process.flags.watch(w, index_of(thread), value_of(w)); });
  learn_places(thread);
  thread.turn = thread.loop.turn();
  thread.spins = true;
  thread.looks = 0;
  thread.looked = {};
  ++process.spinning;
  process.batch_words = short_batch;
  thread.slot->blocked_on.store(0);
  thread.slot->blocked_until.store(0);
  thread.slot->state.store(ThreadState::blocked, std::memory_order_release);
}

// There is another thread that only waits for Valgrind's lock.
bool another_can_run(ThreadId tid) {
  std::uint32_t others = process.living - 1;
  for (ThreadId other = 1; other < VG_N_THREADS && others != 0; ++other) {
    const ThreadStatus status = VG_(threads)[other].status;
    if (other == tid || status == VgTs_Empty) continue;
    if (status != VgTs_WaitSys && status != VgTs_Zombie) return true;
    --others;
  }
  return false;
}

bool is_block(Word w) {
  return reftrace::op_of(w) == Op::event && reftrace::event_of(w) == Event::block;
}

// Whether the superblock, whose words end there, changes memory by an instruction that then asks
// for what was there: takes a lock, or a number.
bool draws(const Word* block, const Word* end) {
  const Word* const description = process.code->description(reftrace::block_of(*block));
  for (const Word* w = block + 1; w + 1 < end; ++w) {
    const bool changes = reftrace::op_of(w[0]) == Op::read && reftrace::op_of(w[1]) == Op::write &&
                         reftrace::address_of(w[0]) == reftrace::address_of(w[1]);
    if (!changes || description == nullptr) continue;
    if (blocks::Outcome(description, static_cast<unsigned>(w - block - 1)).is_used()) return true;
  }
  return false;
}

}  // namespace

std::uint64_t value_at(std::uint64_t address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  if (bytes <= sizeof value && VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ))
    VG_(memcpy)(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}

void end_spin(Thread& thread) {
  stop_spinning(thread);
  thread.spun += thread.looked;
}

void end_spin_with(Thread& thread, const Word* begin, const Word* end) {
  if (is_left_by_bound(thread, begin, end))
    put_back_looks(thread);
  else
    end_spin(thread);
}

void translate_places_anew() {
  for (unsigned& done = process.places_translated; done < process.places.count(); ++done)
    VG_(discard_translations)(process.places.branch(done), 1, "hpcast: a waiting loop");
}

void give_way(ThreadId tid, const Thread& thread) {
  const long patience_us = thread.spins ? 100 : 10'000;
  if (!thread.spins && process.batch_words < batch_words) process.batch_words *= 2;
  stop_batch();
  const std::uint32_t turns = process.turns.load();
  VG_(release_BigLock)(tid, VgTs_Yielding, "hpcast: flag");
  futex_wait(process.turns, turns, patience_us);
  VG_(acquire_BigLock)(tid, "hpcast: flag");
}

bool has_just_drawn(const Thread& thread) {
  constexpr unsigned most_blocks = 3;
  unsigned blocks = 0;
  const Word* end = batch.cursor;
  for (const Word* w = end; w != batch.begin && blocks < most_blocks;) {
    if (!is_block(*--w)) continue;
    if (draws(w, end)) return true;
    end = w;
    ++blocks;
  }
  return blocks < most_blocks && thread.has_drawn;
}

namespace {

// It has nothing to do until another one has: that one's turn, now and then. What it did before, a
// spin's last turn maybe, comes before this look.
void spin(Thread& thread) {
  constexpr unsigned looks_between = 64, looks_alone = 1024;
  OperationCounts turn{};
  thread.loop.take_out(thread.operations, turn);
  batch.cursor = thread.loop.begin();
  flush_batch();
  if (!thread.spins) start_spinning(thread);
  thread.looked += turn;
  each_looked_at(thread,
                 [&](Word w) { process.flags.look_in_vain(w, index_of(thread), value_of(w)); });
  const ThreadId tid = VG_(get_running_tid)();
  if (++thread.looks % looks_between != 0) return;
  if (thread.looks % looks_alone != 0 && !another_can_run(tid)) return;
  if (!process.places_are_translated()) return;
  process.gives_way = true;
  leave_translated_code(tid);
}

// Where the words of the present superblock begin.
Word* present_superblock() {
  Word* w = batch.cursor;
  while (w > batch.untold && !is_block(w[-1])) --w;
  return w > batch.untold ? w - 1 : w;
}

void write_wait(Thread& thread, const Flags::Wait& wait) {
  if (wait.object == 0) return;
  const std::uint64_t payload[] = {wait.object, wait.count};
  write_event(thread, Event::wait, payload, 2);
}

// What the thread waits for that goes on behind a look, for one of the flags that it has looked at.
class Passing {
 public:
  Passing(Thread& thread, const LookCode& code)
      : thread_(thread), code_(code), spun_(thread.spins), block_(present_superblock()) {}

  void pass(unsigned input) {
    const unsigned flag = process.flags.find(look_inputs.address[input], code_.bytes[input]);
    if (flag == Flags::none || process.flags.is_written(flag, block_, batch.cursor)) return;
    if (!code_.is_known && !spun_) return;
    const std::uint32_t thread = index_of(thread_);
    const auto would = [&](std::uint64_t value) { return would_pass(input, value); };
    if (process.places.stays_both_ways(code_.place) && process.flags.knows(flag, thread, would))
      return;
    tell_before();
    if (!spun_ && has_just_drawn(thread_))
      return process.flags.catch_up(flag, thread, look_inputs.value[input]);
    write_wait(thread_, process.flags.pass(flag, thread, would));
  }

 private:
  // Where it is not known what the look asks, another value than that which it has just spun on.
  bool would_pass(unsigned input, std::uint64_t value) const {
    if (!code_.is_known) return value == look_inputs.value[input];
    LookCode::Inputs inputs = look_inputs;
    inputs.value[input] = value;
    return code_.outcome(inputs.value) == (inputs.outcome != 0);
  }

  // The wait comes behind all that the thread has done before this superblock.
  void tell_before() {
    if (thread_.spins) end_spin(thread_);
    write_batch(thread_, block_);
    thread_.loop.forget();
  }

  Thread& thread_;
  const LookCode& code_;
  const bool spun_;
  Word* const block_;
};

}  // namespace

void loop_goes_back(std::uint64_t block, std::uint64_t pauses) {
  Thread* const thread = process.running;
  if (thread == nullptr || thread->recording != Recording::all) return;
  const auto number = static_cast<std::uint32_t>(block);
  if (thread->loop.ends_turn(number, batch.cursor)) {
    count_operations();
    if (thread->loop.goes_back(*process.code, number, batch.cursor) && may_spin(*thread))
      spin(*thread);
    thread->loop.begin_turn(batch.cursor, thread->operations);
  }
  if (!process.places_are_translated() && pauses == 0)
    leave_translated_code(VG_(get_running_tid)());
}

void look(const LookCode* code) {
  Thread* const thread = process.running;
  if (thread == nullptr || thread->recording != Recording::all || !process.flags.any()) return;
  const bool taken = (look_inputs.outcome != 0) == code->exit_is_taken;
  if (!process.places.is_left(code->place, taken)) return;
  Passing passing(*thread, *code);
  for (unsigned i = 0; i < code->inputs; ++i)
    if (code->bytes[i] != 0) passing.pass(i);
}

unsigned place_of(Addr branch) { return process.places.find(branch); }

}  // namespace hpcast::tracer
