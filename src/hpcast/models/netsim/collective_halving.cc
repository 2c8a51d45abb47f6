// Rabenseifner's reductions: recursive halving leaves each of 2^k ranks with a part of the result,
// which is then joined at all or at the root. Open MPI 4.1.6, coll_base_reduce.c and
// coll_base_allreduce.c (…_redscat_…); MPICH 4.0.3, reduce_intra_reduce_scatter_gather.c and
// allreduce_intra_reduce_scatter_allgather.c.
//
// They differ in how ranks beyond a power of two are folded in, and in where a vector is cut: Open
// MPI halves elements, MPICH halves a list of 2^k blocks.
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

enum class HalvingCut : std::uint8_t { elements, blocks };

// ---- Folding: first, of each pair, one gives its vector to the other; last, it gets the result.

template <std::uint32_t odd_stays>
std::uint32_t halving_fold_rounds(const CollectivePart& part) {
  return fold_of(part, odd_stays).pairs(part.rank) ? 1 : 0;
}
template <std::uint32_t odd_stays>
void halving_fill_fold(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (!fold_of(part, odd_stays).stays(part.rank)) return add_send(round, part.rank ^ 1, part.bytes);
  add_receive(round, part.rank ^ 1, part.bytes);
  add_combine(round, part.bytes);
}
template <std::uint32_t odd_stays>
void halving_fill_unfold(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (fold_of(part, odd_stays).stays(part.rank))
    add_send(round, part.rank ^ 1, part.bytes);
  else
    add_receive(round, part.rank ^ 1, part.bytes);
}

// Open MPI: both of a pair reduce one half, then the odd rank gives its half away.
std::uint32_t halving_fold_halves_rounds(const CollectivePart& part) {
  return 2 * halving_fold_rounds<0>(part);
}
void halving_fill_fold_halves(const CollectivePart& part, std::uint32_t index,
                              CollectiveRound& round) {
  const std::uint64_t left = offset_of_element(part, elements_of(part) / 2);
  const std::uint64_t right = part.bytes - left;
  const std::uint32_t peer = part.rank ^ 1;
  const bool even = part.rank % 2 == 0;
  if (index == 0) {
    add_exchange(round, peer, even ? left : right, peer, even ? right : left);
    add_combine(round, even ? left : right);
  } else if (even) {
    add_receive(round, peer, right);
  } else {
    add_send(round, peer, right);
  }
}

// ---- Halving and joining

// Bytes that `number` still has after that many halvings; partners are 1, 2, 4, … apart.
template <HalvingCut cut>
std::uint64_t halving_kept(const CollectivePart& part, const Fold& fold, std::uint32_t number,
                           std::uint32_t halvings) {
  std::uint64_t begin = 0, length = cut == HalvingCut::blocks ? fold.size : elements_of(part);
  for (std::uint32_t i = 0; i < halvings; ++i) {
    const std::uint64_t left = length / 2;
    const bool upper = (number >> i & 1) != 0;
    begin += upper ? left : 0;
    length = upper ? length - left : left;
  }
  if constexpr (cut == HalvingCut::blocks) {
    const Blocks blocks = blocks_of(part, fold.size);
    return blocks.offset(begin + length) - blocks.offset(begin);
  } else {
    return offset_of_element(part, begin + length) - offset_of_element(part, begin);
  }
}

template <std::uint32_t odd_stays>
std::uint32_t halving_steps(const CollectivePart& part) {
  const Fold fold = fold_of(part, odd_stays);
  return fold.stays(part.rank) ? fold.steps() : 0;
}
template <std::uint32_t odd_stays, HalvingCut cut>
void halving_fill_halve(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const Fold fold = fold_of(part, odd_stays);
  const std::uint32_t number = fold.number(part.rank);
  const std::uint64_t had = halving_kept<cut>(part, fold, number, index);
  const std::uint64_t keeps = halving_kept<cut>(part, fold, number, index + 1);
  const std::uint32_t peer = fold.rank(number ^ (1U << index));
  add_exchange(round, peer, keeps, peer, had - keeps);
  add_combine(round, keeps);
}
template <std::uint32_t odd_stays, HalvingCut cut>
void halving_fill_join(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const Fold fold = fold_of(part, odd_stays);
  const std::uint32_t number = fold.number(part.rank), step = fold.steps() - 1 - index;
  const std::uint64_t has = halving_kept<cut>(part, fold, number, step + 1);
  const std::uint64_t after = halving_kept<cut>(part, fold, number, step);
  const std::uint32_t peer = fold.rank(number ^ (1U << step));
  add_exchange(round, peer, after - has, peer, has);
}

