#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "code_pieces.h"
#include "counts.h"
#include "futex.h"
#include "given_back.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "interpose.h"
#include "lost_channel.h"
#include "not_compiled.h"
#include "regions.h"
#include "ring.h"
#include "sync.h"

#ifndef HPCAST_STATIC
extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* handle);
#endif

namespace hpcast::tracer {

__thread Hot hot __attribute__((tls_model("local-exec"), visibility("hidden")));
Process process;
reftrace::ChannelHeader* children_table;

namespace {

using reftrace::ChannelHeader;
using reftrace::ProcessState;
using reftrace::ThreadSlot;

using reftrace::ChannelLock;

pthread_key_t end_key;  // its destructor ends a thread's stream

std::uint32_t current_process() { return static_cast<std::uint32_t>(getpid()); }

const reftrace::PrivateConfig& config_of(const Thread& thread) {
  return process.header->configs[process.header->core_config[thread.slot->core]];
}

// The thread's turn in core_order, or the next core there that no live thread has. With the core
// come its caches, unless another live thread has them: such threads simulate apart.
void take_core(ThreadSlot& slot) {
  ChannelHeader& header = *process.header;
  const std::uint32_t turn = slot.thread % header.cores_used;
  std::uint32_t chosen = turn;
  for (std::uint32_t i = 0; i < header.cores_used; ++i) {
    const std::uint32_t candidate = (turn + i) % header.cores_used;
    if (header.core_load[header.core_order[candidate]] != 0) continue;
    chosen = candidate;
    break;
  }
  const std::uint32_t core = header.core_order[chosen];
  ++header.core_load[core];
  slot.core = core;
  slot.has_cores_caches = std::exchange(process.core_has_thread[core], true) ? 0 : 1;
}

// What is in the core's caches stays there for its next thread.
void leave_core(const Thread& thread) {
  if (!thread.simulated) return;
  const ChannelLock<System> lock(*process.header, process.id);
  --process.header->core_load[thread.slot->core];
  if (thread.slot->has_cores_caches != 0) process.core_has_thread[thread.slot->core] = false;
}

// There is less room in the program than the tracer needs (ulimit -v): nobody wants it untraced.
[[noreturn]] void end_without_room() {
  syscall(SYS_exit_group, EXIT_FAILURE);
  __builtin_unreachable();
}
[[noreturn]] void tell_of_no_room() {
  children_table->no_room.store(1);
  end_without_room();
}

void* map_memory(std::uint64_t bytes, void* where = nullptr) {
  void* const memory = mmap(where, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) tell_of_no_room();
  return memory;
}

std::uint64_t cache_storage_bytes(const reftrace::PrivateConfig& config) {
  return (memsim::storage_words(config) + 1) * sizeof(Word);
}

// Far from where Linux puts anything by itself: what the program maps, and the stacks of its
// threads, must lie where they lie whatever size the channel has and whichever thread comes first.
constexpr std::uintptr_t place_of_channel = std::uintptr_t{1} << 45;
constexpr std::uintptr_t place_of_caches_apart = place_of_channel + (std::uintptr_t{1} << 40);

constexpr std::uintptr_t place_of_functions = place_of_channel + (std::uintptr_t{2} << 40);

void map_functions(Thread& thread) {
  if (!records(reftrace::function_regions)) return;
  const auto slot = static_cast<std::uintptr_t>(thread.slot - process.slots);
  thread.functions = static_cast<OpenFunction*>(
      map_memory(open_functions_bytes,
                 reinterpret_cast<void*>(place_of_functions + slot * open_functions_bytes)));
}

void* place_of_caches(const Thread& thread) {
  constexpr std::uintptr_t apart = std::uintptr_t{1} << 30;
  return reinterpret_cast<void*>(place_of_caches_apart + apart * thread.slot->core);
}

// Every reference takes the slow way: the tag that the hooks compare with never matches.
std::uint64_t no_tag = 0;

void follow_references(Hot& mine) {
  mine.l1_tags = &no_tag;
  mine.l1_mask = 0;
  mine.l1_ways = 0;
  mine.log2_line = 6;
}

Word* caches_of(Thread& thread) {
  const ThreadSlot& slot = *thread.slot;
  if (slot.has_cores_caches != 0)
    return reinterpret_cast<Word*>(reinterpret_cast<char*>(process.header) +
                                   process.header->core_caches[slot.core]);
  thread.own_caches = static_cast<Word*>(
      map_memory(cache_storage_bytes(config_of(thread)), place_of_caches(thread)));
  return thread.own_caches;
}

// The first level's tags, where a hit needs nothing more.
void find_tags(Thread& thread, Hot& mine, const reftrace::PrivateConfig& config, Word* storage) {
  thread.l1_tags = &no_tag;
  if (config.levels == 0) return;
  const reftrace::CacheShape& l1 = config.level[0];
  mine.log2_line = l1.log2_line;
  const bool most_recent_first =
      l1.replacement == Replacement::lru && l1.prefetch.kind != Prefetching::stride;
  if (!most_recent_first || (l1.sets & (l1.sets - 1)) != 0) return;
  mine.l1_mask = l1.sets - 1;
  thread.l1_tags = storage;
  thread.l1_ways = l1.ways;
}

void simulate_caches(Thread& thread, Hot& mine) {
  const reftrace::PrivateConfig& config = config_of(thread);
  Word* const storage = caches_of(thread);
  thread.sink.thread = &thread;
  new (&thread.caches) PrivateCaches(config, storage, thread.slot->counters, thread.sink);
  follow_references(mine);
  find_tags(thread, mine, config, storage);
  if (thread.samples)
    new (&thread.stretches) Stretches(process.header->timed, process.header->pages_between);
}

void write_counters(Thread& thread) {
  if (!thread.simulated) return;
  thread.caches.drain();
  put_event_words(thread, Event::counters,
                  reinterpret_cast<const std::uint64_t*>(&thread.slot->counters),
                  reftrace::private_counter_words);
}

// Runs after the destructors of the program's own thread-specific data: only in glibc's last round.
void end_thread_late(void* round) {
  const auto next = reinterpret_cast<std::uintptr_t>(round) + 1;
  if (next <= PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, reinterpret_cast<void*>(next));
    return;
  }
  end_thread();
}

// A forked child is another program: what it does is not in the trace, which says so.
void forget_channel() {
  process.header = nullptr;
  hot = Hot{};
  __hpcast_counts = {};
}

// By the thread that forks it.
__thread std::uint32_t forked_child HPCAST_TLS;  // its index
__thread int errno_before_fork HPCAST_TLS;

// Of all handlers the last before the fork and the first after it: the error found there is that of
// the fork itself.
void before_fork() {
  forked_child = reftrace::announce_child(*children_table, program_invocation_name);
  errno_before_fork = errno;
  errno = 0;
}
void after_fork() {
  // The errors of a fork; any other one is a signal handler's that came between.
  if (errno == EAGAIN || errno == ENOMEM || errno == ENOSYS)
    return reftrace::withdraw_child(*children_table, forked_child);
  errno = errno_before_fork;
}
void in_forked_child() {
  errno = errno_before_fork;
  reftrace::enter_child(*children_table, forked_child, current_process(), program_invocation_name);
  forget_channel();
}

// Of the channel in that file; 0: there is none that this runtime could write to.
std::uint64_t channel_bytes(int descriptor) {
  struct stat status;
  struct {
    std::uint64_t magic;
    std::uint32_t version;
  } head;
  const bool known = pread(descriptor, &head, sizeof head, 0) == sizeof head &&
                     head.magic == reftrace::channel_magic &&
                     head.version == reftrace::channel_version && fstat(descriptor, &status) == 0;
  return known ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// The kernel counts whole pages of a limit, so the rest of one tells a process's children, which
// inherit the limit, that it has been raised.
constexpr rlim_t mark_of_raised_limit = 0x2a5;
bool is_raised(rlim_t limit) { return limit % page_bytes == mark_of_raised_limit; }

// A limit on its address space (ulimit -v) shall leave the program what it has by itself. False: it
// may not be raised.
bool make_up_for(std::uint64_t bytes) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      is_raised(limit.rlim_cur))
    return true;
  limit.rlim_cur += bytes;
  limit.rlim_cur += mark_of_raised_limit - limit.rlim_cur % page_bytes;
  if (limit.rlim_max < limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
  return setrlimit(RLIMIT_AS, &limit) == 0;
}

ChannelHeader* map_channel(int descriptor, std::uint64_t bytes) {
  const bool made_up = make_up_for(bytes + reftrace::tracers_own_bytes);
  void* const region = mmap(reinterpret_cast<void*>(place_of_channel), bytes,
                            PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (region == MAP_FAILED) {
    const std::uint32_t yes = 1;
    pwrite(descriptor, &yes, sizeof yes, offsetof(ChannelHeader, no_room));
    end_without_room();
  }
  auto* const header = static_cast<ChannelHeader*>(region);
  if (!made_up) header->limited.store(1);
  return header;
}

// Null: there is none that this runtime could write to.
ChannelHeader* map_channel_in(int descriptor) {
  const std::uint64_t bytes = channel_bytes(descriptor);
  ChannelHeader* const header = bytes != 0 ? map_channel(descriptor, bytes) : nullptr;
  close(descriptor);
  return header;
}

// What the process does comes after what those did that had ended.
void wait_for_ended_processes(Thread& thread) {
  reftrace::each_ended_before(
      *process.header, process.index, [&](std::uint32_t ended, std::uint32_t threads) {
        put_event(thread, Event::wait, reftrace::end_of_process(ended), threads);
      });
}

// Runs before the constructors of the program and of its libraries.
void begin_process(int, char** arguments, char** environment) {
  find_allocator();
  const char* const path = reftrace::value_in(environment, reftrace::channel_variable);
  if (path == nullptr) return tell_of_lost_channel(arguments[0]);
  const int descriptor = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return tell_of_closed_channel(path, arguments[0]);
  ChannelHeader* const region = map_channel_in(descriptor);
  if (region == nullptr) return;
  ChannelHeader& header = *region;
  auto* const base = reinterpret_cast<char*>(region);
  process.slots = reinterpret_cast<ThreadSlot*>(base + header.slots_offset);
  process.rings = reinterpret_cast<Word*>(base + header.rings_offset);
  process.id = current_process();
  process.index = reftrace::claim_process<System>(header, process.slots, process.id,
                                                  reftrace::rank_in(environment), arguments[0]);
  if (process.index == reftrace::max_processes) {
    munmap(region, header.region_bytes);
    return;
  }
  children_table = region;
  tell_of_objects_not_compiled(header);
  void* const threads = map_memory(header.max_threads * sizeof(Thread));
  if (!make_sync_table()) tell_of_no_room();
  if (madvise(&process, sizeof process, MADV_WIPEONFORK) == 0)
    madvise(threads, header.max_threads * sizeof(Thread), MADV_WIPEONFORK);
  process.threads = static_cast<Thread*>(threads);
  process.header = region;
  pthread_key_create(&end_key, end_thread_late);
  pthread_atfork(before_fork, after_fork, in_forked_child);
  at_quick_exit(finish);
#ifndef HPCAST_STATIC
  // Registered before the dynamic linker's own handler, it runs after the destructors of the
  // program and of its libraries. Without a handle of the program, which takes its own down with
  // it.
  __cxa_atexit([](void*) { finish(); }, nullptr, nullptr);
#endif
  Thread* const main_thread = reserve_thread();
  if (main_thread == nullptr) return;
  begin_thread(*main_thread);
  wait_for_ended_processes(*main_thread);
}

[[gnu::section(".preinit_array"), gnu::used,
  gnu::retain]] void (*const preinit)(int, char**, char**) = begin_process;

#ifdef HPCAST_STATIC
// After the program's own destructors and exit handlers: of this table, the first comes last.
[[gnu::section(".fini_array.00000"), gnu::used, gnu::retain]] void (*const last)() = finish;
#endif

bool any_ended() {
  for (std::uint32_t i = 0; i < process.header->max_threads; ++i)
    if (process.slots[i].state.load() == ThreadState::ended) return true;
  return false;
}

// Where all slots are taken, but some only await the reader, it is worth waiting for it.
Thread* try_reserve(bool& some_ended) {
  ChannelHeader& header = *process.header;
  const ChannelLock<System> lock(header, process.id);
  const std::uint32_t i = reftrace::ready_slot(header, process.slots, process.index);
  if (i == header.max_threads) {
    some_ended = any_ended();
    return nullptr;
  }
  ThreadSlot& slot = process.slots[i];
  Thread& thread = process.threads[i];
  __builtin_memset(static_cast<void*>(&thread), 0, sizeof thread);
  thread.slot = &slot;
  thread.ring_mask = header.ring_words - 1;
  thread.ring = process.rings + i * header.ring_words;
  thread.tail = slot.tail.load(std::memory_order_relaxed);
  thread.event_words = thread.tail;
  thread.limit = thread.tail;
  thread.simulated = header.payload == reftrace::Payload::requests;
  thread.follows_code = !thread.simulated && header.code_offset != 0;
  thread.samples = thread.simulated && header.code_offset != 0;
  thread.told = thread.follows_code ? &thread.nowhere : &slot.tail;
  thread.quota = memsim::ReferencesLeft::quota(header.interval);
  thread.stops = slot.grants.load(std::memory_order_relaxed);
  if (thread.simulated) take_core(slot);
  reftrace::announce_thread(header, slot);
  return &thread;
}

void release_slot(Thread& thread) {
  thread.slot->held.store(0);
  leave_core(thread);
  thread.slot->state.store(ThreadState::ended, std::memory_order_release);
  wake_reader();
}

}  // namespace

bool forked_unseen(const Thread& thread) {
  if (thread.slot != nullptr) return false;
  reftrace::note_child(*children_table, current_process(), program_invocation_name);
  forget_channel();
  return true;
}

Thread* reserve_thread() {
  bool some_ended = false;
  Thread* thread = try_reserve(some_ended);
  while (thread == nullptr && some_ended) {
    wake_reader();
    syscall(SYS_sched_yield);
    thread = try_reserve(some_ended);
  }
  if (thread == nullptr) process.header->threads_refused.fetch_add(1);
  return thread;
}

std::uint64_t creation_of(const Thread& thread) {
  constexpr std::uint64_t no_address = std::uint64_t{1} << 63;
  return no_address | thread.slot->thread;
}

void stop(Thread& thread) {
  ++thread.stops;
  if (thread.stopped) return;
  thread.stopped = true;
  thread.written_until = 0;
  choose_tags(thread);
}

void choose_tags(const Thread& thread) {
  const bool hides = thread.stopped || (thread.samples && thread.stretches.keeps_references());
  hot.l1_tags = hides ? &no_tag : thread.l1_tags;
  hot.l1_ways = hides ? 0 : thread.l1_ways;
}

void go_on_when_granted(Thread& thread) {
  ThreadSlot& slot = *thread.slot;
  close_piece(thread);
  const auto slot_number = static_cast<std::uint32_t>(thread.slot - process.slots);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (process.header->awaited.load(std::memory_order_relaxed) == slot_number + 1) wake_reader();
  slot.parked.store(1);
  for (std::uint32_t grants; (grants = slot.grants.load()) != thread.stops;)
    futex_wait(slot.grants, grants);
  slot.parked.store(0, std::memory_order_relaxed);
  thread.stopped = false;
  choose_tags(thread);
}

void begin_thread(Thread& thread) {
  thread.slot->os_thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
  Hot mine{};
  mine.thread = &thread;
  mine.references.begin_interval(thread.quota);
  if (thread.simulated) {
    simulate_caches(thread, mine);
  } else {
    follow_references(mine);
  }
  map_functions(thread);
  hot = mine;
  if (thread.simulated) choose_tags(thread);
  if (thread.follows_code) {
    __hpcast_counts.instructions = wanted_sign;
    thread.written_until = ~std::uint64_t{0};
  }
  if (thread.samples) begin_stretches(thread);
  begin_counts(thread);
  pthread_setspecific(end_key, reinterpret_cast<void*>(std::uintptr_t{1}));
  put_event(thread, Event::thread_start, thread.slot->os_thread);
  if (!one_of_several()) return;
  put_event(thread, Event::process, process.index, entry().rank, entry().ranks);
  reftrace::note_stream_begun(*process.header, *thread.slot);
}

void end_thread() {
  Thread* const thread = hot.thread;
  if (thread == nullptr) return;
  hot.l1_tags = nullptr;
  signal_object(*thread, sync_object(reinterpret_cast<const void*>(pthread_self())));
  write_counters(*thread);
  put_operations(*thread);
  put_event(*thread, Event::thread_end);
  hot = Hot{};
  __hpcast_counts = {};
  if (thread->own_caches != nullptr)
    munmap(thread->own_caches, cache_storage_bytes(config_of(*thread)));
  if (thread->functions != nullptr) munmap(thread->functions, open_functions_bytes);
  release_slot(*thread);
}

void abandon_thread(Thread& thread) { release_slot(thread); }

// What threads hold that sleep, or run on, as the process ends.
void tell_what_others_hold() {
  for (std::uint32_t i = 0; i < process.header->max_threads; ++i) {
    ThreadSlot& slot = process.slots[i];
    const ThreadState state = slot.state.load();
    const bool lives = state == ThreadState::running || state == ThreadState::blocked;
    if (!lives || slot.process != process.index || slot.held.load() == 0) continue;
    slot.tail.fetch_add(slot.held.exchange(reftrace::tail_moves));
    slot.held.store(0);
  }
}

void finish() {
  if (!attached() || current_process() != process.id) return;
  end_thread();
  tell_what_others_hold();
  entry().state.store(ProcessState::finished);
  wake_reader();
}

}  // namespace hpcast::tracer

using namespace hpcast::tracer;

HPCAST_INTERPOSE(void, _exit, int status) {
  finish();
  real__exit(status);
  __builtin_unreachable();
}

HPCAST_INTERPOSE(void, _Exit, int status) {
  finish();
  real__Exit(status);
  __builtin_unreachable();
}

// A handler that jumps away from inside the runtime leaves the guard up; nothing of ours jumps.
#define HPCAST_JUMP(name)                                               \
  HPCAST_INTERPOSE(void, name, void* buffer, int value) {               \
    hot.busy = 0;                                                       \
    if (hot.thread != nullptr) leave_functions_to(*hot.thread, buffer); \
    real_##name(buffer, value);                                         \
    __builtin_unreachable();                                            \
  }
HPCAST_JUMP(longjmp)
HPCAST_JUMP(_longjmp)
HPCAST_JUMP(siglongjmp)
HPCAST_JUMP(__longjmp_chk)
