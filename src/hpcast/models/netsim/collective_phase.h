// Algorithms are made of phases, played one after the other: a scatter, then an allgather. Each
// rank has its own number of rounds in a phase. Private to netsim.
#pragma once

#include <cstdint>
#include <limits>

#include "hpcast/models/netsim/collective.h"

namespace hpcast::netsim::collectives {

// Both are called with two ranks or more. `fill` adds the steps of round `index`, which is below
// rounds(part), to a round that is empty.
struct Phase {
  std::uint32_t (*rounds)(const CollectivePart& part);
  void (*fill)(const CollectivePart& part, std::uint32_t index, CollectiveRound& round);
};

// The place of an algorithm in all_algorithms(). What each one is: collective_table.cc.
enum class AlgorithmId : std::uint8_t {
  barrier_linear,
  barrier_double_ring,
  barrier_recursive_doubling,
  barrier_bruck,
  barrier_two_proc,
  barrier_tree,
  barrier_dissemination,
  bcast_linear,
  bcast_chain,
  bcast_pipeline,
  bcast_split_binary,
  bcast_binary,
  bcast_binomial,
  bcast_k_nomial,
  bcast_scatter_allgather,
  bcast_scatter_ring_allgather,
  bcast_chain_64k,
  bcast_pipeline_64k,
  bcast_split_binary_64k,
  bcast_binomial_mpich,
  bcast_scatter_allgather_mpich,
  bcast_scatter_ring_allgather_mpich,
  reduce_linear,
  reduce_chain,
  reduce_pipeline,
  reduce_binary,
  reduce_binomial,
  reduce_in_order_binary,
  reduce_rabenseifner,
  reduce_chain_64k,
  reduce_pipeline_64k,
  reduce_rabenseifner_mpich,
  allreduce_linear,
  allreduce_reduce_bcast,
  allreduce_recursive_doubling,
  allreduce_ring,
  allreduce_segmented_ring,
  allreduce_rabenseifner,
  allreduce_segmented_ring_1m,
  allreduce_rabenseifner_mpich,
  gather_linear,
  gather_binomial,
  gather_linear_sync,
  gatherv_linear,
  gatherv_linear_nb,
  scatter_linear,
  scatter_binomial,
  scatter_linear_nb,
  scatterv_linear,
  scatterv_linear_nb,
  allgather_linear,
  allgather_bruck,
  allgather_recursive_doubling,
  allgather_ring,
  allgather_neighbor_exchange,
  allgather_two_proc,
  allgatherv_linear,
  allgatherv_bruck,
  allgatherv_ring,
  allgatherv_neighbor_exchange,
  allgatherv_two_proc,
  allgatherv_recursive_doubling,
  allgatherv_ring_32k,
  alltoall_linear,
  alltoall_pairwise,
  alltoall_bruck,
  alltoall_linear_sync,
  alltoall_two_proc,
  alltoall_scattered,
  alltoall_pairwise_xor,
  alltoallv_linear,
  alltoallv_pairwise,
  alltoallv_scattered,
  reduce_scatter_block_linear,
  reduce_scatter_block_recursive_doubling,
  reduce_scatter_block_recursive_halving,
  reduce_scatter_block_butterfly,
  reduce_scatter_block_pairwise,
  reduce_scatter_non_overlapping,
  reduce_scatter_recursive_halving,
  reduce_scatter_ring,
  reduce_scatter_butterfly,
  reduce_scatter_pairwise,
  scan_linear,
  scan_recursive_doubling,
  exscan_linear,
  exscan_recursive_doubling,
  neighbor_linear,
  none,  // none + kind: no messages
};

// As CollectiveAlgorithm::round, and how many rounds that are.
bool play_round(AlgorithmId id, const CollectivePart& part, std::uint32_t index,
                CollectiveRound& round);
std::uint32_t rounds_of(AlgorithmId id, const CollectivePart& part);
// The algorithm that the library turns to when this one is not for such a call; else itself.
AlgorithmId really_used(AlgorithmId id, const CollectivePart& part);

// Rules of choice are limits that the call is below.
inline constexpr std::uint32_t any_ranks = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();

AlgorithmId open_mpi_choice(const CollectivePart& part);
AlgorithmId mpich_choice(const CollectivePart& part);
AlgorithmId no_messages(Collective kind);

// A collective within another one, as Open MPI's tuned component would do it.
template <CollectivePart (*inner)(const CollectivePart&)>
constexpr Phase as_open_mpi_does() {
  return {[](const CollectivePart& part) {
            const CollectivePart inside = inner(part);
            return rounds_of(open_mpi_choice(inside), inside);
          },
          [](const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
            const CollectivePart inside = inner(part);
            play_round(open_mpi_choice(inside), inside, index, round);
          }};
}

}  // namespace hpcast::netsim::collectives
