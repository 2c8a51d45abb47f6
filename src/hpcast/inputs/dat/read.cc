#include "hpcast/inputs/dat/read.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/latency_curve_read.h"
#include "hpcast/inputs/dat/pipeline_read.h"

namespace hpcast::dat {
namespace {

constexpr std::uint64_t largest_linesize = std::uint64_t{1} << 20;
constexpr std::int64_t largest_numa_node = 1 << 20;
constexpr std::int64_t most_prefetched = 4096;  // lines

// What a forecast wrote into the DAT: no input, kept.
bool is_result(const std::string& key) {
  constexpr std::array<std::string_view, 7> results = {
      "num_read", "num_write", "bytes_read", "bytes_write", "time", "time_flops", "time_inst"};
  return std::find(results.begin(), results.end(), key) != results.end();
}

std::vector<std::string> keys_of(const std::unordered_map<std::string, std::uint32_t>& table) {
  std::vector<std::string> keys;
  keys.reserve(table.size());
  for (const auto& [key, index] : table) keys.push_back(key);
  std::sort(keys.begin(), keys.end());  // the same suggestion on every machine
  return keys;
}

class Reader {
 public:
  Reader(const Document& document, std::vector<Diagnostic>* warnings, ClassMembers* members)
      : document_(document),
        warnings_(warnings),
        members_(members),
        faults_(document),
        top_(document.root, "", faults_) {}

  Machine read() {
    faults_.throw_if_any();  // the document is no object
    read_classes();
    read_objects();
    machine_.extras = finish(top_);
    if (faults_.any()) refuse_misspelt_lists(machine_.extras);
    faults_.throw_if_any();
    check_reach();
    faults_.throw_if_any();
    return std::move(machine_);
  }

 private:
  using Names = std::unordered_map<std::string, std::uint32_t>;

  // The members left over. One that nearly has a known name is worth a warning.
  Extras finish(const Fields& fields) {
    Extras rest = fields.rest();
    if (!warnings_) return rest;
    for (const auto& item : rest.items()) {
      if (is_result(item.key())) continue;
      const std::string near = nearest(item.key(), fields.asked());
      if (near.empty()) continue;
      const std::string pointer = pointer_to(fields.pointer(), item.key());
      warnings_->push_back({document_.file, document_.line_of(pointer), pointer,
                            "unknown member, kept but without effect",
                            "did you mean '" + near + "'?"});
    }
    return rest;
  }

  // What such a list would have held lacks everywhere: that is not told one by one.
  void refuse_misspelt_lists(const Extras& unknown) const {
    Faults misspelt(document_);
    for (const auto& item : unknown.items()) {
      const std::string near = nearest(item.key(), top_.asked());
      if (!item.value().is_array() || near.empty() || document_.root.contains(near)) continue;
      misspelt.add(pointer_to("", item.key()), "there is no such list",
                   "did you mean '" + near + "'?");
    }
    misspelt.throw_if_any();
  }

  // A time of a cache, a memory or a way between them. What none of them takes is told: a plain
  // number is in seconds.
  std::optional<double> read_latency(Fields& fields, const char* key = "latency") {
    constexpr double most = 1e-3;
    const std::optional<double> latency =
        fields.quantity(key, Dimension::seconds, Range::not_negative);
    if (latency && *latency > most)
      warn(fields.pointer(key),
           "a latency of " + format_time(*latency) + " is longer than any known",
           "a number without a unit is in seconds; write \"80 ns\"");
    return latency;
  }

  void warn(const std::string& pointer, const std::string& message, const std::string& hint) {
    if (!warnings_) return;
    warnings_->push_back({document_.file, document_.line_of(pointer), pointer, message, hint});
  }

  // Calls f(Fields&) for every element of the top-level array `key`, which may be missing.
  template <class F>
  void for_each(const std::string& key, F&& f) {
    const Json& array = top_.array(key);
    for (std::size_t i = 0; i < array.size(); ++i) {
      Fields fields(array[i], pointer_to(pointer_to("", key), i), faults_);
      if (array[i].is_object()) f(fields);
    }
  }

  template <class Class>
  void read_class_array(const std::string& key, std::vector<Class>& classes, Names& names) {
    for_each(key, [&](Fields& fields) {
      Class c;
      c.name = fields.required_text("name");
      if (!c.name.empty() &&
          !names.emplace(c.name, static_cast<std::uint32_t>(classes.size())).second) {
        fields.fault("name", key + " '" + c.name + "' is here twice", "rename one of them");
      }
      read_members(fields, c);
      if (members_) (*members_)[c.name] = fields.asked();
      c.extras = finish(fields);
      classes.push_back(std::move(c));
    });
  }

