// A machine of "key=value" parameters.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

struct Known {
  const char* name;
  const char* fallback;
  Dimension dimension;
  bool whole;
  bool zero;  // whether 0 is allowed
  const char* meaning;
};

constexpr std::array<Known, 25> parameters = {{
    {"sockets", "1", Dimension::none, true, false, "sockets"},
    {"numa", "1", Dimension::none, true, false, "NUMA nodes a socket"},
    {"ccx", "1", Dimension::none, true, false, "last-level caches a NUMA node"},
    {"cores", "4", Dimension::none, true, false, "cores a last-level cache"},
    {"clock", "2 GHz", Dimension::hertz, false, false, "clock of cores and caches"},
    {"flops", "16", Dimension::none, false, true, "double precision FLOPs a cycle and core"},
    {"ipc", "4", Dimension::none, false, true, "instructions a cycle and core"},
    {"line", "64", Dimension::bytes, true, false, "line size of caches and memory"},
    {"l1", "32 KiB", Dimension::bytes, true, false, "capacity of a core's L1"},
    {"l1ways", "8", Dimension::none, true, false, "associativity of L1"},
    {"l1bw", "64", Dimension::none, false, false, "bytes a cycle of an L1, each way"},
    {"l2", "512 KiB", Dimension::bytes, true, true, "capacity of a core's L2; 0: there is none"},
    {"l2ways", "8", Dimension::none, true, false, "associativity of L2"},
    {"l2bw", "32", Dimension::none, false, false, "bytes a cycle of an L2, each way"},
    {"l3", "16 MiB", Dimension::bytes, true, true, "capacity of a shared L3; 0: there is none"},
    {"l3ways", "16", Dimension::none, true, false, "associativity of L3"},
    {"l3bw", "32", Dimension::none, false, false, "bytes a cycle and core of an L3, each way"},
    {"mem", "32 GiB", Dimension::bytes, true, false, "memory of a NUMA node"},
    {"membw", "51.2 GB/s", Dimension::bytes_per_second, false, false, "bandwidth of a NUMA node"},
    {"latency", "100 ns", Dimension::seconds, false, false, "unloaded latency of memory"},
    {"mem2", "0", Dimension::bytes, true, true,
     "a second kind of memory (HBM, CXL) in each NUMA node, in nodes of its own; 0: there is none"},
    {"mem2bw", "400 GB/s", Dimension::bytes_per_second, false, false,
     "bandwidth of a second memory"},
    {"mem2latency", "120 ns", Dimension::seconds, false, false, "its unloaded latency"},
    {"linkbw", "64 GB/s", Dimension::bytes_per_second, false, false,
     "bandwidth between two sockets, each way"},
    {"nps0", "0", Dimension::none, true, true, "1: all memory is one interleaved NUMA node"},
}};

constexpr const char* generation_parameter = "generation";

