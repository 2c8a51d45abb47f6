// Reduce-scatter, of equal blocks and of counts: Open MPI 4.1.6, ompi/mca/coll/base/
// coll_base_reduce_scatter.c and coll_base_reduce_scatter_block.c; MPICH 4.0.3,
// src/mpi/coll/reduce_scatter{,_block}/*.c.
#include <algorithm>
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

std::uint64_t reduce_scatter_all(const CollectivePart& part) {
  return block_bytes(part, 0, part.size);
}
// Of the pairs and ranks that a fold numbers first … past - 1.
std::uint64_t reduce_scatter_folded(const CollectivePart& part, const Fold& fold,
                                    std::uint32_t first, std::uint32_t past) {
  return block_bytes(part, fold.first_rank(first), fold.first_rank(past));
}

// ---- Non-overlapping: all to rank 0, from there to each its part.

CollectivePart reduce_scatter_as_reduce(const CollectivePart& part) {
  CollectivePart result = part;
  result.kind = Collective::reduce;
  result.root = 0;
  result.bytes = reduce_scatter_all(part);
  result.counts = {};
  return result;
}
CollectivePart reduce_scatter_as_scatter(const CollectivePart& part) {
  CollectivePart result = part;
  result.kind = Collective::scatter;
  result.root = 0;
  return result;
}
CollectivePart reduce_scatter_from_first(const CollectivePart& part) {
  CollectivePart result = part;
  result.root = 0;
  return result;
}
std::uint32_t reduce_scatter_scatterv_rounds(const CollectivePart& part) {
  return scatterv_one_by_one.rounds(reduce_scatter_from_first(part));
}
void reduce_scatter_fill_scatterv(const CollectivePart& part, std::uint32_t index,
                                  CollectiveRound& round) {
  scatterv_one_by_one.fill(reduce_scatter_from_first(part), index, round);
}

// ---- Folding: the even rank of a pair hands its vector to the odd one.

Fold reduce_scatter_fold_of(const CollectivePart& part) { return fold_of(part, 1); }
std::uint32_t reduce_scatter_fold_rounds(const CollectivePart& part) {
  return reduce_scatter_fold_of(part).pairs(part.rank) ? 1 : 0;
}
void reduce_scatter_fill_fold(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const std::uint64_t bytes = reduce_scatter_all(part);
  if (bytes == 0) return;  // the call returns at once
  if (part.rank % 2 == 0) return add_send(round, part.rank + 1, bytes);
  add_receive(round, part.rank - 1, bytes);
  add_combine(round, bytes);
}
std::uint32_t reduce_scatter_steps(const CollectivePart& part) {
  const Fold fold = reduce_scatter_fold_of(part);
  return fold.stays(part.rank) ? fold.steps() : 0;
}

// ---- Recursive halving, the largest distance first, so that blocks stay in order. Nothing is sent
// where there is nothing.

void reduce_scatter_fill_halve(const CollectivePart& part, std::uint32_t index,
                               CollectiveRound& round) {
  const Fold fold = reduce_scatter_fold_of(part);
  const std::uint32_t number = fold.number(part.rank), distance = fold.size >> (index + 1);
  const std::uint32_t kept = round_down(number, distance), given = kept ^ distance;
  const std::uint32_t peer = fold.rank(number ^ distance);
  const std::uint64_t received = reduce_scatter_folded(part, fold, kept, kept + distance);
  const std::uint64_t sent = reduce_scatter_folded(part, fold, given, given + distance);
  if (received > 0) add_receive(round, peer, received);
  if (sent > 0) add_send(round, peer, sent);
  add_combine(round, received);
}
void reduce_scatter_fill_unfold(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const std::uint64_t bytes = block_bytes(part, part.rank & ~1U);
  if (bytes == 0) return;
  if (part.rank % 2 == 0)
    add_receive(round, part.rank + 1, bytes);
  else
    add_send(round, part.rank - 1, bytes);
}

// ---- Recursive doubling, of equal blocks: all blocks but those of the own group.

Doubling reduce_scatter_doubling_of(const CollectivePart& part) { return {part.rank, part.size}; }
std::uint32_t reduce_scatter_doubling_rounds(const CollectivePart& part) {
  return reduce_scatter_doubling_of(part).rounds();
}
void reduce_scatter_fill_doubling(const CollectivePart& part, std::uint32_t index,
                                  CollectiveRound& round) {
  const Doubling doubling = reduce_scatter_doubling_of(part);
  const Doubling::Turn turn = doubling.turn(index);
  const auto beside = [&](std::uint32_t group) {
    const std::uint32_t past = group + std::min(turn.distance, part.size - group);
    return block_bytes(part, 0, group) + block_bytes(part, past, part.size);
  };
  const std::uint32_t partner = part.rank ^ (turn.halving != 0 ? turn.halving : turn.distance);
  if (turn.halving == 0 && partner >= part.size) return;
  const std::uint64_t received = beside(doubling.other_group(turn.distance));
  if (turn.halving == 0) {
    add_exchange(round, partner, received, partner, beside(doubling.group(turn.distance)));
    add_combine(round, received);
  } else if (doubling.hands_on(turn)) {
    add_send(round, partner, received);
  } else if (doubling.lacks(turn)) {
    add_receive(round, partner, received);
    add_combine(round, received);
  }
}

