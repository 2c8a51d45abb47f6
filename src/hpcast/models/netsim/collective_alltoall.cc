// All-to-all: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_alltoall.c and coll_base_alltoallv.c;
// MPICH 4.0.3, src/mpi/coll/alltoall/*.c and alltoallv/*.c. A rank's block for itself is copied.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

// Bytes to and from ranks. Only where there are lists do messages of no bytes get left out.
struct AlltoallBlocks {
  const CollectivePart& part;

  bool listed() const {
    return part.kind == Collective::alltoallv && part.counts.size() >= 2 * std::size_t{part.size};
  }
  std::uint64_t sent_to(std::uint32_t peer) const {
    if (listed()) return part.counts[peer];
    return part.kind == Collective::alltoallv ? blocks_of(part, part.size).size(peer) : part.bytes;
  }
  std::uint64_t received_from(std::uint32_t peer) const {
    if (listed()) return part.counts[part.size + std::size_t{peer}];
    return part.kind == Collective::alltoallv ? blocks_of(part, part.size).size(part.rank)
                                              : part.bytes;
  }
  void exchange(CollectiveRound& round, std::uint32_t from, std::uint32_t to) const {
    add_exchange(round, from, received_from(from), to, sent_to(to));
  }
  // With the ranks `first` … past - 1 further on, and those as far before.
  void exchange_all(CollectiveRound& round, std::uint32_t first, std::uint32_t past) const {
    for (std::uint32_t i = first; i < past; ++i) {
      const std::uint32_t peer = rank_after(part, i);
      if (!listed() || received_from(peer) > 0) add_receive(round, peer, received_from(peer));
    }
    for (std::uint32_t i = first; i < past; ++i) {
      const std::uint32_t peer = rank_before(part, i);
      if (!listed() || sent_to(peer) > 0) add_send(round, peer, sent_to(peer));
    }
  }
};

// ---- Linear: everything posted at once. Open MPI's alltoallv posts in the order of ranks, which
// makes no difference to messages that all wait together.

std::uint32_t alltoall_once(const CollectivePart&) { return 1; }
void alltoall_fill_at_once(const CollectivePart& part, std::uint32_t, CollectiveRound& round) {
  AlltoallBlocks{part}.exchange_all(round, 1, part.size);
}

// MPICH's "scattered": MPIR_CVAR_ALLTOALL_THROTTLE receives and sends at a time, the one with
// itself among them.
constexpr std::uint32_t alltoall_throttle = 32;
std::uint32_t alltoall_batch_rounds(const CollectivePart& part) {
  return (part.size + alltoall_throttle - 1) / alltoall_throttle;
}
void alltoall_fill_batches(const CollectivePart& part, std::uint32_t index,
                           CollectiveRound& round) {
  const std::uint32_t first = index * alltoall_throttle;
  AlltoallBlocks{part}.exchange_all(round, std::max(1U, first),
                                    std::min(part.size, first + alltoall_throttle));
}

// ---- Pairwise: to the rank so far on, from the one so far before; MPICH with the rank whose
// number differs by exclusive or, if they are a power of two.

std::uint32_t alltoall_pair_rounds(const CollectivePart& part) { return part.size - 1; }
void alltoall_fill_pairs(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  AlltoallBlocks{part}.exchange(round, rank_before(part, index + 1), rank_after(part, index + 1));
}
void alltoall_fill_xor_pairs(const CollectivePart& part, std::uint32_t index,
                             CollectiveRound& round) {
  if (!std::has_single_bit(part.size)) return alltoall_fill_pairs(part, index, round);
  AlltoallBlocks{part}.exchange(round, part.rank ^ (index + 1), part.rank ^ (index + 1));
}

// ---- Bruck: 2^k ranks on, all blocks whose way has that bit.

std::uint32_t alltoall_log2(const CollectivePart& part) { return log2_up(part.size); }
// How many of the numbers below `past` have that bit.
std::uint64_t alltoall_with_bit(std::uint64_t past, std::uint64_t bit) {
  const std::uint64_t rest = past % (2 * bit);
  return past / (2 * bit) * bit + (rest > bit ? rest - bit : 0);
}
void alltoall_fill_bruck(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const std::uint32_t distance = 1U << index;
  const std::uint64_t bytes = part.bytes * alltoall_with_bit(part.size, distance);
  add_exchange(round, rank_before(part, distance), bytes, rank_after(part, distance), bytes);
}

}  // namespace

const Phase alltoall_at_once{alltoall_once, alltoall_fill_at_once};
const Phase alltoall_pairs{alltoall_pair_rounds, alltoall_fill_pairs};
const Phase alltoall_xor_pairs{alltoall_pair_rounds, alltoall_fill_xor_pairs};
const Phase alltoall_bruck_steps{alltoall_log2, alltoall_fill_bruck};
const Phase alltoall_batches{alltoall_batch_rounds, alltoall_fill_batches};

}  // namespace hpcast::netsim::collectives
