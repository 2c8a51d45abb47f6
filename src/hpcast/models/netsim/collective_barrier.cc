// Barriers: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_barrier.c; the dissemination barrier is
// MPICH 4.0.3's, src/mpi/coll/barrier/barrier_intra_dissemination.c, and Open MPI's "bruck".
#include <bit>
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

std::uint32_t barrier_once(const CollectivePart&) { return 1; }
std::uint32_t barrier_log2(const CollectivePart& part) { return log2_up(part.size); }

void barrier_exchange(CollectiveRound& round, std::uint32_t from, std::uint32_t to) {
  add_exchange(round, from, 0, to, 0);
}

// Rank 0 waits for all, then tells all. Messages of no bytes never wait for their receiver, so it
// does not matter that the library sends them one after the other.
void barrier_fill_to_first(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (part.rank != 0) return add_send(round, 0, 0);
  for (std::uint32_t peer = 1; peer < part.size; ++peer) add_receive(round, peer, 0);
}
void barrier_fill_from_first(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  if (part.rank != 0) return add_receive(round, 0, 0);
  for (std::uint32_t peer = 1; peer < part.size; ++peer) add_send(round, peer, 0);
}

// Twice around the ring.
std::uint32_t barrier_around_rounds(const CollectivePart&) { return 4; }
void barrier_fill_around(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if ((index % 2 == 0) == (part.rank == 0))
    add_send(round, rank_after(part, 1), 0);
  else
    add_receive(round, rank_before(part, 1), 0);
}

// Among the first 2^k ranks; the others come in before and are told after.
std::uint32_t barrier_doubling_rounds(const CollectivePart& part) {
  const std::uint32_t inside = std::bit_floor(part.size);
  if (part.rank >= inside) return 1;
  return log2_down(inside) + (part.rank + inside < part.size ? 2 : 0);
}
void barrier_fill_doubling(const CollectivePart& part, std::uint32_t index,
                           CollectiveRound& round) {
  const std::uint32_t inside = std::bit_floor(part.size);
  if (part.rank >= inside) {
    return barrier_exchange(round, part.rank - inside, part.rank - inside);
  }
  const bool paired = part.rank + inside < part.size;
  if (paired && index == 0) return add_receive(round, part.rank + inside, 0);
  const std::uint32_t step = index - (paired ? 1 : 0);
  if (step == log2_down(inside)) return add_send(round, part.rank + inside, 0);
  barrier_exchange(round, part.rank ^ (1U << step), part.rank ^ (1U << step));
}

void barrier_fill_dissemination(const CollectivePart& part, std::uint32_t index,
                                CollectiveRound& round) {
  barrier_exchange(round, rank_before(part, 1U << index), rank_after(part, 1U << index));
}

// Up a binomial tree to rank 0 and down again.
void barrier_tree_step(const CollectivePart& part, std::uint32_t jump, bool up,
                       CollectiveRound& round) {
  const std::uint32_t partner = part.rank ^ jump;
  if ((part.rank & (jump - 1)) != 0 || partner >= part.size) return;
  if ((partner > part.rank) == up)
    add_receive(round, partner, 0);
  else
    add_send(round, partner, 0);
}
void barrier_fill_up(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  barrier_tree_step(part, 1U << index, true, round);
}
void barrier_fill_down(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  barrier_tree_step(part, 1U << (log2_up(part.size) - 1 - index), false, round);
}

}  // namespace

const Phase barrier_to_first{barrier_once, barrier_fill_to_first};
const Phase barrier_from_first{barrier_once, barrier_fill_from_first};
const Phase barrier_around{barrier_around_rounds, barrier_fill_around};
const Phase barrier_doubling{barrier_doubling_rounds, barrier_fill_doubling};
const Phase barrier_dissemination{barrier_log2, barrier_fill_dissemination};
const Phase barrier_up{barrier_log2, barrier_fill_up};
const Phase barrier_down{barrier_log2, barrier_fill_down};

}  // namespace hpcast::netsim::collectives
