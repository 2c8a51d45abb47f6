#include "hpcast/models/coretime/predictor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hpcast::coretime {

namespace {

constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ULL;
  return x ^ x >> 32;
}

}  // namespace

// Stretches of history grow geometrically, from 3 on.
Predictor::Predictor(std::uint32_t history) : weights_(tables), targets_(targets) {
  for (auto& table : weights_) table.fill(0);
  const double longest = std::clamp<double>(history, 3, 256);
  for (unsigned i = 1; i < tables; ++i)
    stretches_[i] = stretch_of(static_cast<std::uint32_t>(
        std::lround(3 * std::pow(longest / 3, static_cast<double>(i - 1) / (tables - 2)))));
}

// At least one.
Predictor::Stretch Predictor::stretch_of(std::uint32_t branches) {
  return {(branches - 1) / 64, ~std::uint64_t{0} >> (63 - (branches - 1) % 64)};
}

namespace {

constexpr std::uint64_t add_word(std::uint64_t hash, std::uint64_t word) {
  return (hash ^ word) * 0x9e3779b97f4a7c15ULL;
}

}  // namespace

Predictor::Hashes Predictor::hashes() const {
  Hashes hashes{};
  for (std::size_t i = 1; i < hashes.size(); ++i)
    hashes[i] = add_word(hashes[i - 1], history_[i - 1]);
  return hashes;
}

std::uint64_t Predictor::recent(const Hashes& hashes, const Stretch& stretch) const {
  return add_word(hashes[stretch.word], history_[stretch.word] & stretch.mask);
}

void Predictor::remember(bool bit) {
  for (std::size_t i = history_.size() - 1; i > 0; --i)
    history_[i] = history_[i] << 1 | history_[i - 1] >> 63;
  history_[0] = history_[0] << 1 | (bit ? 1 : 0);
}

bool Predictor::misses_branch(std::uint64_t address, bool taken) {
  std::array<std::size_t, tables> index;
  const Hashes all = hashes();
  int sum = 0;
  for (unsigned i = 0; i < tables; ++i) {
    index[i] = mix(address * 0xff51afd7ed558ccdULL ^ (recent(all, stretches_[i]) + i)) % entries;
    sum += weights_[i][index[i]];
  }
  const bool missed = (sum >= 0) != taken;
  // Sure enough is left alone: 1.93 × tables + 14 (Jiménez and Lin).
  if (missed || std::abs(sum) < 31)
    for (unsigned i = 0; i < tables; ++i) {
      std::int8_t& weight = weights_[i][index[i]];
      weight = static_cast<std::int8_t>(std::clamp(weight + (taken ? 1 : -1), -most - 1, most));
    }
  remember(taken);
  return missed;
}

bool Predictor::misses_target(std::uint64_t address, std::uint64_t target) {
  constexpr std::uint32_t looked_at = 16;  // branches
  const std::uint64_t history = recent(hashes(), stretch_of(looked_at));
  std::uint64_t& known = targets_[mix(address * 31 ^ history) % targets];
  const bool missed = known != target;
  known = target;
  remember((target >> 4 & 1) != 0);
  remember((target >> 6 & 1) != 0);
  return missed;
}

}  // namespace hpcast::coretime
