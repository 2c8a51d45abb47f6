// How large a collective is: OTF2 has the bytes that a rank sent and received, by rules of Score-P
// (scorep_mpi_coll.inc.c of Score-P 9): as if each rank sent to each other rank by itself.
#pragma once

#include <cstdint>
#include <span>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// One rank's part in a call.
struct CollectivePlace {
  Collective kind = Collective::barrier;
  std::uint32_t rank = 0, size = 1;  // in the communicator
  bool is_root = false;
};

struct CollectiveSizes {
  std::uint64_t sent = 0, received = 0;
  bool operator==(const CollectiveSizes&) const = default;
};

// `counts`: as in RankTrace::counts, or none.
CollectiveSizes sizes_of(const CollectivePlace& place, std::uint64_t amount,
                         std::span<const std::uint64_t> counts);

// Operation::amount. What was sent with MPI_IN_PLACE is told apart where that shows: the rank's own
// block is missing in the sizes.
std::uint64_t amount_of(const CollectivePlace& place, const CollectiveSizes& sizes);

// The same of a call with its lists, where there are no sizes.
std::uint64_t amount_of(const CollectivePlace& place, std::span<const std::uint64_t> counts);

}  // namespace hpcast::mpitrace
