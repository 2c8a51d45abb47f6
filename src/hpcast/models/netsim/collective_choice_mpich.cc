// What MPICH chooses by default of its own algorithms: MPICH 4.0.3, maint/tuning/coll/mpir/
// generic.json (unchanged from 4.0), which is what MPIR_…_allcomm_auto look up; for predefined
// operators, separate buffers, and ranks of which it does not know that they share nodes.
//
// The limits are those of the file, whatever the MPIR_CVAR_…_MSG_SIZE of the same purpose say:
// these hold only where MPICH does not look it up. So allreduce changes at 8 bytes, not at 2048.
#include <bit>
#include <cstdint>

#include "hpcast/models/netsim/collective_phase.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

using Id = AlgorithmId;
using Kind = Collective;

enum class MpichRanks : std::uint8_t { any, below_8, up_to_8, power_of_two };

// The first rule of the kind that holds. "few" elements, which the file asks of as well, is what
// the algorithms fall back from: collective_table.cc.
struct MpichRule {
  Kind kind;
  MpichRanks ranks;
  std::uint64_t bytes_below;  // of the vector or block; where there is a block for each: of all
  Id chosen;
};

constexpr MpichRule mpich_rules[] = {
    {Kind::barrier, MpichRanks::any, any_size, Id::barrier_dissemination},
    {Kind::bcast, MpichRanks::below_8, any_size, Id::bcast_binomial_mpich},
    {Kind::bcast, MpichRanks::any, 12288 + 1, Id::bcast_binomial_mpich},
    {Kind::bcast, MpichRanks::power_of_two, 524288 + 1, Id::bcast_scatter_allgather_mpich},
    {Kind::bcast, MpichRanks::any, any_size, Id::bcast_scatter_ring_allgather_mpich},
    {Kind::reduce, MpichRanks::any, 2048 + 1, Id::reduce_binomial},
    {Kind::reduce, MpichRanks::any, any_size, Id::reduce_rabenseifner_mpich},
    {Kind::allreduce, MpichRanks::any, 8 + 1, Id::allreduce_recursive_doubling},
    {Kind::allreduce, MpichRanks::any, any_size, Id::allreduce_rabenseifner_mpich},
    {Kind::gather, MpichRanks::any, any_size, Id::gather_binomial},
    {Kind::gatherv, MpichRanks::any, any_size, Id::gatherv_linear_nb},
    {Kind::scatter, MpichRanks::any, any_size, Id::scatter_binomial},
    {Kind::scatterv, MpichRanks::any, any_size, Id::scatterv_linear_nb},
    {Kind::allgather, MpichRanks::power_of_two, 524288, Id::allgather_recursive_doubling},
    {Kind::allgather, MpichRanks::power_of_two, any_size, Id::allgather_ring},
    {Kind::allgather, MpichRanks::any, 81920, Id::allgather_bruck},
    {Kind::allgather, MpichRanks::any, any_size, Id::allgather_ring},
    {Kind::allgatherv, MpichRanks::power_of_two, 524288, Id::allgatherv_recursive_doubling},
    {Kind::allgatherv, MpichRanks::power_of_two, any_size, Id::allgatherv_ring_32k},
    {Kind::allgatherv, MpichRanks::any, 81920, Id::allgatherv_bruck},
    {Kind::allgatherv, MpichRanks::any, any_size, Id::allgatherv_ring_32k},
    // The file says "below 8", but MPIR_Csel_search (csel.c) takes 8 for below 8, wherever that has
    // not been settled when the communicator was made, as it has for bcast.
    {Kind::alltoall, MpichRanks::up_to_8, 32768 + 1, Id::alltoall_scattered},
    {Kind::alltoall, MpichRanks::up_to_8, any_size, Id::alltoall_pairwise_xor},
    {Kind::alltoall, MpichRanks::any, 256 + 1, Id::alltoall_bruck},
    {Kind::alltoall, MpichRanks::any, 32768 + 1, Id::alltoall_scattered},
    {Kind::alltoall, MpichRanks::any, any_size, Id::alltoall_pairwise_xor},
    {Kind::alltoallv, MpichRanks::any, any_size, Id::alltoallv_scattered},
    {Kind::reduce_scatter_block, MpichRanks::any, 524288,
     Id::reduce_scatter_block_recursive_halving},
    {Kind::reduce_scatter_block, MpichRanks::any, any_size, Id::reduce_scatter_block_pairwise},
    {Kind::reduce_scatter, MpichRanks::any, 524288, Id::reduce_scatter_recursive_halving},
    {Kind::reduce_scatter, MpichRanks::any, any_size, Id::reduce_scatter_pairwise},
    {Kind::scan, MpichRanks::any, any_size, Id::scan_recursive_doubling},
    {Kind::exscan, MpichRanks::any, any_size, Id::exscan_recursive_doubling},
    {Kind::neighbor, MpichRanks::any, any_size, Id::neighbor_linear},
};

bool mpich_holds(MpichRanks ranks, std::uint32_t size) {
  switch (ranks) {
    case MpichRanks::any:
      return true;
    case MpichRanks::below_8:
      return size < 8;
    case MpichRanks::up_to_8:
      return size <= 8;
    case MpichRanks::power_of_two:
      return std::has_single_bit(size);
  }
  return false;
}

std::uint64_t mpich_measure(const CollectivePart& part) {
  switch (part.kind) {
    case Kind::allgather:
    case Kind::allgatherv:
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return block_bytes(part, 0, part.size);
    default:
      return part.bytes;
  }
}

// Whether MPI_… or the algorithm returns at once when nobody has anything (src/binding/c/
// coll_api.txt, early_return).
bool mpich_returns_early(Kind kind) {
  switch (kind) {
    case Kind::barrier:
    case Kind::allreduce:
    case Kind::gatherv:
    case Kind::scatterv:
    case Kind::alltoallv:
    case Kind::neighbor:
      return false;
    default:
      return true;
  }
}

}  // namespace

AlgorithmId mpich_choice(const CollectivePart& part) {
  const std::uint64_t bytes = mpich_measure(part);
  if (part.size < 2 || (bytes == 0 && mpich_returns_early(part.kind)))
    return no_messages(part.kind);
  for (const MpichRule& rule : mpich_rules) {
    if (rule.kind == part.kind && bytes < rule.bytes_below && mpich_holds(rule.ranks, part.size))
      return rule.chosen;
  }
  return no_messages(part.kind);  // not reached: every kind ends with a rule for all
}

}  // namespace hpcast::netsim::collectives
