#include "hpcast/inputs/host/caches.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::host {

namespace {

using dat::CacheClass;
using dat::Duplex;

// Where nobody tells.
constexpr std::uint64_t nominal_l1 = 32 << 10, nominal_l2 = 1 << 20, nominal_l3_a_core = 2 << 20;

CacheClass cache_class(std::uint64_t capacity, std::uint32_t ways, std::uint32_t linesize) {
  CacheClass c;
  c.capacity = capacity;
  c.associativity = ways;
  c.linesize = linesize;
  return c;
}

// That divide the lines.
std::uint32_t ways_near_16(std::uint64_t lines) {
  std::uint32_t off = 0;
  while (off < 15 && lines % (16 - off) != 0 && lines % (16 + off) != 0) ++off;
  return lines % (16 - off) == 0 ? 16 - off : 16 + off;
}

// Hypervisors tell line sizes and associativities that cannot be, or none.
void mend(Draft& draft, CacheClass& c, bool is_full, const std::string& name) {
  if (c.linesize == 0 || (c.linesize & (c.linesize - 1)) != 0 || c.capacity % c.linesize != 0) {
    draft.assume("64-byte lines in " + name);
    c.linesize = 64;
    c.capacity = std::max<std::uint64_t>(c.capacity / 64, 1) * 64;
  }
  const std::uint64_t lines = c.capacity / c.linesize;
  if (is_full && lines <= 1U << 16) c.associativity = static_cast<std::uint32_t>(lines);
  if (c.associativity == 0 || lines % c.associativity != 0) {
    c.associativity = ways_near_16(lines);
    draft.assume(fmt::format("{} ways in {}", c.associativity, name));
  }
}

// Caches between cores and memories, one by one; what they can pass goes with the clocks of the
// cores that share them, so that classes come last.
class CoreSide {
 public:
  explicit CoreSide(Draft& draft) : draft_(draft) {}

  void add() {
    has_caches(draft_.topology) ? find() : assume();
    rate();
  }

 private:
  struct Found {
    unsigned level;
    CacheClass as_told;
  };

  void find() {
    std::map<hwloc_obj_t, std::uint32_t> known;
    for (DraftCore& core : draft_.cores) {
      for (hwloc_obj_t o = core.object->parent; o != nullptr; o = o->parent) {
        if (hwloc_obj_type_is_dcache(o->type) == 0) continue;
        if (!known.contains(o)) {
          const unsigned level = o->attr->cache.depth;
          known[o] = found({level, class_of(draft_, with_size(*o), fmt::format("L{}", level))});
        }
        core.caches.push_back(known[o]);
      }
    }
  }

  // Of many caches Arm's firmware and hypervisors tell all but their size.
  hwloc_obj_attr_u::hwloc_cache_attr_s with_size(const hwloc_obj& cache) {
    hwloc_obj_attr_u::hwloc_cache_attr_s told = cache.attr->cache;
    if (told.size != 0) return told;
    const std::uint64_t neighbours = size_of_neighbour(cache.type);
    told.size = neighbours != 0 ? neighbours : nominal_size(cache);
    draft_.assume_caches(fmt::format("{} in L{}, {} no size is told",
                                     format_bytes(static_cast<double>(told.size)), told.depth,
                                     neighbours != 0 ? "as in others, where" : "of which"));
    return told;
  }

  std::uint64_t size_of_neighbour(hwloc_obj_type_t type) const {
    hwloc_obj_t other = nullptr;
    while ((other = hwloc_get_next_obj_by_type(draft_.topology, type, other)) != nullptr)
      if (other->attr->cache.size != 0) return other->attr->cache.size;
    return 0;
  }

  std::uint64_t nominal_size(const hwloc_obj& cache) const {
    const unsigned level = cache.attr->cache.depth;
    if (level < 3) return level == 1 ? nominal_l1 : nominal_l2;
    return nominal_l3_a_core *
           static_cast<std::uint64_t>(
               std::count_if(draft_.cores.begin(), draft_.cores.end(), [&](const DraftCore& core) {
                 return hwloc_bitmap_isincluded(core.object->cpuset, cache.cpuset) != 0;
               }));
  }

