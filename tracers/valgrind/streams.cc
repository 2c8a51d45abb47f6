// SPDX-License-Identifier: GPL-2.0-or-later
#include "streams.h"

#include "batch.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "mappings.h"
#include "memory.h"
#include "process.h"
#include "spinning.h"
#include "system.h"

namespace hpcast::tracer {

Batch batch{batch.words, batch.words, batch.words, {}};
PackedCounts packed_counts;
Process process;

namespace {

using reftrace::ChannelHeader;
using reftrace::Event;
using reftrace::Op;
using reftrace::ProcessState;
using reftrace::ProgramPart;
using reftrace::ThreadSlot;
using reftrace::ThreadState;

reftrace::ProcessEntry& entry() { return process.header->processes[process.index]; }
bool one_of_several() { return process.header->several != 0; }

}  // namespace

void leave_translated_code(ThreadId tid) { VG_(threads)[tid].arch.vex.host_EvC_COUNTER = 0; }

namespace {

bool left_before_a_superblock(ThreadId tid) {
  return static_cast<Int>(VG_(threads)[tid].arch.vex.host_EvC_COUNTER) == -1;
}

}  // namespace

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

namespace {

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

}  // namespace

void write_batch(Thread& thread, const Word* end) {
  const Flags::Words words{batch.untold, end, batch.cursor};
  batch.untold = const_cast<Word*>(end);
  if (words.begin == end) return;
  if (thread.spins) end_spin_with(thread, words.begin, end);
  if (process.flags.any())
    process.flags.tell(words, index_of(thread), FlagTeller(thread));
  else
    write_references(thread, words.begin, static_cast<std::uint64_t>(end - words.begin));
}

namespace {

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

}  // namespace

void stop_batch() {
  flush_batch();
  count_operations();
  process.running = nullptr;
}

namespace {

// Other threads run meanwhile. Nothing is kept when it returns.
void give_lock_away_until(ThreadId tid, Thread& thread, std::uint64_t room) {
  stop_batch();
  VG_(release_BigLock)(tid, VgTs_Yielding, "hpcast");
  thread.ring.wait_for_room(room);
  VG_(acquire_BigLock)(tid, "hpcast");
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
  forget_mappings();
  if (slot_of(tid) == nullptr || !one_of_several()) return;
  const reftrace::ChannelLock<System> lock(*process.header, process.id);
  const std::uint64_t number = reftrace::shared_file_number(*process.header, file);
  if (number != 0) process.shared.add({address, bytes, number, offset});
}

void memory_unmapped(ThreadId tid, Addr address, std::uint64_t bytes) {
  forget_mappings();
  if (slot_of(tid) != nullptr && one_of_several()) process.shared.remove(address, bytes);
}

void segment_unmapped(ThreadId tid, Addr address) {
  forget_mappings();
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
