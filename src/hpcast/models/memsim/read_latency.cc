#include "hpcast/models/memsim/read_latency.h"

#include <algorithm>
#include <array>

#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/latency_curve.h"

namespace hpcast::memsim {

namespace {

// Where the DAT does not tell: about what processors of the last ten years have. A core's own
// caches go by how many lie before them; one that several cores share is the last one, whatever its
// number. A memory-side cache is memory by its kind.
constexpr std::array usual_cache{1.5e-9, 5e-9, 20e-9};
constexpr double usual_memory = 100e-9;

class Latencies {
 public:
  Latencies(const dat::Machine& machine, const dat::Routes& routes, const Topology& topology)
      : machine_(machine), routes_(routes), topology_(topology) {}

  ReadLatencies all() {
    for (std::uint32_t core = 0; core < topology_.cores; ++core) {
      const std::uint32_t nearest = topology_.nearest_memories[core].at(0);
      const std::size_t before_shared = topology_.private_caches[core].size();
      std::vector<double> own = on_route(routes_.route(core, nearest), before_shared);
      own.resize(before_shared);
      for (std::uint32_t m = 0; m < topology_.memories; ++m) {
        std::vector<double> shared = on_route(routes_.route(core, m), before_shared);
        const std::size_t before = std::min(own.size(), shared.size());
        shared.erase(shared.begin(), shared.begin() + static_cast<std::ptrdiff_t>(before));
        result_.shared.push_back(std::move(shared));
      }
      result_.own.push_back(std::move(own));
    }
    std::vector<double> memories;
    for (std::uint32_t m = 0; m < topology_.memories; ++m)
      memories.push_back(known(machine_.class_of_memory(m), usual_memory));
    result_.memory = *std::max_element(memories.begin(), memories.end());
    for (const double latency : memories) result_.is_main.push_back(latency == result_.memory);
    return std::move(result_);
  }

 private:
  // Of the caches and, last, the memory; so many caches are the core's own.
  std::vector<double> on_route(std::span<const dat::Hop> route, std::size_t own) {
    std::vector<double> latencies;
    double on_the_way = 0;
    for (const dat::Hop& hop : route) {
      const dat::EdgeClass& edge = machine_.edge_classes[machine_.edges[hop.edge].class_index];
      on_the_way += dat::idle_latency(edge).value_or(0);
      const auto [kind, index] = machine_.object_at(hop.vertex);
      if (kind == dat::Kind::router)
        on_the_way +=
            dat::idle_latency(machine_.router_classes[machine_.routers[index].class_index])
                .value_or(0);
      if (kind == dat::Kind::cache) {
        const dat::CacheClass& c = machine_.class_of_cache(index);
        latencies.push_back(on_the_way + known(c, usual(c, latencies.size(), own)));
      }
      if (kind == dat::Kind::memory)
        latencies.push_back(on_the_way + known(machine_.class_of_memory(index), usual_memory));
    }
    return latencies;
  }

  static double usual(const dat::CacheClass& c, std::size_t before, std::size_t own) {
    if (c.side == CacheSide::memory) return usual_memory;
    return before < own && before < usual_cache.size() ? usual_cache[before] : usual_cache.back();
  }

  template <class Class>
  double known(const Class& c, double usual) {
    if (const auto latency = dat::idle_latency(c)) return *latency;
    const std::string text = c.name + " " + format_time(usual);
    auto& assumed = result_.assumed;
    if (std::find(assumed.begin(), assumed.end(), text) == assumed.end()) assumed.push_back(text);
    return usual;
  }

  const dat::Machine& machine_;
  const dat::Routes& routes_;
  const Topology& topology_;
  ReadLatencies result_;
};

}  // namespace

ReadLatencies read_latencies(const dat::Machine& machine, const dat::Routes& routes,
                             const Topology& topology) {
  return Latencies(machine, routes, topology).all();
}

}  // namespace hpcast::memsim
