#include "hpcast/inputs/mpitrace/profile.h"

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

std::optional<Collective> collective_named(std::string_view name) {
  for (int i = 0; i < collective_count; ++i)
    if (name == name_of(static_cast<Collective>(i))) return static_cast<Collective>(i);
  return {};
}

bool has_counts(Collective collective) {
  switch (collective) {
    case Collective::gatherv:
    case Collective::scatterv:
    case Collective::allgatherv:
    case Collective::alltoallv:
    case Collective::reduce_scatter:
    case Collective::neighbor:
      return true;
    default:
      return false;
  }
}

bool is_rooted(Collective collective) {
  switch (collective) {
    case Collective::bcast:
    case Collective::reduce:
    case Collective::gather:
    case Collective::gatherv:
    case Collective::scatter:
    case Collective::scatterv:
      return true;
    default:
      return false;
  }
}

std::uint64_t length_of_counts(Collective collective, std::uint32_t size, bool is_root,
                               std::span<const std::uint64_t> first) {
  switch (collective) {
    case Collective::gatherv:
    case Collective::scatterv:
      return is_root ? size : 0;
    case Collective::allgatherv:
    case Collective::reduce_scatter:
      return size;
    case Collective::alltoallv:
      return 2 * std::uint64_t{size};
    case Collective::neighbor: {
      constexpr std::uint64_t beyond_all = UINT64_MAX / 8;
      if (first.size() < 2 || first[0] > beyond_all || first[1] > beyond_all) return UINT64_MAX;
      return 2 + 2 * (first[0] + first[1]);
    }
    default:
      return 0;
  }
}

std::span<const std::uint64_t> counts_of(const RankTrace& rank, const Operation& call,
                                         std::uint32_t size, std::uint32_t self) {
  if (!has_counts(call.collective) || call.count == no_counts) return {};
  const std::span<const std::uint64_t> from = std::span(rank.counts).subspan(call.count);
  const bool is_root = call.peer == static_cast<std::int32_t>(self);
  return from.first(length_of_counts(call.collective, size, is_root, from));
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
