// What a program can say itself: hpcast.h, and the intrinsics' headers in include/intrinsics.
#include <cstring>

#include "copies.h"
#include "process.h"
#include "ring.h"

using namespace hpcast::tracer;

namespace {

using hpcast::reftrace::max_phase_name;
using hpcast::reftrace::max_phases;

std::atomic<std::uint32_t> phase_lock{0};

bool same_name(const char* entry, const char* name, std::size_t length) {
  std::size_t i = 0;
  while (i < length && entry[i] == name[i]) ++i;
  return i == length && entry[i] == '\0';
}

// The name's index in the channel's table. A 257th name shares the last entry.
std::uint32_t phase_index(const char* name, std::size_t length) {
  auto& header = *process.header;
  if (length > max_phase_name - 1) {
    length = max_phase_name - 1;
    while (length > 0 && (name[length] & 0xc0) == 0x80) --length;  // no character is cut in two
  }
  while (phase_lock.exchange(1, std::memory_order_acquire) != 0) __builtin_ia32_pause();
  std::uint32_t count = header.phase_count.load(std::memory_order_relaxed);
  if (count == 0) count = 1;  // entry 0: before the first mark
  std::uint32_t index = 0;
  while (index < count && !same_name(header.phase_names[index], name, length)) ++index;
  if (index >= max_phases) {
    index = max_phases - 1;
  } else if (index == count) {
    for (std::size_t i = 0; i < length; ++i) header.phase_names[index][i] = name[i];
    header.phase_names[index][length] = '\0';
    ++count;
  }
  header.phase_count.store(count, std::memory_order_release);
  phase_lock.store(0, std::memory_order_release);
  return index;
}

void enter_phase(const char* name, std::size_t length) {
  Thread* const thread = hot.thread;
  if (thread == nullptr) return;
  const Busy busy;
  if (!busy.entered()) return;
  process.header->phase.store(phase_index(name, length), std::memory_order_release);
  follow_phase(*thread);
  thread->limit = thread->tail;
}

std::size_t length_of(const char* text) {
  std::size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

}  // namespace

HPCAST_EXPORT void hpcast_tracer_phase(const char* name) {
  if (name != nullptr) enter_phase(name, length_of(name));
}
HPCAST_EXPORT void hpcast_tracer_read(const void* address, std::size_t bytes) {
  record_range(Op::read, address, bytes, __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_tracer_write(const void* address, std::size_t bytes) {
  record_range(Op::write, address, bytes, __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_tracer_write_nontemporal(const void* address, std::size_t bytes) {
  record_range(Op::nontemporal_write, address, bytes, __builtin_return_address(0));
}
// For the intrinsics' macros, which need the address back.
HPCAST_EXPORT void* hpcast_tracer_streaming(const void* address, std::size_t bytes) {
  record_range(Op::nontemporal_write, address, bytes, __builtin_return_address(0));
  return const_cast<void*>(address);
}
HPCAST_EXPORT void* hpcast_tracer_stream_load(const void* address, std::size_t bytes) {
  record_range(Op::read, address, bytes, __builtin_return_address(0));
  return const_cast<void*>(address);
}

// gfortran's names; a character argument's length comes last.
HPCAST_EXPORT void hpcast_phase_(const char* name, std::size_t length) {
  while (length > 0 && name[length - 1] == ' ') --length;
  enter_phase(name, length);
}
HPCAST_EXPORT void hpcast_read_(const void* address, const std::int64_t* bytes) {
  record_range(Op::read, address, static_cast<std::size_t>(*bytes), __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_write_(const void* address, const std::int64_t* bytes) {
  record_range(Op::write, address, static_cast<std::size_t>(*bytes), __builtin_return_address(0));
}
