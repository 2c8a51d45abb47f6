#include "hpcast/models/memsim/occupancy.h"

#include <algorithm>
#include <span>

#include "hpcast/base/diagnostics.h"

namespace hpcast::memsim {

namespace {

using Hops = std::span<const dat::Hop>;

void add(dat::Traffic& to, const dat::Traffic& more) {
  to.num_read += more.num_read;
  to.num_write += more.num_write;
  to.bytes_read += more.bytes_read;
  to.bytes_write += more.bytes_write;
  to.num_prefetch += more.num_prefetch;
  to.bytes_prefetch += more.bytes_prefetch;
}

void add(CacheCounters& to, const CacheCounters& more) {
  to.read_misses += more.read_misses;
  to.write_misses += more.write_misses;
  to.writebacks += more.writebacks;
  to.invalidations += more.invalidations;
  to.prefetched += more.prefetched;
  to.in_vain += more.in_vain;
}

dat::Traffic traffic_of(const Flow& flow) {
  return {flow.reads,         flow.writes,     flow.bytes_read,
          flow.bytes_written, flow.prefetches, flow.bytes_prefetched};
}

bool is_none(const dat::Traffic& t) { return t.num_read == 0 && t.num_write == 0; }

// References of one Op as traffic: how many, how many bytes.
std::pair<std::uint64_t, std::uint64_t> references_of(const PrivateCounters& counters,
                                                      reftrace::Op op) {
  const auto i = static_cast<unsigned>(op);
  std::uint64_t count = counters.line_crossings[i];
  std::uint64_t bytes = 0;
  for (unsigned size = 0; size < reftrace::size_classes; ++size) {
    count += counters.references[i][size];
    bytes += counters.references[i][size] << size;
  }
  return {count, bytes};
}

// What the core asks of its first cache: every reference but the non-temporal ones.
dat::Traffic own_references(const PrivateCounters& counters) {
  const auto [reads, bytes_read] = references_of(counters, reftrace::Op::read);
  const auto [writes, bytes_written] = references_of(counters, reftrace::Op::write);
  return {reads, writes, bytes_read, bytes_written, 0, 0};
}

// Distributes one phase's flows over the objects they pass.
class Distribution {
 public:
  Distribution(const dat::Machine& machine, const dat::Routes& routes, const Topology& topology,
               const PhaseCounts& counts, std::vector<Load>& loads)
      : machine_(machine), routes_(routes), topology_(topology), counts_(counts), loads_(loads) {}

  void run() {
    for (std::uint32_t core = 0; core < topology_.cores; ++core) {
      const std::size_t below = private_part(core);
      for (std::uint32_t m = 0; m < topology_.memories; ++m) {
        const PathFlow& flow = counts_.path[topology_.path(core, m)];
        const Hops route = routes_.route(core, m);
        if (route.empty()) {
          refuse_traffic(core, m, flow);
          continue;
        }
        shared_part(route, below, flow);
        bypass(core_side_of(route), flow.bypass);
      }
    }
    for (std::uint32_t cache = 0; cache < machine_.caches.size(); ++cache)
      add(loads_[machine_.vertex(dat::Kind::cache, cache)].cache, counts_.cache[cache]);
  }

 private:
  // Nothing lies between the two, so all of the traffic would arrive at the first level.
  void refuse_traffic(std::uint32_t core, std::uint32_t memory, const PathFlow& flow) {
    if (is_none(traffic_of(flow.level[0])) && is_none(traffic_of(flow.bypass))) return;
    throw InputError("core '" + machine_.cores[core].name + "' uses pages in memory '" +
                         machine_.memories[memory].name + "', which it does not reach",
                     "join the two in the DAT, or choose another --placement or --pin");
  }

  // Returns how many hops of the core's routes lead through its private caches.
  std::size_t private_part(std::uint32_t core) {
    const PrivateCounters& counters = counts_.core[core];
    const Hops route = routes_.route(core, topology_.nearest_memories[core][0]);
    const std::size_t levels = topology_.private_caches[core].size();
    std::size_t hop = 0;
    for (std::size_t level = 0; level < levels; ++level) {
      const dat::Traffic traffic =
          level == 0 ? own_references(counters) : traffic_of(counters.flow[level]);
      hop = pass_to_cache(route, hop, traffic);
      add(loads_[route[hop - 1].vertex].cache, counters.cache[level]);
    }
    return hop;
  }

