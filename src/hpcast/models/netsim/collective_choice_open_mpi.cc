// What Open MPI's "tuned" component chooses by default: Open MPI 4.1.6, ompi/mca/coll/tuned/
// coll_tuned_decision_fixed.c (unchanged from 4.1.0 to 4.1.8), for operators that commute. It asks
// for no segments (segment size 0) and no fan-out, so that "chain" is one chain.
//
// What "tuned" leaves to others is theirs: gatherv, scatterv, scan, exscan and neighbourhoods to
// "basic", communicators of one rank to "self".
#include <cstdint>
#include <span>

#include "hpcast/models/netsim/collective_phase.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

using Id = AlgorithmId;

// The first rule holds whose limits are both above the call's numbers of ranks and bytes. Which
// bytes these are, each table says.
struct OpenMpiRule {
  std::uint32_t ranks_below;
  std::uint64_t bytes_below;
  Id chosen;
};

// Only the number of ranks counts.
constexpr OpenMpiRule open_mpi_barrier[] = {
    {4, any_size, Id::barrier_recursive_doubling},
    {8, any_size, Id::barrier_linear},
    {64, any_size, Id::barrier_recursive_doubling},
    {256, any_size, Id::barrier_bruck},
    {512, any_size, Id::barrier_tree},
    {1024, any_size, Id::barrier_bruck},
    {4096, any_size, Id::barrier_tree},
    {any_ranks, any_size, Id::barrier_bruck},
};

// Bytes of the vector.
constexpr OpenMpiRule open_mpi_bcast[] = {
    {4, 32, Id::bcast_pipeline},
    {4, 256, Id::bcast_binary},
    {4, 512, Id::bcast_pipeline},
    {4, 1 * kib, Id::bcast_k_nomial},
    {4, 32 * kib, Id::bcast_linear},
    {4, 128 * kib, Id::bcast_binary},
    {4, 256 * kib, Id::bcast_chain},
    {4, 512 * kib, Id::bcast_linear},
    {4, 1 * mib, Id::bcast_binomial},
    {4, any_size, Id::bcast_binary},
    {8, 64, Id::bcast_binary},
    {8, 128, Id::bcast_binomial},
    {8, 2 * kib, Id::bcast_binary},
    {8, 8 * kib, Id::bcast_binomial},
    {8, 1 * mib, Id::bcast_linear},
    {8, any_size, Id::bcast_chain},
    {16, 8, Id::bcast_k_nomial},
    {16, 64, Id::bcast_binary},
    {16, 4 * kib, Id::bcast_k_nomial},
    {16, 16 * kib, Id::bcast_binary},
    {16, 32 * kib, Id::bcast_binomial},
    {16, any_size, Id::bcast_linear},
    {32, 4 * kib, Id::bcast_k_nomial},
    {32, 1 * mib, Id::bcast_binomial},
    {32, any_size, Id::bcast_scatter_allgather},
    {64, 2 * kib, Id::bcast_binomial},
    {64, any_size, Id::bcast_k_nomial},
    {128, any_size, Id::bcast_k_nomial},
    {256, 2, Id::bcast_binomial},
    {256, 16 * kib, Id::bcast_binary},
    {256, 32 * kib, Id::bcast_linear},
    {256, 64 * kib, Id::bcast_binary},
    {256, any_size, Id::bcast_k_nomial},
    {1024, 16 * kib, Id::bcast_k_nomial},
    {1024, 32 * kib, Id::bcast_split_binary},
    {1024, any_size, Id::bcast_k_nomial},
    {2048, 512 * kib, Id::bcast_k_nomial},
    {2048, any_size, Id::bcast_scatter_allgather},
    {4096, 256 * kib, Id::bcast_k_nomial},
    {4096, any_size, Id::bcast_scatter_allgather},
    {any_ranks, 8 * kib, Id::bcast_k_nomial},
    {any_ranks, 16 * kib, Id::bcast_binary},
    {any_ranks, 256 * kib, Id::bcast_k_nomial},
    {any_ranks, any_size, Id::bcast_scatter_allgather},
};