  void read_classes() {
    read_class_array("core_class", machine_.core_classes, core_classes_);
    read_class_array("cache_class", machine_.cache_classes, cache_classes_);
    read_class_array("mem_class", machine_.mem_classes, mem_classes_);
    read_class_array("router_class", machine_.router_classes, router_classes_);
    read_class_array("edge_class", machine_.edge_classes, edge_classes_);
  }

  void read_members(Fields& fields, CoreClass& c) {
    const auto rate = [&](const char* key, Dimension dimension) {
      return fields.quantity(key, dimension, Range::not_negative).value_or(0);
    };
    c.dp_flops = rate("dp_flops", Dimension::flops_per_second);
    c.sp_flops = rate("sp_flops", Dimension::flops_per_second);
    c.ips = rate("ips", Dimension::instructions_per_second);
    const auto count = [&](const char* key) {
      constexpr std::int64_t most = 65536;
      return static_cast<std::uint32_t>(fields.integer(key, 1, most).value_or(0));
    };
    c.window = count("window");
    c.line_fill_buffers = count("line_fill_buffers");
    if (const Json* pipeline = fields.member("pipeline"))
      read_pipeline_of(c, *pipeline, fields.pointer("pipeline"));
  }

  void read_pipeline_of(CoreClass& c, const Json& value, const std::string& pointer) {
    Fields fields(value, pointer, faults_);
    if (!value.is_object()) return;
    const double clock = fields.required_quantity("clock", Dimension::hertz);
    const std::string name = fields.text("generation").value_or(default_generation);
    if (!is_generation(name)) {
      fields.fault("generation", "no generation of cores '" + name + "'", generation_hint(name));
      return;
    }
    c.pipeline = read_pipeline(fields, document_, faults_, warnings_, pipeline_of(name, clock, c));
  }

  void read_members(Fields& fields, CacheClass& c) {
    c.capacity = fields.required_whole("capacity", Dimension::bytes);
    const std::uint64_t ways = fields.required_whole("associativity", Dimension::none);
    if (ways > std::numeric_limits<std::uint32_t>::max()) {
      fields.fault("associativity", "more ways than 4294967295");
    }
    c.associativity = static_cast<std::uint32_t>(ways);
    c.linesize = read_linesize(fields);
    c.throughput = read_throughput(fields, Duplex::full);
    c.replacement = fields.one_of(
        "replacement",
        {{"lru", Replacement::lru}, {"plru", Replacement::plru}, {"random", Replacement::random}},
        Replacement::lru);
    c.write_policy = fields.one_of(
        "write_policy",
        {{"write_back", WritePolicy::write_back}, {"write_through", WritePolicy::write_through}},
        WritePolicy::write_back);
    c.inclusion = fields.one_of("inclusion",
                                {{"nine", Inclusion::nine},
                                 {"inclusive", Inclusion::inclusive},
                                 {"exclusive", Inclusion::exclusive}},
                                Inclusion::nine);
    c.side = fields.one_of("side", {{"core", CacheSide::core}, {"memory", CacheSide::memory}},
                           CacheSide::core);
    c.latency = read_latency(fields);
    c.latency_curve = read_latency_curve(fields, faults_);
    c.hand_over = read_latency(fields, "hand_over");
    c.prefetch_ahead = static_cast<std::uint32_t>(
        fields.integer("prefetch_ahead", 0, most_prefetched).value_or(0));
    c.prefetcher = read_prefetcher(fields);
    if (c.prefetch_ahead > 0 && c.prefetcher.kind != Prefetching::none)
      fields.fault("prefetch_ahead", "the class has a \"prefetcher\" too",
                   "leave one of them out: \"prefetch_ahead\" is one that brings nothing in vain");
    check_shape(fields, c);
  }

  static PrefetchRule read_prefetcher(Fields& fields) {
    constexpr std::int64_t most_at_once = 16, farthest = 64;  // lines
    PrefetchRule rule;
    rule.kind = fields.one_of("prefetcher",
                              {{"none", Prefetching::none},
                               {"next_line", Prefetching::next_line},
                               {"streams", Prefetching::streams},
                               {"stride", Prefetching::stride}},
                              Prefetching::none);
    const auto degree = fields.integer("prefetch_degree", 1, most_at_once);
    const auto distance = fields.integer("prefetch_distance", 1, farthest);
    const bool has_distance = rule.kind == Prefetching::streams || rule.kind == Prefetching::stride;
    // One that is switched off, or another one, may leave them there.
    const bool is_told = fields.member("prefetcher") != nullptr;
    if (degree && !is_told)
      fields.fault("prefetch_degree", "there is no \"prefetcher\" that it could be of",
                   "\"prefetcher\": \"next_line\", \"streams\" or \"stride\"");
    if (distance && !is_told)
      fields.fault("prefetch_distance", "there is no \"prefetcher\" that it could be of",
                   "\"prefetcher\": \"streams\" or \"stride\"");
    if (rule.kind == Prefetching::none) return rule;
    rule.degree = static_cast<std::uint8_t>(degree.value_or(has_distance ? 2 : 1));
    if (has_distance) rule.distance = static_cast<std::uint16_t>(distance.value_or(16));
    return rule;
  }

