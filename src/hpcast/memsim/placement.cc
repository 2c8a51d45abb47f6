#include "hpcast/memsim/placement.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "hpcast/base/diagnostics.h"

namespace hpcast::memsim {

Placement::Placement(const PlacementPolicy& policy,
                     const std::vector<std::vector<std::uint32_t>>& nearest,
                     const std::vector<int>& numa_node, const std::vector<std::uint64_t>& capacity)
    : page_bytes_(policy.page_bytes),
      granularity_(policy.granularity == 0 ? policy.page_bytes : policy.granularity) {
  const auto memories = static_cast<std::uint32_t>(numa_node.size());
  std::vector<std::uint32_t> group_of(memories);
  if (policy.kind == PlacementPolicy::Kind::interleave) {
    groups_.emplace_back(memories);
    std::iota(groups_[0].begin(), groups_[0].end(), 0U);
  } else {
    std::vector<int> nodes;
    for (std::uint32_t m = 0; m < memories; ++m) {
      const auto found = std::find(nodes.begin(), nodes.end(), numa_node[m]);
      group_of[m] = static_cast<std::uint32_t>(found - nodes.begin());
      if (found == nodes.end()) {
        nodes.push_back(numa_node[m]);
        groups_.emplace_back();
      }
      groups_[group_of[m]].push_back(m);
    }
    if (policy.kind == PlacementPolicy::Kind::node &&
        std::find(nodes.begin(), nodes.end(), policy.node) == nodes.end())
      throw InputError("no memory has numa_node " + std::to_string(policy.node),
                       "hpcast show MACHINE lists the nodes");
  }
  for (const auto& order : nearest) {
    auto& by_core = groups_by_core_.emplace_back();
    for (const std::uint32_t m : order)
      if (std::find(by_core.begin(), by_core.end(), group_of[m]) == by_core.end())
        by_core.push_back(group_of[m]);
    if (policy.kind == PlacementPolicy::Kind::node)
      std::stable_partition(by_core.begin(), by_core.end(), [&](std::uint32_t g) {
        return numa_node[groups_[g][0]] == policy.node;
      });
  }
  for (const std::uint64_t bytes : capacity)
    pages_left_.push_back(std::max<std::uint64_t>(bytes / page_bytes_, 1));
  for (const auto& group : groups_) {
    std::uint64_t pages = 0;
    for (const std::uint32_t m : group) pages += pages_left_[m];
    group_pages_left_.push_back(pages);
  }
  next_.resize(groups_.size());
}

std::uint32_t Placement::first_group_with_room(std::uint32_t core) {
  const auto& order = groups_by_core_[core];
  for (const std::uint32_t group : order)
    if (has_room(group)) {
      spilled_ += group != order[0];
      return group;
    }
  // Every memory is full: the program asks for more than the machine has. It is counted, and the
  // page goes where it belonged.
  ++spilled_;
  return order[0];
}

std::uint32_t Placement::group_for(std::uint32_t core) {
  const std::uint32_t group = first_group_with_room(core);
  if (group_pages_left_[group] > 0) --group_pages_left_[group];
  return group;
}

std::uint32_t Placement::memory_for(std::uint32_t core) {
  const std::uint32_t group = group_for(core);
  const auto& members = groups_[group];
  for (std::size_t tries = 0; tries < members.size(); ++tries) {
    const std::uint32_t memory = members[next_[group]++ % members.size()];
    if (pages_left_[memory] == 0) continue;
    --pages_left_[memory];
    return memory;
  }
  return members[next_[group]++ % members.size()];
}

}  // namespace hpcast::memsim
