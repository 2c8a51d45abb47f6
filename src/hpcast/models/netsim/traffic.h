// Who sends how much to whom, and in messages of which sizes; those that collectives are made of
// too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace hpcast::netsim {

class Traffic {
 public:
  static constexpr std::uint32_t most_rows = 512;

  struct Sizes {
    std::uint64_t messages = 0, least = UINT64_MAX, most = 0;  // bytes
  };

  explicit Traffic(std::uint32_t ranks)
      : ranks_a_row_((ranks + most_rows - 1) / most_rows),
        rows_(ranks == 0 ? 0 : (ranks + ranks_a_row_ - 1) / ranks_a_row_),
        bytes_(std::size_t{rows_} * rows_) {}

  void add(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
    ++messages_;
    total_ += bytes;
    Sizes& sizes = sizes_[static_cast<std::size_t>(std::bit_width(bytes))];
    ++sizes.messages;
    sizes.least = std::min(sizes.least, bytes);
    sizes.most = std::max(sizes.most, bytes);
    const std::size_t row = from / ranks_a_row_, column = to / ranks_a_row_;
    bytes_[row * rows_ + column] += bytes;
  }

  // Of the same ranks.
  void merge(const Traffic& other) {
    messages_ += other.messages_;
    total_ += other.total_;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      sizes_[i].messages += other.sizes_[i].messages;
      sizes_[i].least = std::min(sizes_[i].least, other.sizes_[i].least);
      sizes_[i].most = std::max(sizes_[i].most, other.sizes_[i].most);
    }
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] += other.bytes_[i];
  }

  std::uint64_t messages() const { return messages_; }
  std::uint64_t bytes() const { return total_; }
  // Messages of 0 bytes, then those of [2^(i-1), 2^i) bytes.
  const std::array<Sizes, 65>& sizes() const { return sizes_; }
  // Ranks of a row and column of the matrix, its rows, its elements: bytes from row to column.
  std::uint32_t ranks_a_row() const { return ranks_a_row_; }
  std::uint32_t rows() const { return rows_; }
  const std::vector<std::uint64_t>& matrix() const { return bytes_; }

  void fields(auto& visit) { visit(ranks_a_row_, rows_, messages_, total_, sizes_, bytes_); }

 private:
  std::uint32_t ranks_a_row_, rows_;
  std::uint64_t messages_ = 0, total_ = 0;
  std::array<Sizes, 65> sizes_{};
  std::vector<std::uint64_t> bytes_;
};

}  // namespace hpcast::netsim
