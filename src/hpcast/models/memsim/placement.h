// Where pages go: first touch, interleaved, or bound to NUMA nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hpcast::memsim {

struct PlacementPolicy {
  enum class Kind { first_touch, interleave, node };
  Kind kind = Kind::first_touch;
  std::vector<int> nodes = {};  // Kind::node: numa_node of the memories
  std::uint64_t page_bytes = 4096;
  std::uint64_t granularity = 0;  // interleaving unit within a node or over all; 0: one page

  bool binds_to(int node) const {
    return kind == Kind::node && std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  }
};

// Deterministic: depends only on the order of the calls.
class Placement {
 public:
  // nearest[core]: the memories that the core reaches, by distance, the nearest's NUMA node first;
  // memory m is of numa_node[m] and holds capacity[m] bytes.
  Placement(const PlacementPolicy& policy, const std::vector<std::vector<std::uint32_t>>& nearest,
            const std::vector<int>& numa_node, const std::vector<std::uint64_t>& capacity);

  // True where the address decides the memory within a group, not the order of the pages.
  bool by_address() const { return granularity_ != page_bytes_; }
  std::uint64_t page_bytes() const { return page_bytes_; }

  // The group of memories of a page that `core` touches first: all of it are within its reach.
  std::uint32_t group_for(std::uint32_t core);
  // The memory, of that group, that a new page goes to: round-robin.
  std::uint32_t memory_for(std::uint32_t core);
  // A page that was placed so is no more: there is room for another one.
  void give_back(std::uint32_t group_or_memory);
  // The memory of an address of that group (by_address()).
  std::uint32_t memory_at(std::uint32_t group, std::uint64_t address) const {
    const auto& members = groups_[group];
    return members[(address / granularity_) % members.size()];
  }

  // Pages that did not fit into the node they belonged to.
  std::uint64_t spilled_pages() const { return spilled_; }

 private:
  void make_groups(const std::vector<std::uint32_t>& nearest, const std::vector<int>& node_of);
  std::uint32_t first_group_with_room(std::uint32_t core);
  void take_room(std::uint32_t memory);

  std::uint64_t page_bytes_;
  std::uint64_t granularity_;
  // Members, ascending: of a node, or of all memories, those within the reach of some core. Groups
  // of cores with different reach may overlap.
  std::vector<std::vector<std::uint32_t>> groups_;
  std::vector<std::vector<std::uint32_t>> groups_by_core_;  // nearest first
  std::vector<std::uint64_t> pages_left_;                   // by memory
  std::vector<std::uint64_t> pages_too_many_;               // likewise
  std::vector<std::uint32_t> next_;                         // round-robin position, by group
  std::uint64_t spilled_ = 0;
};

}  // namespace hpcast::memsim
