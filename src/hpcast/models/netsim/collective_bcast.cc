// Broadcasts: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_bcast.c; MPICH 4.0.3,
// src/mpi/coll/bcast/bcast_intra_*.c and bcast_utils.c.
#include <algorithm>
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_segments.h"
#include "hpcast/models/netsim/collective_steps.h"
#include "hpcast/models/netsim/collective_trees.h"

namespace hpcast::netsim::collectives {
namespace {

std::uint32_t bcast_once(const CollectivePart&) { return 1; }
void bcast_fill_from_root(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (!is_root(part)) return add_receive(round, part.root, part.bytes);
  for (std::uint32_t peer = 0; peer < part.size; ++peer)
    if (peer != part.root) add_send(round, peer, part.bytes);
}

template <class Tree, std::uint64_t segment>
constexpr Phase bcast_down() {
  return {[](const CollectivePart& part) {
            return rounds_down<Tree>(part, segments_of(part, segment));
          },
          [](const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
            fill_down<Tree>(part, segments_of(part, segment), index, round);
          }};
}

// MPICH's binomial tree: blocking sends, to the largest subtree first.
std::uint32_t bcast_one_by_one_rounds(const CollectivePart& part) {
  return child_count<InOrderBinomialTree>(part) + (is_root(part) ? 0 : 1);
}
void bcast_fill_one_by_one(const CollectivePart& part, std::uint32_t index,
                           CollectiveRound& round) {
  if (!is_root(part) && index == 0)
    return add_receive(round, InOrderBinomialTree::parent(part), part.bytes);
  const std::uint32_t last = bcast_one_by_one_rounds(part) - 1;
  add_send(round, child_at<InOrderBinomialTree>(part, last - index), part.bytes);
}

// ---- Split binary: each half of the vector goes down one half of a binary tree, then neighbours
// in different halves swap.

struct BcastHalves {
  std::uint64_t left, right;  // bytes
};
BcastHalves bcast_halves(const CollectivePart& part) {
  const std::uint64_t left = offset_of_element(part, (elements_of(part) + 1) / 2);
  return {left, part.bytes - left};
}
CollectivePart bcast_with(const CollectivePart& part, std::uint64_t bytes) {
  CollectivePart result = part;
  result.bytes = bytes;
  return result;
}
bool bcast_on_left(const CollectivePart& part) { return place_of(part) % 2 == 1; }

template <std::uint64_t segment>
std::uint32_t bcast_halves_rounds(const CollectivePart& part) {
  const auto [left, right] = bcast_halves(part);
  const CollectivePart half = bcast_with(part, is_root(part) || bcast_on_left(part) ? left : right);
  return rounds_down<BinaryTree>(half, segments_of(half, segment));
}
template <std::uint64_t segment>
void bcast_fill_halves(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const auto [left, right] = bcast_halves(part);
  if (!is_root(part)) {
    const CollectivePart half = bcast_with(part, bcast_on_left(part) ? left : right);
    return fill_down<BinaryTree>(half, segments_of(half, segment), index, round);
  }
  for (std::uint32_t place = 1; place <= std::min(2U, part.size - 1); ++place) {
    const CollectivePart half = bcast_with(part, place == 1 ? left : right);
    const Segments segments = segments_of(half, segment);
    if (index < segments.count) add_send(round, rank_at(part, place), segments.bytes(index));
  }
}
// With an even number of ranks the last one has nobody beside it but the root.
void bcast_fill_swap(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const auto [left, right] = bcast_halves(part);
  const std::uint32_t last = part.size - 1;
  const bool even = part.size % 2 == 0;
  if (is_root(part)) {
    if (even) add_send(round, rank_at(part, last), right);
    return;
  }
  if (even && place_of(part) == last) return add_receive(round, part.root, right);
  if (bcast_on_left(part))
    add_exchange(round, rank_after(part, 1), right, rank_after(part, 1), left);
  else
    add_exchange(round, rank_before(part, 1), left, rank_before(part, 1), right);
}

// ---- Scatter and allgather: a piece for each place, the first ones as large as can be. Open MPI
// cuts between elements, MPICH between bytes.

template <bool by_element>
struct BcastPieces {
  const CollectivePart& part;

