// Predicts the next word of a reference stream. Encoder and decoder run it in step, so that only
// what it gets wrong needs to be written (the idea of VPC and TCgen; see docs/trace-format.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// Everything of a word above its address: operation, size and site.
constexpr Word kind_of(Word w) { return w >> address_bits; }

// `w` with its address moved by `stride`, which wraps at 48 bits.
constexpr Word moved(Word w, Word stride) {
  return (w & ~address_mask) | ((w + stride) & address_mask);
}

// The signed way from one address to another, by at most 2^47.
constexpr std::int64_t way(Word from, Word to) {
  return static_cast<std::int64_t>((to - from) << (64 - address_bits)) >> (64 - address_bits);
}

constexpr Word zigzag(std::int64_t value) {
  return static_cast<Word>(value) << 1 ^ static_cast<Word>(value >> 63);
}
constexpr std::int64_t unzigzag(Word value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

// What is remembered of one instruction. All zero at first.
struct alignas(32) Slot {
  Word predicted;                // its next word
  Word stride;                   // what leads from its last word to `predicted`
  Word last_stride;              // between the last two words; adopted when seen twice in a row
  std::uint16_t successor;       // the slot expected after this one
  std::uint16_t last_successor;  // the slot last seen after it; adopted when seen twice in a row

  Word last() const { return moved(predicted, Word{0} - stride); }

  void hit() {
    predicted = moved(predicted, stride);
    last_stride = stride;
  }
  void move_to(Word w) {
    const Word by = static_cast<Word>(way(last(), w));
    if (by == last_stride) stride = by;
    last_stride = by;
    predicted = moved(w, stride);
  }
  void start_at(Word w) {
    predicted = w;
    stride = last_stride = 0;
  }
  void followed_by(std::uint16_t slot) {
    if (slot == last_successor) successor = slot;
    last_successor = slot;
  }
};

inline constexpr std::size_t slot_count = 4096;

struct Predictor {
  std::vector<Slot> slots = std::vector<Slot>(slot_count);
  std::uint16_t current = 0;  // slot of the word before
  Word clock = 0;             // first payload word of the event before

  void reset() {
    slots.assign(slot_count, Slot{});
    current = 0;
    clock = 0;
  }
};

}  // namespace hpcast::reftrace
