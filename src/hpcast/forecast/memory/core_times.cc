#include "hpcast/forecast/memory/core_times.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hpcast/inputs/dat/page_tables.h"

namespace hpcast::forecast {

namespace {

using coretime::Answerer;
using coretime::Cycle;
using coretime::MemoryView;
using coretime::Perfect;

Cycle cycles(double seconds, double clock) {
  return static_cast<Cycle>(std::lround(std::max(0.0, seconds) * clock));
}

// Bytes a second that its wires let pass: to the core, or from there.
double bandwidth_of(const dat::Machine& machine, const dat::Hop& hop, bool reads) {
  double bandwidth = 0;
  const auto limit = [&](const dat::Throughput& t, bool by_read) {
    const double own = by_read ? t.read_bandwidth : t.write_bandwidth;
    if (own > 0) bandwidth = bandwidth == 0 ? own : std::min(bandwidth, own);
  };
  // Along an edge, reads are what moves from its target to its source.
  const auto& edge = machine.edge_classes[machine.edges[hop.edge].class_index].throughput;
  if (edge) limit(*edge, hop.forward == reads);
  const auto [kind, index] = machine.object_at(hop.vertex);
  if (kind == dat::Kind::router)
    limit(machine.router_classes[machine.routers[index].class_index].throughput, reads);
  if (kind == dat::Kind::cache) limit(machine.class_of_cache(index).throughput, reads);
  if (kind == dat::Kind::memory) {
    const dat::MemClass& c = machine.class_of_memory(index);
    limit(c.throughput, reads);
    limit({c.core_bandwidth, 0, dat::Duplex::half}, reads);
  }
  return bandwidth;
}

// Bandwidths of what lies on a way, one after the other; 0: no limit.
class SlowestHop {
 public:
  void pass(double bandwidth) {
    if (bandwidth > 0) slowest_ = slowest_ == 0 ? bandwidth : std::min(slowest_, bandwidth);
  }
  double time_of(double bytes) const { return slowest_ > 0 ? bytes / slowest_ : 0; }

 private:
  double slowest_ = 0;
};

// Where it is not told, a line of the page table that was read lately is in the second cache.
Cycle saved_of_walk(const dat::Pipeline& pipeline, const std::vector<double>& own) {
  Cycle near = pipeline.page_walk_near;
  if (near == 0) near = own.size() < 2 ? pipeline.page_walk : cycles(own[1], pipeline.clock);
  return pipeline.page_walk - std::min<Cycle>(pipeline.page_walk, near);
}

bool translates(const dat::Pipeline& pipeline) {
  return pipeline.page_walk > 0 && pipeline.tlb > 0;
}

}  // namespace

bool has_pipelines(const dat::Machine& machine) {
  return std::any_of(machine.core_classes.begin(), machine.core_classes.end(),
                     [](const dat::CoreClass& c) { return c.pipeline.has_value(); });
}

CoreTimes::CoreTimes(const dat::Machine& machine, const dat::Routes& routes,
                     std::uint64_t page_bytes)
    : machine_(machine),
      routes_(routes),
      log2_page_(static_cast<unsigned>(std::bit_width(page_bytes)) - 1),
      topology_(memsim::make_topology(machine, routes, false)),
      latencies_(memsim::read_latencies(machine, routes, topology_)),
      hand_over_(machine, latencies_, topology_),
      loaded_(machine, routes, topology_) {}

// In the order of memsim::CoreTime.
std::vector<Perfect> CoreTimes::assumptions() const {
  std::vector<Perfect> all{{}, {.caches = true}, {.branches = true}, {.units = true}};
  if (loaded_.any()) all.push_back({.load = true});
  return all;
}

std::uint32_t CoreTimes::smallest_tlb() const {
  std::uint32_t smallest = 0;
  for (const dat::CoreClass& c : machine_.core_classes)
    if (c.pipeline && translates(*c.pipeline))
      smallest = smallest == 0 ? c.pipeline->tlb : std::min(smallest, c.pipeline->tlb);
  return smallest;
}

void CoreTimes::know(const reftrace::Code& code) {
  blocks_ = std::make_unique<blocks::Table>(code);
}

// Caches and the memory on the way from the core, and what limits the lines between them.
MemoryView CoreTimes::memory_of(std::uint32_t core) const {
  const dat::Pipeline& pipeline = *machine_.core_classes[machine_.cores[core].class_index].pipeline;
  const std::vector<double>& own = latencies_.own[core];
  MemoryView view;
  view.line_fill_buffers = pipeline.line_fill_buffers;
  view.translation.log2_page = log2_page_;
  if (translates(pipeline))
    view.translation = {log2_page_,
                        pipeline.tlb,
                        pipeline.page_walk,
                        pipeline.page_walkers,
                        saved_of_walk(pipeline, own),
                        near_table_lines(core)};
  for (std::uint32_t level = 0; level < own.size(); ++level)
    view.answerers.push_back({cycles(own[level], pipeline.clock), level});
  for (std::uint32_t m = 0; m < topology_.memories; ++m) {
    const std::vector<double>& shared = latencies_.shared[topology_.path(core, m)];
    for (std::uint32_t level = 0; level < shared.size(); ++level) {
      const unsigned number = memsim::answerer_number(own.size(), m, level);
      if (view.answerers.size() <= number) view.answerers.resize(number + 1);
      view.answerers[number] = {cycles(shared[level], pipeline.clock),
                                static_cast<std::uint32_t>(own.size()) + level};
    }
  }
  add_ways(core, view);
  return view;
}

std::uint32_t CoreTimes::near_table_lines(std::uint32_t core) const {
  std::uint32_t lines = 0;
  unsigned caches = 0;
  for (const dat::Hop& hop : routes_.route(core, topology_.nearest_memories[core].at(0))) {
    const auto [kind, index] = machine_.object_at(hop.vertex);
    if (kind != dat::Kind::cache) continue;
    const dat::CacheClass& cache = machine_.class_of_cache(index);
    lines = dat::near_table_lines(cache.capacity, cache.linesize);
    if (++caches == 2) break;
  }
  return lines;
}

// Each leads from one cache to the next one nearer to the core.
void CoreTimes::add_ways(std::uint32_t core, MemoryView& view) const {
  const dat::Pipeline& pipeline = *machine_.core_classes[machine_.cores[core].class_index].pipeline;
  SlowestHop reading, writing;
  bool first = true;
  for (const dat::Hop& hop : routes_.route(core, topology_.nearest_memories[core].at(0))) {
    reading.pass(bandwidth_of(machine_, hop, true));
    writing.pass(bandwidth_of(machine_, hop, false));
    const auto [kind, index] = machine_.object_at(hop.vertex);
    if (kind == dat::Kind::router) continue;
    if (kind == dat::Kind::cache)
      view.prefetch.push_back(machine_.class_of_cache(index).prefetch_ahead);
    if (first) {
      view.log2_line = log2_line_of(kind, index);
      if (kind == dat::Kind::cache)
        view.sets = {machine_.class_of_cache(index).sets(), pipeline.set_fill, pipeline.set_lines};
    } else {
      const double line = std::exp2(view.log2_line) * pipeline.clock;
      view.ways.push_back(reading.time_of(line));
      if (kind == dat::Kind::cache) view.back.push_back(writing.time_of(line));
    }
    first = false;
    reading = writing = {};
  }
}

unsigned CoreTimes::log2_line_of(dat::Kind kind, std::uint32_t index) const {
  const std::uint32_t bytes = kind == dat::Kind::cache ? machine_.class_of_cache(index).linesize
                                                       : machine_.class_of_memory(index).linesize;
  return static_cast<unsigned>(std::bit_width(bytes)) - 1;
}

void CoreTimes::add_thread(std::uint32_t thread, std::uint32_t core) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  const std::uint32_t core_class = machine_.cores[core].class_index;
  const auto& pipeline = machine_.core_classes[core_class].pipeline;
  if (!blocks_ || !pipeline) return;
  auto& made = threads_[thread] = std::make_unique<Thread>();
  made->clock = pipeline->clock;
  made->core = core;
  made->memory = memory_of(core);
  load(*made);
  coretime::CodeTable& code = code_.try_emplace(core_class, *blocks_, *pipeline).first->second;
  made->time = std::make_unique<coretime::ThreadTime>(code, *pipeline, made->memory, assumptions());
}