// Bytes of the vector.
constexpr OpenMpiRule open_mpi_reduce[] = {
    {4, 8, Id::reduce_rabenseifner},
    {4, 16, Id::reduce_binary},
    {4, 32, Id::reduce_pipeline},
    {4, 256 * kib, Id::reduce_linear},
    {4, 512 * kib, Id::reduce_pipeline},
    {4, 1 * mib, Id::reduce_chain},
    {4, any_size, Id::reduce_pipeline},
    {8, 4 * kib, Id::reduce_binary},
    {8, 64 * kib, Id::reduce_chain},
    {8, 256 * kib, Id::reduce_binomial},
    {8, 512 * kib, Id::reduce_linear},
    {8, 1 * mib, Id::reduce_binomial},
    {8, any_size, Id::reduce_linear},
    {16, 8 * kib, Id::reduce_binary},
    {16, any_size, Id::reduce_binomial},
    {32, 4 * kib, Id::reduce_binary},
    {32, any_size, Id::reduce_binomial},
    {256, any_size, Id::reduce_binomial},
    {512, 8 * kib, Id::reduce_binomial},
    {512, 16 * kib, Id::reduce_in_order_binary},
    {512, any_size, Id::reduce_binomial},
    {2048, any_size, Id::reduce_binomial},
    {4096, 512, Id::reduce_binomial},
    {4096, 1 * kib, Id::reduce_in_order_binary},
    {4096, 8 * kib, Id::reduce_binomial},
    {4096, 16 * kib, Id::reduce_in_order_binary},
    {4096, any_size, Id::reduce_binomial},
    {any_ranks, 16, Id::reduce_binomial},
    {any_ranks, 32, Id::reduce_in_order_binary},
    {any_ranks, 1 * kib, Id::reduce_binomial},
    {any_ranks, 2 * kib, Id::reduce_in_order_binary},
    {any_ranks, 8 * kib, Id::reduce_binomial},
    {any_ranks, 16 * kib, Id::reduce_in_order_binary},
    {any_ranks, any_size, Id::reduce_binomial},
};

// Bytes of the vector.
constexpr OpenMpiRule open_mpi_allreduce[] = {
    {4, 8, Id::allreduce_ring},
    {4, 4 * kib, Id::allreduce_recursive_doubling},
    {4, 8 * kib, Id::allreduce_ring},
    {4, 16 * kib, Id::allreduce_recursive_doubling},
    {4, 64 * kib, Id::allreduce_ring},
    {4, 256 * kib, Id::allreduce_segmented_ring},
    {4, any_size, Id::allreduce_rabenseifner},
    {8, 16, Id::allreduce_ring},
    {8, 8 * kib, Id::allreduce_recursive_doubling},
    {8, any_size, Id::allreduce_rabenseifner},
    {16, 8 * kib, Id::allreduce_recursive_doubling},
    {16, any_size, Id::allreduce_rabenseifner},
    {32, 64, Id::allreduce_segmented_ring},
    {32, 4 * kib, Id::allreduce_recursive_doubling},
    {32, any_size, Id::allreduce_rabenseifner},
    {64, 128, Id::allreduce_segmented_ring},
    {64, any_size, Id::allreduce_rabenseifner},
    {128, 256 * kib, Id::allreduce_recursive_doubling},
    {128, any_size, Id::allreduce_rabenseifner},
    {256, 128 * kib, Id::allreduce_reduce_bcast},
    {256, 256 * kib, Id::allreduce_recursive_doubling},
    {256, any_size, Id::allreduce_rabenseifner},
    {512, 4 * kib, Id::allreduce_reduce_bcast},
    {512, any_size, Id::allreduce_rabenseifner},
    {2048, 2 * kib, Id::allreduce_reduce_bcast},
    {2048, 16 * kib, Id::allreduce_recursive_doubling},
    {2048, any_size, Id::allreduce_rabenseifner},
    {4096, 2 * kib, Id::allreduce_reduce_bcast},
    {4096, 4 * kib, Id::allreduce_segmented_ring},
    {4096, 16 * kib, Id::allreduce_recursive_doubling},
    {4096, any_size, Id::allreduce_rabenseifner},
    {any_ranks, 2 * kib, Id::allreduce_reduce_bcast},
    {any_ranks, 16 * kib, Id::allreduce_segmented_ring},
    {any_ranks, 32 * kib, Id::allreduce_recursive_doubling},
    {any_ranks, any_size, Id::allreduce_rabenseifner},
};

