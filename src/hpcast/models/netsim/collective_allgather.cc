// Allgather and allgatherv: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_allgather.c and
// coll_base_allgatherv.c; MPICH 4.0.3, src/mpi/coll/allgather/*.c and allgatherv/*.c.
#include <algorithm>
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

// ---- Linear: to rank 0, then a broadcast of everything.

CollectivePart allgather_to_first(const CollectivePart& part) {
  CollectivePart result = part;
  result.root = 0;
  return result;
}
CollectivePart allgather_as_gather(const CollectivePart& part) {
  CollectivePart result = allgather_to_first(part);
  result.kind = Collective::gather;
  return result;
}
std::uint32_t allgatherv_gather_rounds(const CollectivePart& part) {
  return gatherv_one_by_one.rounds(allgather_to_first(part));
}
void allgatherv_fill_gather(const CollectivePart& part, std::uint32_t index,
                            CollectiveRound& round) {
  gatherv_one_by_one.fill(allgather_to_first(part), index, round);
}
CollectivePart allgather_as_bcast(const CollectivePart& part) {
  CollectivePart result = allgather_to_first(part);
  result.kind = Collective::bcast;
  result.bytes = block_bytes(part, 0, part.size);
  result.counts = {};
  return result;
}

// ---- Bruck: from 2^k ranks further on comes what they have, the last time only what is missing.

std::uint32_t allgather_log2(const CollectivePart& part) { return log2_up(part.size); }
void allgather_fill_bruck(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const std::uint32_t distance = 1U << index;
  const std::uint32_t blocks = std::min(distance, part.size - distance);
  const std::uint32_t from = rank_after(part, distance);
  add_exchange(round, from, block_bytes_around(part, from, blocks), rank_before(part, distance),
               block_bytes_around(part, part.rank, blocks));
}

// ---- Recursive doubling, for powers of two.

void allgather_fill_doubling(const CollectivePart& part, std::uint32_t index,
                             CollectiveRound& round) {
  const std::uint32_t distance = 1U << index, peer = part.rank ^ distance;
  const std::uint32_t mine = round_down(part.rank, distance), theirs = round_down(peer, distance);
  add_exchange(round, peer, block_bytes(part, theirs, theirs + distance), peer,
               block_bytes(part, mine, mine + distance));
}

// ---- Ring

std::uint32_t allgather_ring_rounds(const CollectivePart& part) { return part.size - 1; }
void allgather_fill_ring(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  add_exchange(round, rank_before(part, 1), block_bytes(part, rank_before(part, index + 1)),
               rank_after(part, 1), block_bytes(part, rank_before(part, index)));
}

// MPICH's ring for allgatherv sends blocks in pieces of MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE, one
// after the other, and none that are empty. Here all blocks take as many rounds as the largest;
// MPICH goes to the next block at once, which makes no difference to who waits for whom.
struct AllgatherPieces {
  std::uint64_t piece;   // bytes
  std::uint32_t rounds;  // of a block

  explicit AllgatherPieces(const CollectivePart& part) {
    constexpr std::uint64_t pipeline = 32768;
    std::uint64_t largest = part.bytes;
    if (part.counts.size() >= part.size)
      largest = *std::max_element(part.counts.begin(), part.counts.end());
    piece = std::max<std::uint64_t>(1, pipeline / part.element) * part.element;
    if (largest <= pipeline) piece = std::max<std::uint64_t>(1, largest);
    rounds = static_cast<std::uint32_t>((largest + piece - 1) / piece);
  }
  std::uint64_t bytes(std::uint64_t block, std::uint32_t index) const {
    return std::min(block, (index + 1) * piece) - std::min(block, index * piece);
  }
};
std::uint32_t allgather_pieces_rounds(const CollectivePart& part) {
  return (part.size - 1) * AllgatherPieces(part).rounds;
}
void allgather_fill_pieces(const CollectivePart& part, std::uint32_t index,
                           CollectiveRound& round) {
  const AllgatherPieces pieces(part);
  const auto bytes = [&](std::uint32_t distance) {
    return pieces.bytes(block_bytes(part, rank_before(part, distance)), index % pieces.rounds);
  };
  const std::uint32_t step = index / pieces.rounds;
  if (bytes(step + 1) > 0) add_receive(round, rank_before(part, 1), bytes(step + 1));
  if (bytes(step) > 0) add_send(round, rank_after(part, 1), bytes(step));
}

// ---- Neighbour exchange, for even numbers of ranks: first a block with one neighbour, then pairs
// of blocks with one and the other by turns: those that came last.

std::uint32_t allgather_neighbor_rounds(const CollectivePart& part) { return part.size / 2; }
// The first block of the pair that comes in that round.
std::uint32_t allgather_pair(const CollectivePart& part, std::uint32_t index) {
  const std::uint32_t own = part.rank & ~1U;
  const std::uint32_t way = index % 2 == 0 ? index : index + 1;
  const bool up = (index % 2 == 0) == (part.rank % 2 == 0);
  return (own + (up ? way : part.size - way)) % part.size;
}
void allgather_fill_neighbors(const CollectivePart& part, std::uint32_t index,
                              CollectiveRound& round) {
  const bool up = (index % 2 == 0) == (part.rank % 2 == 0);
  const std::uint32_t peer = up ? rank_after(part, 1) : rank_before(part, 1);
  if (index == 0)
    return add_exchange(round, peer, block_bytes(part, peer), peer, block_bytes(part, part.rank));
  const std::uint32_t received = allgather_pair(part, index);
  const std::uint32_t sent = allgather_pair(part, index - 1);
  add_exchange(round, peer, block_bytes(part, received, received + 2), peer,
               block_bytes(part, sent, sent + 2));
}

// ---- Two processes

std::uint32_t allgather_once(const CollectivePart&) { return 1; }
void allgather_fill_swap(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  const std::uint32_t peer = part.rank ^ 1;
  add_exchange(round, peer, block_bytes(part, peer), peer, block_bytes(part, part.rank));
}

}  // namespace

const Phase allgather_gather = as_open_mpi_does<allgather_as_gather>();
const Phase allgatherv_gather{allgatherv_gather_rounds, allgatherv_fill_gather};
const Phase allgather_bcast = as_open_mpi_does<allgather_as_bcast>();
const Phase allgather_bruck_steps{allgather_log2, allgather_fill_bruck};
const Phase allgather_doubling{allgather_log2, allgather_fill_doubling};
const Phase allgather_ring_steps{allgather_ring_rounds, allgather_fill_ring};
const Phase allgather_ring_steps_32k{allgather_pieces_rounds, allgather_fill_pieces};
const Phase allgather_neighbors{allgather_neighbor_rounds, allgather_fill_neighbors};
const Phase allgather_swap{allgather_once, allgather_fill_swap};

}  // namespace hpcast::netsim::collectives