// What is done under locks is sampled apart: in what is left out its share counts.
void CoreTimes::execute(std::uint32_t thread, std::uint32_t phase, bool holds,
                        std::span<const blocks::Word> executed) {
  if (!threads_[thread]) return;
  Thread& of = *threads_[thread];
  const std::uint64_t measured = of.time->measured();
  of.time->enter(2 * phase + (holds ? 1 : 0));
  of.time->follow(executed);
  of.phase = phase;
  if (of.met.size() <= phase) of.met.resize(phase + 1, loaded_.latencies());
  if (of.time->measured() != measured) of.met[phase] = loaded_.latencies();
}

// What shared caches and memories take longer, as they and what lies before them are used now.
void CoreTimes::load(Thread& thread) const {
  if (!loaded_.any()) return;
  const std::size_t own = latencies_.own[thread.core].size();
  for (std::uint32_t m = 0; m < topology_.memories; ++m) {
    const std::uint32_t path = topology_.path(thread.core, m);
    const std::vector<double>& idle = latencies_.shared[path];
    for (std::uint32_t level = 0; level < idle.size(); ++level)
      thread.memory.answerers[memsim::answerer_number(own, m, level)].loaded =
          cycles(idle[level] + loaded_.rise(path, level), thread.clock) -
          cycles(idle[level], thread.clock);
  }
}

void CoreTimes::load(std::span<const memsim::ThreadUse> uses) {
  std::vector<MetUse> met;
  for (const memsim::ThreadUse& use : uses)
    if (const Thread* const thread = threads_[use.thread].get())
      met.push_back({use, thread->met[thread->phase]});
  loaded_.end_interval(met);
  for (const auto& thread : threads_)
    if (thread) load(*thread);
}

void CoreTimes::finish(std::uint32_t thread) {
  if (threads_[thread]) threads_[thread]->time->finish();
}

std::optional<memsim::CoreTime> CoreTimes::time(std::uint32_t id) {
  if (!threads_[id]) return std::nullopt;
  const Thread& thread = *threads_[id];
  const std::vector<double>& cycles = thread.time->times();
  const auto seconds = [&](std::size_t assumption) { return cycles[assumption] / thread.clock; };
  return memsim::CoreTime{seconds(0), seconds(1), seconds(2), seconds(3),
                          loaded_.any() ? seconds(4) : 0};
}

}  // namespace hpcast::forecast
