#include "sync.h"

#include <sys/mman.h>

namespace hpcast::tracer {
namespace {

constexpr std::uint64_t table_entries = 1 << 16;
constexpr std::uint64_t longest_search = 64;
SyncObject* table;

std::uint64_t hash(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15ULL) >> 48; }

bool is_or_becomes(SyncObject& object, std::uint64_t key) {
  std::uint64_t present = object.key.load(std::memory_order_acquire);
  if (present == 0 && object.key.compare_exchange_strong(present, key)) return true;
  return present == key;
}

void get(Thread& thread, const SyncObject& object, std::uint64_t count, reftrace::Word how) {
  drain(thread);
  put_event(thread, Event::wait, object.key.load(std::memory_order_relaxed), count, how);
}

// Where anybody else did last.
void get_from_last(Thread& thread, const SyncObject& object, reftrace::Word how) {
  const std::uint64_t count = object.count.load();
  const std::uint32_t last = object.last_signaller.load(std::memory_order_relaxed);
  if (count != 0 && last != thread.slot->thread + 1) get(thread, object, count, how);
}

}  // namespace

bool make_sync_table() {
  void* const memory = mmap(nullptr, table_entries * sizeof(SyncObject), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  table = static_cast<SyncObject*>(memory);
  return true;
}

SyncObject& sync_object(std::uint64_t key) {
  const std::uint64_t first = hash(key);
  for (std::uint64_t i = 0; i < longest_search; ++i) {
    SyncObject& object = table[(first + i) % table_entries];
    if (is_or_becomes(object, key)) return object;
  }
  return table[first];
}

std::uint64_t signal_object(Thread& thread, SyncObject& object) {
  drain(thread);
  // The event first: who sees the new count may rely on the event being in the ring.
  put_event(thread, Event::signal, object.key.load(std::memory_order_relaxed));
  object.last_signaller.store(thread.slot->thread + 1, std::memory_order_relaxed);
  return object.count.fetch_add(1);
}

void wait_for(Thread& thread, SyncObject& object, std::uint64_t count) {
  drain(thread);
  put_event(thread, Event::wait, object.key.load(std::memory_order_relaxed), count);
}

void get_from(Thread& thread, SyncObject& object, std::uint64_t count) {
  get(thread, object, count, reftrace::any_signal);
}

void acquire_object(Thread& thread, SyncObject& object) {
  get_from_last(thread, object, reftrace::any_signal);
}

void lock_object(Thread& thread, SyncObject& object) {
  get_from_last(thread, object, reftrace::before_lock);
  drain(thread);
  put_event(thread, Event::locked, object.key.load(std::memory_order_relaxed));
}

}  // namespace hpcast::tracer