// Bytes of a block.
constexpr OpenMpiRule open_mpi_allgather[] = {
    {3, any_size, Id::allgather_two_proc},
    {32, any_size, Id::allgather_recursive_doubling},
    {64, 1 * kib, Id::allgather_recursive_doubling},
    {64, 64 * kib, Id::allgather_neighbor_exchange},
    {64, any_size, Id::allgather_ring},
    {128, 512, Id::allgather_recursive_doubling},
    {128, 64 * kib, Id::allgather_neighbor_exchange},
    {128, any_size, Id::allgather_ring},
    {256, 512, Id::allgather_recursive_doubling},
    {256, 128 * kib, Id::allgather_neighbor_exchange},
    {256, 512 * kib, Id::allgather_ring},
    {256, 1 * mib, Id::allgather_neighbor_exchange},
    {256, any_size, Id::allgather_ring},
    {512, 32, Id::allgather_recursive_doubling},
    {512, 128, Id::allgather_bruck},
    {512, 1 * kib, Id::allgather_recursive_doubling},
    {512, 128 * kib, Id::allgather_neighbor_exchange},
    {512, 512 * kib, Id::allgather_ring},
    {512, 1 * mib, Id::allgather_neighbor_exchange},
    {512, any_size, Id::allgather_ring},
    {1024, 64, Id::allgather_recursive_doubling},
    {1024, 256, Id::allgather_bruck},
    {1024, 2 * kib, Id::allgather_recursive_doubling},
    {1024, any_size, Id::allgather_neighbor_exchange},
    {2048, 4, Id::allgather_recursive_doubling},
    {2048, 8, Id::allgather_bruck},
    {2048, 16, Id::allgather_recursive_doubling},
    {2048, 32, Id::allgather_bruck},
    {2048, 256, Id::allgather_recursive_doubling},
    {2048, 512, Id::allgather_bruck},
    {2048, 4 * kib, Id::allgather_recursive_doubling},
    {2048, any_size, Id::allgather_neighbor_exchange},
    {4096, 32, Id::allgather_bruck},
    {4096, 128, Id::allgather_recursive_doubling},
    {4096, 512, Id::allgather_bruck},
    {4096, 4 * kib, Id::allgather_recursive_doubling},
    {4096, any_size, Id::allgather_neighbor_exchange},
    {any_ranks, 2, Id::allgather_recursive_doubling},
    {any_ranks, 8, Id::allgather_bruck},
    {any_ranks, 16, Id::allgather_recursive_doubling},
    {any_ranks, 512, Id::allgather_bruck},
    {any_ranks, 4 * kib, Id::allgather_recursive_doubling},
    {any_ranks, any_size, Id::allgather_neighbor_exchange},
};

