#include "hpcast/forecast/memory/simulation_key.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/dat/read.h"

namespace hpcast::forecast {
namespace {

using Edit = std::function<void(Json&)>;

std::string key_after(const Edit& edit, std::vector<std::uint32_t> order = {0, 1},
                      std::uint64_t page_bytes = 4096, bool times_cores = false) {
  Json json = Json::parse(read_file(source_tree() + "/tests/golden/two-cores.dat.json"));
  json["router_class"] = Json::parse(R"([{"name": "bus", "read_bandwidth": 1e9}])");
  json["router_obj"] = Json::parse(R"([{"name": "router", "class": "bus"}])");
  edit(json);
  memsim::SimulationOptions options;
  options.weave.core_order = std::move(order);
  options.placement.page_bytes = page_bytes;
  return simulation_key(dat::parse_machine(json.dump(), "m.dat.json"), options, times_cores);
}

Edit set_to(const std::string& pointer, const Json& value) {
  return [=](Json& json) { json[Json::json_pointer(pointer)] = value; };
}

void rename_object(Json& json, const std::string& from, const std::string& to) {
  for (const char* kind : {"core_obj", "cache_obj", "mem_obj", "router_obj", "edge_obj"})
    for (Json& object : json[kind])
      for (const char* member : {"name", "source", "target"})
        if (object.contains(member) && object[member] == from) object[member] = to;
}

const std::string original = key_after([](Json&) {});

TEST(SimulationKey, LeavesOutWhatMattersAfterwards) {
  const Json curve = Json::parse(R"([{"bandwidth": 1, "latency": 1e-7}])");
  for (const auto& [pointer, value] :
       std::initializer_list<std::pair<const char*, Json>>{{"/core_class/0/dp_flops", 7},
                                                           {"/core_class/0/sp_flops", 7},
                                                           {"/core_class/0/ips", 7},
                                                           {"/core_class/0/note", "x"},
                                                           {"/cache_class/0/read_bandwidth", 7},
                                                           {"/cache_class/0/write_bandwidth", 7},
                                                           {"/cache_class/0/duplex", "half"},
                                                           {"/cache_class/0/latency", 1e-9},
                                                           {"/cache_class/0/note", "x"},
                                                           {"/mem_class/0/read_bandwidth", 7},
                                                           {"/mem_class/0/write_bandwidth", 7},
                                                           {"/mem_class/0/duplex", "full"},
                                                           {"/mem_class/0/latency", 1e-9},
                                                           {"/mem_class/0/latency_curve", curve},
                                                           {"/mem_class/0/page_size", 8192},
                                                           {"/mem_class/0/page_fault_time", 1e-6},
                                                           {"/router_class/0/read_bandwidth", 7},
                                                           {"/router_class/0/latency", 1e-9},
                                                           {"/edge_class/0/read_bandwidth", 7},
                                                           {"/edge_class/0/latency", 1e-9},
                                                           {"/core_obj/0/num_inst", 7},
                                                           {"/core_obj/0/num_dp_flops", 7},
                                                           {"/core_obj/0/num_sp_flops", 7},
                                                           {"/core_obj/0/time", 7},
                                                           {"/cache_obj/0/num_read", 7},
                                                           {"/edge_obj/0/bytes_read", 7},
                                                           {"/description", "x"}})
    EXPECT_EQ(key_after(set_to(pointer, value)), original) << pointer;
}

TEST(SimulationKey, LeavesOutNames) {
  for (const char* name : {"core0", "L1_1", "L2_0", "mem0", "core0-L1_0", "router"})
    EXPECT_EQ(key_after([&](Json& json) { rename_object(json, name, "0"); }), original) << name;
  EXPECT_EQ(key_after([](Json& json) {
              json["cache_class"][0]["name"] = "other";
              for (Json& cache : json["cache_obj"])
                if (cache["class"] == "L1") cache["class"] = "other";
            }),
            original);
}

TEST(SimulationKey, LeavesOutWhoSharesAClass) {
  EXPECT_EQ(key_after([](Json& json) {
              Json more = json["cache_class"][0];
              more["name"] = "another";
              json["cache_class"].insert(json["cache_class"].begin(), more);
              json["cache_obj"][1]["class"] = "another";
            }),
            original);
}

TEST(SimulationKey, OfCoresTimesHoldsAll) {
  const auto key = [](const Edit& edit) { return key_after(edit, {0, 1}, 4096, true); };
  const std::string unchanged = key([](Json&) {});
  EXPECT_NE(key(set_to("/mem_class/0/page_fault_time", 1e-6)), unchanged);
  EXPECT_NE(key(set_to("/mem_class/0/latency", 1e-9)), unchanged);
}

TEST(SimulationKey, HoldsWhatIsSimulated) {
  for (const auto& [pointer, value] : std::initializer_list<std::pair<const char*, Json>>{
           {"/cache_class/0/capacity", 2048},
           {"/cache_class/0/associativity", 4},
           {"/cache_class/0/linesize", 128},
           {"/cache_class/0/replacement", "plru"},
           {"/cache_class/0/write_policy", "write_through"},
           {"/cache_class/1/inclusion", "inclusive"},
           {"/mem_class/0/capacity", 4096},
           {"/mem_class/0/linesize", 128},
           {"/mem_obj/0/numa_node", 1},
           {"/core_obj/0/numa_node", 1},
           {"/cache_obj/1/class", "L2"},
           {"/edge_obj/0/target", "L1_1"}})
    EXPECT_NE(key_after([&, p = std::string(pointer), v = value](Json& json) {
                json[Json::json_pointer(p)] = v;
                if (p == "/edge_obj/0/target") json["edge_obj"][1]["target"] = "L1_0";
              }),
              original)
        << pointer;
  EXPECT_NE(key_after([](Json& json) { std::swap(json["edge_obj"][0], json["edge_obj"][1]); }),
            original);
  EXPECT_NE(key_after([](Json& json) { std::swap(json["cache_obj"][0], json["cache_obj"][1]); }),
            original);
  EXPECT_NE(key_after([](Json& json) { json["router_obj"].clear(); }), original);
  EXPECT_NE(key_after([](Json&) {}, {1, 0}), original);
  EXPECT_NE(key_after([](Json&) {}, {0, 1}, 8192), original);
}

}  // namespace
}  // namespace hpcast::forecast
