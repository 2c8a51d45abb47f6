// Ranges of memory as the references that record.h wants of a tracer. Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// 32 bytes: the widest move that glibc's copy loops use on today's machines.
inline constexpr unsigned log2_widest_piece = 5;
inline constexpr std::uint64_t widest_piece = std::uint64_t{1} << log2_widest_piece;

// Whether an access of so many bytes is one word, aligned or not.
constexpr bool is_one_reference(std::uint64_t bytes) {
  return bytes != 0 && (bytes & (bytes - 1)) == 0 && bytes <= widest_piece;
}

struct Piece {
  std::uint64_t address;
  unsigned log2_size;
};

// Splits [address, address + bytes) into naturally aligned pieces of 2^n bytes, one at a time.
class Pieces {
 public:
  Pieces(std::uint64_t address, std::uint64_t bytes) : address_(address), end_(address + bytes) {}
  bool done() const { return address_ == end_; }
  std::uint64_t bytes_left() const { return end_ - address_; }
  [[gnu::always_inline]] Piece next() {
    unsigned log2 = log2_widest_piece;
    const std::uint64_t left = end_ - address_;
    if (((address_ & (widest_piece - 1)) | (left < widest_piece)) != 0) [[unlikely]] {
      const bool aligned = (address_ & (widest_piece - 1)) == 0;
      const unsigned alignment = aligned ? log2_widest_piece : __builtin_ctzll(address_);
      const unsigned size = 63 - static_cast<unsigned>(__builtin_clzll(left));
      log2 = alignment < size ? alignment : size;
      if (log2 > log2_widest_piece) log2 = log2_widest_piece;
    }
    const Piece piece{address_, log2};
    address_ += std::uint64_t{1} << log2;
    return piece;
  }

 private:
  std::uint64_t address_;
  std::uint64_t end_;
};

}  // namespace hpcast::reftrace
