// What traced processes enter in the channel's header. Freestanding.
//
// `System` is the tracer's: yield(), and is_alive(process).
#pragma once

#include <cstddef>
#include <cstdint>

#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::reftrace {

// ChannelHeader::lock. An owner that was killed loses it.
template <class System>
class ChannelLock {
 public:
  ChannelLock(ChannelHeader& header, std::uint32_t process) : lock_(header.lock) {
    constexpr unsigned patience = 1024;
    for (unsigned tries = 1;; ++tries) {
      std::uint32_t owner = 0;
      if (lock_.compare_exchange_strong(owner, process, std::memory_order_acquire)) return;
      if (tries % patience == 0 && !System::is_alive(owner))
        lock_.compare_exchange_strong(owner, 0);
      System::yield();
    }
  }
  ~ChannelLock() { lock_.store(0, std::memory_order_release); }
  ChannelLock(const ChannelLock&) = delete;
  ChannelLock& operator=(const ChannelLock&) = delete;

 private:
  std::atomic<std::uint32_t>& lock_;
};

struct Rank {
  std::uint32_t rank = 0, ranks = 0;  // ranks 0: no MPI process
};

// The value of NAME=value, if `entry` is that; else null.
inline const char* value_of(const char* entry, const char* name) {
  for (; *name != '\0'; ++name, ++entry)
    if (*entry != *name) return nullptr;
  return *entry == '=' ? entry + 1 : nullptr;
}

inline const char* value_in(char* const* environment, const char* name) {
  for (char* const* entry = environment; entry != nullptr && *entry != nullptr; ++entry)
    if (const char* const value = value_of(*entry, name)) return value;
  return nullptr;
}

// False where the text is no number, or one that no rank has.
inline bool read_number(const char* text, std::uint32_t& number) {
  constexpr unsigned most_digits = 9;
  number = 0;
  unsigned digits = 0;
  for (; text != nullptr && *text >= '0' && *text <= '9' && digits <= most_digits; ++text, ++digits)
    number = number * 10 + static_cast<std::uint32_t>(*text - '0');
  return digits > 0 && digits <= most_digits && *text == '\0';
}

// As those who start MPI processes tell it them.
inline Rank rank_in(char* const* environment) {
  struct Names {
    const char *rank, *ranks;
  };
  constexpr Names starters[] = {
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},  // Open MPI
      {"PMI_RANK", "PMI_SIZE"},                          // MPICH, Intel MPI
      {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},    // MVAPICH
  };
  for (const Names& names : starters) {
    Rank found;
    if (read_number(value_in(environment, names.rank), found.rank) &&
        read_number(value_in(environment, names.ranks), found.ranks) && found.rank < found.ranks)
      return found;
  }
  return {};
}

// What the process did under its former name has come to its end.
inline void replace_process(ChannelHeader& header, ThreadSlot* slots, std::uint32_t index) {
  header.processes[index].state.store(ProcessState::replaced);
  for (std::uint32_t i = 0; i < header.max_threads; ++i) {
    const ThreadState state = slots[i].state.load(std::memory_order_acquire);
    if (slots[i].process == index &&
        (state == ThreadState::running || state == ThreadState::blocked))
      slots[i].state.store(ThreadState::ended, std::memory_order_release);
  }
}

// Whether the earlier process had ended when the later one began. Not so of ranks of one MPI
// program, which run at once, however soon one of them ends.
template <class System>
bool is_over_for(const ProcessEntry& earlier, const ProcessEntry& later) {
  const bool same_program =
      later.ranks != 0 && earlier.ranks == later.ranks && earlier.rank != later.rank;
  return !same_program &&
         (earlier.state.load() != ProcessState::running || !System::is_alive(earlier.id));
}

inline bool begins_after(const ProcessEntry& later, std::uint32_t earlier) {
  return (later.after[earlier / 64] >> earlier % 64 & 1) != 0;
}

// Told once, for all who go by it: others may end at any time.
template <class System>
void note_ended_before(ChannelHeader& header, std::uint32_t index) {
  ProcessEntry& entry = header.processes[index];
  for (std::uint32_t i = 0; i < index; ++i)
    if (is_over_for<System>(header.processes[i], entry))
      entry.after[i / 64] |= std::uint64_t{1} << i % 64;
}

// f(index, threads) for each process that had ended when that of the index began.
template <class F>
void each_ended_before(const ChannelHeader& header, std::uint32_t index, F&& f) {
  for (std::uint32_t i = 0; i < index; ++i)
    if (begins_after(header.processes[index], i)) f(i, header.processes[i].threads.load());
}

// Writes " (12)" behind `name`; returns the new length.
inline std::size_t append_ordinal(char* name, std::size_t length, std::uint32_t ordinal) {
  name[length++] = ' ';
  name[length++] = '(';
  for (std::uint32_t unit = ordinal < 10 ? 1 : ordinal < 100 ? 10 : 100; unit != 0; unit /= 10)
    name[length++] = static_cast<char>('0' + ordinal / unit % 10);
  name[length++] = ')';
  return length;
}

// A phase that there is not yet, called after the program: "y", then "y (2)", "y (3)".
inline std::uint32_t new_phase(ChannelHeader& header, const char* program) {
  constexpr std::size_t longest = max_name - sizeof " (256)";
  char name[max_name];
  std::size_t length = 0;
  for (const char* at = program; *at != '\0' && length < longest; ++at) {
    name[length++] = *at;
    if (*at == '/') length = 0;
  }
  std::size_t whole = length;
  const std::uint32_t count = header.phases.count.load(std::memory_order_acquire);
  for (std::uint32_t ordinal = 2; find_name(header.phases, 0, count, name, whole) < count;
       ++ordinal)
    whole = append_ordinal(name, length, ordinal);
  return name_index(header.phases, name, whole, "(more phases)");
}