// ---- Ring and pairwise

std::uint32_t reduce_scatter_others(const CollectivePart& part) { return part.size - 1; }
void reduce_scatter_fill_ring(const CollectivePart& part, std::uint32_t index,
                              CollectiveRound& round) {
  const std::uint64_t received = block_bytes(part, rank_before(part, index + 2));
  const std::uint64_t sent = block_bytes(part, rank_before(part, index + 1));
  add_exchange(round, rank_before(part, 1), received, rank_after(part, 1), sent);
  add_combine(round, received);
}
void reduce_scatter_fill_pairs(const CollectivePart& part, std::uint32_t index,
                               CollectiveRound& round) {
  const std::uint32_t from = rank_before(part, index + 1), to = rank_after(part, index + 1);
  const std::uint64_t received = block_bytes(part, part.rank);
  add_exchange(round, from, received, to, block_bytes(part, to));
  add_combine(round, received);
}

// ---- Butterfly: halving with the smallest distance first. A rank ends with the blocks of the rank
// whose number is its own mirrored, bit by bit, and sends them there.

std::uint32_t reduce_scatter_mirrored(const Fold& fold, std::uint32_t number) {
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < fold.steps(); ++i) result = 2 * result + (number >> i & 1);
  return result;
}
void reduce_scatter_fill_mirrored(const CollectivePart& part, std::uint32_t index,
                                  CollectiveRound& round) {
  const Fold fold = reduce_scatter_fold_of(part);
  const std::uint32_t number = fold.number(part.rank), length = fold.size >> (index + 1);
  const std::uint32_t kept = round_down(reduce_scatter_mirrored(fold, number), length);
  const std::uint32_t given = kept ^ length;
  const std::uint32_t peer = fold.rank(number ^ (1U << index));
  const std::uint64_t received = reduce_scatter_folded(part, fold, kept, kept + length);
  add_exchange(round, peer, received, peer,
               reduce_scatter_folded(part, fold, given, given + length));
  add_combine(round, received);
}

struct ReduceScatterMirror {
  Fold fold;
  std::uint32_t number, mirrored;  // the blocks of `mirrored` are here
  bool to_pair, to_other;          // what there is to send
};
ReduceScatterMirror reduce_scatter_mirror_of(const CollectivePart& part) {
  const Fold fold = reduce_scatter_fold_of(part);
  const std::uint32_t number = fold.number(part.rank);
  const std::uint32_t mirrored = reduce_scatter_mirrored(fold, number);
  const bool stays = fold.stays(part.rank);
  // Equal blocks for a power of two are put in mirrored order beforehand.
  const bool in_order = part.kind == Collective::reduce_scatter_block && fold.extra == 0;
  return {fold, number, mirrored, stays && mirrored < fold.extra,
          stays && mirrored != number && !in_order};
}
std::uint32_t reduce_scatter_mirror_rounds(const CollectivePart& part) {
  const ReduceScatterMirror mirror = reduce_scatter_mirror_of(part);
  if (!mirror.fold.stays(part.rank)) return 1;
  return (mirror.to_pair ? 1 : 0) + (mirror.to_other ? 1 : 0);
}
void reduce_scatter_fill_mirror(const CollectivePart& part, std::uint32_t index,
                                CollectiveRound& round) {
  const ReduceScatterMirror mirror = reduce_scatter_mirror_of(part);
  const std::uint32_t other = mirror.fold.rank(mirror.mirrored);
  if (!mirror.fold.stays(part.rank)) {
    add_receive(round, other, block_bytes(part, part.rank));
  } else if (mirror.to_pair && index == 0) {
    add_send(round, other - 1, block_bytes(part, other - 1));
  } else {
    add_exchange(round, other, block_bytes(part, part.rank), other, block_bytes(part, other));
  }
}

}  // namespace

const Phase reduce_scatter_reduce = as_open_mpi_does<reduce_scatter_as_reduce>();
const Phase reduce_scatter_scatterv{reduce_scatter_scatterv_rounds, reduce_scatter_fill_scatterv};
const Phase reduce_scatter_block_scatter = as_open_mpi_does<reduce_scatter_as_scatter>();
const Phase reduce_scatter_fold{reduce_scatter_fold_rounds, reduce_scatter_fill_fold};
const Phase reduce_scatter_halve{reduce_scatter_steps, reduce_scatter_fill_halve};
const Phase reduce_scatter_unfold{reduce_scatter_fold_rounds, reduce_scatter_fill_unfold};
const Phase reduce_scatter_doubling{reduce_scatter_doubling_rounds, reduce_scatter_fill_doubling};
const Phase reduce_scatter_ring_steps{reduce_scatter_others, reduce_scatter_fill_ring};
const Phase reduce_scatter_mirrored_halve{reduce_scatter_steps, reduce_scatter_fill_mirrored};
const Phase reduce_scatter_mirror{reduce_scatter_mirror_rounds, reduce_scatter_fill_mirror};
const Phase reduce_scatter_pairs{reduce_scatter_others, reduce_scatter_fill_pairs};

}  // namespace hpcast::netsim::collectives
