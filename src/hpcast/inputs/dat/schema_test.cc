// schemas/dat.schema.json is the contract with the viewer and with users' own programs: what hpcast
// writes conforms to it, and it names exactly the members that the reader knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/json.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

Conformance conformance() { return Conformance("dat.schema.json"); }

// Every member that a DAT can have, with units where possible.
const char* const everything = R"({
"name": "n", "description": "d", "date": "2026", "sources": {"a": "b"},
"core_class": [{"name": "c", "dp_flops": "16 GFLOP/s", "sp_flops": 1, "ips": "4 Ginst/s",
  "window": 224, "line_fill_buffers": 10, "pipeline": {"generation": "zen5", "clock": "3.41 GHz",
    "fetch_width": 8, "fetch_line": 64, "call_bubble": 1, "registers": 200, "vector_registers": 150, "dispatch_width": 8, "retire_width": 8, "scheduler": 100, "vector_scheduler": 60,
    "vector_queue": 0, "load_queue": 100, "store_queue": 60, "refill": 20, "branch_history": 100, "flag_transfer": 2,
    "fuses_branches": true, "forward": 0, "vector_forward": 9, "indexed": 1, "split_load": 3, "split_store": 1, "set_fill": 10, "set_lines": 8,
    "tlb": 2048, "page_walk": 100, "page_walk_near": 30, "page_walkers": 6,
    "units": {"alu": ["a0", "a1"], "load": 4},
    "instructions": {"integer": {"latency": 1, "chained": 1, "units": "alu", "cycles": 1,
      "slots": 0}, "float-divide": {}, "float-divide/single": {"units": "none"},
      "float-add/32": {"latency": 3}, "float-divide/double/16": {"cycles": 9}}}}],
"cache_class": [{"name": "L1", "capacity": "32 KiB", "associativity": 8, "linesize": "64 B",
  "read_bandwidth": "128 GB/s", "write_bandwidth": "1 Gbit/s", "duplex": "half", "latency": "1 ns", "hand_over": "25 ns",
  "replacement": "plru", "write_policy": "write_through", "inclusion": "inclusive",
  "side": "memory", "prefetch_ahead": 8},
 {"name": "p", "latency_curve": [{"bandwidth": 0, "latency": 1e-8, "read_percent": 50}], "capacity": 65536, "associativity": 4, "linesize": 64, "read_bandwidth": 1e11,
  "prefetcher": "streams", "prefetch_degree": 4, "prefetch_distance": 8}],
"mem_class": [{"name": "ddr4", "capacity": "8 GiB", "linesize": 64, "read_bandwidth": 1e9,
  "write_bandwidth": 2, "duplex": "full", "latency": "90 ns", "page_size": "64 KiB", "page_fault_time": "1 us",
  "core_bandwidth": "1 GB/s", "hand_over": "100 ns",
  "latency_curve": [{"bandwidth": 0, "latency": 1e-7}, {"bandwidth": "1 GB/s", "latency": "1 us"}]}],
"router_class": [{"name": "r", "read_bandwidth": 1, "write_bandwidth": 1, "duplex": "half",
  "latency": 0, "latency_curve": [{"bandwidth": 0, "latency": "1 ns"}]}],
"edge_class": [{"name": "wire", "read_bandwidth": 1, "write_bandwidth": 1, "duplex": "half",
  "latency": 0, "latency_curve": [{"bandwidth": 0, "latency": "1 ns"}]}],
"core_obj": [{"name": "core0", "class": "c", "numa_node": 1, "num_dp_flops": 1, "num_sp_flops": 2,
  "num_inst": 3}],
"cache_obj": [{"name": "L1_0", "class": "L1", "numa_node": 1}],
"mem_obj": [{"name": "mem0", "class": "ddr4", "numa_node": 1}],
"router_obj": [{"name": "r0", "class": "r", "numa_node": 1}],
"edge_obj": [{"name": "e0", "class": "wire", "source": "core0", "target": "L1_0", "numa_node": 1},
  {"name": "e1", "class": "wire", "source": "L1_0", "target": "mem0"}]
})";

TEST(Schema, AcceptsEveryMachine) {
  for (const std::string& name : known_machines()) {
    const auto file = read_json(source_tree() + "/machines/" + name + ".dat.json");
    EXPECT_THAT(conformance().faults(file.root), testing::IsEmpty()) << name;
  }
}

