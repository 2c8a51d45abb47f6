// Regular machines from a short description, and the machines that hpcast knows by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

// A level of cache below every core: one instance serves `cores` neighbouring cores.
struct CacheLevel {
  CacheClass cache;  // its name is that of the level, as in "L2"
  unsigned cores = 1;
};

// How the node routers of a socket are joined.
enum class Fabric { mesh, ring };  // each with each; each with its two neighbours

// A machine of equal sockets, each of equal NUMA nodes, each of equal dies of cores. Objects are
// made, numbered and joined like this, left out where the description has none:
//   core - L1 - ... - last level [- die router] - node router [- memory-side cache] - memory
//   node routers of a socket joined as `fabric`, all joined to the socket's port router, the port
//   routers of all sockets joined with each other (without port routers: the first node routers).
// Without node routers the caches are joined to the memories of their node directly.
struct Description {
  std::string title;              // of the machine, for people
  std::string description;        // what is modelled and what is assumed
  std::string date;               // of the numbers
  Json sources = Json::object();  // where each number comes from, by field

  unsigned sockets = 1;
  unsigned nodes = 1;        // NUMA nodes a socket
  unsigned dies = 1;         // dies a node, each with its own router if there is a die_router
  unsigned cores = 1;        // cores a die
  bool interleaved = false;  // all memories are one NUMA node (AMD's NPS0), same wiring

  CoreClass core;
  std::vector<CacheLevel> caches;  // from the core down
  std::optional<RouterClass> die_router, node_router, port_router;
  Fabric fabric = Fabric::mesh;
  std::optional<Throughput> fabric_link;        // between node routers; none: does not limit
  std::optional<Throughput> socket_link;        // between sockets; none: does not limit
  std::optional<CacheClass> memory_side_cache;  // one before each memory
  MemClass memory;
  unsigned memories = 1;  // a NUMA node
  // Before all memories of a node, of both kinds: what they share.
  std::optional<RouterClass> memory_router;
  // A second kind of memory in every node, behind a router of its own class (so that it is not
  // nearer than `memory`) and a NUMA node of its own, numbered behind all others.
  std::optional<MemClass> second_memory;
  std::optional<RouterClass> second_memory_router;
};

// Throws InputError when the description makes no machine (no caches, cores that a cache's sharing
// does not divide, several nodes without routers, ...).
Machine build(const Description& description);

// The names of the machines in machines/, and their descriptions to vary. describe() and
// generate() throw InputError for other names.
std::vector<std::string> known_machines();
Description describe(const std::string& name);
Machine generate(const std::string& name);

// A machine of "key=value" parameters: sockets, numa (nodes a socket), ccx (last-level caches a
// node), cores (a last-level cache), l1, l2, l3 (capacity; l3=0: none), l1ways, l2ways, l3ways,
// line, clock, flops (DP a cycle), ipc, l1bw, l2bw, l3bw (a cycle and core), mem (capacity of a
// node), membw (of a node), latency, mem2, mem2bw, mem2latency (a second memory a node), linkbw
// (between sockets, each direction), nps0 (0 or 1), generation (dat/generations.h). Throws
// InputError that names every parameter it cannot use.
Machine generate_custom(const std::vector<std::string>& parameters);

// Names, default values and meaning of generate_custom's parameters, for --help.
struct Parameter {
  std::string name, fallback, meaning;
};
std::vector<Parameter> custom_parameters();

}  // namespace hpcast::dat
