// The traced process and its threads, as the tool knows them.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <atomic>

#include "core.h"
#include "flags.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/shared_maps.h"
#include "new_lines.h"
#include "places.h"
#include "ring_writer.h"
#include "waiting_loop.h"

namespace hpcast::tracer {

// Of what a thread does, this goes to its stream.
enum class Recording : std::uint8_t { all, new_lines, nothing };

struct Thread {
  reftrace::ThreadSlot* slot;
  RingWriter ring;
  std::uint64_t clock;  // references made
  std::uint32_t phase;  // the last one written
  std::uint32_t maps;   // changes of the process's shared memory written
  bool created;         // by another thread of the process
  Recording recording;  // not all of it between settle() and resume()
  Addr interrupted;     // stack pointer of the wait that a handler interrupts, or 0
  Recording interrupted_recording;
  reftrace::ThreadState interrupted_state;
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
  reftrace::ChannelHeader* header;
  reftrace::ThreadSlot* slots;
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
};
extern Process process;

// Among those that there may be.
inline std::uint32_t index_of(const Thread& thread) {
  return static_cast<std::uint32_t>(&thread - process.threads);
}

// To the thread's ring.
void write_references(Thread& thread, const Word* words, std::uint64_t count);
void write_event(Thread& thread, reftrace::Event event, const std::uint64_t* payload,
                 unsigned count);
// What the thread has done, up to `end` in the batch.
void write_batch(Thread& thread, const Word* end);
// What has been executed since the last time is the running thread's.
void count_operations();
// The batch belongs to nobody any more.
void stop_batch();
// The translated code is left before the next superblock.
void leave_translated_code(ThreadId tid);

}  // namespace hpcast::tracer