TEST(Schema, AcceptsWhatTheReaderAcceptsAndTheWriterWrites) {
  EXPECT_THAT(conformance().faults(Json::parse(everything)), testing::IsEmpty());
  const Machine m = parse_machine(everything, "m");
  std::vector<ObjectResult> results(m.vertex_count() + m.edges.size());
  results[0].time_flops = results[0].time_inst = 1;
  EXPECT_THAT(conformance().faults(to_json(m, results)), testing::IsEmpty());
}

TEST(Schema, RefusesWhatTheReaderRefuses) {
  const auto fault = [](const char* pointer, const Json& value) {
    Json json = Json::parse(everything);
    json[Json::json_pointer(pointer)] = value;
    EXPECT_THROW(parse_machine(json.dump(), "m"), InputError) << pointer;
    return conformance().faults(json).size();
  };
  EXPECT_EQ(fault("/mem_class/0/read_bandwidth", 0), 1U);
  EXPECT_EQ(fault("/mem_class/0/read_bandwidth", "51.2 ns"), 1U);
  EXPECT_EQ(fault("/cache_class/0/replacement", "LRU"), 1U);
  EXPECT_EQ(fault("/cache_class/0/associativity", 0), 1U);
  EXPECT_EQ(fault("/core_obj/0/name", ""), 1U);
  EXPECT_EQ(fault("/core_obj", Json::array()), 1U);
  EXPECT_EQ(fault("/mem_obj/0/numa_node", -1), 1U);
  EXPECT_EQ(fault("/mem_class/0/page_fault_time", -1), 1U);
  const auto pipeline_fault = [&](const std::string& pointer, const Json& value) {
    return fault(("/core_class/0/pipeline/" + pointer).c_str(), value);
  };
  EXPECT_EQ(pipeline_fault("clock", 0), 1U);
  EXPECT_EQ(pipeline_fault("clock", "2 ns"), 1U);
  EXPECT_EQ(pipeline_fault("dispatch_width", 0), 1U);
  EXPECT_EQ(pipeline_fault("dispatch_with", 4), 1U);
  EXPECT_EQ(pipeline_fault("units/alu", Json::array()), 1U);
  EXPECT_EQ(pipeline_fault("units/alu", 0), 1U);
  EXPECT_EQ(pipeline_fault("instructions/float-ad", Json::object()), 1U);
  EXPECT_EQ(pipeline_fault("instructions/float-add~1duble", Json::object()), 1U);
  EXPECT_EQ(pipeline_fault("instructions/float-add~10", Json::object()), 1U);
  EXPECT_EQ(pipeline_fault("instructions/integer/cycles", 0), 1U);
}

TEST(Schema, NamesTheMembersOfAPipelineThatTheReaderKnows) {
  Json members = read_json(source_tree() + "/schemas/dat.schema.json")
                     .root["definitions"]["pipeline"]["properties"];
  const Json document = Json::parse(everything);
  for (const auto& [name, value] : document["core_class"][0]["pipeline"].items()) {
    EXPECT_TRUE(members.contains(name)) << name;
    members.erase(name);
  }
  EXPECT_THAT(members, testing::IsEmpty());
}

TEST(Schema, NamesTheGenerationsThatThereAre) {
  const Json schema = read_json(source_tree() + "/schemas/dat.schema.json").root;
  EXPECT_EQ(schema["definitions"]["pipeline"]["properties"]["generation"]["enum"],
            Json(generations()));
}

// An object is the wrong type for every member, so the reader finds fault exactly with what it
// knows.
TEST(Schema, NamesTheMembersThatTheReaderKnows) {
  const Json document = Json::parse(everything);
  const Json schema = read_json(source_tree() + "/schemas/dat.schema.json").root;
  for (const auto& [key, array] : document.items()) {
    if (!key.ends_with("_class") && !key.ends_with("_obj")) continue;
    Json properties = schema["definitions"][key];
    if (properties.contains("$ref")) properties = schema["definitions"]["cache_obj"];
    for (const auto& [name, rule] : properties["properties"].items()) {
      const std::string note = rule.value("description", "");
      if (note.starts_with("result")) continue;  // kept, not read
      Json broken = document;
      broken[key][0][name] = Json::object();
      std::vector<std::string> pointers;
      try {
        parse_machine(broken.dump(), "m");
      } catch (const InputError& e) {
        for (const Diagnostic& d : e.diagnostics()) pointers.push_back(d.pointer);
      }
      EXPECT_THAT(pointers, testing::Contains("/" + key + "/0/" + name));
    }
  }
}

}  // namespace
}  // namespace hpcast::dat
