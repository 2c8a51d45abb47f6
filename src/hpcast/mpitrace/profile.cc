#include "hpcast/mpitrace/profile.h"

#include <algorithm>
#include <array>

namespace hpcast::mpitrace {

const char* name_of(Collective collective) {
  static constexpr std::array<const char*, collective_count> names = {"barrier",
                                                                      "bcast",
                                                                      "reduce",
                                                                      "allreduce",
                                                                      "gather",
                                                                      "gatherv",
                                                                      "scatter",
                                                                      "scatterv",
                                                                      "allgather",
                                                                      "allgatherv",
                                                                      "alltoall",
                                                                      "alltoallv",
                                                                      "reduce_scatter_block",
                                                                      "reduce_scatter",
                                                                      "scan",
                                                                      "exscan",
                                                                      "neighbor"};
  return names[static_cast<std::size_t>(collective)];
}

namespace {

void add_rank(const RankTrace& rank, Totals& totals) {
  double compute = 0;
  totals.operations += rank.operations.size();
  for (const Operation& operation : rank.operations) {
    switch (operation.kind) {
      case Kind::compute:
        compute += static_cast<double>(operation.amount) * 1e-12;
        break;
      case Kind::send:
      case Kind::isend:
      case Kind::put:
      case Kind::get:
        totals.messages += 1;
        totals.bytes += operation.amount;
        break;
      case Kind::collective:
      case Kind::icollective:
        totals.collectives += 1;
        break;
      default:
        break;
    }
  }
  totals.compute_s += compute;
  totals.longest_compute_s = std::max(totals.longest_compute_s, compute);
}

}  // namespace

Totals totals_of(const Profile& profile) {
  Totals totals;
  for (const RankTrace& rank : profile.ranks) add_rank(rank, totals);
  return totals;
}

}  // namespace hpcast::mpitrace
