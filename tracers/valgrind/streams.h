// The threads of the program and their rings in the channel.
// SPDX-License-Identifier: GPL-2.0-or-later
//
// No thread may wait for its reader while it holds Valgrind's lock, since the reader may be waiting
// for another thread; nor may it give the lock away inside translated code. So what finds no room
// in a ring is kept, the thread leaves its translated code with the next superblock, and waits at
// the scheduler's door.
#pragma once

#include "core.h"
#include "counts.h"
#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::tracer {

// Maps the channel and takes an entry in it for this process. Where there is none, or no channel,
// the program runs untraced. `only_ranks`: so does what is no rank of an MPI program.
void open_channel(const char* path, bool only_ranks);
// Null: untraced.
reftrace::ChannelHeader* channel();
// Null where nobody wants to know what is executed.
reftrace::CodeTable* code_table();
// Index of this process's entry.
std::uint32_t process_index();

// A slot for the thread that `parent` is about to create; null where there is none left.
reftrace::ThreadSlot* reserve_thread(ThreadId parent);
void abandon_thread(ThreadId parent);
// Valgrind creates a thread; it takes what its parent has reserved.
void create_thread(ThreadId parent, ThreadId child);
void begin_thread(ThreadId thread);
void end_thread(ThreadId thread);
reftrace::ThreadSlot* slot_of(ThreadId thread);

// `thread` is about to run translated code: none, if it has to wait.
void start_running(ThreadId thread);
// It has left translated code; waits if it has to.
void stop_running(ThreadId thread);
// What the batch holds goes to its thread's ring. Called by the translated code.
void flush_batch();
// To be called in a system call, which may be the thread's last: waits until nothing is kept, and
// until there is room for the events that end a thread.
void wait_for_room(ThreadId thread);

void put_event(ThreadId thread, reftrace::Event event, const std::uint64_t* payload,
               unsigned count);
// The thread is about to wait: all it has done is in its ring, and nothing is recorded until
// resume(). What libraries do while they wait depends on the host alone.
void settle(ThreadId thread);
void resume(ThreadId thread);
// The same, but what the thread moves until resume() is recorded (new_lines.h).
void begin_library_call(ThreadId thread);
// A handler begins, or has returned: the thread is not waiting meanwhile, and no longer where it
// jumps out of the handler.
void begin_handler(ThreadId thread);
void end_handler(ThreadId thread);
void enter_phase(ThreadId thread, const char* name, std::size_t length);
// The thread enters or leaves a region that the program has named, if these are recorded.
void mark_region(ThreadId thread, reftrace::Event event, const char* name, std::size_t length);
// It has mapped memory that processes share, or given up what it had there.
void shared_memory_mapped(ThreadId thread, const reftrace::SharedFile& file, Addr address,
                          std::uint64_t bytes, std::uint64_t offset);
void memory_unmapped(ThreadId thread, Addr address, std::uint64_t bytes);
void segment_unmapped(ThreadId thread, Addr address);
// These pages are the system's again.
void pages_given_back(ThreadId thread, Addr address, std::uint64_t bytes);
// What the thread has executed so far was its process's start-up.
void start_up_is_over(ThreadId thread);

// The process is about to end, `thread` being its last.
void finish(ThreadId thread);
// The process is about to be forked; it has been; a system call has failed, that one maybe.
void announce_child();
void child_is_forked();
void withdraw_child();
// In a forked child: it is another program. What the preload library, which may not have noticed,
// writes to the channel goes to memory of its own.
void forget_channel();
// The process, be it a forked child, is about to become that program.
void become_program(const char* program);
// The program wanted so much memory at once, and there was not so much.
void note_refused_mapping(std::uint64_t bytes);

}  // namespace hpcast::tracer
