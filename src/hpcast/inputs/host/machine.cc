#include "hpcast/inputs/host/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"
#include "hpcast/inputs/host/caches.h"
#include "hpcast/inputs/host/draft.h"
#include "hpcast/inputs/host/generation.h"
#include "hpcast/inputs/host/kinds.h"
#include "hpcast/inputs/host/memories.h"

namespace hpcast::host {
namespace {

using dat::Kind;
using dat::Machine;

// What neither Linux nor hwloc tells.
constexpr double nominal_clock = 3e9;
constexpr double core_flops = 16, core_instructions = 4;  // a cycle

// Hardware threads that are told without a core are cores.
std::vector<hwloc_obj_t> core_objects(hwloc_topology_t topology) {
  std::vector<hwloc_obj_t> result;
  hwloc_obj_t thread = nullptr;
  while ((thread = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, thread)) != nullptr) {
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, thread);
    if (core == nullptr) core = thread;
    if (result.empty() || result.back() != core) result.push_back(core);
  }
  return result;
}

class Describer {
 public:
  Describer(hwloc_topology_t topology, std::string name)
      : objects_(core_objects(topology)),
        generation_(generation_of(topology)),
        draft_{topology, std::move(name), Nodes(topology, objects_), {}, {}, {}} {}

  Machine machine() {
    add_cores();
    add_caches(draft_);
    memories_ = add_memories(draft_);
    join();
    describe();
    // What hwloc tells is input like any other.
    return dat::parse_machine(to_text(draft_.machine), draft_.name);
  }

 private:
  void add_cores() {
    std::vector<CoreKind> kinds;
    for (hwloc_obj_t object : objects_) {
      const CoreKind kind = kind_of(draft_.topology, object);
      const auto found = std::find(kinds.begin(), kinds.end(), kind);
      dat::Core core;
      core.name = fmt::format("core{}", draft_.cores.size());
      core.class_index = static_cast<std::uint32_t>(found - kinds.begin());
      const std::size_t node = draft_.nodes.of(object);
      core.numa_node = static_cast<int>(draft_.nodes.all()[node].number);
      draft_.machine.cores.push_back(std::move(core));
      draft_.cores.push_back(
          {object, draft_.nodes.memory_near(node), kind.clock.value_or(nominal_clock), {}});
      if (found == kinds.end()) kinds.push_back(kind);
    }
    for (const CoreKind& kind : kinds) add_core_class(kind, kinds.size() == 1);
  }

  void add_core_class(const CoreKind& kind, bool alone) {
    if (!kind.clock)
      draft_.assume("a clock of " + format_scaled(nominal_clock, "Hz") +
                    (alone ? "" : " for cores of which none is told"));
    const double clock = kind.clock.value_or(nominal_clock);
    std::string name = alone ? "core" : kind.name;
    const bool is_taken =
        std::any_of(draft_.machine.core_classes.begin(), draft_.machine.core_classes.end(),
                    [&](const dat::CoreClass& other) { return other.name == name; });
    if (name.empty() || is_taken) name += fmt::format("kind{}", draft_.machine.core_classes.size());
    dat::CoreClass c;
    c.name = name;
    c.dp_flops = core_flops * clock;
    c.sp_flops = 2 * core_flops * clock;
    c.ips = core_instructions * clock;
    if (alone && generation_) c.pipeline = dat::pipeline_of(*generation_, clock, c);
    draft_.machine.core_classes.push_back(std::move(c));
  }

  void join() {
    draft_.machine.edge_classes = {{"wire", std::nullopt, std::nullopt, {}}};
    for (std::uint32_t i = 0; i < draft_.cores.size(); ++i) {
      std::uint32_t near = draft_.machine.vertex(Kind::core, i);
      for (const std::uint32_t cache : draft_.cores[i].caches) {
        add_edge(near, draft_.machine.vertex(Kind::cache, cache));
        near = draft_.machine.vertex(Kind::cache, cache);
      }
      draft_.machine.routers.empty() ? join_memory(near, draft_.cores[i].home)
                                     : add_edge(near, router(draft_.cores[i].home));
    }
    for (std::size_t a = 0; a < memories_.of_node.size() && !draft_.machine.routers.empty(); ++a) {
      if (memories_.of_node[a] == dat::unreached) continue;
      join_memory(router(a), a);
      for (std::size_t b = a + 1; b < memories_.of_node.size(); ++b) {
        if (memories_.of_node[b] != dat::unreached && are_joined(a, b))
          add_edge(router(a), router(b));
      }
    }
  }

