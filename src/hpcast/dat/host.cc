#include "hpcast/dat/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/dat/read.h"
#include "hpcast/dat/write.h"

namespace hpcast::dat {
namespace {

namespace fs = std::filesystem;

// What Linux does not tell.
constexpr double nominal_clock = 3e9;
constexpr double core_flops = 16, core_instructions = 4;  // a cycle
constexpr double memory_per_core = 12.8e9, memory_at_most = 204.8e9;
constexpr std::uint64_t assumed_memory = std::uint64_t{8} << 30;

// The first line of a file, empty when there is none.
std::string line_of(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::optional<std::uint64_t> number_of(const fs::path& path) {
  std::string text = line_of(path);
  while (!text.empty() && text.back() <= ' ') text.pop_back();
  if (text.ends_with('K') || text.ends_with('M')) text += "iB";  // cache sizes: "32K"
  return parse_whole_quantity(text, Dimension::bytes);
}

// "0-3,8" as numbers; what is no list is empty. The kernel has at most a few thousand.
std::vector<unsigned> list_from(const std::string& text) {
  constexpr unsigned most = 1U << 16;
  std::vector<unsigned> result;
  std::istringstream stream(text);
  std::string part;
  while (std::getline(stream, part, ',')) {
    unsigned first = 0, last = 0;
    char dash = 0;
    std::istringstream range(part);
    if (!(range >> first)) continue;
    last = first;
    if (range >> dash && (dash != '-' || !(range >> last))) continue;
    for (unsigned i = first; i <= std::min(last, most); ++i) result.push_back(i);
  }
  return result;
}

// Names such as node0, node12 in a folder, as numbers, ascending.
std::vector<unsigned> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<unsigned> result;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const std::string digits = name.substr(prefix.size());
    if (digits.empty() || digits.size() > 6 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      continue;
    }
    result.push_back(static_cast<unsigned>(std::stoul(digits)));
  }
  std::sort(result.begin(), result.end());
  return result;
}

struct CacheInfo {
  unsigned level = 0;
  std::uint64_t capacity = 0;
  std::uint32_t ways = 0, linesize = 0;
  std::vector<unsigned> cpus;  // that share it
};

struct CoreInfo {
  unsigned cpu = 0;  // the first of its hardware threads
  unsigned node = 0;
  std::vector<CacheInfo> caches;  // from the core down
};

class Host {
 public:
  explicit Host(fs::path sys) : sys_(std::move(sys)) {}

  Machine machine() {
    find_cores();
    find_nodes();
    find_clock();
    add_cores();
    add_memories();
    describe();
    // The kernel's numbers are input like any other.
    return parse_machine(to_text(m_), "this host");
  }

 private:
  void assume(const std::string& what) { assumptions_.insert(what); }

  fs::path cpu_path(unsigned cpu) const { return sys_ / "cpu" / ("cpu" + std::to_string(cpu)); }

  void find_cores() {
    std::vector<unsigned> online = list_from(line_of(sys_ / "cpu" / "online"));
    if (online.empty()) online = numbered(sys_ / "cpu", "cpu");
    if (online.empty()) {
      assume("one core");
      online = {0};
    }
    for (const unsigned cpu : online) {
      const auto siblings = list_from(line_of(cpu_path(cpu) / "topology/thread_siblings_list"));
      const bool first =
          siblings.empty() || *std::min_element(siblings.begin(), siblings.end()) == cpu;
      if (first) cores_.push_back({cpu, 0, caches_of(cpu)});
    }
    // Siblings that are offline or nonsense must not leave the machine without cores.
    if (cores_.empty()) cores_.push_back({online[0], 0, caches_of(online[0])});
  }

  std::vector<CacheInfo> caches_of(unsigned cpu) {
    std::map<unsigned, CacheInfo> by_level;
    const fs::path folder = cpu_path(cpu) / "cache";
    for (const unsigned index : numbered(folder, "index")) {
      const fs::path path = folder / ("index" + std::to_string(index));
      if (line_of(path / "type") == "Instruction") continue;
      CacheInfo c;
      c.level = static_cast<unsigned>(number_of(path / "level").value_or(0));
      c.capacity = number_of(path / "size").value_or(0);
      if (c.level < 1 || c.level > 9 || c.capacity == 0) continue;
      c.linesize = static_cast<std::uint32_t>(number_of(path / "coherency_line_size").value_or(64));
      c.ways = static_cast<std::uint32_t>(number_of(path / "ways_of_associativity").value_or(0));
      c.cpus = list_from(line_of(path / "shared_cpu_list"));
      if (c.cpus.empty()) c.cpus = {cpu};
      by_level[c.level] = mended(c);
    }
    if (by_level.empty()) {
      assume("caches: 32 KiB of L1 and 1 MiB of L2 a core");
      by_level[1] = {1, 32 << 10, 8, 64, {cpu}};
      by_level[2] = {2, 1 << 20, 16, 64, {cpu}};
    }
    std::vector<CacheInfo> caches;
    for (auto& [level, cache] : by_level) caches.push_back(std::move(cache));
    return caches;
  }

