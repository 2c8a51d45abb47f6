#include "hpcast/host/machine.h"

#include <fmt/format.h>
#include <hwloc/memattrs.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/dat/graph.h"
#include "hpcast/dat/read.h"
#include "hpcast/dat/write.h"
#include "hpcast/host/kinds.h"
#include "hpcast/host/nodes.h"

namespace hpcast::host {
namespace {

using dat::CacheClass;
using dat::Duplex;
using dat::Kind;
using dat::Machine;
using dat::MemClass;

// What neither Linux nor hwloc tells.
constexpr double nominal_clock = 3e9;
constexpr double core_flops = 16, core_instructions = 4;  // a cycle
constexpr double memory_per_core = 12.8e9, memory_at_most = 204.8e9;
constexpr std::uint64_t assumed_memory = std::uint64_t{8} << 30;

struct CacheInfo {
  unsigned level = 0;
  std::uint64_t capacity = 0;
  std::uint32_t ways = 0, linesize = 0;
};

// A core with the caches that it reads through, the nearest first.
struct CoreInfo {
  hwloc_obj_t object;
  std::size_t home = 0;  // the node whose memory is its own
  double clock = nominal_clock;
  std::vector<std::uint32_t> caches;
};

class Describer {
 public:
  Describer(hwloc_topology_t topology, std::string name)
      : t_(topology), name_(std::move(name)), objects_(core_objects()), nodes_(t_, objects_) {}

  Machine machine() {
    add_cores();
    has_caches(t_) ? find_caches() : assume_caches();
    rate_caches();
    add_memories();
    join();
    describe();
    // What hwloc tells is input like any other.
    return dat::parse_machine(to_text(m_), name_);
  }

 private:
  void assume(const std::string& what) { assumptions_.insert(what); }

  // Hardware threads that are told without a core are cores.
  std::vector<hwloc_obj_t> core_objects() const {
    std::vector<hwloc_obj_t> result;
    hwloc_obj_t thread = nullptr;
    while ((thread = hwloc_get_next_obj_by_type(t_, HWLOC_OBJ_PU, thread)) != nullptr) {
      hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(t_, HWLOC_OBJ_CORE, thread);
      if (core == nullptr) core = thread;
      if (result.empty() || result.back() != core) result.push_back(core);
    }
    return result;
  }

  void add_cores() {
    std::vector<CoreKind> kinds;
    for (hwloc_obj_t object : objects_) {
      const CoreKind kind = kind_of(t_, object);
      const auto found = std::find(kinds.begin(), kinds.end(), kind);
      dat::Core core;
      core.name = fmt::format("core{}", cores_.size());
      core.class_index = static_cast<std::uint32_t>(found - kinds.begin());
      const std::size_t node = nodes_.of(object);
      core.numa_node = static_cast<int>(nodes_.all()[node].number);
      m_.cores.push_back(std::move(core));
      cores_.push_back({object, nodes_.memory_near(node), kind.clock.value_or(nominal_clock), {}});
      if (found == kinds.end()) kinds.push_back(kind);
    }
    for (const CoreKind& kind : kinds) add_core_class(kind, kinds.size() == 1);
  }

  void add_core_class(const CoreKind& kind, bool alone) {
    if (!kind.clock)
      assume("a clock of " + format_scaled(nominal_clock, "Hz") +
             (alone ? "" : " for cores of which none is told"));
    const double clock = kind.clock.value_or(nominal_clock);
    std::string name = alone ? "core" : kind.name;
    const bool is_taken =
        std::any_of(m_.core_classes.begin(), m_.core_classes.end(),
                    [&](const dat::CoreClass& other) { return other.name == name; });
    if (name.empty() || is_taken) name += fmt::format("kind{}", m_.core_classes.size());
    m_.core_classes.push_back(
        {name, core_flops * clock, 2 * core_flops * clock, core_instructions * clock, 0, 0, {}});
  }