  std::uint64_t offset(std::uint64_t place) const {
    const std::uint64_t unit = by_element ? part.element : 1;
    const std::uint64_t units = (part.bytes + unit - 1) / unit;
    const std::uint64_t each = (units + part.size - 1) / part.size;
    return std::min(part.bytes, place * each * unit);
  }
  std::uint64_t bytes(std::uint64_t first, std::uint64_t past) const {
    return offset(std::min<std::uint64_t>(past, part.size)) - offset(first);
  }
  std::uint64_t subtree(std::uint32_t place) const {
    return bytes(place, std::uint64_t{place} + InOrderBinomialShape::reach(place, part.size));
  }
};

// The largest subtree first; none where there is nothing for it.
template <bool by_element>
void bcast_fill_scatter(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const BcastPieces<by_element> pieces{part};
  if (!is_root(part) && index == 0) {
    const std::uint64_t bytes = pieces.subtree(place_of(part));
    if (bytes > 0) add_receive(round, InOrderBinomialTree::parent(part), bytes);
    return;
  }
  const std::uint32_t last = bcast_one_by_one_rounds(part) - 1;
  const std::uint32_t child = child_at<InOrderBinomialTree>(part, last - index);
  CollectivePart at_child = part;
  at_child.rank = child;
  const std::uint64_t bytes = pieces.subtree(place_of(at_child));
  if (bytes > 0) add_send(round, child, bytes);
}

Doubling bcast_doubling_of(const CollectivePart& part) { return {place_of(part), part.size}; }
std::uint32_t bcast_doubling_rounds(const CollectivePart& part) {
  return bcast_doubling_of(part).rounds();
}
template <bool by_element>
void bcast_fill_doubling(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const BcastPieces<by_element> pieces{part};
  const Doubling doubling = bcast_doubling_of(part);
  const Doubling::Turn turn = doubling.turn(index);
  const auto bytes_of = [&](std::uint64_t group) {
    return pieces.bytes(group, group + turn.distance);
  };
  const std::uint32_t other = doubling.other_group(turn.distance);
  if (turn.halving != 0) {
    const std::uint32_t peer = rank_at(part, doubling.place ^ turn.halving);
    if (doubling.hands_on(turn)) add_send(round, peer, bytes_of(other));
    if (doubling.lacks(turn)) add_receive(round, peer, bytes_of(other));
    return;
  }
  const std::uint32_t partner = doubling.place ^ turn.distance;
  if (partner >= part.size) return;
  const std::uint32_t peer = rank_at(part, partner);
  add_exchange(round, peer, bytes_of(other), peer, bytes_of(doubling.group(turn.distance)));
}

std::uint32_t bcast_ring_rounds(const CollectivePart& part) { return part.size - 1; }
template <bool by_element>
void bcast_fill_ring(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const BcastPieces<by_element> pieces{part};
  const std::uint32_t place = place_of(part);
  const std::uint64_t sent = (std::uint64_t{place} + part.size - index) % part.size;
  const std::uint64_t received = (sent + part.size - 1) % part.size;
  add_exchange(round, rank_before(part, 1), pieces.bytes(received, received + 1),
               rank_after(part, 1), pieces.bytes(sent, sent + 1));
}

}  // namespace

const Phase bcast_from_root{bcast_once, bcast_fill_from_root};
const Phase bcast_down_pipeline = bcast_down<Pipeline, unsegmented>();
const Phase bcast_down_binary = bcast_down<BinaryTree, unsegmented>();
const Phase bcast_down_binomial = bcast_down<BinomialTree, unsegmented>();
const Phase bcast_down_four_nomial = bcast_down<FourNomialTree, unsegmented>();
const Phase bcast_down_four_chains_64k = bcast_down<FourChains, 64 * kib>();
const Phase bcast_down_pipeline_64k = bcast_down<Pipeline, 64 * kib>();
const Phase bcast_halves_down{bcast_halves_rounds<unsegmented>, bcast_fill_halves<unsegmented>};
const Phase bcast_halves_down_64k{bcast_halves_rounds<64 * kib>, bcast_fill_halves<64 * kib>};
const Phase bcast_halves_swap{bcast_once, bcast_fill_swap};
const Phase bcast_binomial_one_by_one{bcast_one_by_one_rounds, bcast_fill_one_by_one};
const Phase bcast_scatter{bcast_one_by_one_rounds, bcast_fill_scatter<true>};
const Phase bcast_doubling{bcast_doubling_rounds, bcast_fill_doubling<true>};
const Phase bcast_ring{bcast_ring_rounds, bcast_fill_ring<true>};
const Phase bcast_scatter_bytes{bcast_one_by_one_rounds, bcast_fill_scatter<false>};
const Phase bcast_doubling_bytes{bcast_doubling_rounds, bcast_fill_doubling<false>};
const Phase bcast_ring_bytes{bcast_ring_rounds, bcast_fill_ring<false>};

}  // namespace hpcast::netsim::collectives
