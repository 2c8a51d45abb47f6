// Neighbourhood collectives: everything posted at once. Open MPI 4.1.6, ompi/mca/coll/basic/
// coll_basic_neighbor_*.c; MPICH 4.0.3, src/mpi/coll/ineighbor_*/*_allcomm_sched_linear.c.
#include <cstddef>
#include <cstdint>
#include <span>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

// Without its list, nothing is known of the neighbours: no messages.
struct NeighborList {
  std::span<const std::uint64_t> sent, received;  // pairs of rank and bytes

  explicit NeighborList(const CollectivePart& part) {
    if (part.counts.size() < 2) return;
    const std::uint64_t pairs = (part.counts.size() - 2) / 2;
    const std::uint64_t sends = part.counts[0], receives = part.counts[1];
    if (sends > pairs || receives > pairs - sends) return;
    sent = part.counts.subspan(2, 2 * sends);
    received = part.counts.subspan(2 + 2 * sends, 2 * receives);
  }
};

std::uint32_t neighbor_once(const CollectivePart&) { return 1; }
void neighbor_fill_at_once(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const NeighborList list(part);
  const auto add_all = [&](std::span<const std::uint64_t> pairs, auto add) {
    for (std::size_t i = 0; i < pairs.size(); i += 2)
      if (pairs[i] != part.rank) add(round, static_cast<std::uint32_t>(pairs[i]), pairs[i + 1]);
  };
  add_all(list.received, add_receive);
  add_all(list.sent, add_send);
}

}  // namespace

const Phase neighbor_at_once{neighbor_once, neighbor_fill_at_once};

}  // namespace hpcast::netsim::collectives
