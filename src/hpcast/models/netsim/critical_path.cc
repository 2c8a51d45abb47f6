#include "hpcast/models/netsim/critical_path.h"

#include <algorithm>

namespace hpcast::netsim {

std::vector<PathStep> critical_path(const Outcome& outcome) {
  std::vector<PathStep> path;
  if (outcome.ranks.empty()) return path;
  const auto last =
      std::max_element(outcome.ranks.begin(), outcome.ranks.end(),
                       [](const RankTimes& a, const RankTimes& b) { return a.end < b.end; });
  auto rank = static_cast<std::uint32_t>(last - outcome.ranks.begin());
  Time time = last->end;
  std::size_t blocks = outcome.blocked[rank].size();
  while (blocks > 0) {
    const Blocked& blocked = outcome.blocked[rank][blocks - 1];
    if (time > blocked.end) path.push_back({rank, rank, false, blocked.end, time});
    path.push_back({rank, blocked.cause.peer, true, blocked.cause.sent, blocked.end});
    rank = blocked.cause.peer;
    time = blocked.cause.sent;
    blocks = blocked.cause.blocks;
  }
  if (time > 0) path.push_back({rank, rank, false, 0, time});
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace hpcast::netsim
