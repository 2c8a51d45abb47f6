#include "hpcast/inputs/host/topology.h"

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/trial.h"
#include "hpcast/inputs/host/sysfs.h"

namespace hpcast::host {
namespace {

// hwloc talks to standard error, also where it is asked not to.
class Quiet {
 public:
  Quiet() : kept_(::dup(STDERR_FILENO)) {
    const Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (nowhere.get() >= 0) ::dup2(nowhere.get(), STDERR_FILENO);
  }
  ~Quiet() {
    if (kept_.get() >= 0) ::dup2(kept_.get(), STDERR_FILENO);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  Descriptor kept_;
};

// A variable of the environment, as long as this object lives; a user's own is put back.
class Setting {
 public:
  Setting(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Setting() { set(before_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    if (value) {
      ::setenv(name_, value->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

  const char* name_;
  std::optional<std::string> before_;
};

enum class Ask { linux_only, processor_too };

// The machine, not what a batch system leaves of it to this job; with its memory-side caches.
Topology empty_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw InputError("hwloc does not start");
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_MEMCACHE, HWLOC_TYPE_FILTER_KEEP_ALL);
  return Topology(raw);
}

// hwloc trusts what it reads: a damaged tree or file may end the process, or never end. So a child
// goes first. Null where it does not return with a topology.
template <class Load>
Topology loaded(const Load& load) {
  Topology t = empty_topology();
  return survives([&] { return load(t.get()); }) && load(t.get()) ? std::move(t) : Topology();
}

Topology load(Ask ask) {
  Topology t = loaded([ask](hwloc_topology_t topology) {
    if (ask == Ask::linux_only)
      hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    return hwloc_topology_load(topology) == 0;
  });
  if (!t)
    throw InputError("hwloc cannot tell what this machine is",
                     "describe it with hpcast machine custom");
  return t;
}

bool same_processors(const Topology& a, const Topology& b) {
  return hwloc_bitmap_isequal(hwloc_topology_get_topology_cpuset(a.get()),
                              hwloc_topology_get_topology_cpuset(b.get())) != 0;
}

constexpr const char* real_sys = "/sys/devices/system";

// hwloc reads the tree by itself only where it is whole, and in its place.
Topology of_copy(const std::string& sys) {
  const ScratchFolder root;
  copy_completed(sys, root.path() + real_sys);
  const Setting there("HWLOC_FSROOT", root.path());
  return load(Ask::linux_only);
}

Topology of_real_sys() {
  Topology told = load(Ask::linux_only);
  if (has_caches(told.get())) return told;
  Topology asked = load(Ask::processor_too);
  return same_processors(told, asked) ? std::move(asked) : std::move(told);
}

// Of the second node of that number; 0 where it does not stand there as hwloc writes it.
int line_of_second(const std::string& xml, unsigned number) {
  const std::string told = fmt::format("type=\"NUMANode\" os_index=\"{}\"", number);
  const std::size_t second = xml.find(told, xml.find(told) + 1);
  if (second == std::string::npos) return 0;
  return 1 +
         static_cast<int>(std::count(xml.begin(), xml.begin() + static_cast<long>(second), '\n'));
}

void check_node_numbers(hwloc_topology_t topology, const std::string& xml,
                        const std::string& path) {
  std::set<unsigned> numbers;
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    if (numbers.insert(node->os_index).second) continue;
    throw InputError(
        Diagnostic{path,
                   line_of_second(xml, node->os_index),
                   {},
                   fmt::format("a second NUMA node has the number {} (os_index)", node->os_index),
                   "give each the number that its kernel has for it"});
  }
}

}  // namespace

bool has_caches(hwloc_topology_t topology) {
  for (int depth = 0; depth < hwloc_topology_get_depth(topology); ++depth) {
    if (hwloc_obj_type_is_dcache(hwloc_get_depth_type(topology, depth)) != 0) return true;
  }
  return false;
}

Topology this_machine(const std::string& sys) {
  const Quiet quiet;
  const Setting silent("HWLOC_HIDE_ERRORS", "2");
  const Setting gpus("HWLOC_KEEP_NVIDIA_GPU_NUMA_NODES", "1");
  // A user's may be of another machine.
  const Setting none_made_up("HWLOC_SYNTHETIC", std::nullopt);
  const Setting none_kept("HWLOC_XMLFILE", std::nullopt);
  return sys == real_sys && !is_abridged(sys) ? of_real_sys() : of_copy(sys);
}

Topology from_xml(const std::string& path) {
  constexpr std::uint64_t longest = std::uint64_t{256} << 20;
  const std::string text = read_text(path, longest);
  const Quiet quiet;
  const Setting silent("HWLOC_HIDE_ERRORS", "2");
  Topology t = loaded([&text](hwloc_topology_t topology) {
    const auto length = static_cast<int>(text.size() + 1);
    return hwloc_topology_set_xmlbuffer(topology, text.c_str(), length) == 0 &&
           hwloc_topology_load(topology) == 0;
  });
  if (text.empty() || !t)
    throw InputError(Diagnostic{path,
                                0,
                                {},
                                "hwloc cannot read it as a topology in XML",
                                "write it with lstopo --of xml FILE.xml; of an hwloc newer than "
                                "2 with --export-xml-flags v2"});
  check_node_numbers(t.get(), text, path);
  return t;
}

}  // namespace hpcast::host