// Bytes of all blocks together, divided by the ranks.
constexpr OpenMpiRule open_mpi_allgatherv[] = {
    {3, 2 * kib, Id::allgatherv_ring},
    {3, 4 * kib, Id::allgatherv_two_proc},
    {3, 8 * kib, Id::allgatherv_ring},
    {3, any_size, Id::allgatherv_two_proc},
    {8, 256, Id::allgatherv_linear},
    {8, 4 * kib, Id::allgatherv_neighbor_exchange},
    {8, 8 * kib, Id::allgatherv_ring},
    {8, 16 * kib, Id::allgatherv_neighbor_exchange},
    {8, 256 * kib, Id::allgatherv_bruck},
    {8, any_size, Id::allgatherv_neighbor_exchange},
    {16, 1 * kib, Id::allgatherv_linear},
    {16, any_size, Id::allgatherv_bruck},
    {32, 128, Id::allgatherv_linear},
    {32, 256 * kib, Id::allgatherv_bruck},
    {32, any_size, Id::allgatherv_ring},
    {64, 256, Id::allgatherv_linear},
    {64, 8 * kib, Id::allgatherv_bruck},
    {64, any_size, Id::allgatherv_ring},
    {128, 256, Id::allgatherv_linear},
    {128, 4 * kib, Id::allgatherv_bruck},
    {128, any_size, Id::allgatherv_ring},
    {256, 1 * kib, Id::allgatherv_bruck},
    {256, 64 * kib, Id::allgatherv_neighbor_exchange},
    {256, any_size, Id::allgatherv_ring},
    {512, 1 * kib, Id::allgatherv_bruck},
    {512, any_size, Id::allgatherv_ring},
    {1024, 512, Id::allgatherv_bruck},
    {1024, 1 * kib, Id::allgatherv_linear},
    {1024, 4 * kib, Id::allgatherv_bruck},
    {1024, 1 * mib, Id::allgatherv_neighbor_exchange},
    {1024, any_size, Id::allgatherv_ring},
    {any_ranks, 4 * kib, Id::allgatherv_bruck},
    {any_ranks, any_size, Id::allgatherv_neighbor_exchange},
};

// Bytes of a block.
constexpr OpenMpiRule open_mpi_alltoall[] = {
    {3, 2, Id::alltoall_pairwise},
    {3, 4, Id::alltoall_two_proc},
    {3, 16, Id::alltoall_pairwise},
    {3, 64, Id::alltoall_two_proc},
    {3, 256, Id::alltoall_pairwise},
    {3, 4 * kib, Id::alltoall_two_proc},
    {3, 32 * kib, Id::alltoall_pairwise},
    {3, 256 * kib, Id::alltoall_linear_sync},
    {3, 1 * mib, Id::alltoall_two_proc},
    {3, any_size, Id::alltoall_pairwise},
    {8, 8 * kib, Id::alltoall_linear_sync},
    {8, 16 * kib, Id::alltoall_linear},
    {8, 64 * kib, Id::alltoall_linear_sync},
    {8, 512 * kib, Id::alltoall_linear},
    {8, 1 * mib, Id::alltoall_pairwise},
    {8, any_size, Id::alltoall_linear},
    {16, 256 * kib, Id::alltoall_linear_sync},
    {16, any_size, Id::alltoall_linear},
    {32, 4, Id::alltoall_linear_sync},
    {32, 512, Id::alltoall_bruck},
    {32, 8 * kib, Id::alltoall_linear_sync},
    {32, 32 * kib, Id::alltoall_linear},
    {32, 256 * kib, Id::alltoall_linear_sync},
    {32, 512 * kib, Id::alltoall_linear},
    {32, any_size, Id::alltoall_linear_sync},
    {64, 512, Id::alltoall_bruck},
    {64, 512 * kib, Id::alltoall_linear},
    {64, any_size, Id::alltoall_linear_sync},
    {128, 1 * kib, Id::alltoall_bruck},
    {128, 2 * kib, Id::alltoall_linear},
    {128, 4 * kib, Id::alltoall_linear_sync},
    {128, 256 * kib, Id::alltoall_linear},
    {128, any_size, Id::alltoall_pairwise},
    {256, 1 * kib, Id::alltoall_bruck},
    {256, 2 * kib, Id::alltoall_linear_sync},
    {256, 256 * kib, Id::alltoall_linear},
    {256, any_size, Id::alltoall_pairwise},
    {512, 1 * kib, Id::alltoall_bruck},
    {512, 8 * kib, Id::alltoall_linear_sync},
    {512, 32 * kib, Id::alltoall_linear},
    {512, any_size, Id::alltoall_pairwise},
    {1024, 512, Id::alltoall_bruck},
    {1024, 8 * kib, Id::alltoall_linear_sync},
    {1024, 16 * kib, Id::alltoall_linear},
    {1024, 128 * kib, Id::alltoall_linear_sync},
    {1024, 256 * kib, Id::alltoall_linear},
    {1024, any_size, Id::alltoall_pairwise},
    {2048, 512, Id::alltoall_bruck},
    {2048, 1 * kib, Id::alltoall_linear_sync},
    {2048, 2 * kib, Id::alltoall_linear},
    {2048, 16 * kib, Id::alltoall_linear_sync},
    {2048, 256 * kib, Id::alltoall_linear},
    {2048, any_size, Id::alltoall_linear_sync},
    {4096, 1 * kib, Id::alltoall_bruck},
    {4096, 4 * kib, Id::alltoall_linear_sync},
    {4096, 8 * kib, Id::alltoall_linear},
    {4096, 128 * kib, Id::alltoall_linear_sync},
    {4096, any_size, Id::alltoall_linear},
    {any_ranks, 2 * kib, Id::alltoall_bruck},
    {any_ranks, 8 * kib, Id::alltoall_linear_sync},
    {any_ranks, 16 * kib, Id::alltoall_linear},
    {any_ranks, 32 * kib, Id::alltoall_linear_sync},
    {any_ranks, 64 * kib, Id::alltoall_linear},
    {any_ranks, any_size, Id::alltoall_linear_sync},
};

