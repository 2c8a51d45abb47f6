// A node as a DAT describes it (Definition of Architecture Topology, pmnet.txt section 3.3):
// classes with their rates, objects that instantiate them, undirected edges.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/cache_rules.h"
#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::dat {

using Extras = nlohmann::ordered_json;  // members hpcast does not know, kept for the round trip

enum class Kind : std::uint8_t { core, cache, memory, router, edge };
const char* name_of(Kind kind);

enum class Duplex : std::uint8_t { half, full };

// Bytes a second each way. half: reads and writes share the time; full: the longer one counts.
struct Throughput {
  double read_bandwidth = 0;
  double write_bandwidth = 0;  // equal to read_bandwidth when the DAT leaves it out
  Duplex duplex = Duplex::full;
};

// Latency in seconds at a used bandwidth in bytes/s, reads and writes (LatencyCurves). Ascending in
// bandwidth among those of one read_percent, which all points of a class have or none: reads in
// what is used.
struct BandwidthLatency {
  double bandwidth;
  double latency;
  std::optional<double> read_percent = {};
};

struct CoreClass {
  std::string name;
  double dp_flops = 0, sp_flops = 0, ips = 0;  // 0: not limited
  // What lets reads overlap. 0: not known.
  std::uint32_t window = 0;             // instructions in flight (reorder buffer)
  std::uint32_t line_fill_buffers = 0;  // reads of lines that missed the first cache, in flight
  std::optional<Pipeline> pipeline;     // how it executes instructions; none: not known
  Extras extras;
};
struct CacheClass {
  std::string name;
  std::uint64_t capacity = 0;       // bytes
  std::uint32_t associativity = 0;  // ways
  std::uint32_t linesize = 64;      // bytes, a power of two
  Throughput throughput;
  Replacement replacement = Replacement::lru;
  WritePolicy write_policy = WritePolicy::write_back;
  Inclusion inclusion = Inclusion::nine;
  CacheSide side = CacheSide::core;
  std::optional<double> latency;                // s, from a core's load to its use
  std::vector<BandwidthLatency> latency_curve;  // in place of `latency`; empty: as if never used
  std::optional<double> hand_over;              // s, core to core; none: both latencies
  // Lines by which a prefetcher that brings nothing unwanted is ahead of loads and stores with
  // regular addresses; 0: none.
  std::uint32_t prefetch_ahead = 0;
  PrefetchRule prefetcher;  // what it brings there unasked
  Extras extras;

  std::uint32_t sets() const {
    return static_cast<std::uint32_t>(capacity / linesize / associativity);
  }
};
struct MemClass {
  std::string name;
  std::uint64_t capacity = 0;   // bytes
  std::uint32_t linesize = 64;  // bytes
  Throughput throughput{0, 0, Duplex::half};
  std::optional<double> latency;                // s, unloaded, from a core's load to its use
  std::vector<BandwidthLatency> latency_curve;  // in place of `latency`; empty: as if never used
  std::optional<double> hand_over;              // s, core to core; none: both latencies
  std::uint64_t page_size = 4096;               // bytes, a power of two
  double core_bandwidth = 0;   // bytes/s that one core alone gets to read; 0: all of it
  double page_fault_time = 0;  // s, of the operating system at a page's first touch; 0: unknown
  Extras extras;
};
struct RouterClass {
  std::string name;
  Throughput throughput;
  std::optional<double> latency;                     // s, that it adds
  std::vector<BandwidthLatency> latency_curve = {};  // in place of `latency`
  Extras extras = {};
};
struct EdgeClass {
  std::string name;
  std::optional<Throughput> throughput;              // none: an edge that limits nothing
  std::optional<double> latency;                     // s, that it adds
  std::vector<BandwidthLatency> latency_curve = {};  // in place of `latency`
  Extras extras = {};
};

// What a simulation counted at an object and the time it occupies it (pmnet.txt table 2).
struct Traffic {
  std::uint64_t num_read = 0, num_write = 0, bytes_read = 0, bytes_write = 0;
  std::uint64_t num_prefetch = 0, bytes_prefetch = 0;  // of the reads: prefetchers asked
};
struct Object {
  std::string name;
  std::uint32_t class_index = 0;  // into the Machine's vector of that kind's classes
  int numa_node = 0;
  Extras extras;  // everything else the DAT says of it, earlier results among it
};
struct Core : Object {
  std::optional<double> num_dp_flops, num_sp_flops, num_inst;  // input from operation counts
};
struct Edge : Object {
  std::uint32_t source = 0, target = 0;  // vertices
};

// Vertices are numbered cores first, then caches, memories, routers, each in the file's order.
struct Machine {
  std::vector<CoreClass> core_classes;
  std::vector<CacheClass> cache_classes;
  std::vector<MemClass> mem_classes;
  std::vector<RouterClass> router_classes;
  std::vector<EdgeClass> edge_classes;
  std::vector<Core> cores;
  std::vector<Object> caches;
  std::vector<Object> memories;
  std::vector<Object> routers;
  std::vector<Edge> edges;
  Extras extras;  // unknown top-level members ("name", "description", "sources", …)

  std::uint32_t vertex_count() const {
    return static_cast<std::uint32_t>(cores.size() + caches.size() + memories.size() +
                                      routers.size());
  }
  std::uint32_t vertex(Kind kind, std::uint32_t index) const;            // index within its kind
  std::pair<Kind, std::uint32_t> object_at(std::uint32_t vertex) const;  // inverse of vertex()
  const Object& vertex_object(std::uint32_t vertex) const;
  const std::string& class_name(std::uint32_t vertex) const;

  const CacheClass& class_of_cache(std::uint32_t cache) const {
    return cache_classes[caches[cache].class_index];
  }
  const MemClass& class_of_memory(std::uint32_t memory) const {
    return mem_classes[memories[memory].class_index];
  }
};

}  // namespace hpcast::dat