  void find_caches() {
    std::map<hwloc_obj_t, std::uint32_t> known;
    for (CoreInfo& core : cores_) {
      for (hwloc_obj_t o = core.object->parent; o != nullptr; o = o->parent) {
        if (hwloc_obj_type_is_dcache(o->type) == 0 || o->attr->cache.size == 0) continue;
        const auto [at, is_new] = known.try_emplace(o, static_cast<std::uint32_t>(caches_.size()));
        if (is_new) add_cache(info_of(o->attr->cache, fmt::format("L{}", o->attr->cache.depth)));
        core.caches.push_back(at->second);
      }
    }
  }

  CacheInfo info_of(const hwloc_obj_attr_u::hwloc_cache_attr_s& cache, const std::string& name) {
    constexpr std::uint64_t largest = std::uint64_t{1} << 44;
    if (cache.size > largest)
      throw InputError(name_ + ": a cache of " + format_bytes(static_cast<double>(cache.size)) +
                           " (" + name + ") cannot be",
                       "mend cache_size in the XML");
    const bool is_full = cache.associativity < 0;
    CacheInfo c{cache.depth, cache.size,
                is_full ? 0U : static_cast<std::uint32_t>(cache.associativity), cache.linesize};
    return mended(c, is_full, name);
  }

  // Hypervisors tell line sizes and associativities that cannot be, or none.
  CacheInfo mended(CacheInfo c, bool is_full, const std::string& name) {
    if (c.linesize == 0 || (c.linesize & (c.linesize - 1)) != 0 || c.capacity % c.linesize != 0) {
      assume("64-byte lines in " + name);
      c.linesize = 64;
      c.capacity = std::max<std::uint64_t>(c.capacity / 64, 1) * 64;
    }
    const std::uint64_t lines = c.capacity / c.linesize;
    if (is_full && lines <= 1U << 16) c.ways = static_cast<std::uint32_t>(lines);
    if (c.ways == 0 || lines % c.ways != 0) {
      c.ways = 16;
      while (lines % c.ways != 0) c.ways /= 2;
      assume(fmt::format("{} ways in {}", c.ways, name));
    }
    return c;
  }

  void assume_caches() {
    std::string text = "caches: 32 KiB of L1 and 1 MiB of L2 a core";
    for (CoreInfo& core : cores_) {
      core.caches = {add_cache({1, 32 << 10, 8, 64}), add_cache({2, 1 << 20, 16, 64})};
    }
    if (vendor_has_l3()) {
      text += ", an L3 of 2 MiB for each core of a NUMA node";
      assume_l3();
    }
    m_.extras["assumed_caches"] = text;
    assume(text);
  }

  bool vendor_has_l3() const {
    hwloc_obj_t package = hwloc_get_obj_by_type(t_, HWLOC_OBJ_PACKAGE, 0);
    if (package == nullptr) package = hwloc_get_root_obj(t_);
    const char* vendor = hwloc_obj_get_info_by_name(package, "CPUVendor");
    const std::string name = vendor == nullptr ? "" : vendor;
    return name == "AuthenticAMD" || name == "HygonGenuine" || name == "GenuineIntel";
  }

  void assume_l3() {
    std::map<std::size_t, std::uint64_t> sharers;
    for (const CoreInfo& core : cores_) ++sharers[core.home];
    std::map<std::size_t, std::uint32_t> of_node;
    for (CoreInfo& core : cores_) {
      if (!of_node.contains(core.home))
        of_node[core.home] = add_cache({3, sharers[core.home] << 21, 16, 64});
      core.caches.push_back(of_node[core.home]);
    }
  }

  std::uint32_t add_cache(const CacheInfo& info) {
    caches_.push_back(info);
    return static_cast<std::uint32_t>(caches_.size() - 1);
  }

