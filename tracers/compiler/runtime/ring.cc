#include "ring.h"

#include "counts.h"
#include "futex.h"
#include "process.h"

namespace hpcast::tracer {
namespace {

constexpr std::uint64_t phase_check_words = 4096;

std::uint64_t used(const Thread& thread) {
  return thread.tail - thread.slot->head.load(std::memory_order_acquire);
}

void wait_for_room(Thread& thread, std::uint64_t words) {
  reftrace::ThreadSlot& slot = *thread.slot;
  const std::uint64_t ring_words = thread.ring_mask + 1;
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

// Writes words without a look at the phase; they appear to the reader at once.
void publish(Thread& thread, const std::uint64_t* words, unsigned count) {
  wait_for_room(thread, count);
  for (unsigned i = 0; i < count; ++i) thread.ring[(thread.tail + i) & thread.ring_mask] = words[i];
  thread.tail += count;
  thread.event_words += count;
  thread.slot->tail.store(thread.tail, std::memory_order_release);
}

void write_event(Thread& thread, Event event, const std::uint64_t* payload, unsigned count) {
  std::uint64_t words[reftrace::max_event_payload + 1];
  words[0] = reftrace::event_head(event, count + 1);
  update_clock(thread);
  words[1] = thread.clock;
  for (unsigned i = 0; i < count; ++i) words[i + 2] = payload[i];
  publish(thread, words, count + 2);
}

// Nothing where nobody has counted, as with -fsanitize=thread.
void write_operations(Thread& thread) {
  if (process.header->counted.load(std::memory_order_relaxed) == 0) return;
  update_clock(thread);
  const OperationCounts counts = take_counts(thread);
  std::uint64_t payload[1 + operation_count_words];
  payload[0] = static_cast<std::uint64_t>(ProgramPart::main);
  __builtin_memcpy(payload + 1, &counts, sizeof counts);
  write_event(thread, Event::operations, payload, 1 + operation_count_words);
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
  wake_reader_when_half_full(thread);
  follow_phase(thread);
  follow_maps(thread);
  wait_for_room(thread, words);
  const std::uint64_t ring_words = thread.ring_mask + 1;
  const std::uint64_t room = ring_words - used(thread);
  thread.limit = thread.tail + (room < phase_check_words ? room : phase_check_words);
  return true;
}

void update_clock(Thread& thread) {
  thread.clock = thread.tail - thread.event_words;
  if (!thread.simulated) return;
  thread.clock = 0;
  for (unsigned op = 0; op < 3; ++op)
    for (unsigned size = 0; size < memsim::ReferencesLeft::classes; ++size) {
      std::uint64_t& count = thread.slot->counters.references[op][size];
      count = thread.counted[op][size] + thread.quota - hot.references.left[op][size];
      thread.clock += count;
    }
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
  if (thread.simulated)
    write_event(thread, Event::counters,
                reinterpret_cast<const std::uint64_t*>(&thread.slot->counters),
                reftrace::private_counter_words);
  write_operations(thread);
  thread.phase = phase;
  const std::uint64_t payload = phase;
  write_event(thread, Event::phase, &payload, 1);
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
  write_event(thread, event, payload, count);
  if (process.header->bounded != 0 &&
      reftrace::stops_at(event, thread.clock, thread.slot->limit.load(std::memory_order_relaxed)))
    stop(thread);
  thread.limit = thread.tail;
}

}  // namespace hpcast::tracer
