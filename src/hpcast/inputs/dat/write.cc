#include "hpcast/inputs/dat/write.h"

#include <cassert>
#include <cmath>

#include "hpcast/inputs/dat/pipeline_write.h"

namespace hpcast::dat {
namespace {

// 51200000000 rather than 51200000000.0: every double below 2^53 that is whole reads back the same.
Json number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 0x1p53) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

void put(Json& json, const Throughput& t, Duplex fallback) {
  json["read_bandwidth"] = number(t.read_bandwidth);
  json["write_bandwidth"] = number(t.write_bandwidth);
  if (t.duplex != fallback) json["duplex"] = t.duplex == Duplex::half ? "half" : "full";
}

void put(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = number(*value);
}

template <class Class>
void put_latency(Json& json, const Class& c) {
  put(json, "latency", c.latency);
  for (const BandwidthLatency& point : c.latency_curve) {
    Json one = {{"bandwidth", number(point.bandwidth)}, {"latency", number(point.latency)}};
    if (point.read_percent) one["read_percent"] = number(*point.read_percent);
    json["latency_curve"].push_back(std::move(one));
  }
}

void put_extras(Json& json, const Extras& extras) {
  if (!extras.is_object()) return;
  for (const auto& item : extras.items()) json[item.key()] = item.value();
}

Json to_json(const Pipeline& pipeline) {
  Json json = {{"generation", pipeline.generation}, {"clock", number(pipeline.clock)}};
  json.update(difference_from_generation(pipeline));
  return json;
}

Json to_json(const CoreClass& c) {
  Json json = {{"name", c.name}};
  json["dp_flops"] = number(c.dp_flops);
  json["sp_flops"] = number(c.sp_flops);
  json["ips"] = number(c.ips);
  if (c.window != 0) json["window"] = c.window;
  if (c.line_fill_buffers != 0) json["line_fill_buffers"] = c.line_fill_buffers;
  if (c.pipeline) json["pipeline"] = to_json(*c.pipeline);
  put_extras(json, c.extras);
  return json;
}

void put_prefetcher(Json& json, const PrefetchRule& rule) {
  if (rule.kind == Prefetching::none) return;
  json["prefetcher"] = name_of(rule.kind);
  json["prefetch_degree"] = rule.degree;
  if (rule.kind != Prefetching::next_line) json["prefetch_distance"] = rule.distance;
}

Json to_json(const CacheClass& c) {
  Json json = {{"name", c.name}};
  json["capacity"] = c.capacity;
  json["associativity"] = c.associativity;
  json["linesize"] = c.linesize;
  put(json, c.throughput, Duplex::full);
  put_latency(json, c);
  put(json, "hand_over", c.hand_over);
  if (c.replacement != Replacement::lru) {
    json["replacement"] = c.replacement == Replacement::plru ? "plru" : "random";
  }
  if (c.write_policy != WritePolicy::write_back) json["write_policy"] = "write_through";
  if (c.inclusion != Inclusion::nine) {
    json["inclusion"] = c.inclusion == Inclusion::inclusive ? "inclusive" : "exclusive";
  }
  if (c.side == CacheSide::memory) json["side"] = "memory";
  if (c.prefetch_ahead != 0) json["prefetch_ahead"] = c.prefetch_ahead;
  put_prefetcher(json, c.prefetcher);
  put_extras(json, c.extras);
  return json;
}

Json to_json(const MemClass& c) {
  Json json = {{"name", c.name}};
  json["capacity"] = c.capacity;
  json["linesize"] = c.linesize;
  put(json, c.throughput, Duplex::half);
  put_latency(json, c);
  put(json, "hand_over", c.hand_over);
  if (c.page_size != MemClass().page_size) json["page_size"] = c.page_size;
  if (c.core_bandwidth != 0) json["core_bandwidth"] = number(c.core_bandwidth);
  if (c.page_fault_time != 0) json["page_fault_time"] = number(c.page_fault_time);
  put_extras(json, c.extras);
  return json;
}

Json to_json(const RouterClass& c) {
  Json json = {{"name", c.name}};
  put(json, c.throughput, Duplex::full);
  put_latency(json, c);
  put_extras(json, c.extras);
  return json;
}

Json to_json(const EdgeClass& c) {
  Json json = {{"name", c.name}};
  if (c.throughput) put(json, *c.throughput, Duplex::full);
  put_latency(json, c);
  put_extras(json, c.extras);
  return json;
}

template <class Class>
Json all_of(const std::vector<Class>& classes) {
  Json array = Json::array();
  for (const Class& c : classes) array.push_back(to_json(c));
  return array;
}

void put_traffic(Json& json, const Traffic& traffic) {
  json["num_read"] = traffic.num_read;
  json["num_write"] = traffic.num_write;
  json["bytes_read"] = traffic.bytes_read;
  json["bytes_write"] = traffic.bytes_write;
}

class Writer {
 public:
  Writer(const Machine& machine, std::span<const ObjectResult> results)
      : machine_(machine), results_(results) {
    assert(results.empty() || results.size() == machine.vertex_count() + machine.edges.size());
  }

