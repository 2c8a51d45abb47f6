#include "hpcast/inputs/dat/write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/file.h"
#include "hpcast/inputs/dat/read.h"

namespace hpcast::dat {
namespace {

const std::string canonical = R"({
  "name": "tiny",
  "sources": {
    "mem_class": "data sheet"
  },
  "colour": [
    "unknown",
    {"kept": true}
  ],
  "core_class": [
    {"name": "c", "dp_flops": 16000000000, "sp_flops": 0, "ips": 0, "vendor": "x"}
  ],
  "cache_class": [],
  "mem_class": [
    {"name": "ddr4", "capacity": 1024, "linesize": 64, "read_bandwidth": 51200000000, "write_bandwidth": 25600000000, "latency": 9e-08}
  ],
  "router_class": [],
  "edge_class": [
    {"name": "wire", "read_bandwidth": 0.5, "write_bandwidth": 0.5, "colour": "red"}
  ],
  "core_obj": [
    {"name": "core0", "class": "c", "numa_node": 0, "num_inst": 100, "x": 10, "time": 7}
  ],
  "cache_obj": [],
  "mem_obj": [
    {"name": "mem0", "class": "ddr4", "numa_node": 0, "y": 20}
  ],
  "router_obj": [],
  "edge_obj": [
    {"name": "e0", "class": "wire", "source": "core0", "target": "mem0", "bend": null}
  ]
}
)";

TEST(WriteMachine, RoundTripKeepsEverythingAndTheLayout) {
  EXPECT_EQ(to_text(parse_machine(canonical, "m")), canonical);
}

TEST(WriteMachine, WritesResultsIntoTheObjects) {
  const Machine m = parse_machine(canonical, "m");
  std::vector<ObjectResult> results(3);
  results[0].time = 0.25;
  results[0].time_inst = 0.25;
  results[1] = {{1, 2, 64, 128}, 0.5, {}, {}};
  results[2] = {{3, 4, 5, 6}, 0.125, {}, {}};
  const Json json = to_json(m, results);
  EXPECT_EQ(
      json["core_obj"][0].dump(),
      R"({"name":"core0","class":"c","numa_node":0,"num_inst":100,"x":10,"time":0.25,"time_inst":0.25})");
  EXPECT_EQ(
      json["mem_obj"][0].dump(),
      R"({"name":"mem0","class":"ddr4","numa_node":0,"y":20,"num_read":1,"num_write":2,"bytes_read":64,"bytes_write":128,"time":0.5})");
  EXPECT_EQ(
      json["edge_obj"][0].dump(),
      R"({"name":"e0","class":"wire","source":"core0","target":"mem0","bend":null,"num_read":3,"num_write":4,"bytes_read":5,"bytes_write":6,"time":0.125})");
  // A DAT with results is a DAT, and new results replace them.
  const Machine again = parse_machine(to_text(m, results), "m");
  EXPECT_EQ(to_text(again), to_text(m, results));
  EXPECT_EQ(to_text(again, results), to_text(m, results));
}

TEST(WriteMachine, IsReadFromDisk) {
  const std::string path = testing::TempDir() + "/hpcast-write-test.dat.json";
  write_file_atomically(path, to_text(parse_machine(canonical, "m")));
  EXPECT_EQ(to_text(read_machine(path)), canonical);
}

}  // namespace
}  // namespace hpcast::dat
