#include "hpcast/inputs/mpitrace/otf2_sizes.h"

#include <algorithm>
#include <numeric>

namespace hpcast::mpitrace {

namespace {

std::uint64_t sum_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

CollectiveSizes turned(const CollectiveSizes& sizes) { return {sizes.received, sizes.sent}; }

CollectiveSizes sizes_to_root(const CollectivePlace& place, std::uint64_t block) {
  return {block, place.is_root ? place.size * block : 0};
}

CollectiveSizes gatherv_sizes(const CollectivePlace& place, std::uint64_t own,
                              std::span<const std::uint64_t> counts) {
  if (!place.is_root) return {own, 0};
  if (counts.size() != place.size) return {own, place.size * own};
  return {counts[place.rank], sum_of(counts)};
}

CollectiveSizes alltoallv_sizes(const CollectivePlace& place, std::uint64_t all,
                                std::span<const std::uint64_t> counts) {
  if (counts.size() != 2 * std::size_t{place.size}) return {all, all};
  return {sum_of(counts.first(place.size)), sum_of(counts.last(place.size))};
}

CollectiveSizes neighbor_sizes(std::uint64_t all, std::span<const std::uint64_t> counts) {
  if (counts.size() < 2) return {all, all};
  CollectiveSizes sizes;
  for (std::size_t i = 0; 2 * i + 3 < counts.size(); ++i)
    (i < counts[0] ? sizes.sent : sizes.received) += counts[2 * i + 3];
  return sizes;
}

CollectiveSizes scan_sizes(std::uint64_t before, std::uint64_t after, std::uint64_t block) {
  return {after * block, before * block};
}

std::uint64_t part(std::uint64_t bytes, std::uint64_t parts) {
  return parts == 0 ? 0 : bytes / parts;
}

// Whether these are not `size` blocks, but, without the rank's own, one less.
bool is_in_place(std::uint64_t bytes, std::uint64_t size) {
  return size > 1 && bytes % size != 0 && bytes % (size - 1) == 0;
}

std::uint64_t block_of_all(std::uint64_t bytes, std::uint64_t size) {
  return part(bytes, is_in_place(bytes, size) ? size - 1 : size);
}

// The mean of all ranks' blocks: the same for all, and so is the algorithm that it chooses, but
// where a rank's own block in place happens to be divisible by their number and so does not show.
std::uint64_t mean_block(const CollectiveSizes& sizes, std::uint64_t size) {
  const std::uint64_t own = is_in_place(sizes.sent, size) ? part(sizes.sent, size - 1) : 0;
  return part(sizes.received + own, size);
}

std::uint64_t block_to_root(const CollectivePlace& place, const CollectiveSizes& sizes) {
  const bool in_place = place.is_root && sizes.sent == 0;
  return in_place ? part(sizes.received, place.size - 1) : sizes.sent;
}

std::uint64_t block_of_scan(const CollectivePlace& place, const CollectiveSizes& sizes) {
  const std::uint64_t before = place.rank + std::uint64_t{1}, after = place.size - place.rank;
  if (sizes.received % before == 0 && sizes.sent == sizes.received / before * after)
    return sizes.received / before;
  return part(sizes.sent + sizes.received, place.size - 1);
}

}  // namespace

CollectiveSizes sizes_of(const CollectivePlace& place, std::uint64_t amount,
                         std::span<const std::uint64_t> counts) {
  const std::uint64_t all = place.size * amount;
  switch (place.kind) {
    case Collective::barrier:
      return {};
    case Collective::bcast:
    case Collective::scatter:
      return turned(sizes_to_root(place, amount));
    case Collective::reduce:
    case Collective::gather:
      return sizes_to_root(place, amount);
    case Collective::gatherv:
      return gatherv_sizes(place, amount, counts);
    case Collective::scatterv:
      return turned(gatherv_sizes(place, amount, counts));
    case Collective::allreduce:
    case Collective::allgather:
    case Collective::alltoall:
    case Collective::reduce_scatter_block:
      return {all, all};
    case Collective::allgatherv:
      if (counts.size() != place.size) return {all, all};
      return {place.size * counts[place.rank], sum_of(counts)};
    case Collective::alltoallv:
      return alltoallv_sizes(place, amount, counts);
    case Collective::reduce_scatter:
      if (counts.size() != place.size) return {amount, amount};
      return {sum_of(counts), place.size * counts[place.rank]};
    case Collective::scan:
      return scan_sizes(place.rank + std::uint64_t{1}, place.size - place.rank, amount);
    case Collective::exscan:
      return scan_sizes(place.rank, place.size - place.rank - std::uint64_t{1}, amount);
    case Collective::neighbor:
      return neighbor_sizes(amount, counts);
  }
  return {};
}

std::uint64_t amount_of(const CollectivePlace& place, const CollectiveSizes& sizes) {
  switch (place.kind) {
    case Collective::barrier:
      return 0;
    case Collective::bcast:
    case Collective::scatter:
    case Collective::scatterv:
      return block_to_root(place, turned(sizes));
    case Collective::reduce:
    case Collective::gather:
    case Collective::gatherv:
      return block_to_root(place, sizes);
    case Collective::allreduce:
    case Collective::allgather:
    case Collective::alltoall:
    case Collective::reduce_scatter_block:
      return block_of_all(sizes.sent, place.size);
    case Collective::allgatherv:
      return mean_block(sizes, place.size);
    case Collective::scan:
      return block_of_scan(place, sizes);
    case Collective::exscan:
      return part(sizes.sent + sizes.received, place.size - 1);
    case Collective::alltoallv:
    case Collective::reduce_scatter:
    case Collective::neighbor:
      return sizes.sent;
  }
  return 0;
}

std::uint64_t amount_of(const CollectivePlace& place, std::span<const std::uint64_t> counts) {
  return amount_of(place, sizes_of(place, 0, counts));
}

}  // namespace hpcast::mpitrace
