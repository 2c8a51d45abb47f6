// What the algorithms of collectives share: adding steps to a round, ranks around a root, cutting
// vectors, and what to do where ranks are not a power of two. Private to netsim.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hpcast/models/netsim/collective.h"

namespace hpcast::netsim::collectives {

inline constexpr std::uint64_t kib = 1 << 10, mib = 1 << 20;

// ---- Steps. Receives come before sends, as libraries post them. Nobody sends to itself.

inline void add_receive(CollectiveRound& round, std::uint32_t peer, std::uint64_t bytes) {
  round.push_back({CollectiveStep::Action::receive, peer, bytes});
}
inline void add_send(CollectiveRound& round, std::uint32_t peer, std::uint64_t bytes) {
  round.push_back({CollectiveStep::Action::send, peer, bytes});
}
inline void add_combine(CollectiveRound& round, std::uint64_t bytes) {
  if (bytes > 0) round.push_back({CollectiveStep::Action::combine, 0, bytes});
}
inline void add_exchange(CollectiveRound& round, std::uint32_t from, std::uint64_t received,
                         std::uint32_t to, std::uint64_t sent) {
  add_receive(round, from, received);
  add_send(round, to, sent);
}

// ---- Ranks

inline std::uint32_t rank_after(const CollectivePart& part, std::uint32_t distance) {
  return static_cast<std::uint32_t>((std::uint64_t{part.rank} + distance) % part.size);
}
inline std::uint32_t rank_before(const CollectivePart& part, std::uint32_t distance) {
  return rank_after(part, part.size - distance % part.size);
}
// Ranks counted from the root on.
inline std::uint32_t place_of(const CollectivePart& part) { return rank_before(part, part.root); }
inline std::uint32_t rank_at(const CollectivePart& part, std::uint32_t place) {
  return static_cast<std::uint32_t>((std::uint64_t{place} + part.root) % part.size);
}
inline bool is_root(const CollectivePart& part) { return part.rank == part.root; }
// The ranks other than the root, upwards: 0 … size - 2.
inline std::uint32_t other_than_root(const CollectivePart& part, std::uint32_t index) {
  return index < part.root ? index : index + 1;
}

// A blocking call with that much returns before its partner has come: no library waits for the
// receiver with so little. Loops of such calls are as good as one round.
inline constexpr std::uint64_t small_message = 4 * kib;

inline std::uint32_t log2_up(std::uint32_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n - 1));
}
inline std::uint32_t log2_down(std::uint32_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n)) - 1;
}
inline std::uint32_t round_down(std::uint32_t n, std::uint32_t power_of_two) {
  return n & ~(power_of_two - 1);
}

// ---- Vectors

inline std::uint64_t elements_of(const CollectivePart& part) {
  return (part.bytes + part.element - 1) / part.element;
}
// Where that element begins; the last one is short when `bytes` is no multiple.
inline std::uint64_t offset_of_element(const CollectivePart& part, std::uint64_t element) {
  return std::min(part.bytes, element * part.element);
}

// A vector in blocks of whole elements; the first ones are an element longer than the others.
struct Blocks {
  std::uint64_t bytes, element, count;

  std::uint64_t offset(std::uint64_t block) const {
    const std::uint64_t elements = (bytes + element - 1) / element;
    const std::uint64_t first = block * (elements / count) + std::min(block, elements % count);
    return std::min(bytes, first * element);
  }
  std::uint64_t size(std::uint64_t block) const { return offset(block + 1) - offset(block); }
};
inline Blocks blocks_of(const CollectivePart& part, std::uint64_t count) {
  return {part.bytes, part.element, count};
}

// Bytes of the blocks of ranks first … past - 1, in the collectives that have a block for each
// rank. O(1) unless there are counts; then O(past - first), which over the rounds of a call adds up
// to the length of the list.
inline std::uint64_t block_bytes(const CollectivePart& part, std::uint32_t first,
                                 std::uint32_t past) {
  if (first >= past) return 0;
  if (part.counts.size() >= part.size) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : part.counts.subspan(first, past - first)) sum += count;
    return sum;
  }
  if (part.kind == Collective::reduce_scatter) {
    const Blocks blocks = blocks_of(part, part.size);
    return blocks.offset(past) - blocks.offset(first);
  }
  return part.bytes * (past - first);
}
inline std::uint64_t block_bytes(const CollectivePart& part, std::uint32_t rank) {
  return block_bytes(part, rank, rank + 1);
}
// Of `count` ranks from `first` on, around the end.
inline std::uint64_t block_bytes_around(const CollectivePart& part, std::uint32_t first,
                                        std::uint32_t count) {
  const std::uint32_t straight = std::min(count, part.size - first);
  return block_bytes(part, first, first + straight) + block_bytes(part, 0, count - straight);
}