  static void check_shape(Fields& fields, const CacheClass& c) {
    const std::uint64_t set = std::uint64_t{c.linesize} * c.associativity;
    if (c.capacity == 0 || set == 0) return;
    if (c.capacity % set != 0) {
      const std::uint64_t sets = std::max<std::uint64_t>(1, c.capacity / set);
      fields.fault(
          "capacity",
          std::to_string(c.capacity) +
              " bytes are no multiple of linesize x associativity = " + std::to_string(c.linesize) +
              " x " + std::to_string(c.associativity) + " = " + std::to_string(set),
          (c.capacity < set ? "the least that fits is " : "the nearest that fits below is ") +
              std::to_string(sets * set));
    }
    if (c.replacement == Replacement::plru && !std::has_single_bit(c.associativity)) {
      fields.fault("replacement", "'plru' needs a power of two of ways, associativity is " +
                                      std::to_string(c.associativity));
    }
  }

  void read_members(Fields& fields, MemClass& c) {
    c.capacity = fields.required_whole("capacity", Dimension::bytes);
    c.linesize = read_linesize(fields);
    c.throughput = read_throughput(fields, Duplex::half);
    c.latency = read_latency(fields);
    c.latency_curve = read_latency_curve(fields, faults_);
    c.hand_over = read_latency(fields, "hand_over");
    c.page_size = fields.whole("page_size", Dimension::bytes).value_or(c.page_size);
    if (!std::has_single_bit(c.page_size)) {
      fields.fault("page_size", "must be a power of two, found " + std::to_string(c.page_size));
    }
    c.core_bandwidth = fields.quantity("core_bandwidth", Dimension::bytes_per_second).value_or(0);
    c.page_fault_time =
        fields.quantity("page_fault_time", Dimension::seconds, Range::not_negative).value_or(0);
  }

  void read_members(Fields& fields, RouterClass& c) {
    c.throughput = read_throughput(fields, Duplex::full);
    c.latency = read_latency(fields);
    c.latency_curve = read_latency_curve(fields, faults_);
  }

  void read_members(Fields& fields, EdgeClass& c) {
    const bool limited = fields.member("read_bandwidth") || fields.member("write_bandwidth") ||
                         fields.member("duplex");
    if (limited) c.throughput = read_throughput(fields, Duplex::full);
    c.latency = read_latency(fields);
    c.latency_curve = read_latency_curve(fields, faults_);
  }

  static std::uint32_t read_linesize(Fields& fields) {
    const std::uint64_t bytes = fields.required_whole("linesize", Dimension::bytes);
    if (bytes > 0 && (!std::has_single_bit(bytes) || bytes > largest_linesize)) {
      fields.fault("linesize", "must be a power of two, at most " +
                                   std::to_string(largest_linesize) + ", found " +
                                   std::to_string(bytes));
      return 0;
    }
    return static_cast<std::uint32_t>(bytes);
  }

  Throughput read_throughput(Fields& fields, Duplex fallback) {
    Throughput t;
    t.read_bandwidth = fields.required_quantity("read_bandwidth", Dimension::bytes_per_second);
    for (const char* key : {"read_bandwidth", "write_bandwidth"}) warn_of_missing_unit(fields, key);
    t.write_bandwidth =
        fields.quantity("write_bandwidth", Dimension::bytes_per_second).value_or(t.read_bandwidth);
    t.duplex = fields.one_of("duplex", {{"half", Duplex::half}, {"full", Duplex::full}}, fallback);
    return t;
  }

  // Nobody means 256 B/s by 256.
  void warn_of_missing_unit(Fields& fields, const char* key) {
    constexpr double least = 1e6;
    const Json* const value = fields.member(key);
    if (!value || !value->is_number() || value->get<double>() <= 0 || value->get<double>() >= least)
      return;
    warn(fields.pointer(key),
         "a bandwidth of " + format_bandwidth(value->get<double>()) + " is lower than any known",
         "a number without a unit is in bytes a second; write \"" + value->dump() + " GB/s\"");
  }

