#include "hpcast/inputs/host/memories.h"

#include <fmt/format.h>
#include <hwloc/memattrs.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/host/caches.h"

namespace hpcast::host {

namespace {

using dat::CacheClass;
using dat::Duplex;
using dat::MemClass;

// What neither Linux nor hwloc tells.
constexpr double memory_per_core = 12.8e9, memory_at_most = 204.8e9;
constexpr std::uint64_t assumed_memory = std::uint64_t{8} << 30;

// What lies outside was never told by a machine, but by a fault or in another unit.
constexpr std::uint64_t least_memory = std::uint64_t{1} << 20, most_memory = std::uint64_t{1} << 52;
constexpr double most_bandwidth = 1e8;  // MB/s
constexpr double most_latency = 1e5;    // ns

class Memories {
 public:
  explicit Memories(Draft& draft) : draft_(draft) {}

  DraftMemories add() {
    made_.of_node.assign(draft_.nodes.all().size(), dat::unreached);
    for (std::size_t i = 0; i < draft_.nodes.all().size(); ++i) {
      if (draft_.nodes.all()[i].bytes > 0) add_memory(i, possible_bytes(draft_.nodes.all()[i]));
    }
    if (draft_.machine.memories.empty()) {
      draft_.assume("memory of " + format_bytes(static_cast<double>(assumed_memory)));
      add_memory(draft_.cores[0].home, assumed_memory);
      for (DraftCore& core : draft_.cores) core.home = draft_.cores[0].home;
    }
    if (draft_.machine.memories.size() > 1) add_routers();
    return std::move(made_);
  }

 private:
  std::uint64_t possible_bytes(const Node& node) {
    if (node.bytes >= least_memory && node.bytes <= most_memory) return node.bytes;
    draft_.assume(fmt::format("memory of {} in mem{}, for the {} that are told cannot be",
                              format_bytes(static_cast<double>(assumed_memory)), node.number,
                              format_bytes(static_cast<double>(node.bytes))));
    return assumed_memory;
  }

  void add_memory(std::size_t node, std::uint64_t bytes) {
    const unsigned number = draft_.nodes.all()[node].number;
    MemClass c;
    c.name = fmt::format("memory{}", number);
    c.capacity = bytes;
    c.throughput = throughput_of(node);
    if (const auto ns = attribute(node, HWLOC_MEMATTR_ID_READ_LATENCY, HWLOC_MEMATTR_ID_LATENCY))
      c.latency = *ns * 1e-9;
    draft_.machine.mem_classes.push_back(std::move(c));
    dat::Object memory;
    memory.name = fmt::format("mem{}", number);
    memory.class_index = static_cast<std::uint32_t>(draft_.machine.mem_classes.size() - 1);
    memory.numa_node = static_cast<int>(number);
    made_.of_node[node] = static_cast<std::uint32_t>(draft_.machine.memories.size());
    draft_.machine.memories.push_back(std::move(memory));
    add_side_caches(node);
  }

  dat::Throughput throughput_of(std::size_t node) {
    const auto read = attribute(node, HWLOC_MEMATTR_ID_READ_BANDWIDTH, HWLOC_MEMATTR_ID_BANDWIDTH);
    const auto write =
        attribute(node, HWLOC_MEMATTR_ID_WRITE_BANDWIDTH, HWLOC_MEMATTR_ID_BANDWIDTH);
    if (read) {
      made_.told_bandwidths = true;
      return {*read * 1e6, write.value_or(*read) * 1e6, Duplex::half};
    }
    return assumed_throughput(node);
  }

  // Of memory without cores: as those have that are near it.
  dat::Throughput assumed_throughput(std::size_t node) {
    const auto near = static_cast<double>(
        std::count_if(draft_.cores.begin(), draft_.cores.end(), [&](const DraftCore& core) {
          return draft_.nodes.is_home(node) ? core.home == node
                                            : draft_.nodes.reaches_directly(core.home, node);
        }));
    const double bandwidth = std::min(memory_per_core * std::max(near, 1.0), memory_at_most);
    add_item(made_.assumed_bandwidths, fmt::format("mem{}", draft_.nodes.all()[node].number));
    return {bandwidth, bandwidth, Duplex::half};
  }