  // Hypervisors tell line sizes and associativities that cannot be.
  CacheInfo mended(CacheInfo c) {
    if (c.linesize == 0 || (c.linesize & (c.linesize - 1)) != 0 || c.capacity % c.linesize != 0) {
      assume(fmt::format("64-byte lines in L{}", c.level));
      c.linesize = 64;
      c.capacity = std::max<std::uint64_t>(c.capacity / 64, 1) * 64;
    }
    const std::uint64_t lines = c.capacity / c.linesize;
    if (c.ways == 0 || lines % c.ways != 0) {
      c.ways = 16;
      while (lines % c.ways != 0) c.ways /= 2;
      assume(fmt::format("{} ways in L{}", c.ways, c.level));
    }
    return c;
  }

  void find_nodes() {
    for (const unsigned node : numbered(sys_ / "node", "node")) {
      const fs::path path = sys_ / "node" / ("node" + std::to_string(node));
      const std::uint64_t bytes = memory_of(path);
      if (bytes == 0) continue;
      const auto place = static_cast<unsigned>(memory_bytes_.size());
      const std::vector<unsigned> cpus = list_from(line_of(path / "cpulist"));
      for (CoreInfo& core : cores_) {
        if (std::find(cpus.begin(), cpus.end(), core.cpu) != cpus.end()) core.node = place;
      }
      memory_bytes_.push_back(bytes);
    }
    if (memory_bytes_.empty()) {
      assume("one NUMA node of " + format_bytes(static_cast<double>(assumed_memory)));
      memory_bytes_.push_back(assumed_memory);
    }
  }

  // "Node 0 MemTotal:       16384 kB" of the node's meminfo.
  static std::uint64_t memory_of(const fs::path& node) {
    std::ifstream file(node / "meminfo");
    for (std::string line; std::getline(file, line);) {
      const std::size_t at = line.find("MemTotal:");
      if (at == std::string::npos) continue;
      std::istringstream rest(line.substr(at + 9));
      std::uint64_t kib = 0;
      rest >> kib;
      return kib < (std::uint64_t{1} << 50) ? kib * 1024 : 0;
    }
    return 0;
  }

  void find_clock() {
    for (const char* file : {"cpufreq/base_frequency", "cpufreq/cpuinfo_max_freq"}) {
      const auto kilohertz = number_of(cpu_path(cores_[0].cpu) / file);
      if (!kilohertz || *kilohertz == 0) continue;
      clock_ = static_cast<double>(*kilohertz) * 1e3;
      return;
    }
    assume("a clock of " + format_scaled(nominal_clock, "Hz"));
  }

  void add_cores() {
    m_.core_classes = {{"core",
                        core_flops * clock_,
                        2 * core_flops * clock_,
                        core_instructions * clock_,
                        0,
                        0,
                        {}}};
    m_.edge_classes = {{"wire", std::nullopt, std::nullopt, {}}};
    for (std::size_t i = 0; i < cores_.size(); ++i) {
      Core core;
      core.name = fmt::format("core{}", i);
      core.numa_node = static_cast<int>(cores_[i].node);
      m_.cores.push_back(std::move(core));
    }
    // Vertex numbers depend on the number of caches: first all objects, then the edges.
    for (const CoreInfo& core : cores_) {
      for (const CacheInfo& cache : core.caches) add_cache(cache, core.node);
    }
  }

  using CacheKey = std::pair<unsigned, std::vector<unsigned>>;  // level, CPUs that share it

  void add_cache(const CacheInfo& info, unsigned node) {
    const auto index = static_cast<std::uint32_t>(m_.caches.size());
    if (!cache_index_.emplace(CacheKey{info.level, info.cpus}, index).second) return;
    Object cache;
    cache.name = fmt::format("L{}_{}", info.level, caches_at_level_[info.level]++);
    cache.class_index = cache_class(info);
    cache.numa_node = static_cast<int>(node);
    m_.caches.push_back(std::move(cache));
  }