// ---- Joining at the root. A root that was folded away takes the place of rank 0, which hands it
// what it has and is done.

bool halving_root_is_away(const CollectivePart& part, const Fold& fold) {
  return !fold.stays(part.root);
}
std::uint32_t halving_hand_rounds(const CollectivePart& part) {
  return halving_root_is_away(part, fold_of(part, 0)) && (part.rank == 0 || is_root(part)) ? 1 : 0;
}
template <HalvingCut cut>
void halving_fill_hand(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const Fold fold = fold_of(part, 0);
  const std::uint64_t bytes = halving_kept<cut>(part, fold, 0, fold.steps());
  if (is_root(part))
    add_receive(round, 0, bytes);
  else
    add_send(round, part.root, bytes);
}

struct HalvingSeat {
  Fold fold;
  std::uint32_t number, root;  // numbers in the fold
  bool taken;                  // by this rank
  std::uint32_t rank_of(const CollectivePart& part, std::uint32_t other) const {
    return other == 0 && halving_root_is_away(part, fold) ? part.root : fold.rank(other);
  }
};
HalvingSeat halving_seat(const CollectivePart& part) {
  const Fold fold = fold_of(part, 0);
  const bool away = halving_root_is_away(part, fold);
  const std::uint32_t root = away ? 0 : fold.number(part.root);
  if (away && is_root(part)) return {fold, 0, root, true};
  const bool taken = fold.stays(part.rank) && !(away && part.rank == 0);
  return {fold, taken ? fold.number(part.rank) : 0, root, taken};
}
// From the largest distance on, a rank receives what its partner has, until it is nearer to the
// root than this rank is: then it sends what it has and is done.
std::uint32_t halving_join_at_root_rounds(const CollectivePart& part) {
  const HalvingSeat seat = halving_seat(part);
  if (!seat.taken) return 0;
  const std::uint32_t way = seat.number ^ seat.root;
  return seat.fold.steps() - (way == 0 ? 0 : log2_down(way));
}
template <HalvingCut cut>
void halving_fill_join_at_root(const CollectivePart& part, std::uint32_t index,
                               CollectiveRound& round) {
  const HalvingSeat seat = halving_seat(part);
  const std::uint32_t step = seat.fold.steps() - 1 - index;
  const std::uint64_t has = halving_kept<cut>(part, seat.fold, seat.number, step + 1);
  const std::uint64_t after = halving_kept<cut>(part, seat.fold, seat.number, step);
  const std::uint32_t peer = seat.rank_of(part, seat.number ^ (1U << step));
  if ((seat.number ^ seat.root) >> step == 1)
    add_send(round, peer, has);
  else
    add_receive(round, peer, after - has);
}

}  // namespace

const Phase fold_in_halves_even{halving_fold_halves_rounds, halving_fill_fold_halves};
const Phase fold_even{halving_fold_rounds<0>, halving_fill_fold<0>};
const Phase fold_odd{halving_fold_rounds<1>, halving_fill_fold<1>};
const Phase unfold_even{halving_fold_rounds<0>, halving_fill_unfold<0>};
const Phase unfold_odd{halving_fold_rounds<1>, halving_fill_unfold<1>};
const Phase halve_even{halving_steps<0>, halving_fill_halve<0, HalvingCut::elements>};
const Phase halve_blocks_even{halving_steps<0>, halving_fill_halve<0, HalvingCut::blocks>};
const Phase halve_blocks_odd{halving_steps<1>, halving_fill_halve<1, HalvingCut::blocks>};
const Phase join_even{halving_steps<0>, halving_fill_join<0, HalvingCut::elements>};
const Phase join_blocks_odd{halving_steps<1>, halving_fill_join<1, HalvingCut::blocks>};
const Phase hand_to_odd_root{halving_hand_rounds, halving_fill_hand<HalvingCut::elements>};
const Phase hand_blocks_to_odd_root{halving_hand_rounds, halving_fill_hand<HalvingCut::blocks>};
const Phase join_at_root{halving_join_at_root_rounds,
                         halving_fill_join_at_root<HalvingCut::elements>};
const Phase join_blocks_at_root{halving_join_at_root_rounds,
                                halving_fill_join_at_root<HalvingCut::blocks>};

}  // namespace hpcast::netsim::collectives
