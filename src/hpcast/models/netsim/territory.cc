#include "hpcast/models/netsim/territory.h"

namespace hpcast::netsim {

std::vector<std::uint16_t> Territory::divide_nodes(std::uint32_t nodes,
                                                   const std::vector<std::uint32_t>& node_of_rank,
                                                   std::uint32_t parts) {
  std::vector<std::uint32_t> ranks_on(nodes);
  for (const std::uint32_t node : node_of_rank) ++ranks_on[node];
  std::vector<std::uint16_t> part_of(nodes);
  const std::uint64_t ranks = std::max<std::uint64_t>(1, node_of_rank.size());
  std::uint64_t before = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    part_of[node] =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(before * parts / ranks, parts - 1));
    before += ranks_on[node];
  }
  return part_of;
}

}  // namespace hpcast::netsim
