// The names of the phases that a program has marked, in the channel's header. Freestanding.
#pragma once

#include <cstddef>

#include "hpcast/reftrace/channel.h"

namespace hpcast::reftrace {

inline bool is_phase_name(const char* entry, const char* name, std::size_t length) {
  std::size_t i = 0;
  while (i < length && entry[i] == name[i]) ++i;
  return i == length && entry[i] == '\0';
}

// The name's index in the table, entered if it is new. A name longer than the most is cut, and a
// 257th name shares the last entry.
inline std::uint32_t phase_index(ChannelHeader& header, const char* name, std::size_t length) {
  if (length > max_phase_name - 1) {
    length = max_phase_name - 1;
    while (length > 0 && (name[length] & 0xc0) == 0x80) --length;  // no character is cut in two
  }
  while (header.phase_lock.exchange(1, std::memory_order_acquire) != 0) __builtin_ia32_pause();
  std::uint32_t count = header.phase_count.load(std::memory_order_relaxed);
  if (count == 0) count = 1;  // entry 0: before the first mark
  std::uint32_t index = 0;
  while (index < count && !is_phase_name(header.phase_names[index], name, length)) ++index;
  if (index >= max_phases) {
    index = max_phases - 1;
  } else if (index == count) {
    for (std::size_t i = 0; i < length; ++i) header.phase_names[index][i] = name[i];
    header.phase_names[index][length] = '\0';
    ++count;
  }
  header.phase_count.store(count, std::memory_order_release);
  header.phase_lock.store(0, std::memory_order_release);
  return index;
}

}  // namespace hpcast::reftrace
