#include "process.h"

#include <pthread.h>

#include "events.h"
#include "sync.h"

// The linker's, of this library.
extern "C" const char __ehdr_start __attribute__((visibility("hidden")));
extern "C" const char etext __attribute__((visibility("hidden")));

namespace hpcast::tracer {
namespace {

reftrace::ChannelHeader* header;        // null: not traced
Thread threads[reftrace::max_threads];  // by slot
pthread_key_t end_key;                  // its destructor tells of a thread's end
__thread Thread* current HPCAST_TLS;

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

Thread* record_of(reftrace::ThreadSlot* slot) {
  if (slot == nullptr) return nullptr;
  const auto* const slots = reinterpret_cast<reftrace::ThreadSlot*>(
      reinterpret_cast<char*>(header) + header->slots_offset);
  Thread& thread = threads[slot - slots];
  thread = {};
  thread.slot = slot;
  return &thread;
}

// Whoever joins a thread waits for what it signals here. After the destructors of the program's own
// thread-specific data: in glibc's last round.
void end_thread(void* round) {
  const auto next = reinterpret_cast<std::uintptr_t>(round) + 1;
  if (next <= PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, reinterpret_cast<void*>(next));
    return;
  }
  if (current == nullptr) return;
  signal_object(*current, sync_object(reinterpret_cast<const void*>(pthread_self())));
  current = nullptr;
}

void forget_channel() {
  header = nullptr;
  current = nullptr;
}

[[gnu::constructor(101)]] void attach() {
  if (!make_sync_table()) return;
  header = reinterpret_cast<reftrace::ChannelHeader*>(
      request(Request::attach, address_of(&__ehdr_start), address_of(&etext)));
  if (header == nullptr) return;
  pthread_key_create(&end_key, end_thread);
  pthread_atfork(nullptr, nullptr, forget_channel);
  if (Thread* const thread =
          record_of(reinterpret_cast<reftrace::ThreadSlot*>(request(Request::thread))))
    begin_thread(*thread);
}

}  // namespace

Thread* current_thread() { return current; }

bool attached() { return header != nullptr; }

std::uint32_t ranks() { return header->processes[current->slot->process].ranks; }

Thread* reserve_thread() {
  return record_of(reinterpret_cast<reftrace::ThreadSlot*>(request(Request::reserve)));
}

void begin_thread(Thread& thread) {
  current = &thread;
  pthread_setspecific(end_key, reinterpret_cast<void*>(std::uintptr_t{1}));
}

void abandon_thread(Thread&) { request(Request::abandon); }

std::uint64_t creation_of(const Thread& thread) {
  constexpr std::uint64_t no_address = std::uint64_t{1} << 63;
  return no_address | thread.slot->thread;
}

}  // namespace hpcast::tracer
