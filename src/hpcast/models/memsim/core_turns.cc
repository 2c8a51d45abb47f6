#include "hpcast/models/memsim/core_turns.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hpcast::memsim {

CoreTurns::CoreTurns(std::uint32_t cores, std::vector<std::uint32_t> order)
    : order_(std::move(order)), load_(cores) {
  if (order_.empty()) {
    order_.resize(cores);
    std::iota(order_.begin(), order_.end(), 0U);
  }
  blocks_.push_back({{}, 0, static_cast<std::uint32_t>(order_.size()), 0});
}

std::uint32_t CoreTurns::block_of(std::uint32_t rank, std::uint32_t ranks) {
  for (std::uint32_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].rank.rank == rank && blocks_[i].rank.ranks == ranks) return i;
  const auto cores = static_cast<std::uint32_t>(order_.size());
  const std::uint32_t each = std::max(cores / ranks, 1U);
  const auto begin = static_cast<std::uint32_t>(std::uint64_t{rank} * each % cores);
  blocks_.push_back({{rank, ranks}, begin, each, 0});
  return static_cast<std::uint32_t>(blocks_.size() - 1);
}

reftrace::Rank CoreTurns::rank_of(std::uint32_t block) const { return blocks_[block].rank; }

void CoreTurns::begin_process(std::uint32_t block_index) {
  Block& block = blocks_[block_index];
  const auto begin = order_.begin() + block.begin;
  const auto idlest =
      std::min_element(begin, begin + block.cores,
                       [this](std::uint32_t a, std::uint32_t b) { return load_[a] < load_[b]; });
  block.started = static_cast<std::uint32_t>(idlest - begin);
}

std::uint32_t CoreTurns::next(std::uint32_t block_index) {
  Block& block = blocks_[block_index];
  const std::uint32_t* const order = order_.data() + block.begin;
  std::uint32_t best = order[block.started % block.cores];
  for (std::uint32_t i = 0; i < block.cores; ++i) {
    const std::uint32_t core = order[(block.started + i) % block.cores];
    if (load_[core] < load_[best]) best = core;
  }
  ++block.started;
  return best;
}

}  // namespace hpcast::memsim
