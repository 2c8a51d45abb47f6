// Gather and scatter, with and without lists of counts: Open MPI 4.1.6, ompi/mca/coll/base/
// coll_base_gather.c, coll_base_scatter.c and ompi/mca/coll/basic/coll_basic_{gather,scatter}v.c;
// MPICH 4.0.3, src/mpi/coll/{gather,scatter}/*_intra_binomial.c (the same messages) and
// {gather,scatter}v/*_allcomm_linear.c.
//
// The libraries leave out messages of no bytes in gatherv and scatterv. Here they are sent: a rank
// that is not the root has no list, so that both sides could not agree on what to leave out. Within
// collectives of which everybody has the list (allgatherv, reduce_scatter) they are left out.
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"
#include "hpcast/models/netsim/collective_trees.h"

namespace hpcast::netsim::collectives {
namespace {

enum class GatherCalls : std::uint8_t { at_once, one_by_one };

void gather_add(const CollectivePart& part, CollectiveRound& round, bool to_root,
                std::uint32_t peer, std::uint64_t bytes) {
  const bool known = part.kind == Collective::allgatherv || part.kind == Collective::reduce_scatter;
  if (bytes == 0 && known && !part.counts.empty()) return;
  if (to_root)
    add_send(round, peer, bytes);
  else
    add_receive(round, peer, bytes);
}

// ---- Linear. The root's calls are all posted at once, or block one after the other.

template <GatherCalls calls>
std::uint32_t gather_linear_rounds(const CollectivePart& part) {
  return calls == GatherCalls::one_by_one && is_root(part) ? part.size - 1 : 1;
}
template <GatherCalls calls, bool to_root>
void gather_fill_linear(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (!is_root(part))
    return gather_add(part, round, to_root, part.root, block_bytes(part, part.rank));
  const bool at_once = calls == GatherCalls::at_once;
  const std::uint32_t past = at_once ? part.size - 1 : index + 1;
  for (std::uint32_t i = index; i < past; ++i) {
    const std::uint32_t peer = other_than_root(part, i);
    gather_add(part, round, !to_root, peer, block_bytes(part, peer));
  }
}
// Blocks of one size: where they are small it is as if all were posted at once.
std::uint32_t gather_sized_rounds(const CollectivePart& part) {
  return part.bytes <= small_message ? gather_linear_rounds<GatherCalls::at_once>(part)
                                     : gather_linear_rounds<GatherCalls::one_by_one>(part);
}
template <bool to_root>
void gather_fill_sized(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (part.bytes <= small_message)
    gather_fill_linear<GatherCalls::at_once, to_root>(part, index, round);
  else
    gather_fill_linear<GatherCalls::one_by_one, to_root>(part, index, round);
}

// ---- Binomial: blocking calls; a gather begins with the smallest subtree, a scatter with the
// largest.

std::uint32_t gather_tree_rounds(const CollectivePart& part) {
  return child_count<InOrderBinomialTree>(part) + (is_root(part) ? 0 : 1);
}
std::uint64_t gather_subtree_bytes(const CollectivePart& part, std::uint32_t rank) {
  CollectivePart there = part;
  there.rank = rank;
  return part.bytes * InOrderBinomialShape::reach(place_of(there), part.size);
}
void gather_fill_up(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (index == child_count<InOrderBinomialTree>(part)) {
    return add_send(round, InOrderBinomialTree::parent(part),
                    gather_subtree_bytes(part, part.rank));
  }
  const std::uint32_t child = child_at<InOrderBinomialTree>(part, index);
  add_receive(round, child, gather_subtree_bytes(part, child));
}
void scatter_fill_down(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (!is_root(part) && index == 0) {
    return add_receive(round, InOrderBinomialTree::parent(part),
                       gather_subtree_bytes(part, part.rank));
  }
  const std::uint32_t last = gather_tree_rounds(part) - 1;
  const std::uint32_t child = child_at<InOrderBinomialTree>(part, last - index);
  add_send(round, child, gather_subtree_bytes(part, child));
}

// ---- Linear with synchronisation: the root calls for one block after the other. Its second part
// is empty with the segment size that coll_tuned asks for (0), yet is sent.

std::uint32_t gather_sync_rounds(const CollectivePart& part) {
  return is_root(part) ? part.size : 3;
}
void gather_fill_sync(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (!is_root(part)) {
    if (index == 0) return add_receive(round, part.root, 0);
    return add_send(round, part.root, index == 1 ? part.bytes : 0);
  }
  if (index < part.size - 1) {
    const std::uint32_t peer = other_than_root(part, index);
    return add_exchange(round, peer, part.bytes, peer, 0);
  }
  for (std::uint32_t i = 0; i < part.size - 1; ++i) add_receive(round, other_than_root(part, i), 0);
}

}  // namespace

const Phase gather_one_by_one{gather_sized_rounds, gather_fill_sized<true>};
const Phase gather_at_once{gather_linear_rounds<GatherCalls::at_once>,
                           gather_fill_linear<GatherCalls::at_once, true>};
const Phase gather_up{gather_tree_rounds, gather_fill_up};
const Phase gather_with_sync{gather_sync_rounds, gather_fill_sync};
const Phase scatter_one_by_one{gather_sized_rounds, gather_fill_sized<false>};
const Phase scatter_at_once{gather_linear_rounds<GatherCalls::at_once>,
                            gather_fill_linear<GatherCalls::at_once, false>};
const Phase scatter_down{gather_tree_rounds, scatter_fill_down};
const Phase gatherv_one_by_one{gather_linear_rounds<GatherCalls::one_by_one>,
                               gather_fill_linear<GatherCalls::one_by_one, true>};
const Phase scatterv_one_by_one{gather_linear_rounds<GatherCalls::one_by_one>,
                                gather_fill_linear<GatherCalls::one_by_one, false>};

}  // namespace hpcast::netsim::collectives