// Only the number of ranks counts.
constexpr OpenMpiRule open_mpi_alltoallv[] = {
    {4, any_size, Id::alltoallv_pairwise},    {64, any_size, Id::alltoallv_linear},
    {128, any_size, Id::alltoallv_pairwise},  {256, any_size, Id::alltoallv_linear},
    {1024, any_size, Id::alltoallv_pairwise}, {any_ranks, any_size, Id::alltoallv_linear},
};

// Bytes of a block.
constexpr OpenMpiRule open_mpi_gather[] = {
    {4, 2, Id::gather_linear_sync},        {4, 4, Id::gather_linear},
    {4, 32 * kib, Id::gather_binomial},    {4, 64 * kib, Id::gather_linear},
    {4, 128 * kib, Id::gather_binomial},   {4, any_size, Id::gather_linear_sync},
    {8, 1 * kib, Id::gather_binomial},     {8, 8 * kib, Id::gather_linear},
    {8, 32 * kib, Id::gather_binomial},    {8, 256 * kib, Id::gather_linear},
    {8, any_size, Id::gather_linear_sync}, {256, any_size, Id::gather_binomial},
    {512, 2 * kib, Id::gather_binomial},   {512, 8 * kib, Id::gather_linear},
    {512, any_size, Id::gather_binomial},  {any_ranks, any_size, Id::gather_binomial},
};

// Bytes of a block.
constexpr OpenMpiRule open_mpi_scatter[] = {
    {4, 2, Id::scatter_linear_nb},          {4, 128 * kib, Id::scatter_linear},
    {4, 256 * kib, Id::scatter_linear_nb},  {4, any_size, Id::scatter_linear},
    {8, 2 * kib, Id::scatter_binomial},     {8, 4 * kib, Id::scatter_linear},
    {8, 8 * kib, Id::scatter_binomial},     {8, 32 * kib, Id::scatter_linear},
    {8, 1 * mib, Id::scatter_linear_nb},    {8, any_size, Id::scatter_linear},
    {16, 16 * kib, Id::scatter_binomial},   {16, 1 * mib, Id::scatter_linear_nb},
    {16, any_size, Id::scatter_linear},     {32, 16 * kib, Id::scatter_binomial},
    {32, 32 * kib, Id::scatter_linear},     {32, any_size, Id::scatter_linear_nb},
    {64, 512, Id::scatter_binomial},        {64, 8 * kib, Id::scatter_linear_nb},
    {64, 16 * kib, Id::scatter_binomial},   {64, any_size, Id::scatter_linear_nb},
    {any_ranks, 512, Id::scatter_binomial}, {any_ranks, any_size, Id::scatter_linear_nb},
};