  // Once it is known who shares which.
  void rate_caches() {
    std::vector<double> clocks(caches_.size());
    std::vector<int> node(caches_.size(), -1);
    for (std::size_t core = 0; core < cores_.size(); ++core) {
      for (const std::uint32_t cache : cores_[core].caches) {
        clocks[cache] += cores_[core].clock;
        if (node[cache] < 0) node[cache] = m_.cores[core].numa_node;
      }
    }
    std::map<unsigned, unsigned> at_level;
    for (std::size_t i = 0; i < caches_.size(); ++i) {
      dat::Object cache;
      cache.name = fmt::format("L{}_{}", caches_[i].level, at_level[caches_[i].level]++);
      cache.class_index = cache_class(caches_[i], clocks[i]);
      cache.numa_node = node[i];
      m_.caches.push_back(std::move(cache));
    }
  }

  std::uint32_t cache_class(const CacheInfo& info, double clocks) {
    CacheClass c;
    c.name = fmt::format("L{}", info.level);
    c.capacity = info.capacity;
    c.associativity = info.ways;
    c.linesize = info.linesize;
    c.throughput = {(info.level == 1 ? 64 : 32) * clocks, 32 * clocks, Duplex::full};
    return class_like(c);
  }

  // The class that says the same, or a new one, whose name tells it from others of its level.
  std::uint32_t class_like(CacheClass c) {
    unsigned variants = 0;
    for (std::uint32_t i = 0; i < m_.cache_classes.size(); ++i) {
      const CacheClass& o = m_.cache_classes[i];
      if (o.name != c.name && !o.name.starts_with(c.name + "_")) continue;
      if (o.capacity == c.capacity && o.associativity == c.associativity &&
          o.linesize == c.linesize && o.throughput.read_bandwidth == c.throughput.read_bandwidth)
        return i;
      ++variants;
    }
    if (variants > 0) c.name += fmt::format("_variant{}", variants);
    m_.cache_classes.push_back(std::move(c));
    return static_cast<std::uint32_t>(m_.cache_classes.size() - 1);
  }

  void add_memories() {
    memory_of_.assign(nodes_.all().size(), dat::unreached);
    for (std::size_t i = 0; i < nodes_.all().size(); ++i) {
      if (nodes_.all()[i].bytes > 0) add_memory(i, nodes_.all()[i].bytes);
    }
    if (m_.memories.empty()) {
      assume("memory of " + format_bytes(static_cast<double>(assumed_memory)));
      add_memory(cores_[0].home, assumed_memory);
      for (CoreInfo& core : cores_) core.home = cores_[0].home;
    }
    if (m_.memories.size() > 1) add_routers();
  }

  void add_memory(std::size_t node, std::uint64_t bytes) {
    const unsigned number = nodes_.all()[node].number;
    MemClass c;
    c.name = fmt::format("memory{}", number);
    c.capacity = bytes;
    c.throughput = throughput_of(node);
    if (const auto ns = attribute(node, HWLOC_MEMATTR_ID_READ_LATENCY, HWLOC_MEMATTR_ID_LATENCY))
      c.latency = *ns * 1e-9;
    m_.mem_classes.push_back(std::move(c));
    dat::Object memory;
    memory.name = fmt::format("mem{}", number);
    memory.class_index = static_cast<std::uint32_t>(m_.mem_classes.size() - 1);
    memory.numa_node = static_cast<int>(number);
    memory_of_[node] = static_cast<std::uint32_t>(m_.memories.size());
    m_.memories.push_back(std::move(memory));
    add_side_caches(node);
  }

  dat::Throughput throughput_of(std::size_t node) {
    const auto read = attribute(node, HWLOC_MEMATTR_ID_READ_BANDWIDTH, HWLOC_MEMATTR_ID_BANDWIDTH);
    const auto write =
        attribute(node, HWLOC_MEMATTR_ID_WRITE_BANDWIDTH, HWLOC_MEMATTR_ID_BANDWIDTH);
    if (read) {
      told_bandwidths_ = true;
      return {*read * 1e6, write.value_or(*read) * 1e6, Duplex::half};
    }
    return assumed_throughput(node);
  }

