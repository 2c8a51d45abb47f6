// Results to test with. The large one is invented, but has the shape of a real answer: two sockets,
// 128 cores, eight NUMA nodes, three phases with a bottleneck each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/limits.h"
#include "hpcast/answers/memory/verdict.h"

namespace hpcast::answers {

// What follows from the rest of a result.
inline void describe_limits(MemoryAnswer& r) {
  put_limits(r);
  r.verdict = verdict_line(r);
}

class SampleMachine {
 public:
  static constexpr int nodes = 8, cores_per_node = 16;

  MemoryAnswer result() {
    add_objects();
    add_phase("first touch", 3.1e9, 0.15, 0.05);
    add_phase("triad", 9.7e9, 0.55, 0.02);
    add_phase("exchange", 1.2e9, 0.10, 1.9);
    finish();
    return std::move(result_);
  }

 private:
  std::uint32_t add(Kind kind, std::string name, std::string class_name, int node, int level) {
    ObjectResult object;
    object.name = std::move(name);
    object.kind = kind;
    object.class_name = std::move(class_name);
    object.numa_node = node;
    object.level = level;
    if (kind == Kind::core) object.core = CoreResult{};
    if (kind == Kind::cache) object.cache = CacheCounts{};
    result_.objects.push_back(std::move(object));
    return static_cast<std::uint32_t>(result_.objects.size() - 1);
  }

  void connect(std::uint32_t source, std::uint32_t target) {
    const auto index = add(Kind::edge, fmt::format("e{}", edge_++), "wire",
                           object(source).numa_node, object(source).level);
    object(index).edge = EdgeTraffic{object(source).name, object(target).name, 0, 0};
  }

  void add_objects() {
    for (int i = 0; i < 2; ++i)
      iods_.push_back(add(Kind::router, fmt::format("iod{}", i), "io_die", i * 4, 5));
    for (int i = 0; i < 2; ++i)
      links_.push_back(add(Kind::router, fmt::format("xgmi{}", i), "socket_link", i * 4, 6));
    connect(links_[0], links_[1]);
    for (std::uint32_t i = 0; i < 2; ++i) connect(iods_[i], links_[i]);
    for (int node = 0; node < nodes; ++node) add_node(node);
  }

  void add_node(int node) {
    const std::uint32_t iod = iods_[static_cast<std::size_t>(node / 4)];
    std::uint32_t ccd = 0, l3 = 0;
    for (int i = 0; i < cores_per_node; ++i) {
      const int core = node * cores_per_node + i;
      if (i % 8 == 0) {
        ccd = add(Kind::router, fmt::format("ccd{}", core / 8), "ccd_link", node, 4);
        connect(ccd, iod);
      }
      if (i % 4 == 0) {
        l3 = add(Kind::cache, fmt::format("L3_{}", core / 4), "L3_rome", node, 3);
        connect(l3, ccd);
      }
      const auto l2 = add(Kind::cache, fmt::format("L2_{}", core), "L2_rome", node, 2);
      const auto l1 = add(Kind::cache, fmt::format("L1_{}", core), "L1D_rome", node, 1);
      const auto c = add(Kind::core, fmt::format("core{}", core), "zen2", node, 0);
      connect(c, l1);
      connect(l1, l2);
      connect(l2, l3);
    }
    connect(iod, add(Kind::memory, fmt::format("mem{}", node), "ddr4_3200_x2", node, 6));
  }

  // A node's share of the work: the same for all but for a few per cent, a little more on node 3.
  double share(const ObjectResult& object) {
    noise_ = noise_ * 6364136223846793005ULL + 1442695040888963407ULL;
    const double jitter = 0.94 + 0.06 * static_cast<double>(noise_ >> 40) / 0x1p24;
    return jitter * (object.numa_node == 3 ? 1.08 : 1.0);
  }

  // Bytes an object sees of a phase in which every core moves `bytes`, and its bytes/s.
  struct Demand {
    double bytes, bandwidth;
  };
  Demand demand(const ObjectResult& o, double bytes, double beyond_l3, double remote) {
    const double l2 = 0.8 * bytes, node = cores_per_node * bytes * beyond_l3;
    switch (o.kind) {
      case Kind::core:
        return {bytes, 0};
      case Kind::edge:
        return {o.level == 0 ? bytes : o.level < 3 ? l2 : node / 8, 0};
      case Kind::memory:
        return {node, 51.2e9};
      case Kind::cache:
        if (o.level == 1) return {bytes, 134e9};
        return o.level == 2 ? Demand{l2, 100e9} : Demand{4 * 0.7 * bytes, 260e9};
      case Kind::router:
        if (o.level == 4) return {node / 2, 64e9};
        return o.level == 5 ? Demand{4 * node, 410e9} : Demand{4 * node * remote, 72e9};
    }
    return {0, 0};
  }

