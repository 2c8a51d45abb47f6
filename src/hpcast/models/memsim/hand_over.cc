#include "hpcast/models/memsim/hand_over.h"

#include <algorithm>

namespace hpcast::memsim {

double HandOver::time(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t memory = topology_.nearest_memories[to].at(0);
  const std::uint32_t path = topology_.path(to, memory), other = topology_.path(from, memory);
  const auto& own = topology_.shared_caches[path];
  const auto& others = topology_.shared_caches[other];
  const auto both = [&](std::uint32_t cache) { return std::ranges::count(others, cache) > 0; };
  const auto common = std::ranges::find_if(own, both);
  const bool is_cache = common != own.end();
  const std::optional<double>& known = is_cache ? machine_.class_of_cache(*common).hand_over
                                                : machine_.class_of_memory(memory).hand_over;
  if (known) return *known;
  const std::vector<double>&ways = latencies_.shared[path], &other_ways = latencies_.shared[other];
  if (ways.empty() || other_ways.empty()) return 0;
  if (!is_cache) return ways.back() + other_ways.back();
  const auto level = [&](const auto& caches) {
    return static_cast<std::size_t>(std::ranges::find(caches, *common) - caches.begin());
  };
  return ways[level(own)] + other_ways[level(others)];
}

}  // namespace hpcast::memsim
