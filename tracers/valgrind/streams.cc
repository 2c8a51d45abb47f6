// SPDX-License-Identifier: GPL-2.0-or-later
#include "streams.h"

#include "batch.h"
#include "flags.h"
#include "hpcast/blocks/outcome.h"
#include "hpcast/reftrace/process_table.h"
#include "hpcast/reftrace/shared_maps.h"
#include "mappings.h"
#include "memory.h"
#include "new_lines.h"
#include "places.h"
#include "ring_writer.h"
#include "system.h"
#include "waiting_loop.h"

namespace hpcast::tracer {

Batch batch{batch.words, batch.words, batch.words, {}};
LookCode::Inputs look_inputs;
PackedCounts packed_counts;

namespace {

using reftrace::ChannelHeader;
using reftrace::Event;
using reftrace::Op;
using reftrace::ProcessState;
using reftrace::ProgramPart;
using reftrace::ThreadSlot;
using reftrace::ThreadState;

// Of what a thread does, this goes to its stream.
enum class Recording : std::uint8_t { all, new_lines, nothing };

struct Thread {
  ThreadSlot* slot;
  RingWriter ring;
  std::uint64_t clock;  // references made
  std::uint32_t phase;  // the last one written
  std::uint32_t maps;   // changes of the process's shared memory written
  bool created;         // by another thread of the process
  Recording recording;  // not all of it between settle() and resume()
  Addr interrupted;     // stack pointer of the wait that a handler interrupts, or 0
  Recording interrupted_recording;
  ThreadState interrupted_state;
  NewLines* lines;  // of the library's call that it is in, or was in last
  OperationCounts operations;
  WaitingLoop loop;
  bool spins;              // in turns of it that are taken out: its slot says that it is blocked
  unsigned looks;          // in vain, taken out since it began to spin
  OperationCounts looked;  // by these
  Turn turn;               // each of them
  OperationCounts spun;    // by those of spins before
  bool has_drawn;          // shortly before what the batch holds (has_just_drawn())
};

struct Process {
  ChannelHeader* header;
  ThreadSlot* slots;
  Word* rings;
  Thread* threads;  // one for each slot
  Thread** of_tid;  // by Valgrind's number of the thread
  Thread** reserved;
  Thread* running;  // whose words are in the batch
  reftrace::CodeTable* code;
  bool forked;                 // a traced process's child: untraced
  std::uint32_t forked_child;  // index of the one that is being forked
  bool forking;
  std::uint32_t id;     // getpid()
  std::uint32_t index;  // of its entry
  reftrace::SharedMaps shared;
  Flags flags;
  Places places;
  unsigned places_translated;  // of these: what is translated tells of them
  bool places_are_translated() const { return places_translated == places.count(); }
  std::uint32_t living;    // threads, untraced ones too
  std::uint32_t spinning;  // threads that are (Thread::spins)
  bool gives_way;          // the running thread: others are to look at flags, or write them
  unsigned batch_words;    // while one spins
  std::atomic<std::uint32_t> turns;  // of threads, one after the other
} process;

reftrace::ProcessEntry& entry() { return process.header->processes[process.index]; }
bool one_of_several() { return process.header->several != 0; }

// Among those that there may be.
std::uint32_t index_of(const Thread& thread) {
  return static_cast<std::uint32_t>(&thread - process.threads);
}

// The translated code is left before the next superblock.
void leave_translated_code(ThreadId tid) { VG_(threads)[tid].arch.vex.host_EvC_COUNTER = 0; }
bool left_before_a_superblock(ThreadId tid) {
  return static_cast<Int>(VG_(threads)[tid].arch.vex.host_EvC_COUNTER) == -1;
}

void write_references(Thread& thread, const Word* words, std::uint64_t count) {
  const Written written = thread.ring.write(words, count);
  thread.clock += written.loads + written.stores;
  thread.operations.loads += written.loads;
  thread.operations.stores += written.stores;
}

void count_operations() {
  if (process.running != nullptr && process.running->recording == Recording::all)
    unpack(packed_counts, process.running->operations);
  packed_counts = {};
}

void write_event(Thread& thread, Event event, const std::uint64_t* payload, unsigned count) {
  Word words[reftrace::max_event_payload + 1];
  words[0] = reftrace::event_head(event, count + 1);
  words[1] = thread.clock;
  for (unsigned i = 0; i < count; ++i) words[i + 2] = payload[i];
  thread.ring.write(words, count + 2);
}

void write_counts(Thread& thread, ProgramPart part, OperationCounts& counts) {
  std::uint64_t payload[1 + operation_count_words];
  payload[0] = static_cast<std::uint64_t>(part);
  __builtin_memcpy(payload + 1, &counts, sizeof counts);
  write_event(thread, Event::operations, payload, 1 + operation_count_words);
  counts = {};
}

void write_operations(Thread& thread, ProgramPart part) {
  write_counts(thread, part, thread.operations);
  if (thread.spun.instructions != 0) write_counts(thread, ProgramPart::spinning, thread.spun);
  thread.loop.forget();
}

std::uint64_t value_at(std::uint64_t address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  if (bytes <= sizeof value && VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ))
    VG_(memcpy)(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}
std::uint64_t value_of(Word reference) {
  return value_at(reftrace::address_of(reference), reftrace::size_of(reference));
}

// To a thread's ring.
class FlagTeller {
 public:
  explicit FlagTeller(Thread& thread) : thread_(thread) {}
  void put(const Word* words, std::uint64_t count) { write_references(thread_, words, count); }
  void signal(std::uint64_t object) {
    write_event(thread_, Event::signal, &object, 1);
    process.gives_way |= process.spinning != 0;
  }
  static std::uint64_t value(std::uint64_t address, std::uint32_t bytes) {
    return value_at(address, bytes);
  }

