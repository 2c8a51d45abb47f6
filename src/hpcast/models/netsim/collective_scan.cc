// Prefix reductions: Open MPI 4.1.6, ompi/mca/coll/base/coll_base_scan.c and coll_base_exscan.c;
// MPICH 4.0.3, src/mpi/coll/{scan,exscan}/*_intra_recursive_doubling.c (the same messages).
#include <cstdint>

#include "hpcast/models/netsim/collective_phases.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {
namespace {

// From rank to rank.
std::uint32_t scan_along_rounds(const CollectivePart& part) {
  return (part.rank > 0 ? 1 : 0) + (part.rank + 1 < part.size ? 1 : 0);
}
template <bool inclusive>
void scan_fill_along(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  if (part.rank == 0 || index == 1) return add_send(round, part.rank + 1, part.bytes);
  add_receive(round, part.rank - 1, part.bytes);
  if (inclusive || part.rank + 1 < part.size) add_combine(round, part.bytes);
}

// Both of two partners now know what their two groups add up to; the upper one's result grows by
// what came. An exclusive scan begins with the first that comes, by copying it.
std::uint32_t scan_doubling_rounds(const CollectivePart& part) { return log2_up(part.size); }
template <bool inclusive>
void scan_fill_doubling(const CollectivePart& part, std::uint32_t index, CollectiveRound& round) {
  const std::uint32_t distance = 1U << index, peer = part.rank ^ distance;
  if (peer >= part.size) return;
  add_exchange(round, peer, part.bytes, peer, part.bytes);
  const bool first_to_come = (part.rank & (distance - 1)) == 0;
  const bool both = part.rank > peer && (inclusive || !first_to_come);
  add_combine(round, both ? 2 * part.bytes : part.bytes);
}

}  // namespace

const Phase scan_along{scan_along_rounds, scan_fill_along<true>};
const Phase exscan_along{scan_along_rounds, scan_fill_along<false>};
const Phase scan_doubling{scan_doubling_rounds, scan_fill_doubling<true>};
const Phase exscan_doubling{scan_doubling_rounds, scan_fill_doubling<false>};

}  // namespace hpcast::netsim::collectives