// Bytes of all blocks together.
constexpr OpenMpiRule open_mpi_reduce_scatter[] = {
    {4, 64 * kib, Id::reduce_scatter_ring},
    {4, 128 * kib, Id::reduce_scatter_butterfly},
    {4, any_size, Id::reduce_scatter_ring},
    {8, 8, Id::reduce_scatter_non_overlapping},
    {8, 256 * kib, Id::reduce_scatter_recursive_halving},
    {8, any_size, Id::reduce_scatter_ring},
    {32, 256 * kib, Id::reduce_scatter_recursive_halving},
    {32, any_size, Id::reduce_scatter_ring},
    {64, 64, Id::reduce_scatter_non_overlapping},
    {64, 2 * kib, Id::reduce_scatter_recursive_halving},
    {64, 512 * kib, Id::reduce_scatter_butterfly},
    {64, any_size, Id::reduce_scatter_ring},
    {128, 256, Id::reduce_scatter_non_overlapping},
    {128, 512, Id::reduce_scatter_recursive_halving},
    {128, 2 * kib, Id::reduce_scatter_butterfly},
    {128, 4 * kib, Id::reduce_scatter_recursive_halving},
    {128, any_size, Id::reduce_scatter_butterfly},
    {256, 256, Id::reduce_scatter_non_overlapping},
    {256, 512, Id::reduce_scatter_recursive_halving},
    {256, any_size, Id::reduce_scatter_butterfly},
    {512, 256, Id::reduce_scatter_non_overlapping},
    {512, 1 * kib, Id::reduce_scatter_recursive_halving},
    {512, any_size, Id::reduce_scatter_butterfly},
    {1024, 512, Id::reduce_scatter_non_overlapping},
    {1024, 2 * kib, Id::reduce_scatter_recursive_halving},
    {1024, 8 * kib, Id::reduce_scatter_butterfly},
    {1024, 16 * kib, Id::reduce_scatter_recursive_halving},
    {1024, any_size, Id::reduce_scatter_butterfly},
    {2048, 512, Id::reduce_scatter_non_overlapping},
    {2048, 4 * kib, Id::reduce_scatter_recursive_halving},
    {2048, 16 * kib, Id::reduce_scatter_butterfly},
    {2048, 32 * kib, Id::reduce_scatter_recursive_halving},
    {2048, any_size, Id::reduce_scatter_butterfly},
    {4096, 512, Id::reduce_scatter_non_overlapping},
    {4096, 4 * kib, Id::reduce_scatter_recursive_halving},
    {4096, any_size, Id::reduce_scatter_butterfly},
    {any_ranks, 1 * kib, Id::reduce_scatter_non_overlapping},
    {any_ranks, 8 * kib, Id::reduce_scatter_recursive_halving},
    {any_ranks, any_size, Id::reduce_scatter_butterfly},
};

// Bytes of a block.
constexpr OpenMpiRule open_mpi_reduce_scatter_block[] = {
    {4, 4, Id::reduce_scatter_block_recursive_doubling},
    {4, 8, Id::reduce_scatter_block_butterfly},
    {4, 16, Id::reduce_scatter_block_recursive_halving},
    {4, 128, Id::reduce_scatter_block_butterfly},
    {4, 256, Id::reduce_scatter_block_recursive_halving},
    {4, 4 * kib, Id::reduce_scatter_block_butterfly},
    {4, 8 * kib, Id::reduce_scatter_block_recursive_halving},
    {4, 128 * kib, Id::reduce_scatter_block_butterfly},
    {4, any_size, Id::reduce_scatter_block_linear},
    {8, 8, Id::reduce_scatter_block_recursive_halving},
    {8, 32, Id::reduce_scatter_block_recursive_doubling},
    {8, 256, Id::reduce_scatter_block_butterfly},
    {8, 8 * kib, Id::reduce_scatter_block_recursive_halving},
    {8, 16 * kib, Id::reduce_scatter_block_butterfly},
    {8, 1 * mib, Id::reduce_scatter_block_recursive_halving},
    {8, any_size, Id::reduce_scatter_block_linear},
    {16, 4, Id::reduce_scatter_block_linear},
    {16, 32, Id::reduce_scatter_block_recursive_halving},
    {16, 128, Id::reduce_scatter_block_butterfly},
    {16, 512 * kib, Id::reduce_scatter_block_recursive_halving},
    {16, 4 * mib, Id::reduce_scatter_block_linear},
    {16, any_size, Id::reduce_scatter_block_butterfly},
    {32, 32, Id::reduce_scatter_block_linear},
    {32, 512 * kib, Id::reduce_scatter_block_recursive_halving},
    {32, 2 * mib, Id::reduce_scatter_block_linear},
    {32, 4 * mib, Id::reduce_scatter_block_recursive_halving},
    {32, any_size, Id::reduce_scatter_block_butterfly},
    {any_ranks, 4, Id::reduce_scatter_block_recursive_halving},
    {any_ranks, 16, Id::reduce_scatter_block_linear},
    {any_ranks, 64 * kib, Id::reduce_scatter_block_butterfly},
    {any_ranks, 256 * kib, Id::reduce_scatter_block_linear},
    {any_ranks, any_size, Id::reduce_scatter_block_butterfly},
};

