// Predicts branches as processors of this time do, about: perceptrons over hashed stretches of the
// history of branches. After Jiménez and Lin, Dynamic Branch Prediction with Perceptrons, HPCA
// 2001, and Tarjan and Skadron, Merging Path and gshare Indexing in Perceptron Branch Prediction,
// 2005.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hpcast::coretime {

class Predictor {
 public:
  // history: branches that it looks back, at most 256.
  explicit Predictor(std::uint32_t history);

  // The conditional branch at that address; learns. True where it was predicted wrongly.
  bool misses_branch(std::uint64_t address, bool taken);
  // The indirect jump or call at that address leads to `target`; likewise.
  bool misses_target(std::uint64_t address, std::uint64_t target);

 private:
  static constexpr unsigned tables = 9;
  static constexpr std::size_t entries = 1 << 12;
  static constexpr std::size_t targets = 1 << 12;
  static constexpr int most = 63;

  static constexpr std::size_t history_words = 4;

  // A stretch of history, from the latest branch on, that ends in that word.
  struct Stretch {
    std::size_t word = 0;
    std::uint64_t mask = 0;  // of its branches
  };
  static Stretch stretch_of(std::uint32_t branches);
  // Of each number of words, the latest first.
  using Hashes = std::array<std::uint64_t, history_words>;
  Hashes hashes() const;
  std::uint64_t recent(const Hashes& hashes, const Stretch& stretch) const;
  void remember(bool bit);

  std::array<Stretch, tables> stretches_;  // ascending; the first is empty
  std::vector<std::array<std::int8_t, entries>> weights_;
  std::vector<std::uint64_t> targets_;
  std::array<std::uint64_t, history_words> history_{};  // the latest branch in the lowest bit
};

}  // namespace hpcast::coretime