  // As the nearest initiator has it; MB/s or ns.
  std::optional<double> attribute(std::size_t node, hwloc_memattr_id_t first,
                                  hwloc_memattr_id_t second) const {
    for (const hwloc_memattr_id_t id : {first, second}) {
      hwloc_location from{};
      hwloc_uint64_t value = 0;
      unsigned count = 1;
      if (hwloc_memattr_get_initiators(draft_.topology, id, draft_.nodes.all()[node].object, 0,
                                       &count, &from, &value) == 0 &&
          count > 0 && value > 0) {
        const auto best = static_cast<double>(best_of(id, node, count, value));
        if (best > 0 && best <= (is_time(id) ? most_latency : most_bandwidth)) return best;
      }
    }
    return std::nullopt;
  }

  static bool is_time(hwloc_memattr_id_t id) {
    return id == HWLOC_MEMATTR_ID_LATENCY || id == HWLOC_MEMATTR_ID_READ_LATENCY;
  }

  hwloc_uint64_t best_of(hwloc_memattr_id_t id, std::size_t node, unsigned count,
                         hwloc_uint64_t first) const {
    std::vector<hwloc_location> from(count);
    std::vector<hwloc_uint64_t> values(count, first);
    hwloc_memattr_get_initiators(draft_.topology, id, draft_.nodes.all()[node].object, 0, &count,
                                 from.data(), values.data());
    return is_time(id) ? *std::min_element(values.begin(), values.end())
                       : *std::max_element(values.begin(), values.end());
  }

  // Between the node's memory and everybody; the nearest to the cores first.
  void add_side_caches(std::size_t node) {
    std::vector<std::uint32_t>& chain = made_.side_caches[node];
    for (hwloc_obj_t o = draft_.nodes.all()[node].object->parent;
         o != nullptr && o->type == HWLOC_OBJ_MEMCACHE; o = o->parent) {
      if (o->attr->cache.size == 0) {
        draft_.assume_caches(
            fmt::format("no memory-side cache, of which no size is told, at node{}",
                        draft_.nodes.all()[node].number));
        continue;
      }
      chain.insert(chain.begin(), static_cast<std::uint32_t>(draft_.machine.caches.size()));
      add_side_cache(o, node);
    }
  }

  void add_side_cache(hwloc_obj_t o, std::size_t node) {
    CacheClass c = class_of(draft_, o->attr->cache, "memory-side caches");
    c.name = "side";
    c.side = CacheSide::memory;
    const double bandwidth = 4 * draft_.machine.mem_classes.back().throughput.read_bandwidth;
    c.throughput = {bandwidth, bandwidth, Duplex::half};
    draft_.assume("memory-side caches of four times their memory's bandwidth");
    dat::Object cache;
    cache.name = fmt::format("side{}_{}", draft_.nodes.all()[node].number,
                             made_.side_caches[node].size() - 1);
    cache.class_index = class_like(draft_.machine, c);
    cache.numa_node = static_cast<int>(draft_.nodes.all()[node].number);
    draft_.machine.caches.push_back(std::move(cache));
  }

  // One a memory; wide enough not to limit.
  void add_routers() {
    double all = 0;
    for (const MemClass& c : draft_.machine.mem_classes) all += c.throughput.read_bandwidth;
    draft_.machine.router_classes = {{"node", {all, all, Duplex::full}, std::nullopt, {}}};
    for (const dat::Object& memory : draft_.machine.memories) {
      dat::Object router;
      router.name = fmt::format("node{}", memory.numa_node);
      router.numa_node = memory.numa_node;
      draft_.machine.routers.push_back(std::move(router));
    }
  }

  Draft& draft_;
  DraftMemories made_;
};

}  // namespace

DraftMemories add_memories(Draft& draft) { return Memories(draft).add(); }

}  // namespace hpcast::host
