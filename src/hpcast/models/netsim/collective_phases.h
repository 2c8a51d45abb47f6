// The phases that the families of collectives have: what collective_table.cc makes algorithms of.
// Unless something else is said, names and messages are those of Open MPI 4.1.6's
// ompi/mca/coll/base, and MPICH 4.0.3's src/mpi/coll does the same. Private to netsim.
#pragma once

#include "hpcast/models/netsim/collective_phase.h"

namespace hpcast::netsim::collectives {

// collective_barrier.cc
extern const Phase barrier_to_first, barrier_from_first, barrier_around, barrier_doubling,
    barrier_dissemination, barrier_up, barrier_down;

// collective_bcast.cc
extern const Phase bcast_from_root, bcast_down_pipeline, bcast_down_binary, bcast_down_binomial,
    bcast_down_four_nomial, bcast_down_four_chains_64k, bcast_down_pipeline_64k, bcast_halves_down,
    bcast_halves_down_64k, bcast_halves_swap, bcast_binomial_one_by_one, bcast_scatter,
    bcast_doubling, bcast_ring, bcast_scatter_bytes, bcast_doubling_bytes, bcast_ring_bytes;

// collective_reduce.cc
extern const Phase reduce_to_root, reduce_up_pipeline, reduce_up_binary, reduce_up_binomial,
    reduce_up_in_order, reduce_last_to_root, reduce_up_four_chains_64k, reduce_up_pipeline_64k;

// collective_halving.cc: Rabenseifner's reduce and allreduce. `even` and `odd` say which rank of a
// pair stays in; `blocks`: cut as MPICH does.
extern const Phase fold_in_halves_even, fold_even, fold_odd, unfold_even, unfold_odd, halve_even,
    halve_blocks_even, halve_blocks_odd, join_even, join_blocks_odd, hand_to_odd_root,
    hand_blocks_to_odd_root, join_at_root, join_blocks_at_root;

// collective_allreduce.cc
extern const Phase allreduce_reduce, allreduce_bcast, allreduce_reduce_linear,
    allreduce_bcast_linear, allreduce_doubling, allreduce_ring_reduce, allreduce_ring_reduce_1m,
    allreduce_ring_share;

// collective_gather_scatter.cc; the last two take one block after the other, as blocking calls do
extern const Phase gather_one_by_one, gather_at_once, gather_up, gather_with_sync,
    scatter_one_by_one, scatter_at_once, scatter_down, gatherv_one_by_one, scatterv_one_by_one;

// collective_allgather.cc, for allgatherv too
extern const Phase allgather_gather, allgatherv_gather, allgather_bcast, allgather_bruck_steps,
    allgather_doubling, allgather_ring_steps, allgather_ring_steps_32k, allgather_neighbors,
    allgather_swap;

// collective_alltoall.cc, for alltoallv too
extern const Phase alltoall_at_once, alltoall_pairs, alltoall_xor_pairs, alltoall_bruck_steps,
    alltoall_batches;

// collective_reduce_scatter.cc, for both kinds
extern const Phase reduce_scatter_reduce, reduce_scatter_scatterv, reduce_scatter_block_scatter,
    reduce_scatter_fold, reduce_scatter_halve, reduce_scatter_unfold, reduce_scatter_doubling,
    reduce_scatter_ring_steps, reduce_scatter_mirrored_halve, reduce_scatter_mirror,
    reduce_scatter_pairs;

// collective_scan.cc
extern const Phase scan_along, exscan_along, scan_doubling, exscan_doubling;

// collective_neighbor.cc
extern const Phase neighbor_at_once;

}  // namespace hpcast::netsim::collectives