// A process begins in the phase in which those began that it runs beside; with none of these, in
// one of its own: of what runs one after the other, times add up.
inline std::uint32_t first_phase_of(ChannelHeader& header, std::uint32_t index,
                                    const char* program) {
  for (std::uint32_t i = index; i-- > 0;)
    if (!begins_after(header.processes[index], i)) return header.processes[i].first_phase;
  if (index == 0 || program == nullptr) return 0;
  return new_phase(header, program);
}

// Index of the new entry of the process, which runs `program`; max_processes where it goes
// untraced.
template <class System>
std::uint32_t claim_process(ChannelHeader& header, ThreadSlot* slots, std::uint32_t process,
                            Rank rank, const char* program) {
  const ChannelLock<System> lock(header, process);
  const std::uint32_t count = header.process_count.load(std::memory_order_relaxed);
  if (count == (header.several != 0 ? max_processes : 1)) {
    header.programs_refused.fetch_add(1);
    return max_processes;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if (header.processes[i].id == process &&
        header.processes[i].state.load() == ProcessState::running)
      replace_process(header, slots, i);
  ProcessEntry& entry = header.processes[count];
  entry.id = process;
  entry.rank = rank.rank;
  entry.ranks = rank.ranks;
  note_ended_before<System>(header, count);
  entry.first_phase = first_phase_of(header, count, program);
  entry.phase.store(entry.first_phase);
  header.process_count.store(count + 1, std::memory_order_release);
  return count;
}

inline void enter_child(ChannelHeader& header, std::uint32_t index, std::uint32_t process,
                        const char* program) {
  if (index >= max_children) return;
  ChildEntry& child = header.children[index];
  child.id.store(process);
  unsigned length = 0;
  for (; program[length] != '\0' && length + 1 < max_name; ++length)
    child.program[length] = program[length];
  child.program[length] = '\0';
}

// A child of the process that runs `program` is about to be forked. Its parent tells, as nobody
// waits for the child; that adds its number by the index returned here, with enter_child().
inline std::uint32_t announce_child(ChannelHeader& header, const char* program) {
  const std::uint32_t index = header.child_count.fetch_add(1);
  enter_child(header, index, 0, program);
  return index;
}

// The fork failed.
inline void withdraw_child(ChannelHeader& header, std::uint32_t index) {
  if (index < max_children)
    header.children[index].id.store(no_child);
  else
    header.child_count.fetch_sub(1);
}

// The process runs `program` and is not traced: a child that has become another program, or whose
// fork nobody announced. Each process tells of itself, but where its number is not known (0).
inline void note_child(ChannelHeader& header, std::uint32_t process, const char* program) {
  const std::uint32_t count = header.child_count.load();
  std::uint32_t i = 0;
  while (i < count && i < max_children && (process == 0 || header.children[i].id.load() != process))
    ++i;
  if (process == 0 || i == count || i == max_children) i = header.child_count.fetch_add(1);
  enter_child(header, i, process, program);
}

// The lock is held. A slot whose thread is none yet was being taken by a process that was killed.
inline bool is_free(const ChannelHeader& header, const ThreadSlot& slot) {
  const ThreadState state = slot.state.load(std::memory_order_acquire);
  return state == ThreadState::free ||
         (state == ThreadState::running && slot.thread >= header.threads_created.load());
}

// Index of a slot made ready for a new thread of that process, for announce_thread() to hand it to
// the reader; max_threads of the header where none is free. The lock is held until then.
inline std::uint32_t ready_slot(const ChannelHeader& header, ThreadSlot* slots,
                                std::uint32_t process) {
  std::uint32_t i = 0;
  while (i < header.max_threads && !is_free(header, slots[i])) ++i;
  if (i == header.max_threads) return i;
  ThreadSlot& slot = slots[i];
  slot.process = process;
  slot.thread = header.threads_created.load(std::memory_order_relaxed);
  slot.os_thread = 0;
  slot.core = 0;
  slot.has_cores_caches = 0;
  slot.blocked_on.store(0, std::memory_order_relaxed);
  slot.limit.store(0, std::memory_order_relaxed);
  slot.counters = {};
  return i;
}

inline void announce_thread(ChannelHeader& header, ThreadSlot& slot) {
  slot.state.store(ThreadState::running, std::memory_order_release);
  // Last: were the process to end before, hpcast would look for the slot for ever.
  header.threads_created.fetch_add(1);
}

// The thread's stream tells by now whose it is: its end will be one of its process's. Of a thread
// that was announced, and never began, nobody waits for the end.
inline void note_stream_begun(ChannelHeader& header, const ThreadSlot& slot) {
  header.processes[slot.process].threads.fetch_add(1);
}

// Number from 1 on of that memory, entered if it is new; 0 where the table is full. The lock is
// held.
inline std::uint32_t shared_file_number(ChannelHeader& header, SharedFile file) {
  std::uint32_t i = 0;
  while (i < header.shared_file_count && (header.shared_files[i].device != file.device ||
                                          header.shared_files[i].number != file.number))
    ++i;
  if (i == max_shared_files) return 0;
  if (i == header.shared_file_count) header.shared_files[header.shared_file_count++] = file;
  return i + 1;
}

}  // namespace hpcast::reftrace
