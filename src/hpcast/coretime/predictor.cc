#include "hpcast/coretime/predictor.h"

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
    lengths_[i] = static_cast<std::uint32_t>(
        std::lround(3 * std::pow(longest / 3, static_cast<double>(i - 1) / (tables - 2))));
}

std::uint64_t Predictor::recent(std::uint32_t branches) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < history_.size() && branches > 0; ++i) {
    const std::uint64_t mask = branches >= 64 ? ~0ULL : (1ULL << branches) - 1;
    hash = (hash ^ (history_[i] & mask)) * 0x9e3779b97f4a7c15ULL;
    branches -= std::min(branches, 64U);
  }
  return hash;
}

void Predictor::remember(bool bit) {
  for (std::size_t i = history_.size() - 1; i > 0; --i)
    history_[i] = history_[i] << 1 | history_[i - 1] >> 63;
  history_[0] = history_[0] << 1 | (bit ? 1 : 0);
}

bool Predictor::misses_branch(std::uint64_t address, bool taken) {
  std::array<std::size_t, tables> index;
  int sum = 0;
  for (unsigned i = 0; i < tables; ++i) {
    index[i] = mix(address * 0xff51afd7ed558ccdULL ^ (recent(lengths_[i]) + i)) % entries;
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
  std::uint64_t& known = targets_[mix(address * 31 ^ recent(16)) % targets];
  const bool missed = known != target;
  known = target;
  remember((target >> 4 & 1) != 0);
  remember((target >> 6 & 1) != 0);
  return missed;
}

}  // namespace hpcast::coretime