  void shared_part(Hops route, std::size_t hop, const PathFlow& flow) {
    for (std::size_t level = 0; hop < route.size(); ++level)
      hop = pass_to_cache(route, hop, traffic_of(flow.level[level]));
  }

  // From `hop` to the next cache, or the memory; returns the hop behind it.
  std::size_t pass_to_cache(Hops route, std::size_t hop, const dat::Traffic& traffic) {
    const bool stores = hop == 0 || passes_stores(route[hop - 1].vertex);
    bool arrived = false;
    for (; hop < route.size() && !arrived; ++hop) {
      Load& load = loads_[route[hop].vertex];
      arrived = machine_.object_at(route[hop].vertex).first == dat::Kind::cache;
      load.stores_arrive |= arrived && stores;
      cross(route[hop], traffic);
      add(load.traffic, traffic);
    }
    return hop;
  }

  bool passes_stores(std::uint32_t cache) const {
    return machine_.class_of_cache(machine_.object_at(cache).second).write_policy ==
           WritePolicy::write_through;
  }

  // Where a memory-side cache lies on the route, up to the last cache before it: what lies between
  // the two sees the traffic that arrives there.
  Hops core_side_of(Hops route) const {
    std::size_t hops = 0;
    for (std::size_t i = 0; i < route.size(); ++i) {
      const auto [kind, index] = machine_.object_at(route[i].vertex);
      if (kind != dat::Kind::cache) continue;
      if (machine_.class_of_cache(index).side == CacheSide::memory) return route.first(hops);
      hops = i + 1;
    }
    return route;
  }

  void bypass(Hops route, const Flow& flow) {
    const dat::Traffic traffic = traffic_of(flow);
    if (is_none(traffic)) return;
    for (const dat::Hop& hop : route) {
      cross(hop, traffic);
      if (machine_.object_at(hop.vertex).first != dat::Kind::cache)
        add(loads_[hop.vertex].traffic, traffic);
    }
  }

  void cross(const dat::Hop& hop, dat::Traffic traffic) {
    if (!hop.forward) {
      std::swap(traffic.num_read, traffic.num_write);
      std::swap(traffic.bytes_read, traffic.bytes_write);
    }
    add(loads_[machine_.vertex_count() + hop.edge].traffic, traffic);
  }