  // Name, class and NUMA node.
  void read_common(Fields& fields, Object& object, const std::string& class_key,
                   const Names& classes) {
    object.name = fields.required_text("name");
    if (!object.name.empty() && !object_pointers_.emplace(object.name, fields.pointer()).second) {
      fields.fault("name",
                   "an object named '" + object.name + "' is here twice, first at " +
                       object_pointers_[object.name],
                   "rename one of them");
    }
    const std::string name = fields.required_text("class");
    if (const auto found = classes.find(name); found != classes.end()) {
      object.class_index = found->second;
    } else if (!name.empty()) {
      fields.fault("class", "no such " + class_key + " '" + name + "'", class_hint(name, classes));
    }
    object.numa_node =
        static_cast<int>(fields.integer("numa_node", 0, largest_numa_node).value_or(0));
  }

  std::string class_hint(const std::string& name, const Names& classes) const {
    if (!faults_.wants_hint()) return {};
    const std::pair<const char*, const Names*> kinds[] = {{"core_class", &core_classes_},
                                                          {"cache_class", &cache_classes_},
                                                          {"mem_class", &mem_classes_},
                                                          {"router_class", &router_classes_},
                                                          {"edge_class", &edge_classes_}};
    for (const auto& [key, names] : kinds) {
      if (names->contains(name)) return "'" + name + "' is a " + key;
    }
    return did_you_mean(name, keys_of(classes));
  }

  template <class O>
  void read_object_array(const std::string& kind, std::vector<O>& objects, const Names& classes) {
    for_each(kind + "_obj", [&](Fields& fields) {
      O object;
      read_common(fields, object, kind + "_class", classes);
      if constexpr (std::is_same_v<O, Core>) read_counts(fields, object);
      object.extras = finish(fields);
      vertices_.emplace(object.name, next_vertex_++);
      objects.push_back(std::move(object));
    });
  }

  static void read_counts(Fields& fields, Core& core) {
    const auto count = [&](const char* key) {
      return fields.quantity(key, Dimension::none, Range::not_negative);
    };
    core.num_dp_flops = count("num_dp_flops");
    core.num_sp_flops = count("num_sp_flops");
    core.num_inst = count("num_inst");
  }

  void read_objects() {
    read_object_array("core", machine_.cores, core_classes_);
    read_object_array("cache", machine_.caches, cache_classes_);
    read_object_array("mem", machine_.memories, mem_classes_);
    read_object_array("router", machine_.routers, router_classes_);
    for_each("edge_obj", [&](Fields& fields) { read_edge(fields); });
    if (machine_.cores.empty()) faults_.add("", "there is no core_obj, expected at least one");
    if (machine_.memories.empty()) faults_.add("", "there is no mem_obj, expected at least one");
  }

  void read_edge(Fields& fields) {
    Edge edge;
    read_common(fields, edge, "edge_class", edge_classes_);
    edge.source = read_end(fields, "source");
    edge.target = read_end(fields, "target");
    if (edge.source == edge.target && edge.source != unreached) {
      fields.fault("target", "the edge joins an object with itself");
    }
    edge.extras = finish(fields);
    machine_.edges.push_back(std::move(edge));
  }

  std::uint32_t read_end(Fields& fields, const std::string& key) {
    const std::string name = fields.required_text(key);
    if (name.empty()) return unreached;
    if (const auto found = vertices_.find(name); found != vertices_.end()) return found->second;
    if (vertex_names_.empty()) vertex_names_ = keys_of(vertices_);
    fields.fault(key, "no object named '" + name + "'",
                 faults_.wants_hint() ? did_you_mean(name, vertex_names_) : std::string());
    return unreached;
  }

  void check_reach() {
    const std::vector<bool> reached = reach_memory(machine_);
    for (std::uint32_t core = 0; core < machine_.cores.size(); ++core) {
      if (reached[core]) continue;
      faults_.add(object_pointers_[machine_.cores[core].name],
                  "core '" + machine_.cores[core].name + "' reaches no memory",
                  "join it with edge_obj, through caches and routers, to a mem_obj");
    }
  }

  const Document& document_;
  std::vector<Diagnostic>* warnings_;
  ClassMembers* members_;
  Faults faults_;
  Fields top_;
  Machine machine_;
  Names core_classes_, cache_classes_, mem_classes_, router_classes_, edge_classes_;
  Names vertices_;  // by object name
  std::vector<std::string> vertex_names_;
  std::unordered_map<std::string, std::string> object_pointers_;
  std::uint32_t next_vertex_ = 0;
};

}  // namespace

Machine parse_machine(const Document& document, std::vector<Diagnostic>* warnings,
                      ClassMembers* members) {
  return Reader(document, warnings, members).read();
}

Machine parse_machine(std::string_view text, const std::string& filename,
                      std::vector<Diagnostic>* warnings) {
  return parse_machine(parse_json(text, filename), warnings);
}

Machine read_machine(const std::string& path, std::vector<Diagnostic>* warnings) {
  return parse_machine(read_file(path), path, warnings);
}

}  // namespace hpcast::dat