// ---- Other than powers of two

// Of n ranks, n - p more than a power of two p, the first 2 (n - p) pair up and one of each pair
// stands back, so that p are left, numbered 0 … p - 1.
struct Fold {
  std::uint32_t extra = 0;      // pairs
  std::uint32_t size = 1;       // p
  std::uint32_t odd_stays = 0;  // 1: of a pair, the higher rank stays in; 0: the lower one

  bool pairs(std::uint32_t rank) const { return rank < 2 * extra; }
  bool stays(std::uint32_t rank) const { return !pairs(rank) || (rank & 1) == odd_stays; }
  std::uint32_t number(std::uint32_t rank) const { return pairs(rank) ? rank / 2 : rank - extra; }
  std::uint32_t rank(std::uint32_t number) const {
    return number < extra ? 2 * number + odd_stays : number + extra;
  }
  // The first rank that number's pair has; a number without one: its rank.
  std::uint32_t first_rank(std::uint32_t number) const {
    return number < extra ? 2 * number : number + extra;
  }
  std::uint32_t steps() const { return log2_down(size); }
};
inline Fold fold_of(const CollectivePart& part, std::uint32_t odd_stays) {
  const std::uint32_t size = std::bit_floor(part.size);
  return {part.size - size, size, odd_stays};
}

// Recursive doubling in which any number of places takes part. In step s the places of a group of
// 2^s have exchanged what they have with those of the group beside it. Where that group is cut
// short by the end, some have no partner; they get it, halving by halving, from those that had one:
// the repair. That happens to a place in one step at most. (MPICH 4.0.3,
// bcast_intra_scatter_recursive_doubling_allgather.c; Open MPI 4.1.6, coll_base_bcast.c.)
struct Doubling {
  std::uint32_t place, size;

  struct Turn {
    std::uint32_t distance;  // of the step: 2^s
    std::uint32_t halving;   // of a repair; 0: the exchange itself
  };

  std::uint32_t group(std::uint32_t distance) const { return round_down(place, distance); }
  std::uint32_t other_group(std::uint32_t distance) const { return group(distance) ^ distance; }
  bool repaired(std::uint32_t distance) const {
    const std::uint64_t beside = std::uint64_t{group(distance)} + distance;
    return (place & distance) == 0 && beside < size && beside + distance > size;
  }
  // Log2 of the distance of the step that is repaired, 0 if none (the first never is).
  std::uint32_t repaired_step() const {
    for (std::uint32_t step = log2_up(size); step-- > 1;)
      if (repaired(1U << step)) return step;
    return 0;
  }
  std::uint32_t rounds() const { return log2_up(size) + repaired_step(); }
  Turn turn(std::uint32_t index) const {
    const std::uint32_t step = repaired_step();
    if (step == 0 || index <= step) return {1U << index, 0};
    if (index <= 2 * step) return {1U << step, 1U << (2 * step - index)};
    return {1U << (index - step), 0};
  }
  // In a repair: does this place hand on what its partner lacks, or lack it itself?
  bool hands_on(const Turn& turn) const {
    const std::uint32_t end = knowing_end(turn), partner = place ^ turn.halving;
    return partner > place && place < end && partner >= end;
  }
  bool lacks(const Turn& turn) const {
    const std::uint32_t end = knowing_end(turn), partner = place ^ turn.halving;
    return partner < place && partner < end && place >= end;
  }

 private:
  std::uint32_t knowing_end(const Turn& turn) const {
    const std::uint32_t partners = size - group(turn.distance) - turn.distance;
    return round_down(place, 2 * turn.halving) + partners;
  }
};

}  // namespace hpcast::netsim::collectives