  const dat::Machine& machine_;
  const dat::Routes& routes_;
  const Topology& topology_;
  const PhaseCounts& counts_;
  std::vector<Load>& loads_;
};

double ratio(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

CoreOperations share_of(const dat::Core& core, double share) {
  return {share * core.num_dp_flops.value_or(0), share * core.num_sp_flops.value_or(0),
          share * core.num_inst.value_or(0)};
}

void time_core(const CoreOperations& operations, const dat::CoreClass& c, Load& load) {
  load.operations = operations;
  load.time_flops = ratio(operations.dp_flops, c.dp_flops) + ratio(operations.sp_flops, c.sp_flops);
  load.time_inst = ratio(operations.instructions, c.ips);
  load.time = std::max({load.time_flops, load.time_inst, load.core_time.time}) +
              load.page_faults.value_or(0);
}

void time_objects(const dat::Machine& machine, std::vector<Load>& loads) {
  for (std::uint32_t v = 0; v < machine.vertex_count(); ++v) {
    const auto [kind, index] = machine.object_at(v);
    Load& load = loads[v];
    if (kind == dat::Kind::cache)
      load.time = transfer_time(load.traffic, machine.class_of_cache(index).throughput);
    if (kind == dat::Kind::memory)
      load.time = transfer_time(load.traffic, machine.class_of_memory(index).throughput);
    if (kind == dat::Kind::router)
      load.time = transfer_time(
          load.traffic, machine.router_classes[machine.routers[index].class_index].throughput);
  }
  for (std::uint32_t e = 0; e < machine.edges.size(); ++e) {
    const auto& throughput = machine.edge_classes[machine.edges[e].class_index].throughput;
    Load& load = loads[machine.vertex_count() + e];
    if (throughput) load.time = transfer_time(load.traffic, *throughput);
  }
}

// Among equals the object nearer to the memory side comes last in the DAT's order of kinds; the
// first in order wins, which keeps the answer the same in every run.
void find_longest(PhaseLoad& phase) {
  for (std::uint32_t i = 0; i < phase.objects.size(); ++i)
    if (phase.objects[i].time > phase.time) {
      phase.time = phase.objects[i].time;
      phase.bottleneck = i;
    }
  phase.time = std::max(phase.time, phase.elapsed);
}

void sum_up(Occupancy& result) {
  std::vector<double> limited(result.total.size());
  for (const PhaseLoad& phase : result.phases) {
    result.time += phase.time;
    limited[phase.bottleneck] += phase.time;
    for (std::size_t i = 0; i < result.total.size(); ++i) {
      Load& sum = result.total[i];
      const Load& load = phase.objects[i];
      add(sum.traffic, load.traffic);
      add(sum.cache, load.cache);
      sum.stores_arrive |= load.stores_arrive;
      sum.operations.dp_flops += load.operations.dp_flops;
      sum.operations.sp_flops += load.operations.sp_flops;
      sum.operations.instructions += load.operations.instructions;
      sum.core_time += load.core_time;
      if (load.page_faults) sum.page_faults = sum.page_faults.value_or(0) + *load.page_faults;
      sum.time_flops += load.time_flops;
      sum.time_inst += load.time_inst;
      sum.time += load.time;
    }
  }
  result.bottleneck = static_cast<std::uint32_t>(std::max_element(limited.begin(), limited.end()) -
                                                 limited.begin());
}

}  // namespace

double transfer_time(const dat::Traffic& traffic, const dat::Throughput& throughput) {
  const double reading = ratio(static_cast<double>(traffic.bytes_read), throughput.read_bandwidth);
  const double writing =
      ratio(static_cast<double>(traffic.bytes_write), throughput.write_bandwidth);
  return throughput.duplex == dat::Duplex::half ? reading + writing : std::max(reading, writing);
}

Occupancy occupancy(const dat::Machine& machine, const dat::Routes& routes,
                    const Topology& topology, const std::vector<PhaseCounts>& phases,
                    const std::string& only) {
  Occupancy result;
  const std::size_t objects = machine.vertex_count() + machine.edges.size();
  result.total.resize(objects);
  std::vector<std::uint64_t> references_of_core(topology.cores);
  for (const PhaseCounts& phase : phases)
    for (std::uint32_t c = 0; c < topology.cores; ++c)
      references_of_core[c] += references_of(phase.core[c]);
  for (const PhaseCounts& phase : phases) {
    if (!only.empty() && phase.name != only) continue;
    PhaseLoad& load = result.phases.emplace_back();
    load.name = phase.name;
    load.elapsed = phase.elapsed;
    load.objects.resize(objects);
    Distribution(machine, routes, topology, phase, load.objects).run();
    time_objects(machine, load.objects);
    for (std::uint32_t c = 0; c < topology.cores; ++c) {
      const std::uint64_t references = references_of(phase.core[c]);
      load.references += references;
      // A core with operation counts but no thread of its own computes evenly over the phases.
      const double share =
          references_of_core[c] > 0
              ? static_cast<double>(references) / static_cast<double>(references_of_core[c])
              : 1.0 / static_cast<double>(phases.size());
      Load& of_core = load.objects[machine.vertex(dat::Kind::core, c)];
      if (!phase.core_times.empty()) of_core.core_time = phase.core_times[c];
      if (!phase.page_faults.empty()) of_core.page_faults = phase.page_faults[c];
      time_core(phase.operations.empty() ? share_of(machine.cores[c], share) : phase.operations[c],
                machine.core_classes[machine.cores[c].class_index], of_core);
    }
    find_longest(load);
  }
  sum_up(result);
  return result;
}

}  // namespace hpcast::memsim
