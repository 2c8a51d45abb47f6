#include "hpcast/netsim/collective.h"
namespace hpcast::netsim {
static bool pw(const CollectivePart& p, std::uint32_t i, CollectiveRound& r) {
  if (i + 1 >= p.size) return false;
  r.push_back({CollectiveStep::Action::send, (p.rank + i + 1) % p.size, p.bytes});
  r.push_back({CollectiveStep::Action::receive, (p.rank + p.size - i - 1) % p.size, p.bytes});
  return true;
}
static const CollectiveAlgorithm pairwise{Collective::alltoall, "pairwise", pw};
const CollectiveAlgorithm& choose_algorithm(const CollectivePart&, MpiLibrary) { return pairwise; }
const CollectiveAlgorithm* algorithm_named(Collective, std::string_view) { return &pairwise; }
}  // namespace hpcast::netsim