const Known* find(const std::string& name) {
  for (const Known& known : parameters) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

std::optional<double> value_of(const Known& known, const std::string& text) {
  const std::optional<double> value = parse_quantity(text, known.dimension);
  if (!value || *value < 0 || (*value == 0 && !known.zero)) return std::nullopt;
  if (known.whole && !to_whole(*value)) return std::nullopt;
  return value;
}

// Of a time, a clock or a bandwidth: nobody means 50 s, or 50 B/s, by 50.
bool lacks_unit(const Known& known, const std::string& text) {
  const bool can_be_plain =
      known.dimension == Dimension::none || known.dimension == Dimension::bytes;
  return !can_be_plain && parse_quantity(text, Dimension::none).has_value();
}

class Values {
 public:
  explicit Values(const std::vector<std::string>& arguments) {
    for (const Known& known : parameters) values_[known.name] = *value_of(known, known.fallback);
    for (const std::string& argument : arguments) set(argument);
    for (const char* memory : {"mem", "mem2"}) check_memory(memory);
    if (!faults_.empty()) throw InputError(faults_);
  }
  double operator[](const char* name) const { return values_.at(name); }
  const std::string& generation() const { return generation_; }
  bool given(const std::string& name) const { return given_.count(name) != 0; }
  std::uint64_t whole(const char* name) const {
    return static_cast<std::uint64_t>(values_.at(name));
  }
  // A number of things; as many as build() refuses when there are too many to count.
  unsigned count(const char* name) const {
    return static_cast<unsigned>(std::min(values_.at(name), 0x1p31));
  }

 private:
  void set(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (equals != std::string::npos && name == generation_parameter) {
      set_generation(argument.substr(equals + 1));
      return;
    }
    const Known* known = find(name);
    if (equals == std::string::npos || !known) {
      std::vector<std::string> names;
      for (const Known& k : parameters) names.emplace_back(k.name);
      names.emplace_back(generation_parameter);
      std::string hint = known ? "" : did_you_mean(name, names);
      if (!known && hint.empty()) hint = "known are " + list_of(names);
      const std::string what =
          known ? "expected " + name + "=VALUE" : "no parameter '" + name + "'";
      fault(what, hint);
      return;
    }
    const std::string text = argument.substr(equals + 1);
    const std::optional<double> value = value_of(*known, text);
    if (lacks_unit(*known, text)) {
      fault("parameter " + name + ": '" + text + "' lacks its unit",
            "as in " + name + "='" + known->fallback + "'");
    } else if (value) {
      values_[name] = *value;
      given_.insert(name);
    } else {
      const std::string expected = known->dimension == Dimension::none
                                       ? std::string(known->whole ? "a whole number" : "a number")
                                       : example_of(known->dimension);
      fault("parameter " + name + ": expected " + expected + (known->zero ? "" : ", above 0") +
            ", found '" + text + "'");
    }
  }

  void check_memory(const std::string& name) {
    const double bytes = values_.at(name);
    const auto page = static_cast<double>(MemClass().page_size);
    if (bytes > 0 && bytes < page)
      fault("parameter " + name + ": " + format_bytes(bytes) + " are less than a page of " +
                format_bytes(page),
            "a number without a unit is in bytes; write " + name + "='16 GiB'");
  }

  void set_generation(const std::string& name) {
    generation_ = name;
    if (is_generation(name)) return;
    fault("parameter generation: no generation of cores '" + name + "'", generation_hint(name));
  }

  void fault(const std::string& what, const std::string& hint = {}) {
    faults_.push_back({{}, 0, {}, what, hint});
  }

  std::map<std::string, double> values_;
  std::set<std::string> given_;
  std::string generation_ = default_generation;
  std::vector<Diagnostic> faults_;
};

void add_cache(Description& d, const Values& v, const std::string& level, unsigned cores) {
  const auto key = [&](const char* suffix) { return level + suffix; };
  const std::uint64_t capacity = v.whole(level.c_str());
  if (capacity == 0) return;
  CacheClass c;
  c.name = "L" + level.substr(1);
  c.capacity = capacity;
  c.associativity = static_cast<std::uint32_t>(v.count(key("ways").c_str()));
  c.linesize = v.count("line");
  const double bandwidth = v[key("bw").c_str()] * v["clock"] * cores;
  c.throughput = {bandwidth, bandwidth, Duplex::full};
  d.caches.push_back({std::move(c), cores});
}

void add_second_memory(Description& d, const Values& v, double pass) {
  MemClass second = d.memory;
  second.name = "second";
  second.capacity = v.whole("mem2");
  second.throughput = {v["mem2bw"], v["mem2bw"], Duplex::half};
  second.latency = v["mem2latency"];
  d.second_memory = std::move(second);
  d.second_memory_router = RouterClass{"port2_", {pass, pass, Duplex::full}, std::nullopt, {}};
}

// More than the core retires would change nothing.
void check_instructions(const Values& v, const Pipeline& pipeline) {
  if (!v.given("ipc") || v["ipc"] <= pipeline.retire_width) return;
  throw InputError("parameter ipc: a core of the generation '" + v.generation() +
                       "' retires at most " + std::to_string(pipeline.retire_width) +
                       " instructions a cycle",
                   "name a wider one (generation=zen4), or give widths in a DAT's pipeline");
}

}  // namespace

std::vector<Parameter> custom_parameters() {
  std::vector<Parameter> result;
  for (const Known& k : parameters) result.push_back({k.name, k.fallback, k.meaning});
  result.push_back({generation_parameter, default_generation,
                    "the core whose table tells how instructions are executed, such as zen4"});
  return result;
}

Machine generate_custom(const std::vector<std::string>& arguments) {
  const Values v(arguments);
  Description d;
  d.title = "custom machine";
  d.description = "Generated from:";
  for (const std::string& argument : arguments) d.description += " " + argument;
  if (arguments.empty()) d.description += " the defaults";
  d.sockets = v.count("sockets");
  d.nodes = v.count("numa");
  d.dies = v.count("ccx");
  d.cores = v.count("cores");
  d.interleaved = v.count("nps0") != 0;
  const double clock = v["clock"];
  d.core.name = "core";
  d.core.dp_flops = v["flops"] * clock;
  d.core.sp_flops = 2 * v["flops"] * clock;
  d.core.ips = v["ipc"] * clock;
  d.core.pipeline = pipeline_of(v.generation(), clock, d.core);
  check_instructions(v, *d.core.pipeline);
  add_cache(d, v, "l1", 1);
  add_cache(d, v, "l2", 1);
  add_cache(d, v, "l3", d.cores);
  d.memory.name = "memory";
  d.memory.capacity = v.whole("mem");
  d.memory.linesize = v.count("line");
  d.memory.throughput = {v["membw"], v["membw"], Duplex::half};
  d.memory.latency = v["latency"];
  const bool second = v.whole("mem2") > 0;
  // Routers that do not limit by themselves: a node's passes its memory's and a link's traffic.
  const double pass =
      2 * (v["membw"] + (second ? v["mem2bw"] : 0) + v["linkbw"]) * d.nodes * d.sockets;
  if (second) add_second_memory(d, v, pass);
  if (std::uint64_t{d.sockets} * d.nodes * d.dies > 1 || v.whole("l3") == 0 || second) {
    d.node_router = RouterClass{"node", {pass, pass, Duplex::full}, std::nullopt, {}};
  }
  if (d.sockets > 1) {
    d.port_router = RouterClass{"port", {pass, pass, Duplex::full}, std::nullopt, {}};
    d.socket_link = Throughput{v["linkbw"], v["linkbw"], Duplex::full};
  }
  // The reader knows best which capacities and line sizes are possible.
  return parse_machine(to_text(build(d)), "custom machine");
}

}  // namespace hpcast::dat