  // Of memory without cores: as those have that are near it.
  dat::Throughput assumed_throughput(std::size_t node) {
    const auto near =
        static_cast<double>(std::count_if(cores_.begin(), cores_.end(), [&](const CoreInfo& core) {
          return nodes_.is_home(node) ? core.home == node
                                      : nodes_.reaches_directly(core.home, node);
        }));
    const double bandwidth = std::min(memory_per_core * std::max(near, 1.0), memory_at_most);
    assumed_bandwidths_ +=
        fmt::format("{}mem{}", assumed_bandwidths_.empty() ? "" : ", ", nodes_.all()[node].number);
    return {bandwidth, bandwidth, Duplex::half};
  }

  // As the nearest initiator has it; MB/s or ns.
  std::optional<double> attribute(std::size_t node, hwloc_memattr_id_t first,
                                  hwloc_memattr_id_t second) const {
    for (const hwloc_memattr_id_t id : {first, second}) {
      hwloc_location from{};
      hwloc_uint64_t value = 0;
      unsigned count = 1;
      if (hwloc_memattr_get_initiators(t_, id, nodes_.all()[node].object, 0, &count, &from,
                                       &value) == 0 &&
          count > 0 && value > 0)
        return static_cast<double>(best_of(id, node, count, value));
    }
    return std::nullopt;
  }

  hwloc_uint64_t best_of(hwloc_memattr_id_t id, std::size_t node, unsigned count,
                         hwloc_uint64_t first) const {
    std::vector<hwloc_location> from(count);
    std::vector<hwloc_uint64_t> values(count, first);
    hwloc_memattr_get_initiators(t_, id, nodes_.all()[node].object, 0, &count, from.data(),
                                 values.data());
    const bool is_time = id == HWLOC_MEMATTR_ID_LATENCY || id == HWLOC_MEMATTR_ID_READ_LATENCY;
    return is_time ? *std::min_element(values.begin(), values.end())
                   : *std::max_element(values.begin(), values.end());
  }

  // Between the node's memory and everybody; the nearest to the cores first.
  void add_side_caches(std::size_t node) {
    std::vector<std::uint32_t>& chain = side_caches_[node];
    for (hwloc_obj_t o = nodes_.all()[node].object->parent;
         o != nullptr && o->type == HWLOC_OBJ_MEMCACHE; o = o->parent) {
      if (o->attr->cache.size == 0) continue;
      chain.insert(chain.begin(), static_cast<std::uint32_t>(m_.caches.size()));
      add_side_cache(o, node);
    }
  }

  void add_side_cache(hwloc_obj_t o, std::size_t node) {
    const CacheInfo info = info_of(o->attr->cache, "memory-side caches");
    CacheClass c;
    c.name = "side";
    c.capacity = info.capacity;
    c.associativity = info.ways;
    c.linesize = info.linesize;
    c.side = CacheSide::memory;
    const double bandwidth = 4 * m_.mem_classes.back().throughput.read_bandwidth;
    c.throughput = {bandwidth, bandwidth, Duplex::half};
    assume("memory-side caches of four times their memory's bandwidth");
    dat::Object cache;
    cache.name = fmt::format("side{}_{}", nodes_.all()[node].number, side_caches_[node].size() - 1);
    cache.class_index = class_like(c);
    cache.numa_node = static_cast<int>(nodes_.all()[node].number);
    m_.caches.push_back(std::move(cache));
  }

  // One a memory; wide enough not to limit.
  void add_routers() {
    double all = 0;
    for (const MemClass& c : m_.mem_classes) all += c.throughput.read_bandwidth;
    m_.router_classes = {{"node", {all, all, Duplex::full}, std::nullopt, {}}};
    for (const dat::Object& memory : m_.memories) {
      dat::Object router;
      router.name = fmt::format("node{}", memory.numa_node);
      router.numa_node = memory.numa_node;
      m_.routers.push_back(std::move(router));
    }
  }

