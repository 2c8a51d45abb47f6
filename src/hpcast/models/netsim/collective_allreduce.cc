// Allreduce: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_allreduce.c; MPICH 4.0.3's recursive
// doubling (allreduce_intra_recursive_doubling.c) has the same messages. Rabenseifner's:
// collective_halving.cc.
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_segments.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

CollectivePart allreduce_as(const CollectivePart& part, Collective kind) {
  CollectivePart result = part;
  result.kind = kind;
  result.root = 0;
  return result;
}
CollectivePart allreduce_as_reduce(const CollectivePart& part) {
  return allreduce_as(part, Collective::reduce);
}
CollectivePart allreduce_as_bcast(const CollectivePart& part) {
  return allreduce_as(part, Collective::bcast);
}

template <CollectivePart (*inner)(const CollectivePart&), const Phase& phase>
constexpr Phase allreduce_with() {
  return {[](const CollectivePart& part) { return phase.rounds(inner(part)); },
          [](const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
            phase.fill(inner(part), index, round);
          }};
}

// Whole vectors, among the ranks that the fold leaves.
std::uint32_t allreduce_doubling_rounds(const CollectivePart& part) {
  const Fold fold = fold_of(part, 1);
  return fold.stays(part.rank) ? fold.steps() : 0;
}
void allreduce_fill_doubling(const CollectivePart& part, std::uint32_t index,
                             CollectiveRound& round) {
  const Fold fold = fold_of(part, 1);
  const std::uint32_t peer = fold.rank(fold.number(part.rank) ^ (1U << index));
  add_exchange(round, peer, part.bytes, peer, part.bytes);
  add_combine(round, part.bytes);
}

// ---- Rings. A block for each rank; in the segmented ring every block is reduced in so many
// phases, one time around the ring for each.

template <std::uint64_t segment>
std::uint64_t allreduce_phases(const CollectivePart& part) {
  if constexpr (segment == unsegmented) return 1;
  const std::uint64_t at_once = part.size * segment_elements(part, segment);
  const std::uint64_t rest = elements_of(part) % at_once;
  return elements_of(part) / at_once + (rest >= part.size && rest > at_once / 2 ? 1 : 0);
}
// Of a block in one phase.
template <std::uint64_t segment>
std::uint64_t allreduce_piece(const CollectivePart& part, std::uint32_t block,
                              std::uint32_t phase) {
  const Blocks blocks = blocks_of(part, part.size);
  if constexpr (segment == unsegmented) return blocks.size(block);
  return Blocks{blocks.size(block), part.element, allreduce_phases<segment>(part)}.size(phase);
}

template <std::uint64_t segment>
std::uint32_t allreduce_ring_reduce_rounds(const CollectivePart& part) {
  return static_cast<std::uint32_t>(allreduce_phases<segment>(part)) * (part.size - 1);
}
template <std::uint64_t segment>
void allreduce_fill_ring_reduce(const CollectivePart& part, std::uint32_t index,
                                CollectiveRound& round) {
  const std::uint32_t phase = index / (part.size - 1), step = index % (part.size - 1);
  const auto piece = [&](std::uint32_t distance) {
    return allreduce_piece<segment>(part, rank_before(part, distance), phase);
  };
  const std::uint64_t received = piece(step + 1);
  add_exchange(round, rank_before(part, 1), received, rank_after(part, 1), piece(step));
  add_combine(round, received);
}

std::uint32_t allreduce_ring_share_rounds(const CollectivePart& part) { return part.size - 1; }
void allreduce_fill_ring_share(const CollectivePart& part, std::uint32_t index,
                               CollectiveRound& round) {
  const Blocks blocks = blocks_of(part, part.size);
  const std::uint64_t received = blocks.size(rank_before(part, index));
  const std::uint64_t sent =
      blocks.size(rank_before(part, index + part.size - 1));  // one after `index`
  add_exchange(round, rank_before(part, 1), received, rank_after(part, 1), sent);
}

}  // namespace

const Phase allreduce_reduce = as_open_mpi_does<allreduce_as_reduce>();
const Phase allreduce_bcast = as_open_mpi_does<allreduce_as_bcast>();
const Phase allreduce_reduce_linear = allreduce_with<allreduce_as_reduce, reduce_to_root>();
const Phase allreduce_bcast_linear = allreduce_with<allreduce_as_bcast, bcast_from_root>();
const Phase allreduce_doubling{allreduce_doubling_rounds, allreduce_fill_doubling};
const Phase allreduce_ring_reduce{allreduce_ring_reduce_rounds<unsegmented>,
                                  allreduce_fill_ring_reduce<unsegmented>};
const Phase allreduce_ring_reduce_1m{allreduce_ring_reduce_rounds<mib>,
                                     allreduce_fill_ring_reduce<mib>};
const Phase allreduce_ring_share{allreduce_ring_share_rounds, allreduce_fill_ring_share};

}  // namespace hpcast::netsim::collectives
