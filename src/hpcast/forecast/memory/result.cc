#include "hpcast/forecast/memory/result.h"

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/graph.h"

namespace hpcast::forecast {

namespace {

answers::Kind kind_of(dat::Kind kind) { return static_cast<answers::Kind>(kind); }

bool has_references(const memsim::PhaseCounts& counts) {
  return std::any_of(counts.core.begin(), counts.core.end(), [](const auto& core) {
    for (const auto& op : core.references)
      for (const std::uint64_t count : op)
        if (count != 0) return true;
    return false;
  });
}

answers::CacheCounts cache_counts(const memsim::Load& load) {
  answers::CacheCounts c;
  c.read_misses = load.cache.read_misses;
  c.write_misses = load.cache.write_misses;
  c.writebacks = load.cache.writebacks;
  c.invalidations = load.cache.invalidations;
  c.prefetched = load.cache.prefetched;
  c.in_vain = load.cache.in_vain;
  // From a cache above, a write miss arrives as a read of the line, and writes are write-backs,
  // which never miss.
  const std::uint64_t stores_missed = load.stores_arrive ? c.write_misses : 0;
  const auto hits = [](std::uint64_t arrived, std::uint64_t missed) {
    return arrived > missed ? arrived - missed : 0;
  };
  c.read_hits = hits(load.traffic.num_read, c.read_misses + c.write_misses - stores_missed);
  c.write_hits = hits(load.traffic.num_write, stores_missed);
  return c;
}

double own_time(const memsim::Load& load) {
  return load.core_time.time + load.page_faults.value_or(0);
}

std::optional<answers::CoreTime> executing(const memsim::Load& load) {
  const memsim::CoreTime& core = load.core_time;
  if (core.time <= 0) return std::nullopt;
  const auto saved = [&](double other) { return std::max(0.0, core.time - other); };
  std::optional<double> by_load;
  if (core.idle_memories > 0) by_load = saved(core.idle_memories);
  return answers::CoreTime{own_time(load),
                           saved(core.perfect_caches),
                           saved(core.perfect_branches),
                           saved(core.perfect_units),
                           load.page_faults,
                           by_load};
}

answers::CoreResult core_result(const memsim::Load& load) {
  return {load.operations.dp_flops, load.operations.sp_flops, load.operations.instructions,
          load.time_flops,          load.time_inst,           load.page_faults,
          executing(load)};
}

void fill_traffic(answers::ObjectResult& object, const memsim::Load& load, double forecast) {
  object.num_read = load.traffic.num_read;
  object.num_write = load.traffic.num_write;
  object.bytes_read = load.traffic.bytes_read;
  object.bytes_write = load.traffic.bytes_write;
  object.num_prefetch = load.traffic.num_prefetch;
  object.bytes_prefetch = load.traffic.bytes_prefetch;
  object.time_s = load.time;
  object.occupancy = forecast > 0 ? load.time / forecast : 0;
}

answers::PhaseTraffic phase_traffic(std::size_t index, const memsim::Load& load) {
  const dat::Traffic& t = load.traffic;
  return {static_cast<std::uint32_t>(index),
          t.num_read,
          t.num_write,
          t.bytes_read,
          t.bytes_write,
          load.time};
}

void fill_objects(const dat::Machine& machine, const memsim::Occupancy& occupancy,
                  answers::MemoryAnswer& r) {
  const std::vector<std::uint32_t> levels = dat::levels(machine);
  const auto level = [&](std::uint32_t v) {
    return levels[v] == dat::unreached ? 0 : static_cast<int>(levels[v]);
  };
  for (std::uint32_t v = 0; v < machine.vertex_count(); ++v) {
    const auto [kind, index] = machine.object_at(v);
    const memsim::Load& load = occupancy.total[v];
    answers::ObjectResult& object = r.objects.emplace_back();
    object.name = machine.vertex_object(v).name;
    object.kind = kind_of(kind);
    object.class_name = machine.class_name(v);
    object.numa_node = machine.vertex_object(v).numa_node;
    object.level = level(v);
    fill_traffic(object, load, r.time_s);
    if (kind == dat::Kind::cache) object.cache = cache_counts(load);
    if (kind == dat::Kind::core) object.core = core_result(load);
  }
  for (std::uint32_t e = 0; e < machine.edges.size(); ++e) {
    const dat::Edge& edge = machine.edges[e];
    const memsim::Load& load = occupancy.total[machine.vertex_count() + e];
    answers::ObjectResult& object = r.objects.emplace_back();
    object.name = edge.name;
    object.kind = answers::Kind::edge;
    object.class_name = machine.edge_classes[edge.class_index].name;
    object.numa_node = edge.numa_node;
    object.level = std::min(level(edge.source), level(edge.target));
    fill_traffic(object, load, r.time_s);
    object.edge = answers::EdgeTraffic{machine.vertex_object(edge.source).name,
                                       machine.vertex_object(edge.target).name,
                                       load.traffic.bytes_write, load.traffic.bytes_read};
  }
}

answers::ClassCeilings ceilings_of(answers::Kind kind, const std::string& name,
                                   const dat::Throughput& throughput) {
  return {kind,
          name,
          0,
          0,
          throughput.read_bandwidth,
          throughput.write_bandwidth,
          throughput.duplex == dat::Duplex::half};
}

std::vector<answers::ClassCeilings> ceilings_of(const dat::Machine& machine) {
  std::vector<answers::ClassCeilings> classes;
  for (const dat::CoreClass& c : machine.core_classes)
    classes.push_back({answers::Kind::core, c.name, c.dp_flops, c.sp_flops});
  for (const dat::CacheClass& c : machine.cache_classes)
    classes.push_back(ceilings_of(answers::Kind::cache, c.name, c.throughput));
  for (const dat::MemClass& c : machine.mem_classes)
    classes.push_back(ceilings_of(answers::Kind::memory, c.name, c.throughput));
  return classes;
}

const memsim::Load& longest_core(const memsim::PhaseLoad& phase) {
  return *std::max_element(
      phase.objects.begin(), phase.objects.end(),
      [](const memsim::Load& a, const memsim::Load& b) { return own_time(a) < own_time(b); });
}

}  // namespace

std::string phase_label(std::size_t index, const std::vector<std::string>& phase_names) {
  if (index >= phase_names.size()) return std::to_string(index);
  if (!phase_names[index].empty()) return phase_names[index];
  const bool is_taken =
      std::find(phase_names.begin(), phase_names.end(), "start") != phase_names.end();
  return is_taken ? "(start)" : "start";
}

std::vector<memsim::PhaseCounts> named_phases(const std::vector<memsim::PhaseCounts>& simulated,
                                              const std::vector<std::string>& phase_names,
                                              const OperationTable& operations) {
  const auto is_counted = [&](const std::string& name) {
    return std::any_of(operations.begin(), operations.end(), [&](const OperationRow& row) {
      return row.part == ProgramPart::main && row.phase == name;
    });
  };
  std::vector<memsim::PhaseCounts> phases;
  for (std::size_t i = 0; i < std::max(simulated.size(), phase_names.size()); ++i) {
    const bool is_simulated = i < simulated.size();
    const bool is_marked = i < phase_names.size() && !phase_names[i].empty();
    const std::string name = phase_label(i, phase_names);
    if (!is_marked && !(is_simulated && has_references(simulated[i])) && !is_counted(name))
      continue;
    phases.push_back(is_simulated ? simulated[i] : memsim::no_counts_like(simulated[0]));
    phases.back().name = name;
  }
  return phases;
}

void check_marked(const std::string& phase, const std::vector<std::string>& phase_names) {
  if (phase.empty()) return;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < phase_names.size(); ++i)
    labels.push_back(phase_label(i, phase_names));
  if (std::find(labels.begin(), labels.end(), phase) != labels.end()) return;
  throw InputError("the program marked no phase '" + phase + "'",
                   labels.size() < 2 ? "hpcast.h's hpcast_phase(\"name\") marks one"
                                     : "there are " + list_of(labels));
}

