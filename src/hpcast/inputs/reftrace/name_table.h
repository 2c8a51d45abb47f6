// Names that a program gives, phases' and regions', in the channel's header. Freestanding.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hpcast::reftrace {

inline constexpr unsigned max_name = 256;  // with its end

// In the order of their first use. An entry that counts never changes again.
template <unsigned most>
struct NameTable {
  static_assert(most > 1);
  std::atomic<std::uint32_t> count;
  std::atomic<std::uint32_t> lock;  // 1 while a name is entered
  std::uint32_t hashes[most];
  char names[most][max_name];
};

// Not longer than an entry, and no character cut in two.
inline std::size_t kept_length(const char* name, std::size_t length) {
  if (length < max_name) return length;
  length = max_name - 1;
  while (length > 0 && (name[length] & 0xc0) == 0x80) --length;
  return length;
}

// Of no name: 0, as zeroed memory has it.
inline std::uint32_t hash_of_name(const char* name, std::size_t length) {
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < length; ++i)
    hash = (hash ^ static_cast<unsigned char>(name[i])) * 16777619U;
  return hash;
}

inline bool is_name(const char* entry, const char* name, std::size_t length) {
  std::size_t i = 0;
  while (i < length && entry[i] == name[i]) ++i;
  return i == length && entry[i] == '\0';
}

// Index of the name among the entries from `begin` on; `end` where it is none of those before.
template <unsigned most>
std::uint32_t find_name(const NameTable<most>& table, std::uint32_t begin, std::uint32_t end,
                        const char* name, std::size_t length) {
  const std::uint32_t hash = hash_of_name(name, length);
  std::uint32_t i = begin;
  while (i < end && (table.hashes[i] != hash || !is_name(table.names[i], name, length))) ++i;
  return i;
}

template <unsigned most>
void put_name(NameTable<most>& table, std::uint32_t index, const char* name, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) table.names[index][i] = name[i];
  table.names[index][length] = '\0';
  table.hashes[index] = hash_of_name(name, length);
  table.count.store(index + 1, std::memory_order_release);
}

// The name's index, entered if it is new. The last entry, named `others`, stands for all that find
// no place.
template <unsigned most, std::size_t others_bytes>
std::uint32_t name_index(NameTable<most>& table, const char* name, std::size_t length,
                         const char (&others)[others_bytes]) {
  length = kept_length(name, length);
  const std::uint32_t seen = table.count.load(std::memory_order_acquire);
  std::uint32_t index = find_name(table, 0, seen, name, length);
  if (index < seen) return index;
  while (table.lock.exchange(1, std::memory_order_acquire) != 0) __builtin_ia32_pause();
  const std::uint32_t count = table.count.load(std::memory_order_relaxed);
  index = find_name(table, seen, count, name, length);
  if (index == count && count == most)
    index = most - 1;
  else if (index == count && count == most - 1)
    put_name(table, index, others, others_bytes - 1);
  else if (index == count)
    put_name(table, index, name, length);
  table.lock.store(0, std::memory_order_release);
  return index;
}

}  // namespace hpcast::reftrace