  std::uint32_t router(std::size_t node) const {
    return draft_.machine.vertex(Kind::router, memories_.of_node[node]);
  }

  // Nodes with cores each with each; memory without cores with those that are nearest to it.
  bool are_joined(std::size_t a, std::size_t b) const {
    const bool a_home = draft_.nodes.is_home(a), b_home = draft_.nodes.is_home(b);
    if (a_home && b_home) return true;
    if (a_home) return draft_.nodes.reaches_directly(a, b);
    return b_home && draft_.nodes.reaches_directly(b, a);
  }

  void join_memory(std::uint32_t near, std::size_t node) {
    for (const std::uint32_t cache : memories_.side_caches[node]) {
      add_edge(near, draft_.machine.vertex(Kind::cache, cache));
      near = draft_.machine.vertex(Kind::cache, cache);
    }
    add_edge(near, draft_.machine.vertex(Kind::memory, memories_.of_node[node]));
  }

  void add_edge(std::uint32_t near, std::uint32_t far) {
    if (!joined_.emplace(near, far).second) return;
    dat::Edge edge;
    edge.name =
        draft_.machine.vertex_object(near).name + "-" + draft_.machine.vertex_object(far).name;
    edge.source = near;
    edge.target = far;
    draft_.machine.edges.push_back(std::move(edge));
  }

  void describe() {
    std::string text =
        "Cores, caches, sizes of memories, NUMA nodes (by the kernel's numbers) and clocks are "
        "told by hwloc";
    if (memories_.told_bandwidths)
      text += ", and so are bandwidths and latencies of memories (HMAT)";
    text +=
        ". Nothing is measured. Assumed, because it is not told: 64 bytes read and 32 written a "
        "cycle in L1, 32 each in the other caches for every core that shares them; 16 double "
        "precision FLOPs and 4 instructions a cycle; links that do not limit";
    if (!memories_.assumed_bandwidths.empty())
      text += "; 12.8 GB/s of memory a core, at most 204.8 GB/s a NUMA node, for " +
              memories_.assumed_bandwidths;
    for (const std::string& assumption : draft_.assumptions) text += "; " + assumption;
    draft_.machine.extras["name"] = draft_.name;
    draft_.machine.extras["description"] =
        text +
        ". Bandwidths of caches, FLOPS and IPS are these figures times the clock. Where you know "
        "better ones, write them here, or change them for a run with --set." +
        pipeline_text();
  }

  // What the processor tells of itself, or why that is not enough.
  std::string pipeline_text() const {
    const auto& classes = draft_.machine.core_classes;
    if (!classes.empty() && classes[0].pipeline)
      return " How cores execute instructions (pipeline) is hpcast's table of " + *generation_ +
             " cores, which the processor says it has; it was not measured.";
    const char* const why =
        !generation_ ? "hpcast has no table of its cores" : "its cores are of several kinds";
    return std::string(" How cores execute instructions (pipeline) is not known: ") + why + ".";
  }

  std::vector<hwloc_obj_t> objects_;  // of cores
  std::optional<std::string> generation_;
  Draft draft_;
  DraftMemories memories_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
};

}  // namespace

Machine this_machine_described(const std::string& sys) {
  const Topology topology = this_machine(sys);
  return Describer(topology.get(), "this host").machine();
}

std::vector<std::vector<unsigned>> cpus_of_cores(const std::string& sys) {
  const Topology topology = this_machine(sys);
  std::vector<std::vector<unsigned>> cpus;
  for (hwloc_obj_t core : core_objects(topology.get())) {
    cpus.emplace_back();
    for (int cpu = hwloc_bitmap_first(core->cpuset); cpu >= 0;
         cpu = hwloc_bitmap_next(core->cpuset, cpu))
      cpus.back().push_back(static_cast<unsigned>(cpu));
  }
  return cpus;
}

Machine imported_machine(const std::string& path) {
  const Topology topology = from_xml(path);
  return Describer(topology.get(), std::filesystem::path(path).stem().string()).machine();
}

}  // namespace hpcast::host