  Json write() {
    Json json = Json::object();
    put_extras(json, machine_.extras);
    json["core_class"] = all_of(machine_.core_classes);
    json["cache_class"] = all_of(machine_.cache_classes);
    json["mem_class"] = all_of(machine_.mem_classes);
    json["router_class"] = all_of(machine_.router_classes);
    json["edge_class"] = all_of(machine_.edge_classes);
    json["core_obj"] = objects(machine_.cores, machine_.core_classes);
    json["cache_obj"] = objects(machine_.caches, machine_.cache_classes);
    json["mem_obj"] = objects(machine_.memories, machine_.mem_classes);
    json["router_obj"] = objects(machine_.routers, machine_.router_classes);
    json["edge_obj"] = objects(machine_.edges, machine_.edge_classes);
    return json;
  }

 private:
  // Called kind by kind in the order of `results`.
  template <class O, class Class>
  Json objects(const std::vector<O>& list, const std::vector<Class>& classes) {
    Json array = Json::array();
    for (const O& object : list) {
      Json json = {{"name", object.name}, {"class", classes[object.class_index].name}};
      put_own(json, object);
      put_extras(json, object.extras);
      if (!results_.empty()) put_result(json, results_[next_], std::is_same_v<O, Core>);
      ++next_;
      array.push_back(std::move(json));
    }
    return array;
  }

  void put_own(Json& json, const Object& object) const { json["numa_node"] = object.numa_node; }

  void put_own(Json& json, const Core& core) const {
    json["numa_node"] = core.numa_node;
    put(json, "num_dp_flops", core.num_dp_flops);
    put(json, "num_sp_flops", core.num_sp_flops);
    put(json, "num_inst", core.num_inst);
  }

  void put_own(Json& json, const Edge& edge) const {
    json["source"] = machine_.vertex_object(edge.source).name;
    json["target"] = machine_.vertex_object(edge.target).name;
    if (edge.numa_node != 0) json["numa_node"] = edge.numa_node;
  }

  static void put_result(Json& json, const ObjectResult& result, bool core) {
    if (!core) put_traffic(json, result.traffic);
    put(json, "time_flops", result.time_flops);
    put(json, "time_inst", result.time_inst);
    json["time"] = result.time;
  }

  const Machine& machine_;
  std::span<const ObjectResult> results_;
  std::size_t next_ = 0;
};

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// On one line, with a space behind commas and colons.
std::string spaced(const Json& json) {
  if (!json.is_structured()) return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  for (const auto& item : json.items()) {
    if (!text.empty()) text += ", ";
    if (json.is_object()) text += quoted(item.key()) + ": ";
    text += spaced(item.value());
  }
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

// `json` on one line per element, each indented.
std::string lines_of(const Json& json, const std::string& indent,
                     std::string (*element)(const Json&)) {
  std::string text;
  for (const auto& item : json.items()) {
    text += text.empty() ? "\n" : ",\n";
    text += indent + "  ";
    if (json.is_object()) text += quoted(item.key()) + ": ";
    text += element(item.value());
  }
  if (!text.empty()) text += "\n" + indent;
  return json.is_object() ? "{" + text + "}" : "[" + text + "]";
}

std::string member_text(const Json& json) {
  return json.is_structured() ? lines_of(json, "  ", spaced) : spaced(json);
}

}  // namespace

Json to_json(const Machine& machine, std::span<const ObjectResult> results) {
  return Writer(machine, results).write();
}

std::string to_text(const Machine& machine, std::span<const ObjectResult> results) {
  return lines_of(to_json(machine, results), "", member_text) + "\n";
}

}  // namespace hpcast::dat