constexpr OpenMpiRule open_mpi_gatherv[] = {{any_ranks, any_size, Id::gatherv_linear}};
constexpr OpenMpiRule open_mpi_scatterv[] = {{any_ranks, any_size, Id::scatterv_linear}};
constexpr OpenMpiRule open_mpi_scan[] = {{any_ranks, any_size, Id::scan_linear}};
constexpr OpenMpiRule open_mpi_exscan[] = {{any_ranks, any_size, Id::exscan_linear}};
constexpr OpenMpiRule open_mpi_neighbor[] = {{any_ranks, any_size, Id::neighbor_linear}};

std::span<const OpenMpiRule> open_mpi_rules(Collective kind) {
  switch (kind) {
    case Collective::barrier:
      return open_mpi_barrier;
    case Collective::bcast:
      return open_mpi_bcast;
    case Collective::reduce:
      return open_mpi_reduce;
    case Collective::allreduce:
      return open_mpi_allreduce;
    case Collective::gather:
      return open_mpi_gather;
    case Collective::gatherv:
      return open_mpi_gatherv;
    case Collective::scatter:
      return open_mpi_scatter;
    case Collective::scatterv:
      return open_mpi_scatterv;
    case Collective::allgather:
      return open_mpi_allgather;
    case Collective::allgatherv:
      return open_mpi_allgatherv;
    case Collective::alltoall:
      return open_mpi_alltoall;
    case Collective::alltoallv:
      return open_mpi_alltoallv;
    case Collective::reduce_scatter_block:
      return open_mpi_reduce_scatter_block;
    case Collective::reduce_scatter:
      return open_mpi_reduce_scatter;
    case Collective::scan:
      return open_mpi_scan;
    case Collective::exscan:
      return open_mpi_exscan;
    case Collective::neighbor:
      return open_mpi_neighbor;
  }
  return {};
}

// Whether MPI_… returns at once when nobody has anything (ompi/mpi/c/*.c).
bool open_mpi_returns_early(Collective kind) {
  switch (kind) {
    case Collective::barrier:
    case Collective::gatherv:
    case Collective::scatterv:
    case Collective::alltoallv:
    case Collective::neighbor:
      return false;
    default:
      return true;
  }
}

}  // namespace

AlgorithmId open_mpi_choice(const CollectivePart& part) {
  const bool lists = part.kind == Collective::allgatherv || part.kind == Collective::reduce_scatter;
  const std::uint64_t all = lists ? block_bytes(part, 0, part.size) : part.bytes;
  if (part.size < 2 || (all == 0 && open_mpi_returns_early(part.kind)))
    return no_messages(part.kind);
  const std::uint64_t bytes = part.kind == Collective::allgatherv ? all / part.size : all;
  for (const OpenMpiRule& rule : open_mpi_rules(part.kind))
    if (part.size < rule.ranks_below && bytes < rule.bytes_below) return rule.chosen;
  return no_messages(part.kind);  // not reached: every table ends with a rule for all
}

}  // namespace hpcast::netsim::collectives