  std::uint32_t cache_class(const CacheInfo& info) {
    const auto sharers =
        static_cast<double>(std::count_if(cores_.begin(), cores_.end(), [&](const CoreInfo& core) {
          return std::find(info.cpus.begin(), info.cpus.end(), core.cpu) != info.cpus.end();
        }));
    const double read = (info.level == 1 ? 64 : 32) * clock_ * std::max(sharers, 1.0);
    const double write = 32 * clock_ * std::max(sharers, 1.0);
    for (std::uint32_t i = 0; i < m_.cache_classes.size(); ++i) {
      const CacheClass& c = m_.cache_classes[i];
      if (c.name.starts_with(fmt::format("L{}", info.level)) && c.capacity == info.capacity &&
          c.associativity == info.ways && c.linesize == info.linesize &&
          c.throughput.read_bandwidth == read) {
        return i;
      }
    }
    CacheClass c;
    const auto variants = std::count_if(
        m_.cache_classes.begin(), m_.cache_classes.end(),
        [&](const CacheClass& o) { return o.name.starts_with(fmt::format("L{}", info.level)); });
    c.name = fmt::format("L{}", info.level);
    if (variants > 0) c.name += fmt::format("_variant{}", variants);
    c.capacity = info.capacity;
    c.associativity = info.ways;
    c.linesize = info.linesize;
    c.throughput = {read, write, Duplex::full};
    m_.cache_classes.push_back(std::move(c));
    return static_cast<std::uint32_t>(m_.cache_classes.size() - 1);
  }

  void add_memories() {
    for (std::size_t node = 0; node < memory_bytes_.size(); ++node) {
      const auto cores = static_cast<double>(std::count_if(
          cores_.begin(), cores_.end(), [&](const CoreInfo& c) { return c.node == node; }));
      const double bandwidth = std::min(memory_per_core * std::max(cores, 1.0), memory_at_most);
      MemClass c;
      c.name = fmt::format("memory{}", node);
      c.capacity = memory_bytes_[node];
      c.throughput = {bandwidth, bandwidth, Duplex::half};
      m_.mem_classes.push_back(std::move(c));
      Object memory;
      memory.name = fmt::format("mem{}", node);
      memory.class_index = static_cast<std::uint32_t>(node);
      memory.numa_node = static_cast<int>(node);
      m_.memories.push_back(std::move(memory));
    }
    if (memory_bytes_.size() > 1) add_routers();
    join();
  }

  // One a NUMA node, joined each with each; wide enough not to limit.
  void add_routers() {
    double all = 0;
    for (const MemClass& c : m_.mem_classes) all += c.throughput.read_bandwidth;
    m_.router_classes = {{"node", {all, all, Duplex::full}, std::nullopt, {}}};
    for (std::size_t node = 0; node < memory_bytes_.size(); ++node) {
      Object router;
      router.name = fmt::format("node{}", node);
      router.numa_node = static_cast<int>(node);
      m_.routers.push_back(std::move(router));
    }
  }

  void join() {
    for (std::uint32_t i = 0; i < cores_.size(); ++i) {
      std::uint32_t near = m_.vertex(Kind::core, i);
      for (const CacheInfo& info : cores_[i].caches) {
        const std::uint32_t far = m_.vertex(Kind::cache, cache_index_.at({info.level, info.cpus}));
        add_edge(near, far);
        near = far;
      }
      add_edge(near, m_.vertex(m_.routers.empty() ? Kind::memory : Kind::router, cores_[i].node));
    }
    for (std::uint32_t a = 0; a < m_.routers.size(); ++a) {
      add_edge(m_.vertex(Kind::router, a), m_.vertex(Kind::memory, a));
      for (std::uint32_t b = a + 1; b < m_.routers.size(); ++b) {
        add_edge(m_.vertex(Kind::router, a), m_.vertex(Kind::router, b));
      }
    }
  }

  void add_edge(std::uint32_t near, std::uint32_t far) {
    if (!joined_.emplace(near, far).second) return;
    Edge edge;
    edge.name = m_.vertex_object(near).name + "-" + m_.vertex_object(far).name;
    edge.source = near;
    edge.target = far;
    m_.edges.push_back(std::move(edge));
  }

  void describe() {
    std::string text =
        "Cores, caches, sizes of memories, NUMA nodes and the clock are as Linux tells them. "
        "Nothing is measured. Assumed, because Linux does not tell: 64 bytes read and 32 written a "
        "cycle in L1, 32 each in the other caches for every core that shares them; 12.8 GB/s of "
        "memory a core, at most 204.8 GB/s a NUMA node; 16 double precision FLOPs and 4 "
        "instructions a cycle; links that do not limit";
    for (const std::string& assumption : assumptions_) text += "; " + assumption;
    m_.extras = Json::object();
    m_.extras["name"] = "this host";
    m_.extras["description"] =
        text +
        ". Bandwidths of caches, FLOPS and IPS are these figures times the clock. Where you know "
        "better ones, write them here, or change them for a run with --set.";
  }

  fs::path sys_;
  Machine m_;
  std::vector<CoreInfo> cores_;
  std::vector<std::uint64_t> memory_bytes_;  // by NUMA node
  std::set<std::string> assumptions_;
  std::map<CacheKey, std::uint32_t> cache_index_;
  std::map<unsigned, unsigned> caches_at_level_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
  double clock_ = nominal_clock;
};

}  // namespace

Machine host_machine(const std::string& sys) { return Host(sys).machine(); }

}  // namespace hpcast::dat