  void add_phase(const std::string& name, double bytes, double beyond_l3, double remote) {
    PhaseResult phase;
    phase.name = name;
    phase.references = static_cast<std::uint64_t>(bytes / 8) * nodes * cores_per_node;
    for (std::uint32_t i = 0; i < result_.objects.size(); ++i) {
      ObjectResult& o = object(i);
      const Demand d = demand(o, bytes, beyond_l3, remote);
      const auto moved = static_cast<std::uint64_t>(d.bytes * share(o));
      PhaseTraffic t;
      t.object = i;
      t.bytes_write = moved / 3;
      t.bytes_read = moved - t.bytes_write;
      const std::uint64_t size = o.level < 2 ? 8 : 64;
      t.num_read = t.bytes_read / size;
      t.num_write = t.bytes_write / size;
      t.time_s = d.bandwidth > 0 ? static_cast<double>(moved) / d.bandwidth : 0;
      if (t.time_s > phase.time_s) {
        phase.time_s = t.time_s;
        phase.bottleneck = o.name;
      }
      account(o, t, beyond_l3);
      phase.objects.push_back(t);
    }
    result_.phases.push_back(std::move(phase));
  }

  static void account(ObjectResult& o, const PhaseTraffic& t, double missing) {
    o.num_read += t.num_read;
    o.num_write += t.num_write;
    o.bytes_read += t.bytes_read;
    o.bytes_write += t.bytes_write;
    o.time_s += t.time_s;
    if (o.edge) {
      o.edge->bytes_forward += t.bytes_write;
      o.edge->bytes_backward += t.bytes_read;
    }
    if (o.cache) {
      const double rate = o.level == 1 ? 0.12 : missing;
      const auto misses = static_cast<std::uint64_t>(rate * static_cast<double>(t.num_read));
      o.cache->read_misses += misses;
      o.cache->read_hits += t.num_read - misses;
      o.cache->write_hits += t.num_write;
      o.cache->writebacks += misses / 2;
    }
  }

  void finish() {
    MemoryAnswer& r = result_;
    double longest = 0;
    for (const PhaseResult& phase : r.phases) r.time_s += phase.time_s;
    for (PhaseResult& phase : r.phases) phase.share = phase.time_s / r.time_s;
    for (ObjectResult& o : r.objects) o.occupancy = o.time_s / r.time_s;
    for (const PhaseResult& phase : r.phases) {
      if (phase.time_s <= longest) continue;
      longest = phase.time_s;
      r.bottleneck.name = phase.bottleneck;
    }
    for (const ObjectResult& o : r.objects) {
      if (o.name == r.bottleneck.name) r.bottleneck = {o.name, o.kind, o.occupancy};
    }
    r.tool.version = "0.1.0";
    r.inputs = {{"machines/epyc-7702x2-nps4.json", std::string(64, 'a'), "machine"},
                {"./triad", std::string(64, 'b'), "program"}};
    r.assumptions = {"an object's time is its bytes over its bandwidth; the slowest sets the pace",
                     "pages lie where they are touched first"};
    r.not_modelled = {"latency", "hardware prefetching", "instruction fetches"};
    r.run = {41.5,
             76.2,
             "testhost",
             "2025-01-31T12:00:00Z",
             0,
             0,
             128,
             "compiler",
             {"./triad", "--elements", "89478485"},
             0,
             "online"};
    for (const PhaseResult& phase : r.phases) r.run.references += phase.references;
    r.run.references_per_s = static_cast<double>(r.run.references) / r.run.wall_s;
    describe_limits(r);
  }

  ObjectResult& object(std::uint32_t index) { return result_.objects[index]; }

