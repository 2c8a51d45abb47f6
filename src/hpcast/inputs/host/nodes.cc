#include "hpcast/inputs/host/nodes.h"

#include <hwloc/distances.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace hpcast::host {

Nodes::Nodes(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& cores) {
  hwloc_obj_t object = nullptr;
  while ((object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, object)) != nullptr)
    nodes_.push_back({object, object->os_index, object->attr->numanode.local_memory});
  std::sort(nodes_.begin(), nodes_.end(),
            [](const Node& a, const Node& b) { return a.number < b.number; });
  find_distances(topology);
  for (hwloc_obj_t core : cores) nodes_[of(core)].has_cores = true;
}

// The smallest set of CPUs that holds the core; of several (DDR beside HBM) the first, since the
// kernel numbers nodes of memory alone behind those with CPUs.
std::size_t Nodes::of(hwloc_obj_t core) const {
  std::size_t best = 0;
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    hwloc_const_cpuset_t cpus = nodes_[i].object->cpuset;
    if (hwloc_bitmap_intersects(cpus, core->cpuset) == 0) continue;
    const int weight = hwloc_bitmap_weight(cpus);
    if (weight < fewest) std::tie(best, fewest) = std::pair(i, weight);
  }
  return best;
}

std::size_t Nodes::memory_near(std::size_t node) const {
  std::size_t best = node;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < nodes_.size() && nodes_[node].bytes == 0; ++i) {
    if (nodes_[i].bytes == 0 || distance(node, i) >= least) continue;
    best = i;
    least = distance(node, i);
  }
  return best;
}

bool Nodes::is_home(std::size_t node) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].has_cores && memory_near(i) == node) return true;
  }
  return false;
}

bool Nodes::reaches_directly(std::size_t a, std::size_t b) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (is_home(i) && distance(i, b) < distance(a, b)) return false;
  }
  return true;
}

// Of matrices between NUMA nodes, the one of latencies; hwloc keeps bandwidths too.
void Nodes::find_distances(hwloc_topology_t topology) {
  hwloc_distances_s* found = nullptr;
  unsigned count = 1;
  if (hwloc_distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count, &found,
                                  HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
      count == 0)
    return;
  distances_.assign(nodes_.size(), std::vector<double>(nodes_.size(), 1e9));
  const auto index_of = [&](hwloc_obj_t object) {
    return static_cast<std::size_t>(
        std::find_if(nodes_.begin(), nodes_.end(),
                     [&](const Node& node) { return node.object == object; }) -
        nodes_.begin());
  };
  for (unsigned i = 0; i < found->nbobjs; ++i) {
    for (unsigned j = 0; j < found->nbobjs; ++j) {
      const std::size_t a = index_of(found->objs[i]), b = index_of(found->objs[j]);
      if (a < nodes_.size() && b < nodes_.size())
        distances_[a][b] = static_cast<double>(found->values[i * found->nbobjs + j]);
    }
  }
  hwloc_distances_release(topology, found);
}

// Where no matrix is told: near are those of the same CPUs, then those of the smallest common part
// of the machine.
double Nodes::distance(std::size_t a, std::size_t b) const {
  if (!distances_.empty()) return distances_[a][b];
  if (a == b) return 0;
  hwloc_obj_t part = nodes_[a].object->parent;
  while (part->parent != nullptr &&
         hwloc_bitmap_isincluded(nodes_[b].object->nodeset, part->nodeset) == 0)
    part = part->parent;
  return hwloc_bitmap_weight(part->nodeset);
}

}  // namespace hpcast::host
