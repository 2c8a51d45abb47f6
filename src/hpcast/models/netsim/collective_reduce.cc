// Reductions to a root: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_reduce.c; MPICH 4.0.3's
// binomial reduce (src/mpi/coll/reduce/reduce_intra_binomial.c) has the same messages.
// Rabenseifner's: collective_halving.cc.
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_segments.h"
#include "hpcast/models/netsim/collective_steps.h"
#include "hpcast/models/netsim/collective_trees.h"

namespace hpcast::netsim::collectives {
namespace {

// The root takes one vector after the other, from the last rank down.
std::uint32_t reduce_to_root_rounds(const CollectivePart& part) {
  return is_root(part) && part.bytes > small_message ? part.size - 1 : 1;
}
void reduce_fill_to_root(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (!is_root(part)) return add_send(round, part.root, part.bytes);
  const std::uint32_t others = part.size - 1;
  const bool at_once = part.bytes <= small_message;
  const std::uint32_t past = at_once ? others : index + 1;
  for (std::uint32_t i = index; i < past; ++i)
    add_receive(round, other_than_root(part, others - 1 - i), part.bytes);
  add_combine(round, (past - index) * part.bytes);
}

template <class Tree, std::uint64_t segment>
constexpr Phase reduce_up() {
  return {
      [](const CollectivePart& part) { return rounds_up<Tree>(part, segments_of(part, segment)); },
      [](const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
        fill_up<Tree>(part, segments_of(part, segment), index, round);
      }};
}

// The in-order tree ends at the last rank.
std::uint32_t reduce_last_rounds(const CollectivePart& part) {
  const std::uint32_t last = part.size - 1;
  return part.root != last && (is_root(part) || part.rank == last) ? 1 : 0;
}
void reduce_fill_last(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (is_root(part))
    add_receive(round, part.size - 1, part.bytes);
  else
    add_send(round, part.root, part.bytes);
}

}  // namespace

const Phase reduce_to_root{reduce_to_root_rounds, reduce_fill_to_root};
const Phase reduce_up_pipeline = reduce_up<Pipeline, unsegmented>();
const Phase reduce_up_binary = reduce_up<BinaryTree, unsegmented>();
const Phase reduce_up_binomial = reduce_up<InOrderBinomialTree, unsegmented>();
const Phase reduce_up_in_order = reduce_up<InOrderBinaryTree, unsegmented>();
const Phase reduce_last_to_root{reduce_last_rounds, reduce_fill_last};
const Phase reduce_up_four_chains_64k = reduce_up<FourChains, 64 * kib>();
const Phase reduce_up_pipeline_64k = reduce_up<Pipeline, 64 * kib>();

}  // namespace hpcast::netsim::collectives
