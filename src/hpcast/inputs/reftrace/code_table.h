// The table in the channel of what code the traced programs are made of: for each superblock that
// a tracer has met, its description (blocks/description.h). Freestanding.
#pragma once

#include <atomic>
#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

inline constexpr std::uint32_t max_code_blocks = 1U << 21;
inline constexpr std::uint32_t max_code_words = 1U << 25;

// How many words a description has stands in its first one: bits 16-39.
inline constexpr unsigned description_shift = 16;
constexpr std::uint32_t words_of_description(Word first) {
  return first >> description_shift & 0xff'ffff;
}

// Lies in zeroed memory, of which only what is used takes any.
struct CodeTable {
  std::atomic<std::uint32_t> blocks;  // numbers given away; maybe more than there are
  std::atomic<std::uint32_t> used;    // words; likewise
  // By number: where the description begins, plus 1; 0 while there is none.
  std::atomic<std::uint32_t> begin[max_code_blocks];
  Word words[max_code_words];

  // The number of a new block: undescribed_block where there are too many.
  std::uint32_t claim() {
    const std::uint32_t number = 1 + blocks.fetch_add(1);
    return number < max_code_blocks ? number : undescribed_block;
  }
  // Before the first event that names the block. What finds no room stays undescribed.
  void describe(std::uint32_t number, const Word* description, std::uint32_t count) {
    const std::uint32_t at = used.fetch_add(count);
    if (number == undescribed_block || at > max_code_words || count > max_code_words - at) return;
    for (std::uint32_t i = 0; i < count; ++i) words[at + i] = description[i];
    begin[number].store(at + 1, std::memory_order_release);
  }
  // Null where there is none.
  const Word* description(std::uint32_t number) const {
    const std::uint32_t at = begin[number].load(std::memory_order_acquire);
    return at == 0 ? nullptr : words + at - 1;
  }
};

}  // namespace hpcast::reftrace
