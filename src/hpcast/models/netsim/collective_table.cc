// All algorithms: what phases they are made of, and what the library does instead where they are
// not for a call.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "hpcast/models/netsim/collective.h"
#include "hpcast/models/netsim/collective_phase.h"
#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_segments.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim {
namespace collectives {
namespace {

using Id = AlgorithmId;
using Kind = Collective;

// ---- When an algorithm is not for a call

bool table_never(const CollectivePart&) { return false; }
bool table_always(const CollectivePart&) { return true; }
bool table_not_two(const CollectivePart& part) { return part.size != 2; }
bool table_odd(const CollectivePart& part) { return part.size % 2 == 1; }
bool table_no_power_of_two(const CollectivePart& part) { return !std::has_single_bit(part.size); }
bool table_below_size(const CollectivePart& part) { return elements_of(part) < part.size; }
bool table_below_power(const CollectivePart& part) {
  return elements_of(part) < std::bit_floor(part.size);
}
bool table_below_two(const CollectivePart& part) { return elements_of(part) < 2; }
// A segment would not fill one of the halves.
bool table_halves_below_64k(const CollectivePart& part) {
  return elements_of(part) / 2 * part.element < 64 * kib;
}
// A block for each rank would not fill a segment.
bool table_blocks_below_1m(const CollectivePart& part) {
  return elements_of(part) < part.size * segment_elements(part, mib);
}

struct Recipe {
  Id id;
  Kind kind;
  const char* name;
  std::array<const Phase*, 6> phases;  // up to the first null
  bool (*unfit)(const CollectivePart&) = table_never;
  Id instead = Id::none;
};

constexpr Recipe table_recipes[] = {
    {Id::barrier_linear, Kind::barrier, "linear", {&barrier_to_first, &barrier_from_first}},
    {Id::barrier_double_ring, Kind::barrier, "double-ring", {&barrier_around}},
    {Id::barrier_recursive_doubling, Kind::barrier, "recursive-doubling", {&barrier_doubling}},
    {Id::barrier_bruck, Kind::barrier, "bruck", {&barrier_dissemination}},
    {Id::barrier_two_proc,
     Kind::barrier,
     "two-proc",
     {&barrier_doubling},
     table_not_two,
     Id::barrier_recursive_doubling},
    {Id::barrier_tree, Kind::barrier, "tree", {&barrier_up, &barrier_down}},
    {Id::barrier_dissemination, Kind::barrier, "dissemination", {&barrier_dissemination}},

    {Id::bcast_linear, Kind::bcast, "linear", {&bcast_from_root}},
    {Id::bcast_chain, Kind::bcast, "chain", {&bcast_down_pipeline}},
    {Id::bcast_pipeline, Kind::bcast, "pipeline", {&bcast_down_pipeline}},
    {Id::bcast_split_binary,
     Kind::bcast,
     "split-binary",
     {&bcast_halves_down, &bcast_halves_swap},
     table_below_two,
     Id::bcast_chain},
    {Id::bcast_binary, Kind::bcast, "binary", {&bcast_down_binary}},
    {Id::bcast_binomial, Kind::bcast, "binomial", {&bcast_down_binomial}},
    {Id::bcast_k_nomial, Kind::bcast, "k-nomial", {&bcast_down_four_nomial}},
    {Id::bcast_scatter_allgather,
     Kind::bcast,
     "scatter-allgather",
     {&bcast_scatter, &bcast_doubling},
     table_below_size,
     Id::bcast_linear},
    {Id::bcast_scatter_ring_allgather,
     Kind::bcast,
     "scatter-ring-allgather",
     {&bcast_scatter, &bcast_ring},
     table_below_size,
     Id::bcast_linear},
    {Id::bcast_chain_64k, Kind::bcast, "chain-64k", {&bcast_down_four_chains_64k}},
    {Id::bcast_pipeline_64k, Kind::bcast, "pipeline-64k", {&bcast_down_pipeline_64k}},
    {Id::bcast_split_binary_64k,
     Kind::bcast,
     "split-binary-64k",
     {&bcast_halves_down_64k, &bcast_halves_swap},
     table_halves_below_64k,
     Id::bcast_pipeline_64k},
    {Id::bcast_binomial_mpich, Kind::bcast, "binomial-mpich", {&bcast_binomial_one_by_one}},
    {Id::bcast_scatter_allgather_mpich,
     Kind::bcast,
     "scatter-allgather-mpich",
     {&bcast_scatter_bytes, &bcast_doubling_bytes}},
    {Id::bcast_scatter_ring_allgather_mpich,
     Kind::bcast,
     "scatter-ring-allgather-mpich",
     {&bcast_scatter_bytes, &bcast_ring_bytes}},

    {Id::reduce_linear, Kind::reduce, "linear", {&reduce_to_root}},
    {Id::reduce_chain, Kind::reduce, "chain", {&reduce_up_pipeline}},
    {Id::reduce_pipeline, Kind::reduce, "pipeline", {&reduce_up_pipeline}},
    {Id::reduce_binary, Kind::reduce, "binary", {&reduce_up_binary}},
    {Id::reduce_binomial, Kind::reduce, "binomial", {&reduce_up_binomial}},
    {Id::reduce_in_order_binary,
     Kind::reduce,
     "in-order-binary",
     {&reduce_up_in_order, &reduce_last_to_root}},
    {Id::reduce_rabenseifner,
     Kind::reduce,
     "rabenseifner",
     {&fold_in_halves_even, &halve_even, &hand_to_odd_root, &join_at_root},
     table_below_power,
     Id::reduce_linear},
    {Id::reduce_chain_64k, Kind::reduce, "chain-64k", {&reduce_up_four_chains_64k}},
    {Id::reduce_pipeline_64k, Kind::reduce, "pipeline-64k", {&reduce_up_pipeline_64k}},
    {Id::reduce_rabenseifner_mpich,
     Kind::reduce,
     "rabenseifner-mpich",
     {&fold_even, &halve_blocks_even, &hand_blocks_to_odd_root, &join_blocks_at_root},
     table_below_power,
     Id::reduce_binomial},

    {Id::allreduce_linear,
     Kind::allreduce,
     "linear",
     {&allreduce_reduce_linear, &allreduce_bcast_linear}},
    {Id::allreduce_reduce_bcast,
     Kind::allreduce,
     "reduce-bcast",
     {&allreduce_reduce, &allreduce_bcast}},
    {Id::allreduce_recursive_doubling,
     Kind::allreduce,
     "recursive-doubling",
     {&fold_odd, &allreduce_doubling, &unfold_odd}},
    {Id::allreduce_ring,
     Kind::allreduce,
     "ring",
     {&allreduce_ring_reduce, &allreduce_ring_share},
     table_below_size,
     Id::allreduce_recursive_doubling},
    // coll_tuned asks for segments of 0 bytes: one as large as the vector, for which the library
    // turns to the ring.
    {Id::allreduce_segmented_ring,
     Kind::allreduce,
     "segmented-ring",
     {},
     table_always,
     Id::allreduce_ring},
    {Id::allreduce_rabenseifner,
     Kind::allreduce,
     "rabenseifner",
     {&fold_in_halves_even, &halve_even, &join_even, &unfold_even},
     table_below_power,
     Id::allreduce_linear},
    {Id::allreduce_segmented_ring_1m,
     Kind::allreduce,
     "segmented-ring-1m",
     {&allreduce_ring_reduce_1m, &allreduce_ring_share},
     table_blocks_below_1m,
     Id::allreduce_ring},
    {Id::allreduce_rabenseifner_mpich,
     Kind::allreduce,
     "rabenseifner-mpich",
     {&fold_odd, &halve_blocks_odd, &join_blocks_odd, &unfold_odd},
     table_below_power,
     Id::allreduce_recursive_doubling},

    {Id::gather_linear, Kind::gather, "linear", {&gather_one_by_one}},
    {Id::gather_binomial, Kind::gather, "binomial", {&gather_up}},
    {Id::gather_linear_sync, Kind::gather, "linear-sync", {&gather_with_sync}},
    {Id::gatherv_linear, Kind::gatherv, "linear", {&gatherv_one_by_one}},
    {Id::gatherv_linear_nb, Kind::gatherv, "linear-nb", {&gather_at_once}},
    {Id::scatter_linear, Kind::scatter, "linear", {&scatter_one_by_one}},
    {Id::scatter_binomial, Kind::scatter, "binomial", {&scatter_down}},
    {Id::scatter_linear_nb, Kind::scatter, "linear-nb", {&scatter_at_once}},
    {Id::scatterv_linear, Kind::scatterv, "linear", {&scatterv_one_by_one}},
    {Id::scatterv_linear_nb, Kind::scatterv, "linear-nb", {&scatter_at_once}},

    {Id::allgather_linear, Kind::allgather, "linear", {&allgather_gather, &allgather_bcast}},
    {Id::allgather_bruck, Kind::allgather, "bruck", {&allgather_bruck_steps}},
    {Id::allgather_recursive_doubling,
     Kind::allgather,
     "recursive-doubling",
     {&allgather_doubling},
     table_no_power_of_two,
     Id::allgather_bruck},
    {Id::allgather_ring, Kind::allgather, "ring", {&allgather_ring_steps}},
    {Id::allgather_neighbor_exchange,
     Kind::allgather,
     "neighbor-exchange",
     {&allgather_neighbors},
     table_odd,
     Id::allgather_ring},
    {Id::allgather_two_proc,
     Kind::allgather,
     "two-proc",
     {&allgather_swap},
     table_not_two,
     Id::allgather_ring},
    {Id::allgatherv_linear, Kind::allgatherv, "linear", {&allgatherv_gather, &allgather_bcast}},
    {Id::allgatherv_bruck, Kind::allgatherv, "bruck", {&allgather_bruck_steps}},
    {Id::allgatherv_ring, Kind::allgatherv, "ring", {&allgather_ring_steps}},
    {Id::allgatherv_neighbor_exchange,
     Kind::allgatherv,
     "neighbor-exchange",
     {&allgather_neighbors},
     table_odd,
     Id::allgatherv_ring},
    {Id::allgatherv_two_proc,
     Kind::allgatherv,
     "two-proc",
     {&allgather_swap},
     table_not_two,
     Id::allgatherv_ring},
    {Id::allgatherv_recursive_doubling,
     Kind::allgatherv,
     "recursive-doubling",
     {&allgather_doubling},
     table_no_power_of_two,
     Id::allgatherv_bruck},
    {Id::allgatherv_ring_32k, Kind::allgatherv, "ring-32k", {&allgather_ring_steps_32k}},

    {Id::alltoall_linear, Kind::alltoall, "linear", {&alltoall_at_once}},
    {Id::alltoall_pairwise, Kind::alltoall, "pairwise", {&alltoall_pairs}},
    {Id::alltoall_bruck, Kind::alltoall, "bruck", {&alltoall_bruck_steps}},
    // alltoall_algorithm_max_requests is 0: no limit, so that it does what "linear" does.
    {Id::alltoall_linear_sync, Kind::alltoall, "linear-sync", {&alltoall_at_once}},
    {Id::alltoall_two_proc,
     Kind::alltoall,
     "two-proc",
     {&alltoall_pairs},
     table_not_two,
     Id::alltoall_pairwise},
    {Id::alltoall_scattered, Kind::alltoall, "scattered", {&alltoall_batches}},
    {Id::alltoall_pairwise_xor, Kind::alltoall, "pairwise-xor", {&alltoall_xor_pairs}},
    {Id::alltoallv_linear, Kind::alltoallv, "linear", {&alltoall_at_once}},
    {Id::alltoallv_pairwise, Kind::alltoallv, "pairwise", {&alltoall_pairs}},
    {Id::alltoallv_scattered, Kind::alltoallv, "scattered", {&alltoall_batches}},

    {Id::reduce_scatter_block_linear,
     Kind::reduce_scatter_block,
     "linear",
     {&reduce_scatter_reduce, &reduce_scatter_block_scatter}},
    {Id::reduce_scatter_block_recursive_doubling,
     Kind::reduce_scatter_block,
     "recursive-doubling",
     {&reduce_scatter_doubling}},
    {Id::reduce_scatter_block_recursive_halving,
     Kind::reduce_scatter_block,
     "recursive-halving",
     {&reduce_scatter_fold, &reduce_scatter_halve, &reduce_scatter_unfold}},
    {Id::reduce_scatter_block_butterfly,
     Kind::reduce_scatter_block,
     "butterfly",
     {&reduce_scatter_fold, &reduce_scatter_mirrored_halve, &reduce_scatter_mirror}},
    {Id::reduce_scatter_block_pairwise,
     Kind::reduce_scatter_block,
     "pairwise",
     {&reduce_scatter_pairs}},
    {Id::reduce_scatter_non_overlapping,
     Kind::reduce_scatter,
     "non-overlapping",
     {&reduce_scatter_reduce, &reduce_scatter_scatterv}},
    {Id::reduce_scatter_recursive_halving,
     Kind::reduce_scatter,
     "recursive-halving",
     {&reduce_scatter_fold, &reduce_scatter_halve, &reduce_scatter_unfold}},
    {Id::reduce_scatter_ring, Kind::reduce_scatter, "ring", {&reduce_scatter_ring_steps}},
    {Id::reduce_scatter_butterfly,
     Kind::reduce_scatter,
     "butterfly",
     {&reduce_scatter_fold, &reduce_scatter_mirrored_halve, &reduce_scatter_mirror}},
    {Id::reduce_scatter_pairwise, Kind::reduce_scatter, "pairwise", {&reduce_scatter_pairs}},

    {Id::scan_linear, Kind::scan, "linear", {&scan_along}},
    {Id::scan_recursive_doubling, Kind::scan, "recursive-doubling", {&scan_doubling}},
    {Id::exscan_linear, Kind::exscan, "linear", {&exscan_along}},
    {Id::exscan_recursive_doubling, Kind::exscan, "recursive-doubling", {&exscan_doubling}},
    {Id::neighbor_linear, Kind::neighbor, "linear", {&neighbor_at_once}},
};
constexpr std::size_t table_size = std::size(table_recipes);
static_assert(table_size == static_cast<std::size_t>(Id::none));

constexpr bool table_in_order() {
  for (std::size_t i = 0; i < table_size; ++i)
    if (table_recipes[i].id != static_cast<Id>(i)) return false;
  return true;
}
static_assert(table_in_order());

template <std::size_t id>
bool table_play(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  return play_round(static_cast<Id>(id), part, index, round);
}

template <std::size_t... id>
constexpr auto table_algorithms(std::index_sequence<id...>) {
  std::array<CollectiveAlgorithm, table_size + mpitrace::collective_count> result{};
  ((result[id] = {table_recipes[id].kind, table_recipes[id].name, table_play<id>}), ...);
  for (std::size_t kind = 0; kind < mpitrace::collective_count; ++kind)
    result[table_size + kind] = {static_cast<Kind>(kind), "none", table_play<table_size>};
  return result;
}
constexpr auto table_all = table_algorithms(std::make_index_sequence<table_size>());

}  // namespace

AlgorithmId no_messages(Collective kind) {
  return static_cast<AlgorithmId>(static_cast<std::size_t>(AlgorithmId::none) +
                                  static_cast<std::size_t>(kind));
}

AlgorithmId really_used(AlgorithmId id, const CollectivePart& part) {
  while (id < AlgorithmId::none) {
    const Recipe& recipe = table_recipes[static_cast<std::size_t>(id)];
    if (!recipe.unfit(part)) break;
    id = recipe.instead;
  }
  return id;
}

std::uint32_t rounds_of(AlgorithmId id, const CollectivePart& part) {
  id = really_used(id, part);
  if (part.size < 2 || id >= AlgorithmId::none) return 0;
  std::uint32_t rounds = 0;
  for (const Phase* phase : table_recipes[static_cast<std::size_t>(id)].phases)
    rounds += phase == nullptr ? 0 : phase->rounds(part);
  return rounds;
}

bool play_round(AlgorithmId id, const CollectivePart& part, std::uint32_t index,
                CollectiveRound& round) {
  round.clear();
  id = really_used(id, part);
  if (part.size < 2 || id >= AlgorithmId::none) return false;
  for (const Phase* phase : table_recipes[static_cast<std::size_t>(id)].phases) {
    if (phase == nullptr) return false;
    const std::uint32_t rounds = phase->rounds(part);
    if (index < rounds) {
      phase->fill(part, index, round);
      return true;
    }
    index -= rounds;
  }
  return false;
}

}  // namespace collectives

const CollectiveAlgorithm& choose_algorithm(const CollectivePart& part, MpiFamily family) {
  using namespace collectives;
  const AlgorithmId chosen =
      family == MpiFamily::open_mpi ? open_mpi_choice(part) : mpich_choice(part);
  return table_all[static_cast<std::size_t>(really_used(chosen, part))];
}

std::span<const CollectiveAlgorithm> all_algorithms() { return collectives::table_all; }

const CollectiveAlgorithm* algorithm_named(Collective kind, std::string_view name) {
  for (const CollectiveAlgorithm& algorithm : all_algorithms())
    if (algorithm.kind == kind && algorithm.name == name) return &algorithm;
  return nullptr;
}

}  // namespace hpcast::netsim