  void assume() {
    std::string text = "caches: 32 KiB of L1 and 1 MiB of L2 a core";
    for (DraftCore& core : draft_.cores)
      core.caches = {found({1, cache_class(nominal_l1, 8, 64)}),
                     found({2, cache_class(nominal_l2, 16, 64)})};
    if (vendor_has_l3()) {
      text += ", an L3 of 2 MiB for each core of a NUMA node";
      assume_l3();
    }
    draft_.assume_caches(text);
  }

  bool vendor_has_l3() const {
    hwloc_obj_t package = hwloc_get_obj_by_type(draft_.topology, HWLOC_OBJ_PACKAGE, 0);
    if (package == nullptr) package = hwloc_get_root_obj(draft_.topology);
    const char* vendor = hwloc_obj_get_info_by_name(package, "CPUVendor");
    const std::string name = vendor == nullptr ? "" : vendor;
    return name == "AuthenticAMD" || name == "HygonGenuine" || name == "GenuineIntel";
  }

  void assume_l3() {
    std::map<std::size_t, std::uint64_t> sharers;
    for (const DraftCore& core : draft_.cores) ++sharers[core.home];
    std::map<std::size_t, std::uint32_t> of_node;
    for (DraftCore& core : draft_.cores) {
      if (!of_node.contains(core.home))
        of_node[core.home] =
            found({3, cache_class(sharers[core.home] * nominal_l3_a_core, 16, 64)});
      core.caches.push_back(of_node[core.home]);
    }
  }

  std::uint32_t found(Found cache) {
    found_.push_back(std::move(cache));
    return static_cast<std::uint32_t>(found_.size() - 1);
  }

  // Once it is known who shares which.
  void rate() {
    std::vector<double> clocks(found_.size());
    std::vector<int> node(found_.size(), -1);
    for (std::size_t core = 0; core < draft_.cores.size(); ++core) {
      for (const std::uint32_t cache : draft_.cores[core].caches) {
        clocks[cache] += draft_.cores[core].clock;
        if (node[cache] < 0) node[cache] = draft_.machine.cores[core].numa_node;
      }
    }
    std::map<unsigned, unsigned> at_level;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      dat::Object cache;
      cache.name = fmt::format("L{}_{}", found_[i].level, at_level[found_[i].level]++);
      cache.class_index = class_like(draft_.machine, rated(found_[i], clocks[i]));
      cache.numa_node = node[i];
      draft_.machine.caches.push_back(std::move(cache));
    }
  }

  static CacheClass rated(const Found& found, double clocks) {
    CacheClass c = found.as_told;
    c.name = fmt::format("L{}", found.level);
    c.throughput = {(found.level == 1 ? 64 : 32) * clocks, 32 * clocks, Duplex::full};
    return c;
  }

  Draft& draft_;
  std::vector<Found> found_;
};

}  // namespace

void add_caches(Draft& draft) { CoreSide(draft).add(); }

CacheClass class_of(Draft& draft, const hwloc_obj_attr_u::hwloc_cache_attr_s& cache,
                    const std::string& name) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 44;
  if (cache.size > largest)
    throw InputError(draft.name + ": a cache of " + format_bytes(static_cast<double>(cache.size)) +
                         " (" + name + ") cannot be",
                     "mend cache_size in the XML");
  const bool is_full = cache.associativity < 0;
  CacheClass c = cache_class(
      cache.size, is_full ? 0 : static_cast<std::uint32_t>(cache.associativity), cache.linesize);
  mend(draft, c, is_full, name);
  return c;
}

std::uint32_t class_like(dat::Machine& machine, CacheClass wanted) {
  unsigned variants = 0;
  for (std::uint32_t i = 0; i < machine.cache_classes.size(); ++i) {
    const CacheClass& o = machine.cache_classes[i];
    if (o.name != wanted.name && !o.name.starts_with(wanted.name + "_")) continue;
    if (o.capacity == wanted.capacity && o.associativity == wanted.associativity &&
        o.linesize == wanted.linesize &&
        o.throughput.read_bandwidth == wanted.throughput.read_bandwidth)
      return i;
    ++variants;
  }
  if (variants > 0) wanted.name += fmt::format("_variant{}", variants);
  machine.cache_classes.push_back(std::move(wanted));
  return static_cast<std::uint32_t>(machine.cache_classes.size() - 1);
}

}  // namespace hpcast::host