answers::MemoryAnswer describe(const dat::Machine& machine, const memsim::Occupancy& occupancy) {
  answers::MemoryAnswer r;
  r.time_s = occupancy.time;
  fill_objects(machine, occupancy, r);
  r.classes = ceilings_of(machine);
  if (occupancy.time > 0) {
    const answers::ObjectResult& limiting = r.objects[occupancy.bottleneck];
    r.bottleneck = {limiting.name, limiting.kind, limiting.occupancy};
  }
  for (const memsim::PhaseLoad& phase : occupancy.phases) {
    answers::PhaseResult& p = r.phases.emplace_back();
    p.name = phase.name;
    p.time_s = phase.time;
    if (phase.time > 0) p.bottleneck = r.objects[phase.bottleneck].name;
    p.share = occupancy.time > 0 ? phase.time / occupancy.time : 0;
    p.references = phase.references;
    p.executing = executing(longest_core(phase));
    for (std::size_t i = 0; i < phase.objects.size(); ++i) {
      const answers::PhaseTraffic traffic = phase_traffic(i, phase.objects[i]);
      if (traffic.num_read != 0 || traffic.num_write != 0 || traffic.time_s > 0)
        p.objects.push_back(traffic);
    }
  }
  return r;
}

void put_operations(dat::Machine& machine, const memsim::Occupancy& occupancy) {
  for (std::uint32_t c = 0; c < machine.cores.size(); ++c) {
    const memsim::CoreOperations& counted =
        occupancy.total[machine.vertex(dat::Kind::core, c)].operations;
    machine.cores[c].num_dp_flops = counted.dp_flops;
    machine.cores[c].num_sp_flops = counted.sp_flops;
    machine.cores[c].num_inst = counted.instructions;
  }
}

std::vector<dat::ObjectResult> results_for_dat(const dat::Machine& machine,
                                               const memsim::Occupancy& occupancy) {
  std::vector<dat::ObjectResult> results;
  for (std::size_t i = 0; i < occupancy.total.size(); ++i) {
    const memsim::Load& load = occupancy.total[i];
    dat::ObjectResult& r = results.emplace_back();
    r.traffic = load.traffic;
    r.time = load.time;
    if (i >= machine.cores.size()) continue;
    r.time_flops = load.time_flops;
    r.time_inst = load.time_inst;
  }
  return results;
}

}  // namespace hpcast::forecast