 private:
  Thread& thread_;
};

// While one spins, batches are short: who writes a flag gives way soon after. Longer ones again
// where that is of no use to those who spin.
constexpr unsigned short_batch = 512;

void stop_spinning(Thread& thread) {
  thread.spins = false;
  --process.spinning;
  process.batch_words = short_batch;
  thread.slot->state.store(ThreadState::running, std::memory_order_release);
}

// What it has waited for has come, or somebody has interrupted it.
void end_spin(Thread& thread) {
  stop_spinning(thread);
  thread.spun += thread.looked;
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

// What the thread has done, up to `end` in the batch.
void write_batch(Thread& thread, const Word* end) {
  const Flags::Words words{batch.untold, end, batch.cursor};
  batch.untold = const_cast<Word*>(end);
  if (words.begin == end) return;
  if (thread.spins) {
    if (is_left_by_bound(thread, words.begin, end))
      put_back_looks(thread);
    else
      end_spin(thread);
  }
  if (process.flags.any())
    process.flags.tell(words, index_of(thread), FlagTeller(thread));
  else
    write_references(thread, words.begin, static_cast<std::uint64_t>(end - words.begin));
}

// What the thread did so far belongs to the phase before.
void follow_phase(Thread& thread) {
  const std::uint64_t phase = entry().phase.load(std::memory_order_acquire);
  if (phase == thread.phase) return;
  thread.phase = static_cast<std::uint32_t>(phase);
  write_operations(thread, ProgramPart::main);
  write_event(thread, Event::phase, &phase, 1);
}

// What was mapped by other threads of the process, and here.
void follow_maps(Thread& thread) {
  process.shared.each_since(thread.maps, [&](const reftrace::SharedMap& map) {
    write_event(thread, Event::shared_map, reinterpret_cast<const std::uint64_t*>(&map),
                reftrace::shared_map_words);
  });
}

void tell_process(Thread& thread) {
  const std::uint64_t whose[] = {process.index, entry().rank, entry().ranks};
  write_event(thread, Event::process, whose, 3);
  reftrace::note_stream_begun(*process.header, *thread.slot);
}

// The object that stands for a thread's creation.
std::uint64_t creation_of(const Thread& thread) {
  constexpr std::uint64_t no_address = std::uint64_t{1} << 63;
  return no_address | thread.slot->thread;
}

Thread* take_slot() {
  ChannelHeader& header = *process.header;
  const reftrace::ChannelLock<System> lock(header, process.id);
  const std::uint32_t i = reftrace::ready_slot(header, process.slots, process.index);
  if (i == header.max_threads) return nullptr;
  Thread& thread = process.threads[i];
  const Thread before = thread;  // whose memory is of use again
  thread = {};
  thread.lines = before.lines;
  thread.ring = before.ring;
  thread.ring.open(header, process.slots[i], process.rings + i * header.ring_words);
  thread.slot = &process.slots[i];
  reftrace::announce_thread(header, *thread.slot);
  return &thread;
}

void free_slot(Thread& thread) {
  thread.slot->state.store(ThreadState::ended, std::memory_order_release);
  wake_reader(*process.header);
}

// Null: there is none.
char* map_channel(const char* path, std::uint64_t& bytes) {
  const SysRes opened = VG_(open)(path, VKI_O_RDWR, 0);
  if (sr_isError(opened)) return nullptr;
  const auto descriptor = static_cast<Int>(sr_Res(opened));
  struct vg_stat status;
  bytes = VG_(fstat)(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.size) : 0;
  char* base = nullptr;
  if (bytes >= sizeof(ChannelHeader)) {
    const SysRes mapped = VG_(am_shared_mmap_file_float_valgrind)(
        bytes, VKI_PROT_READ | VKI_PROT_WRITE, descriptor, 0);
    if (!sr_isError(mapped)) base = reinterpret_cast<char*>(sr_Res(mapped));
  }
  VG_(close)(descriptor);
  return base;
}

bool valid(const ChannelHeader& header, std::uint64_t bytes) {
  return header.magic == reftrace::channel_magic && header.version == reftrace::channel_version &&
         header.region_bytes <= bytes;
}

const char* channel_path;

// This process, traced so far or a child of a traced one, runs `program`.
void note_child(const char* program) {
  reftrace::note_child(*process.header, static_cast<std::uint32_t>(VG_(getpid)()), program);
}

// Room enough for a thread's last events.
constexpr std::uint64_t room_for_the_end = 256;

// The batch belongs to nobody any more.
void stop_batch() {
  flush_batch();
  count_operations();
  process.running = nullptr;
}

// Other threads run meanwhile. Nothing is kept when it returns.
void give_lock_away_until(ThreadId tid, Thread& thread, std::uint64_t room) {
  stop_batch();
  VG_(release_BigLock)(tid, VgTs_Yielding, "hpcast");
  thread.ring.wait_for_room(room);
  VG_(acquire_BigLock)(tid, "hpcast");
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

// What was translated before a place was known does not tell of it.
void translate_places_anew() {
  for (unsigned& done = process.places_translated; done < process.places.count(); ++done)
    VG_(discard_translations)(process.places.branch(done), 1, "hpcast: a waiting loop");
}

// Until another thread has had a turn. Who has written a flag knows that one waits for the lock to
// look at it, or is about to; who spins leaves the processor for a moment where all others sleep.
void give_way(ThreadId tid, const Thread& thread) {
  const long patience_us = thread.spins ? 100 : 10'000;
  if (!thread.spins && process.batch_words < batch_words) process.batch_words *= 2;
  stop_batch();
  const std::uint32_t turns = process.turns.load();
  VG_(release_BigLock)(tid, VgTs_Yielding, "hpcast: flag");
  futex_wait(process.turns, turns, patience_us);
  VG_(acquire_BigLock)(tid, "hpcast: flag");
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

// Whether the thread has asked for a number, or taken part in a lock, in the last superblocks of
// the batch: what it looks for then is handed on in the order of the host's run. Who finds that it
// is its turn already waits for nobody, as who finds a mutex free.
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

void record(ThreadId tid, Recording recording) {
  flush_batch();
  count_operations();
  process.of_tid[tid]->recording = recording;
  process.of_tid[tid]->loop.forget();
}

}  // namespace

ChannelHeader* channel() { return process.header; }
reftrace::CodeTable* code_table() { return process.code; }
std::uint32_t process_index() { return process.index; }

void open_channel(const char* path, bool only_ranks) {
  channel_path = path;
  const reftrace::Rank rank = reftrace::rank_in(VG_(client_envp));
  if (only_ranks && rank.ranks == 0) return;
  std::uint64_t bytes = 0;
  char* const base = map_channel(path, bytes);
  if (base == nullptr) return;
  auto& header = *reinterpret_cast<ChannelHeader*>(base);
  if (!valid(header, bytes)) return;
  process.slots = reinterpret_cast<ThreadSlot*>(base + header.slots_offset);
  process.id = static_cast<std::uint32_t>(VG_(getpid)());
  process.index = reftrace::claim_process<System>(header, process.slots, process.id, rank,
                                                  VG_(args_the_exename));
  if (process.index == reftrace::max_processes) return;
  header.instrumented.store(1);
  process.rings = reinterpret_cast<Word*>(base + header.rings_offset);
  process.threads = zeroed<Thread>("hpcast.threads", header.max_threads);
  process.of_tid = zeroed<Thread*>("hpcast.of_tid", VG_N_THREADS);
  process.reserved = zeroed<Thread*>("hpcast.reserved", VG_N_THREADS);
  if (header.code_offset != 0)
    process.code = reinterpret_cast<reftrace::CodeTable*>(base + header.code_offset);
  process.flags.open(header.max_threads);
  process.header = &header;
}

ThreadSlot* reserve_thread(ThreadId parent) {
  if (channel() == nullptr) return nullptr;
  Thread* const thread = take_slot();
  process.reserved[parent] = thread;
  return thread == nullptr ? nullptr : thread->slot;
}

void abandon_thread(ThreadId parent) {
  if (channel() == nullptr) return;
  if (Thread* const thread = process.reserved[parent]) free_slot(*thread);
  process.reserved[parent] = nullptr;
}

void create_thread(ThreadId parent, ThreadId child) {
  if (channel() == nullptr) return;
  ++process.living;
  Thread* thread = nullptr;
  if (parent != VG_INVALID_THREADID) {
    thread = process.reserved[parent];
    process.reserved[parent] = nullptr;
  }
  if (thread == nullptr) thread = take_slot();
  if (thread == nullptr) channel()->threads_refused.fetch_add(1);
  process.of_tid[child] = thread;
  if (thread == nullptr || parent == VG_INVALID_THREADID) return;
  thread->created = true;
  if (process.of_tid[parent] != nullptr)
    process.flags.inherit(index_of(*thread), index_of(*process.of_tid[parent]));
  const std::uint64_t creation = creation_of(*thread);
  put_event(parent, Event::signal, &creation, 1);
}

void begin_thread(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  const std::uint64_t os_thread = static_cast<std::uint64_t>(VG_(threads)[tid].os_state.lwpid);
  thread.slot->os_thread = static_cast<std::uint32_t>(os_thread);
  write_event(thread, Event::thread_start, &os_thread, 1);
  if (one_of_several()) tell_process(thread);
  follow_maps(thread);
  // What it does comes after what its creator had done, or those who had ended before.
  const std::uint64_t creation[] = {creation_of(thread), 1};
  if (thread.created) return write_event(thread, Event::wait, creation, 2);
  reftrace::each_ended_before(
      *channel(), process.index, [&](std::uint32_t ended, std::uint32_t threads) {
        const std::uint64_t end[] = {reftrace::end_of_process(ended), threads};
        write_event(thread, Event::wait, end, 2);
      });
}

void end_thread(ThreadId tid) {
  --process.living;
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  if (process.running == &thread) stop_batch();
  if (thread.spins) end_spin(thread);
  write_operations(thread, ProgramPart::main);
  write_event(thread, Event::thread_end, nullptr, 0);
  process.of_tid[tid] = nullptr;
  // wait_for_room() has seen to it that nothing is kept, unless a signal ends the thread.
  if (!thread.ring.keeps_words()) free_slot(thread);
}

ThreadSlot* slot_of(ThreadId tid) {
  if (channel() == nullptr || process.of_tid[tid] == nullptr) return nullptr;
  return process.of_tid[tid]->slot;
}

void start_running(ThreadId tid) {
  if (channel() == nullptr) return;
  Thread* const thread = process.of_tid[tid];
  if (process.running != thread) {
    stop_batch();
    process.running = thread;
    if (thread != nullptr) thread->loop.enter_batch(batch.begin);
    process.gives_way = false;
    process.turns.fetch_add(1);
    if (process.spinning != 0) futex_wake(process.turns);
  }
  // Nothing is in the batch that came before the change: a system call, or another thread.
  if (thread != nullptr) follow_maps(*thread);
  if (thread != nullptr && thread->ring.keeps_words()) leave_translated_code(tid);
}

void stop_running(ThreadId tid) {
  count_operations();
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  const bool is_before_a_superblock = left_before_a_superblock(tid);
  if (is_before_a_superblock) translate_places_anew();
  const bool gives_way = process.gives_way && (is_before_a_superblock || thread.spins);
  process.gives_way = false;
  if (gives_way) give_way(tid, thread);
  if (is_before_a_superblock && thread.ring.keeps_words()) give_lock_away_until(tid, thread, 0);
}

void flush_batch() {
  Word* const begin = batch.untold;
  const auto count = static_cast<std::uint64_t>(batch.cursor - begin);
  Thread* const thread = process.running;
  Word* const next = batch.words + (process.spinning != 0 ? batch_words - process.batch_words : 0);
  if (thread != nullptr && thread->recording == Recording::all) {
    thread->has_drawn = process.flags.any() && has_just_drawn(*thread);
    thread->loop.leave_batch(batch.cursor, next);
    write_batch(*thread, batch.cursor);
  }
  batch.cursor = batch.untold = batch.begin = next;
  if (thread == nullptr || count == 0) return;
  if (thread->recording == Recording::new_lines)
    write_references(*thread, begin, thread->lines->filter(begin, count));
  if (thread->recording == Recording::nothing) return;
  count_operations();
  follow_phase(*thread);
  if ((thread->ring.keeps_words() || process.gives_way) && VG_(in_generated_code))
    leave_translated_code(VG_(get_running_tid)());
}

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

// Nobody else is to run before the look is translated anew: what it waits for might come unseen.
// Behind a pause, the code is not left before a superblock, where that can be done.
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

namespace {

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

void wait_for_room(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  if (!thread.ring.has_room(room_for_the_end)) give_lock_away_until(tid, thread, room_for_the_end);
}

void put_event(ThreadId tid, Event event, const std::uint64_t* payload, unsigned count) {
  if (slot_of(tid) == nullptr) return;
  flush_batch();
  follow_phase(*process.of_tid[tid]);
  follow_maps(*process.of_tid[tid]);
  write_event(*process.of_tid[tid], event, payload, count);
}

void settle(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  if (process.of_tid[tid]->recording == Recording::all) record(tid, Recording::nothing);
  wait_for_room(tid);
}

void resume(ThreadId tid) {
  if (slot_of(tid) != nullptr) record(tid, Recording::all);
}

void begin_library_call(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  if (thread.recording != Recording::all) return;
  if (thread.lines == nullptr) thread.lines = zeroed<NewLines>("hpcast.lines", 1);
  thread.lines->forget();
  record(tid, Recording::new_lines);
}

void shared_memory_mapped(ThreadId tid, const reftrace::SharedFile& file, Addr address,
                          std::uint64_t bytes, std::uint64_t offset) {
  if (slot_of(tid) == nullptr || !one_of_several()) return;
  const reftrace::ChannelLock<System> lock(*process.header, process.id);
  const std::uint64_t number = reftrace::shared_file_number(*process.header, file);
  if (number != 0) process.shared.add({address, bytes, number, offset});
}

void memory_unmapped(ThreadId tid, Addr address, std::uint64_t bytes) {
  if (slot_of(tid) != nullptr && one_of_several()) process.shared.remove(address, bytes);
}

void segment_unmapped(ThreadId tid, Addr address) {
  if (slot_of(tid) != nullptr && one_of_several()) process.shared.remove_segment(address);
}

void pages_given_back(ThreadId tid, Addr address, std::uint64_t bytes) {
  const std::uint64_t range[] = {address, VG_PGROUNDUP(address + bytes) - address};
  if (process.flags.any()) process.flags.forget(range[0], range[1]);
  put_event(tid, Event::unmapped, range, 2);
}

void begin_handler(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  const Addr stack = VG_(get_SP)(tid);
  // A handler jumped out of the wait that was there before.
  if (stack == thread.interrupted) thread.interrupted = 0;
  if (thread.recording == Recording::all) return;
  thread.interrupted_recording = thread.recording;
  thread.interrupted_state = thread.slot->state.load(std::memory_order_relaxed);
  resume(tid);
  thread.interrupted = stack;
  thread.slot->state.store(ThreadState::running, std::memory_order_release);
}

void end_handler(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  Thread& thread = *process.of_tid[tid];
  if (thread.interrupted == 0 || VG_(get_SP)(tid) != thread.interrupted) return;
  thread.interrupted = 0;
  record(tid, thread.interrupted_recording);
  wait_for_room(tid);
  thread.slot->state.store(thread.interrupted_state, std::memory_order_release);
}

void enter_phase(ThreadId tid, const char* name, std::size_t length) {
  if (slot_of(tid) == nullptr) return;
  flush_batch();
  count_operations();
  entry().phase.store(reftrace::name_index(process.header->phases, name, length, "(more phases)"),
                      std::memory_order_release);
  follow_phase(*process.of_tid[tid]);
}

void mark_region(ThreadId tid, Event event, const char* name, std::size_t length) {
  if (slot_of(tid) == nullptr || (channel()->record_regions & reftrace::marked_regions) == 0)
    return;
  const std::uint64_t region =
      reftrace::named_region |
      reftrace::name_index(process.header->regions, name, length, "(more regions)");
  put_event(tid, event, &region, 1);
}

void start_up_is_over(ThreadId tid) {
  if (slot_of(tid) == nullptr) return;
  flush_batch();
  count_operations();
  write_operations(*process.of_tid[tid], ProgramPart::start_up);
}

void finish(ThreadId tid) {
  if (channel() == nullptr) return;
  end_thread(tid);
  for (std::uint32_t i = 0; i < process.header->max_threads; ++i) {
    RingWriter& ring = process.threads[i].ring;
    if (ring.keeps_words()) ring.wait_for_room(0);
  }
  const bool killed = VG_(threads)[tid].os_state.fatalsig != 0;
  if (!killed) entry().state.store(ProcessState::finished);
  wake_reader(*process.header);
}

void announce_child() {
  if (channel() == nullptr) return;
  process.forked_child = reftrace::announce_child(*process.header, VG_(args_the_exename));
  process.forking = true;
}
void child_is_forked() { process.forking = false; }
void withdraw_child() {
  if (channel() != nullptr && process.forking)
    reftrace::withdraw_child(*process.header, process.forked_child);
  process.forking = false;
}

void forget_channel() {
  if (channel() == nullptr) return;
  reftrace::enter_child(*process.header, process.forked_child,
                        static_cast<std::uint32_t>(VG_(getpid)()), VG_(args_the_exename));
  VG_(am_do_mmap_NO_NOTIFY)
  (reinterpret_cast<Addr>(process.header), process.header->region_bytes,
   VKI_PROT_READ | VKI_PROT_WRITE,
   VKI_MAP_FIXED | VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_NORESERVE, -1, 0);
  process.header = nullptr;
  process.running = nullptr;
  process.forked = true;
  batch.cursor = batch.untold = batch.begin = batch.words;
}

void become_program(const char* program) {
  if (channel() != nullptr) return note_child(program);
  if (!process.forked) return;
  std::uint64_t bytes = 0;
  process.header = reinterpret_cast<ChannelHeader*>(map_channel(channel_path, bytes));
  if (channel() == nullptr) return;
  note_child(program);
  VG_(am_munmap_valgrind)(reinterpret_cast<Addr>(channel()), bytes);
  process.header = nullptr;
}

void note_refused_mapping(std::uint64_t bytes) {
  if (channel() != nullptr && channel()->refused_mapping.load() < bytes)
    channel()->refused_mapping.store(bytes);
}

}  // namespace hpcast::tracer
