#include "ring.h"

#include "code_pieces.h"
#include "counts.h"
#include "futex.h"
#include "process.h"

namespace hpcast::tracer {
namespace {

constexpr std::uint64_t phase_check_words = 4096;
constexpr unsigned operations_words = 3 + operation_count_words;

std::uint64_t used(const Thread& thread) {
  return thread.tail - thread.slot->head.load(std::memory_order_acquire);
}

void wait_for_room(Thread& thread, std::uint64_t words) {
  reftrace::ThreadSlot& slot = *thread.slot;
  const std::uint64_t ring_words = thread.ring_mask + 1;
  const std::uint64_t untold = thread.tail - slot.tail.load(std::memory_order_relaxed);
  if (untold + words > ring_words / 2) close_piece(thread);
  while (used(thread) + words > ring_words) {
    const std::uint32_t freed = slot.room_freed.load();
    slot.waiting_for_room.store(1);
    if (used(thread) + words <= ring_words) break;
    wake_reader();
    constexpr long patience_ms = 1000;
    futex_wait(slot.room_freed, freed, patience_ms);
    // Nobody will read any more.
    if (!System::is_alive(process.header->reader)) kill(getpid(), SIGKILL);
  }
  slot.waiting_for_room.store(0, std::memory_order_relaxed);
}

void wake_reader_when_half_full(Thread& thread) {
  const bool half_full = used(thread) > thread.ring_mask / 2;
  if (half_full && !thread.reader_woken) wake_reader();
  thread.reader_woken = half_full;
}

// Before anything is written behind what is held. Where the process has ended meanwhile, that is
// told already.
void let_go(Thread& thread) {
  if (!thread.holds) return;
  thread.holds = false;
  std::uint32_t held = operations_words;
  while (!thread.slot->held.compare_exchange_strong(held, 0) && held == reftrace::tail_moves)
    held = operations_words;
  if (held != 0) return;
  const std::uint64_t told = thread.slot->tail.load(std::memory_order_relaxed) - thread.tail;
  thread.tail += told;
  thread.event_words += told;
  begin_counts(thread);
}

}  // namespace

void append(Thread& thread, const std::uint64_t* words, unsigned count) {
  let_go(thread);
  wait_for_room(thread, count);
  for (unsigned i = 0; i < count; ++i) thread.ring[(thread.tail + i) & thread.ring_mask] = words[i];
  thread.tail += count;
  thread.event_words += count;
  if (thread.open == nullptr) thread.slot->tail.store(thread.tail, std::memory_order_release);
}

void publish(Thread& thread, const std::uint64_t* words, unsigned count) {
  close_piece(thread);
  append(thread, words, count);
}

namespace {

// What tells how far the thread is may wait for how it leaves the present piece.
bool may_wait(const Thread& thread, Event event) {
  return thread.samples && (event == Event::mark || event == Event::counters);
}

void write_event(Thread& thread, Event event, const std::uint64_t* payload, unsigned count) {
  std::uint64_t words[reftrace::max_event_payload + 1];
  words[0] = reftrace::event_head(event, count + 1);
  update_clock(thread);
  words[1] = thread.clock;
  for (unsigned i = 0; i < count; ++i) words[i + 2] = payload[i];
  may_wait(thread, event) ? append(thread, words, count + 2) : publish(thread, words, count + 2);
}

// Each that a thread writes with a core ends a piece of what it has executed.
void write_counters(Thread& thread) {
  if (thread.samples && references_made(thread) == 0) return;
  if (thread.samples) tell_before(thread, Event::counters);
  write_event(thread, Event::counters,
              reinterpret_cast<const std::uint64_t*>(&thread.slot->counters),
              reftrace::private_counter_words);
}

bool counts_operations() { return process.header->counted.load(std::memory_order_relaxed) != 0; }

// Event::operations.
struct Operations {
  std::uint64_t words[operations_words];