  MemoryAnswer result_;
  std::vector<std::uint32_t> iods_, links_;
  int edge_ = 0;
  std::uint64_t noise_ = 42;
};

inline MemoryAnswer large_sample() { return SampleMachine().result(); }

// A core, its cache, a memory and two edges; one phase. Times are chosen, not computed.
inline MemoryAnswer small_sample() {
  MemoryAnswer r;
  r.operations = {{0, "solve", ProgramPart::main, {20, 10, 5, 3, {1, 2, 4, 0}, {0, 8, 0, 0}, 6}},
                  {std::nullopt, std::nullopt, ProgramPart::start_up, {7, 0, 0, 0, {}, {}, 0}},
                  {0, "solve", ProgramPart::spinning, {5, 0, 0, 0, {}, {}, 0}}};
  r.tool.version = "0.1.0";
  r.inputs = {{"small.json", std::string(64, '0'), "machine"},
              {"T", std::string(64, '1'), "trace"}};
  r.time_s = 2;
  r.bottleneck = {"mem0", Kind::memory, 1};
  const CacheCounts counts{900, 50, 40, 10, 8, 2};
  r.objects = {
      {"core0",
       Kind::core,
       "cpu",
       0,
       0,
       950,
       50,
       7600,
       400,
       0.5,
       0.25,
       {},
       CoreResult{3e9, 1e9, 2e9, 0.5, 0.1},
       {}},
      {"L1_0", Kind::cache, "L1", 0, 1, 950, 50, 7600, 400, 1, 0.5, counts, {}, {}},
      {"mem0", Kind::memory, "ddr", 0, 2, 60, 8, 3840, 512, 2, 1, {}, {}, {}},
      {"e0",
       Kind::edge,
       "wire",
       0,
       0,
       950,
       50,
       7600,
       400,
       0,
       0,
       {},
       {},
       EdgeTraffic{"core0", "L1_0", 400, 7600}},
      {"e1",
       Kind::edge,
       "wire",
       0,
       1,
       60,
       8,
       3840,
       512,
       0,
       0,
       {},
       {},
       EdgeTraffic{"L1_0", "mem0", 512, 3840}},
  };
  r.classes = {{Kind::core, "cpu", 7.5e9, 10e9},
               {Kind::cache, "L1", 0, 0, 7600, 7600},
               {Kind::memory, "ddr", 0, 0, 2176, 2176, true}};
  r.phases = {
      {"whole program",
       2,
       "mem0",
       1,
       1000,
       {{0, 950, 50, 7600, 400, 0.5}, {1, 950, 50, 7600, 400, 1}, {2, 60, 8, 3840, 512, 2}}}};
  r.assumptions = {"one thread"};
  r.not_modelled = {"latency"};
  r.run.references = 1000;
  r.run.threads = 1;
  r.run.mode = "offline";
  describe_limits(r);
  return r;
}

// Whose core limits, and it is known what it spends its time on.
inline MemoryAnswer sample_with_core_time() {
  MemoryAnswer r = small_sample();
  r.time_s = 4;
  r.objects[0].core->executing = CoreTime{4, 2.5, 0.5, 1};
  r.objects[0].time_s = 4;
  for (ObjectResult& object : r.objects) object.occupancy = object.time_s / r.time_s;
  r.bottleneck = {"core0", Kind::core, 1};
  r.phases[0].time_s = 4;
  r.phases[0].bottleneck = "core0";
  r.phases[0].objects[0].time_s = 4;
  r.phases[0].executing = r.objects[0].core->executing;
  r.typical_error = TypicalError{"memory", 0.25, 40, "2026-11-26"};
  describe_limits(r);
  return r;
}

// Most of whose waiting is for loaded memory.
inline MemoryAnswer sample_with_loaded_memory() {
  MemoryAnswer r = sample_with_core_time();
  r.objects[0].core->executing->load_s = 2;
  r.phases[0].executing = r.objects[0].core->executing;
  describe_limits(r);
  return r;
}

// Whose core is in page faults for most of that.
inline MemoryAnswer sample_with_page_faults() {
  MemoryAnswer r = sample_with_core_time();
  r.objects[0].core->time_page_faults = 3;
  r.objects[0].core->executing = CoreTime{4, 0.5, 0.5, 0.25, 3};
  r.phases[0].executing = r.objects[0].core->executing;
  describe_limits(r);
  return r;
}

// Whose two threads wait for each other, so that it takes so long.
inline MemoryAnswer sample_with_threads(double time_s = 5) {
  MemoryAnswer r = sample_with_core_time();
  r.time_s = time_s;
  for (ObjectResult& object : r.objects) object.occupancy = object.time_s / r.time_s;
  r.bottleneck.occupancy = 4 / r.time_s;
  PhaseResult& phase = r.phases[0];
  phase.time_s = phase.threads_s = time_s;
  phase.objects = {{0, 0, 0, 0, 0, 4}};
  phase.threads = {{0, "core0", 4, 0, {}}, {3, "core0", 1, time_s - 1, 0}};
  describe_limits(r);
  return r;
}

// The large one: each second cache brought 1000 lines, each memory was asked for a third of what
// was read there.
inline MemoryAnswer sample_with_prefetchers() {
  MemoryAnswer r = large_sample();
  for (ObjectResult& o : r.objects) {
    if (o.class_name == "L2_rome") o.cache->prefetched = 1000;
    if (o.class_name == "L2_rome") o.cache->in_vain = 250;
    if (o.kind != Kind::memory) continue;
    o.bytes_read = 3 << 20;
    o.num_prefetch = 1 << 14;
    o.bytes_prefetch = 1 << 20;
  }
  return r;
}

inline MemoryAnswer sample_with_variants() {
  MemoryAnswer r = sample_with_core_time();
  r.variants = {{{"c.pipeline.clock=4 GHz"}, 3.5, "core0 (core): waiting for memory", r.limits},
                {{"m.latency=300 ns", "m.read_bandwidth=1e9"}, 9, "mem0 (memory)", {}}};
  return r;
}

// The one with core times, of a program that spent a while in libraries.
inline MemoryAnswer sample_with_libraries() {
  MemoryAnswer r = sample_with_core_time();
  r.run.threads = 1;
  r.run.libraries = LibraryTimes{1400, 0.35, {{"libm.so.6", 0.25}, {"libz.so.1", 0.1}}};
  r.typical_error.reset();
  describe_limits(r);
  return r;
}

// Of two ranks, one of which moved nothing.
inline MemoryAnswer sample_with_ranks() {
  MemoryAnswer r = small_sample();
  r.ranks = {{0, {"core0"}, 1, 900, 3840, 512, 1.5, "mem0"},
             {1, {"core1", "core2", "core3"}, 3, 100, 0, 0, 0, ""}};
  return r;
}

}  // namespace hpcast::answers
