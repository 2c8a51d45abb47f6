// The channel between a traced program and hpcast: one shared memory region, one ring a thread.
// Several processes may write to it, where a program starts them (ChannelHeader::several).
//
// hpcast creates the region, the tracer's runtime maps it and writes to the rings; whatever the
// program does (crash, exec, exit from a thread), what it wrote so far is there to be read. Where
// the private caches are simulated in the program they lie here too, so that hpcast can change them
// while their thread has stopped.
// Freestanding: the runtimes include it.
#pragma once

#include <atomic>
#include <cstdint>

#include "hpcast/inputs/reftrace/channel_version.h"
#include "hpcast/inputs/reftrace/code_table.h"
#include "hpcast/inputs/reftrace/name_table.h"
#include "hpcast/inputs/reftrace/private_config.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/sampling_plan.h"

namespace hpcast::reftrace {

inline constexpr std::uint64_t channel_magic = 0x3130'6e61'6863'7068ULL;  // "hpchan01"
inline constexpr std::uint32_t channel_version = HPCAST_CHANNEL_VERSION;
inline constexpr char channel_variable[] = "HPCAST_CHANNEL";  // path of the region
inline constexpr unsigned max_cores = 1024;
inline constexpr unsigned max_threads = 1024;   // alive or not yet read, at one time
inline constexpr unsigned max_processes = 256;  // in a run
inline constexpr unsigned max_children = 256;   // that are told by name
inline constexpr unsigned max_shared_files = 1024;
// What the compiler tracer has in a program beside the channel, about.
inline constexpr std::uint64_t tracers_own_bytes = std::uint64_t{64} << 20;
inline constexpr unsigned max_not_compiled = 64;  // that are told by name
inline constexpr unsigned max_modules = 1024;
inline constexpr unsigned max_module_path = 512;

// What travels in the rings.
enum class Payload : std::uint32_t {
  references = 1,  // every reference (record.h): offline traces, exact merging
  requests = 2,    // what the private caches, simulated in the thread, pass on (memsim/request.h)
};

enum class ThreadState : std::uint32_t {
  free = 0,     // nobody's
  running = 1,  // may write
  blocked = 2,  // inside a call that may block; `blocked_on` names the object
  ended = 3,    // wrote its thread_end; becomes free again when the reader has drained the ring
};

enum class ProcessState : std::uint32_t {
  running = 0,
  finished = 1,  // went through exit(): every thread alive wrote what it had
  replaced = 2,  // became another program (exec), which has an entry of its own
};

// One traced process, in order of their start.
struct ProcessEntry {
  std::atomic<ProcessState> state;
  std::uint32_t id;                    // getpid()
  std::uint32_t rank;                  // in MPI_COMM_WORLD
  std::uint32_t ranks;                 // in there; 0: none told so
  std::uint32_t first_phase;           // that it began in
  std::atomic<std::uint32_t> phase;    // current one; 0 is "" (before the first mark)
  std::atomic<std::uint32_t> threads;  // whose streams have begun
  // By process, a bit each: which had ended when it began.
  std::uint64_t after[max_processes / 64];
};

// A process that a traced one has forked, or that such a process has, or a traced one that has
// become another program. It goes untraced, unless it has a ProcessEntry of its own as what it is.
struct ChildEntry {
  std::atomic<std::uint32_t> id;  // getpid(); 0: not known; no_child: the fork failed
  char program[max_name];         // as it was started: a path, or a name
};

inline constexpr std::uint32_t no_child = 0xffff'ffff;

// Memory that several processes may map: a file, or a System V segment.
struct SharedFile {
  std::uint64_t device, number;
};

// A file that a process has mapped, program or library, from which it has entered a function.
struct Module {
  std::uint32_t process;     // index of its ProcessEntry
  std::uint64_t begin, end;  // where it lies
  std::uint64_t base;        // what is added to the file's own addresses
  char path[max_module_path];
};

// ThreadSlot::held, while its `tail` is moved.
inline constexpr std::uint32_t tail_moves = ~std::uint32_t{0};

// One program thread. Its ring holds `ring_words` words at `ring_offset` of the region; word i of
// the stream lies at index i % ring_words. The writer owns `tail`, the reader owns `head`.
struct alignas(64) ThreadSlot {
  std::atomic<ThreadState> state;
  std::uint32_t process;                  // index of its ProcessEntry
  std::uint32_t thread;                   // number in order of creation, over all processes
  std::uint32_t os_thread;                // gettid()
  std::uint32_t core;                     // index into the machine's cores (Payload::requests)
  std::atomic<std::uint64_t> blocked_on;  // the object of the call's wait event; 0: not known
  // The count that wait will name where it is known beforehand (barrier, join); 0: the next one
  // to be released to anybody (mutex, semaphore).
  std::atomic<std::uint64_t> blocked_until;
  alignas(64) std::atomic<std::uint64_t> tail;
  // So many words behind `tail` are of the stream if the process ends before the thread goes on:
  // its own last say moves `tail` over them (compiler tracer).
  std::atomic<std::uint32_t> held;
  std::atomic<std::uint32_t> waiting_for_room;  // futex word: 1 while the writer sleeps
  alignas(64) std::atomic<std::uint64_t> head;
  std::atomic<std::uint32_t> room_freed;  // futex word: counts wake-ups by the reader
  // ChannelHeader::bounded: where stops_at() says so the thread waits for another grant.
  alignas(64) std::atomic<std::uint64_t> limit;  // clock; as of the last grant
  std::atomic<std::uint32_t> grants;             // futex word: counts them
  std::atomic<std::uint32_t> parked;             // 1 while the thread sleeps for one
  std::uint32_t has_cores_caches;                // 1: simulates in the channel's caches of its core
  // Payload::requests: the counters of the private caches; written by the thread alone. References
  // that hit the first of them are there as of the thread's last event, call that blocks, or other
  // reference of their operation and size.
  alignas(64) PrivateCounters counters;
};

struct ChannelHeader {
  std::uint64_t magic;
  std::uint32_t version;
  Payload payload;
  std::uint32_t max_threads;     // slots
  std::uint32_t record_regions;  // of which to write region_enter and region_exit (record.h)
  std::uint64_t ring_words;      // a power of two
  std::uint64_t slots_offset;    // of ThreadSlot[max_threads]
  std::uint64_t rings_offset;    // of the rings, in the order of the slots
  std::uint64_t code_offset;     // of the CodeTable; 0: nobody wants to know what is executed
  std::uint64_t region_bytes;
  std::uint64_t interval;  // references, see memsim::ReferencesLeft (Payload::requests)
  // (Payload::requests, code_offset) Of which stretches of what they execute threads tell, with all
  // references and who answered; between them of pages, of the same one again after at most so many
  // others. 0: of none.
  SamplingPlan timed;
  std::uint32_t pages_between;
  // (Payload::requests) The reader changes the caches too: threads stop where stops_at() says.
  std::uint32_t bounded;
  std::uint32_t several;  // 1: every process that can be traced is; 0: the first one
  std::uint32_t reader;   // hpcast's pid
  // Its owner's pid: held for a few instructions by who takes a process's entry, a slot, or a file.
  std::atomic<std::uint32_t> lock;
  std::atomic<std::uint32_t> process_count;
  ProcessEntry processes[max_processes];
  std::atomic<std::uint32_t> threads_created;
  std::atomic<std::uint32_t> threads_refused;   // no slot left: untraced, must be reported
  std::atomic<std::uint32_t> programs_refused;  // likewise: no entry left
  std::atomic<std::uint32_t> programs_lost;     // likewise: without channel_variable
  std::atomic<std::uint32_t> limited;           // 1: a program has the tracer in its RLIMIT_AS
  std::atomic<std::uint32_t> no_room;           // 1 once the tracer found too little in a program
  std::uint32_t by_variable;               // 1: programs find the channel by that (compiler tracer)
  std::atomic<std::uint32_t> child_count;  // may be more than are in `children`
  ChildEntry children[max_children];
  // Objects in the programs that no wrapper has compiled, where it linked them.
  NameTable<max_not_compiled> not_compiled;
  std::atomic<std::uint64_t> refused_mapping;  // bytes of the largest that failed (Valgrind)
  std::atomic<std::uint32_t> instrumented;     // 1 once an instrumented file has been loaded
  std::atomic<std::uint32_t> counted;          // 1 once one that counts what it executes
  std::atomic<std::uint32_t> not_counted;      // 1 once one that does not (compiler tracer)
  std::atomic<std::uint32_t> data_ready;       // futex word: bumped when a ring gets half full
  std::atomic<std::uint32_t> awaited;          // slot + 1 for which the reader sleeps, or 0
  NameTable<max_phases> phases;                // the first: "", before any mark
  NameTable<max_named_regions> regions;        // by the index in Event::region_enter
  std::atomic<std::uint32_t> module_count;
  Module modules[max_modules];  // added to under `lock`, before the first event that lies there
  std::uint32_t shared_file_count;
  SharedFile shared_files[max_shared_files];
  // Payload::requests: thread k goes to core_order[k % cores_used], or, if that one is taken and
  // another is free, to the next free one in that order.
  std::uint32_t cores_used;
  std::uint32_t core_order[max_cores];
  std::uint32_t core_load[max_cores];    // live threads by core; guarded by `lock`
  std::uint32_t core_config[max_cores];  // index into configs
  std::uint64_t core_caches[max_cores];  // offsets of PrivateCore's storage (Payload::requests)
  PrivateConfig configs[max_private_configs];
};

}  // namespace hpcast::reftrace