  void join() {
    m_.edge_classes = {{"wire", std::nullopt, std::nullopt, {}}};
    for (std::uint32_t i = 0; i < cores_.size(); ++i) {
      std::uint32_t near = m_.vertex(Kind::core, i);
      for (const std::uint32_t cache : cores_[i].caches) {
        add_edge(near, m_.vertex(Kind::cache, cache));
        near = m_.vertex(Kind::cache, cache);
      }
      m_.routers.empty() ? join_memory(near, cores_[i].home)
                         : add_edge(near, router(cores_[i].home));
    }
    for (std::size_t a = 0; a < memory_of_.size() && !m_.routers.empty(); ++a) {
      if (memory_of_[a] == dat::unreached) continue;
      join_memory(router(a), a);
      for (std::size_t b = a + 1; b < memory_of_.size(); ++b) {
        if (memory_of_[b] != dat::unreached && are_joined(a, b)) add_edge(router(a), router(b));
      }
    }
  }

  std::uint32_t router(std::size_t node) const { return m_.vertex(Kind::router, memory_of_[node]); }

  // Nodes with cores each with each; memory without cores with those that are nearest to it.
  bool are_joined(std::size_t a, std::size_t b) const {
    const bool a_home = nodes_.is_home(a), b_home = nodes_.is_home(b);
    if (a_home && b_home) return true;
    if (a_home) return nodes_.reaches_directly(a, b);
    return b_home && nodes_.reaches_directly(b, a);
  }

  void join_memory(std::uint32_t near, std::size_t node) {
    for (const std::uint32_t cache : side_caches_[node]) {
      add_edge(near, m_.vertex(Kind::cache, cache));
      near = m_.vertex(Kind::cache, cache);
    }
    add_edge(near, m_.vertex(Kind::memory, memory_of_[node]));
  }

  void add_edge(std::uint32_t near, std::uint32_t far) {
    if (!joined_.emplace(near, far).second) return;
    dat::Edge edge;
    edge.name = m_.vertex_object(near).name + "-" + m_.vertex_object(far).name;
    edge.source = near;
    edge.target = far;
    m_.edges.push_back(std::move(edge));
  }

  void describe() {
    std::string text =
        "Cores, caches, sizes of memories, NUMA nodes (by the kernel's numbers) and clocks are "
        "told by hwloc";
    if (told_bandwidths_) text += ", and so are bandwidths and latencies of memories (HMAT)";
    text +=
        ". Nothing is measured. Assumed, because it is not told: 64 bytes read and 32 written a "
        "cycle in L1, 32 each in the other caches for every core that shares them; 16 double "
        "precision FLOPs and 4 instructions a cycle; links that do not limit";
    if (!assumed_bandwidths_.empty())
      text += "; 12.8 GB/s of memory a core, at most 204.8 GB/s a NUMA node, for " +
              assumed_bandwidths_;
    for (const std::string& assumption : assumptions_) text += "; " + assumption;
    m_.extras["name"] = name_;
    m_.extras["description"] =
        text +
        ". Bandwidths of caches, FLOPS and IPS are these figures times the clock. Where you know "
        "better ones, write them here, or change them for a run with --set.";
  }

  hwloc_topology_t t_;
  std::string name_;
  std::vector<hwloc_obj_t> objects_;
  Nodes nodes_;
  Machine m_;
  std::vector<CoreInfo> cores_;
  std::vector<CacheInfo> caches_;                                  // on the cores' side
  std::vector<std::uint32_t> memory_of_;                           // by node
  std::map<std::size_t, std::vector<std::uint32_t>> side_caches_;  // by node
  std::set<std::string> assumptions_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
  std::string assumed_bandwidths_;  // names of memories
  bool told_bandwidths_ = false;
};

}  // namespace

Machine this_machine_described(const std::string& sys) {
  const Topology topology = this_machine(sys);
  return Describer(topology.get(), "this host").machine();
}

Machine imported_machine(const std::string& path) {
  const Topology topology = from_xml(path);
  return Describer(topology.get(), std::filesystem::path(path).stem().string()).machine();
}

}  // namespace hpcast::host
