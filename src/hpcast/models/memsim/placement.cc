#include "hpcast/models/memsim/placement.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::memsim {

Placement::Placement(const PlacementPolicy& policy,
                     const std::vector<std::vector<std::uint32_t>>& nearest,
                     const std::vector<int>& numa_node, const std::vector<std::uint64_t>& capacity)
    : page_bytes_(policy.page_bytes),
      granularity_(policy.granularity == 0 ? policy.page_bytes : policy.granularity) {
  using Kind = PlacementPolicy::Kind;
  for (const int node : policy.nodes)
    if (std::find(numa_node.begin(), numa_node.end(), node) == numa_node.end())
      throw InputError("no memory has numa_node " + std::to_string(node),
                       "hpcast show MACHINE lists the nodes");
  const std::vector<int> one_node(numa_node.size());
  for (const auto& order : nearest) {
    make_groups(order, policy.kind == Kind::interleave ? one_node : numa_node);
    if (policy.kind == Kind::node)
      std::stable_partition(
          groups_by_core_.back().begin(), groups_by_core_.back().end(),
          [&](std::uint32_t g) { return policy.binds_to(numa_node[groups_[g][0]]); });
  }
  for (const std::uint64_t bytes : capacity)
    pages_left_.push_back(std::max<std::uint64_t>(bytes / page_bytes_, 1));
  pages_too_many_.resize(capacity.size());
  next_.resize(groups_.size());
}

// A core's groups, from the memories that it reaches.
void Placement::make_groups(const std::vector<std::uint32_t>& nearest,
                            const std::vector<int>& node_of) {
  std::vector<int> nodes;
  std::vector<std::vector<std::uint32_t>> members;
  for (const std::uint32_t memory : nearest) {
    const auto found = std::find(nodes.begin(), nodes.end(), node_of[memory]);
    if (found == nodes.end()) {
      nodes.push_back(node_of[memory]);
      members.push_back({memory});
    } else {
      members[static_cast<std::size_t>(found - nodes.begin())].push_back(memory);
    }
  }
  auto& by_core = groups_by_core_.emplace_back();
  for (auto& group : members) {
    std::sort(group.begin(), group.end());
    const auto found = std::find(groups_.begin(), groups_.end(), group);
    by_core.push_back(static_cast<std::uint32_t>(found - groups_.begin()));
    if (found == groups_.end()) groups_.push_back(std::move(group));
  }
}

std::uint32_t Placement::first_group_with_room(std::uint32_t core) {
  const auto& order = groups_by_core_[core];
  const auto has_room = [&](std::uint32_t memory) { return pages_left_[memory] > 0; };
  for (const std::uint32_t group : order)
    if (std::any_of(groups_[group].begin(), groups_[group].end(), has_room)) {
      spilled_ += group != order[0];
      return group;
    }
  // Every memory is full: the program asks for more than the machine has. It is counted, and the
  // page goes where it belonged.
  ++spilled_;
  return order[0];
}

// The address spreads such pages evenly, so they take from whichever has most left.
std::uint32_t Placement::group_for(std::uint32_t core) {
  const std::uint32_t group = first_group_with_room(core);
  const auto& members = groups_[group];
  const std::uint32_t emptiest = *std::max_element(
      members.begin(), members.end(),
      [&](std::uint32_t a, std::uint32_t b) { return pages_left_[a] < pages_left_[b]; });
  take_room(emptiest);
  return group;
}

void Placement::take_room(std::uint32_t memory) {
  if (pages_left_[memory] > 0)
    --pages_left_[memory];
  else
    ++pages_too_many_[memory];
}

void Placement::give_back(std::uint32_t group_or_memory) {
  std::uint32_t memory = group_or_memory;
  if (by_address()) {
    const auto& members = groups_[group_or_memory];
    memory = *std::max_element(
        members.begin(), members.end(),
        [&](std::uint32_t a, std::uint32_t b) { return pages_too_many_[a] < pages_too_many_[b]; });
  }
  if (pages_too_many_[memory] > 0)
    --pages_too_many_[memory];
  else
    ++pages_left_[memory];
}

std::uint32_t Placement::memory_for(std::uint32_t core) {
  const std::uint32_t group = first_group_with_room(core);
  const auto& members = groups_[group];
  for (std::size_t tries = 0; tries < members.size(); ++tries) {
    const std::uint32_t memory = members[next_[group]++ % members.size()];
    if (pages_left_[memory] == 0) continue;
    take_room(memory);
    return memory;
  }
  const std::uint32_t memory = members[next_[group]++ % members.size()];
  take_room(memory);
  return memory;
}

}  // namespace hpcast::memsim