  explicit Operations(Thread& thread) {
    update_clock(thread);
    const OperationCounts counts = counts_of(thread);
    words[0] = reftrace::event_head(Event::operations, operations_words - 1);
    words[1] = thread.clock;
    words[2] = static_cast<std::uint64_t>(ProgramPart::main);
    __builtin_memcpy(words + 3, &counts, sizeof counts);
  }
};

// What has been executed since it was last said, where it is counted.
void write_operations(Thread& thread) {
  if (!counts_operations()) return;
  publish(thread, Operations(thread).words, operations_words);
  begin_counts(thread);
}

// The same behind the stream's last word (ThreadSlot::held): who sleeps to the end of the process
// says nothing more.
void hold_operations(Thread& thread) {
  close_piece(thread);
  if (!counts_operations() || used(thread) + operations_words > thread.ring_mask) return;
  let_go(thread);
  const Operations operations(thread);
  for (unsigned i = 0; i < operations_words; ++i)
    thread.ring[(thread.tail + i) & thread.ring_mask] = operations.words[i];
  thread.limit = thread.tail;
  thread.holds = true;
  thread.slot->held.store(operations_words, std::memory_order_release);
}

}  // namespace

void put_operations(Thread& thread) {
  const Busy busy;
  if (busy.entered() && !forked_unseen(thread)) write_operations(thread);
}

void wake_reader() {
  process.header->data_ready.fetch_add(1);
  futex_wake(process.header->data_ready);
}

bool make_room(Thread& thread, std::uint64_t words) {
  if (forked_unseen(thread)) return false;
  let_go(thread);
  wake_reader_when_half_full(thread);
  follow_phase(thread);
  follow_maps(thread);
  wait_for_room(thread, words);
  const std::uint64_t ring_words = thread.ring_mask + 1;
  const std::uint64_t room = ring_words - used(thread);
  thread.limit = thread.tail + (room < phase_check_words ? room : phase_check_words);
  return true;
}

namespace {

// (Payload::requests)
std::uint64_t references_made(const Thread& thread, unsigned op, unsigned log2_size) {
  return thread.counted[op][log2_size] + thread.quota - hot.references.left[op][log2_size];
}

}  // namespace

std::uint64_t references_made(const Thread& thread) {
  std::uint64_t sum = 0;
  for (unsigned op = 0; op < 3; ++op)
    for (unsigned size = 0; size < memsim::ReferencesLeft::classes; ++size)
      sum += references_made(thread, op, size);
  return sum;
}

void update_clock(Thread& thread) {
  thread.clock = thread.tail - thread.event_words;
  if (!thread.simulated) return;
  for (unsigned op = 0; op < 3; ++op)
    for (unsigned size = 0; size < memsim::ReferencesLeft::classes; ++size)
      thread.slot->counters.references[op][size] = references_made(thread, op, size);
  thread.clock = references_made(thread);
}

void drain(Thread& thread) {
  const Busy busy;
  if (thread.simulated && busy.entered()) thread.caches.drain();
}

void follow_phase(Thread& thread) {
  const std::uint32_t phase = entry().phase.load(std::memory_order_acquire);
  if (phase == thread.phase) [[likely]]
    return;
  // What the private caches counted so far belongs to the phase that ends.
  if (thread.simulated) write_counters(thread);
  write_operations(thread);
  thread.phase = phase;
  const std::uint64_t payload = phase;
  write_event(thread, Event::phase, &payload, 1);
  if (thread.samples) enter_phase(thread, phase);
}

// What was mapped by other threads of the process, and here.
void follow_maps(Thread& thread) {
  process.shared.each_since(thread.maps, [&](const reftrace::SharedMap& map) {
    write_event(thread, Event::shared_map, reinterpret_cast<const std::uint64_t*>(&map),
                reftrace::shared_map_words);
  });
}

void put_event_words(Thread& thread, Event event, const std::uint64_t* payload, unsigned count) {
  const Busy busy;
  if (!busy.entered() || forked_unseen(thread)) return;
  if (event != Event::thread_start && event != Event::process) {
    follow_phase(thread);
    follow_maps(thread);
  }
  if (thread.samples && event == Event::mark) write_counters(thread);
  if (thread.samples) tell_before(thread, event);
  write_event(thread, event, payload, count);
  if (process.header->bounded != 0 &&
      reftrace::stops_at(event, thread.clock, thread.slot->limit.load(std::memory_order_relaxed)))
    stop(thread);
  thread.limit = thread.tail;
  if (event != Event::thread_end && thread.open == nullptr) hold_operations(thread);
}

void settle(Thread& thread) {
  update_clock(thread);
  const Busy busy;
  if (busy.entered()) hold_operations(thread);
}

}  // namespace hpcast::tracer
