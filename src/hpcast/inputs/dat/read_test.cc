#include "hpcast/inputs/dat/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// One core, one cache, one memory; each line is a place to break.
const std::string good = R"({
"name": "tiny",
"core_class": [{"name": "c", "dp_flops": "16 GFLOP/s", "ips": 4e9}],
"cache_class": [{"name": "L1", "capacity": "32 KiB", "associativity": 8, "linesize": 64, "read_bandwidth": "128 GB/s"}],
"mem_class": [{"name": "ddr4", "capacity": "8 GiB", "linesize": 64, "read_bandwidth": "51.2 GB/s", "latency": "90 ns"}],
"edge_class": [{"name": "wire"}],
"core_obj": [{"name": "core0", "class": "c", "num_inst": 100, "time": 0.5}],
"cache_obj": [{"name": "L1_0", "class": "L1"}],
"mem_obj": [{"name": "mem0", "class": "ddr4", "numa_node": 3}],
"edge_obj": [{"name": "e0", "class": "wire", "source": "core0", "target": "L1_0"},
{"name": "e1", "class": "wire", "source": "L1_0", "target": "mem0"}]
})";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> result;
  try {
    parse_machine(text, "m");
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics()) result.push_back(to_string(d));
  }
  return result;
}

std::vector<std::string> faults_with(const std::string& what, const std::string& by) {
  return faults_of(replaced(good, what, by));
}

TEST(ReadMachine, ReadsClassesObjectsAndDefaults) {
  const Machine m = parse_machine(good, "m");
  ASSERT_EQ(m.cores.size(), 1U);
  EXPECT_EQ(m.core_classes[0].dp_flops, 16e9);
  EXPECT_EQ(m.core_classes[0].sp_flops, 0);
  EXPECT_EQ(m.cores[0].num_inst, 100);
  EXPECT_EQ(m.cores[0].extras.dump(), R"({"time":0.5})");
  const CacheClass& l1 = m.class_of_cache(0);
  EXPECT_EQ(l1.capacity, 32768U);
  EXPECT_EQ(l1.throughput.read_bandwidth, 128e9);
  EXPECT_EQ(l1.throughput.write_bandwidth, 128e9);
  EXPECT_EQ(l1.throughput.duplex, Duplex::full);
  EXPECT_EQ(l1.replacement, Replacement::lru);
  EXPECT_EQ(l1.write_policy, WritePolicy::write_back);
  EXPECT_EQ(l1.inclusion, Inclusion::nine);
  const MemClass& ddr4 = m.class_of_memory(0);
  EXPECT_EQ(ddr4.throughput.duplex, Duplex::half);
  EXPECT_EQ(ddr4.latency, 90e-9);
  EXPECT_EQ(ddr4.page_size, 4096U);
  EXPECT_EQ(ddr4.page_fault_time, 0);
  EXPECT_EQ(m.memories[0].numa_node, 3);
  EXPECT_FALSE(m.edge_classes[0].throughput);
  EXPECT_EQ(m.edges[1].source, m.vertex(Kind::cache, 0));
  EXPECT_EQ(m.edges[1].target, m.vertex(Kind::memory, 0));
  EXPECT_EQ(m.extras.dump(), R"({"name":"tiny"})");
}

TEST(ReadMachine, ReadsTheOptionalMembers) {
  std::string text = replaced(good, R"("read_bandwidth": "128 GB/s")",
                              R"("read_bandwidth": 128e9, "write_bandwidth": 64e9, "duplex": "half",
 "replacement": "plru", "write_policy": "write_through", "inclusion": "exclusive", "latency": "1 ns")");
  text = replaced(
      text, R"("latency": "90 ns")",
      R"("page_size": "2 MiB", "page_fault_time": "17 us", "duplex": "full", "latency_curve": [
 {"bandwidth": 0, "latency": "90 ns", "read_percent": 50},
 {"bandwidth": "40 GB/s", "latency": "200 ns", "read_percent": 50}])");
  text = replaced(text, R"({"name": "wire"})",
                  R"({"name": "wire", "read_bandwidth": "1 GB/s", "latency": "5 ns"})");
  const Machine m = parse_machine(text, "m");
  EXPECT_EQ(m.class_of_cache(0).throughput.write_bandwidth, 64e9);
  EXPECT_EQ(m.class_of_cache(0).throughput.duplex, Duplex::half);
  EXPECT_EQ(m.class_of_cache(0).replacement, Replacement::plru);
  EXPECT_EQ(m.class_of_cache(0).write_policy, WritePolicy::write_through);
  EXPECT_EQ(m.class_of_cache(0).inclusion, Inclusion::exclusive);
  EXPECT_EQ(m.class_of_memory(0).page_size, 2097152U);
  EXPECT_EQ(m.class_of_memory(0).page_fault_time, 17e-6);
  ASSERT_EQ(m.class_of_memory(0).latency_curve.size(), 2U);
  EXPECT_EQ(m.class_of_memory(0).latency_curve[1].latency, 200e-9);
  EXPECT_EQ(m.class_of_memory(0).latency_curve[1].read_percent, 50);
  EXPECT_EQ(m.edge_classes[0].throughput->write_bandwidth, 1e9);
  EXPECT_EQ(m.edge_classes[0].latency, 5e-9);
  // and all of it comes back
  EXPECT_EQ(to_text(parse_machine(to_text(m), "m")), to_text(m));
}

TEST(ReadMachine, UnknownClass) {
  EXPECT_THAT(faults_with(R"("class": "ddr4")", R"("class": "ddr3")"),
              ElementsAre("m:9: /mem_obj/0/class: no such mem_class 'ddr3'\n"
                          "  did you mean 'ddr4'?"));
  EXPECT_THAT(faults_with(R"("class": "ddr4")", R"("class": "L1")"),
              ElementsAre("m:9: /mem_obj/0/class: no such mem_class 'L1'\n"
                          "  'L1' is a cache_class"));
}

TEST(ReadMachine, DanglingEdge) {
  EXPECT_THAT(faults_with(R"("target": "mem0")", R"("target": "mem1")"),
              ElementsAre("m:11: /edge_obj/1/target: no object named 'mem1'\n"
                          "  did you mean 'mem0'?"));
  EXPECT_THAT(faults_with(R"("target": "mem0")", R"("target": "L1_0")"),
              ElementsAre("m:11: /edge_obj/1/target: the edge joins an object with itself"));
}

TEST(ReadMachine, DuplicateNames) {
  EXPECT_THAT(faults_with(R"("name": "L1_0")", R"("name": "core0")"),
              testing::Contains("m:8: /cache_obj/0/name: an object named 'core0' is here twice, "
                                "first at /core_obj/0\n  rename one of them"));
  EXPECT_THAT(faults_with(R"([{"name": "wire"}])", R"([{"name": "wire"}, {"name": "wire"}])"),
              ElementsAre("m:6: /edge_class/1/name: edge_class 'wire' is here twice\n"
                          "  rename one of them"));
  EXPECT_THAT(faults_with(R"("name": "tiny")", R"("mem_obj": [])"),
              ElementsAre("m:9: /mem_obj: member 'mem_obj' is here twice\n  keep one of them"));
}

TEST(ReadMachine, CoreThatReachesNoMemory) {
  EXPECT_THAT(faults_with(R"("source": "L1_0", "target": "mem0")",
                          R"("source": "L1_0", "target": "core0")"),
              ElementsAre("m:7: /core_obj/0: core 'core0' reaches no memory\n"
                          "  join it with edge_obj, through caches and routers, to a mem_obj"));
}

TEST(ReadMachine, Bandwidths) {
  EXPECT_THAT(faults_with("\"51.2 GB/s\"", "0"),
              ElementsAre("m:5: /mem_class/0/read_bandwidth: must be above 0, found 0"));
  EXPECT_THAT(faults_with("\"51.2 GB/s\"", "\"-1 GB/s\""),
              ElementsAre("m:5: /mem_class/0/read_bandwidth: must be above 0, found \"-1 GB/s\""));
  EXPECT_THAT(faults_with("\"51.2 GB/s\"", "\"51.2 GHz\""),
              ElementsAre("m:5: /mem_class/0/read_bandwidth: expected bytes/s, such as 51.2e9, "
                          "\"51.2 GB/s\" or \"400 Gbit/s\", found \"51.2 GHz\""));
  EXPECT_THAT(faults_with(R"({"name": "wire"})", R"({"name": "wire", "write_bandwidth": 1})"),
              ElementsAre("m:6: /edge_class/0: 'read_bandwidth' is missing, expected bytes/s, such "
                          "as 51.2e9, \"51.2 GB/s\" or \"400 Gbit/s\"\n"
                          "  is 'write_bandwidth' meant to be 'read_bandwidth'?"));
}

TEST(ReadMachine, CacheShapes) {
  EXPECT_THAT(faults_with("\"32 KiB\"", "\"32 kB\""),
              ElementsAre("m:4: /cache_class/0/capacity: 32000 bytes are no multiple of linesize x "
                          "associativity = 64 x 8 = 512\n  the nearest that fits below is 31744"));
  EXPECT_THAT(faults_with("\"linesize\": 64, \"read_bandwidth\": \"128",
                          "\"linesize\": 48, \"read_bandwidth\": \"128"),
              ElementsAre("m:4: /cache_class/0/linesize: must be a power of two, at most 1048576, "
                          "found 48"));
  EXPECT_THAT(faults_with("\"associativity\": 8", "\"associativity\": 0"),
              ElementsAre("m:4: /cache_class/0/associativity: must be above 0, found 0"));
  EXPECT_THAT(faults_with("\"associativity\": 8", "\"associativity\": 4294967296"),
              ElementsAre("m:4: /cache_class/0/associativity: more ways than 4294967295"));
  EXPECT_THAT(
      faults_with("\"capacity\": \"32 KiB\", \"associativity\": 8",
                  "\"capacity\": \"36 KiB\", \"associativity\": 9, \"replacement\": \"plru\""),
      ElementsAre("m:4: /cache_class/0/replacement: 'plru' needs a power of two of ways, "
                  "associativity is 9"));
}

TEST(ReadMachine, NotAPowerOfTwoIsFineForCapacityAndWays) {
  EXPECT_THAT(faults_with("\"capacity\": \"32 KiB\", \"associativity\": 8",
                          "\"capacity\": \"35 MiB\", \"associativity\": 20"),
              ElementsAre());
}

TEST(ReadMachine, UnknownWords) {
  EXPECT_THAT(faults_with("\"associativity\": 8", "\"associativity\": 8, \"replacement\": \"LRU\""),
              ElementsAre("m:4: /cache_class/0/replacement: expected 'lru', 'plru' or 'random', "
                          "found \"LRU\"\n  did you mean 'lru'?"));
  EXPECT_THAT(
      faults_with("\"associativity\": 8", "\"associativity\": 8, \"write_policy\": \"back\""),
      ElementsAre("m:4: /cache_class/0/write_policy: expected 'write_back' or 'write_through', "
                  "found \"back\""));
  EXPECT_THAT(faults_with("\"associativity\": 8", "\"associativity\": 8, \"inclusion\": 1"),
              ElementsAre("m:4: /cache_class/0/inclusion: expected 'nine', 'inclusive' or "
                          "'exclusive', found 1"));
  EXPECT_THAT(faults_with("\"associativity\": 8", "\"associativity\": 8, \"duplex\": \"ful\""),
              ElementsAre("m:4: /cache_class/0/duplex: expected 'half' or 'full', found \"ful\"\n"
                          "  did you mean 'full'?"));
}

TEST(ReadMachine, MemoryMembers) {
  EXPECT_THAT(faults_with("\"90 ns\"", "\"90 ns\", \"page_size\": 3000"),
              ElementsAre("m:5: /mem_class/0/page_size: must be a power of two, found 3000"));
  EXPECT_THAT(faults_with("\"90 ns\"", "-1"),
              ElementsAre("m:5: /mem_class/0/latency: must be 0 or more, found -1"));
  EXPECT_THAT(faults_with("\"90 ns\"",
                          "1, \"latency_curve\": [{\"bandwidth\": 2, \"latency\": 1},"
                          " {\"bandwidth\": 2, \"latency\": 1}, 7]"),
              ElementsAre("m:5: /mem_class/0/latency_curve/1/bandwidth: the points must ascend in "
                          "bandwidth",
                          "m:5: /mem_class/0/latency_curve/2: expected an object {...}, found 7"));
}

std::vector<std::string> faults_of_curve(const std::string& points) {
  return faults_with("\"90 ns\"", "\"90 ns\", \"latency_curve\": [" + points + "]");
}

TEST(ReadMachine, LatencyCurvesThatBendBack) {
  const std::string start = R"({"bandwidth": 0, "latency": "90 ns"}, )";
  EXPECT_THAT(
      faults_of_curve(start + R"({"bandwidth": 1, "latency": "88 ns"})"),
      ElementsAre("m:5: /mem_class/0/latency_curve/1/latency: 88 ns is less than 90 ns at a lower "
                  "bandwidth: latency must not fall as more is used\n"
                  "  leave out what was measured beyond saturation; a fall of 2 % is forgiven"));
  EXPECT_THAT(faults_of_curve(start + R"({"bandwidth": 1, "latency": "88.3 ns"})"), ElementsAre());
  EXPECT_THAT(
      faults_of_curve(R"({"bandwidth": 0, "latency": "90 ns", "read_precent": 5})"),
      ElementsAre("m:5: /mem_class/0/latency_curve/0/read_precent: there is no such member\n"
                  "  did you mean 'read_percent'?"));
}

TEST(ReadMachine, LatencyCurvesByReadShare) {
  const std::string start = R"({"bandwidth": 7, "latency": "90 ns", "read_percent": 50}, )";
  EXPECT_THAT(
      faults_of_curve(start + R"({"bandwidth": 3, "latency": "80 ns", "read_percent": 60})"),
      ElementsAre());
  EXPECT_THAT(
      faults_of_curve(start + R"({"bandwidth": 3, "latency": "95 ns", "read_percent": 50})"),
      ElementsAre("m:5: /mem_class/0/latency_curve/1/bandwidth: the points of a "
                  "read_percent must ascend in bandwidth"));
  EXPECT_THAT(
      faults_of_curve(start + R"({"bandwidth": 8, "latency": "95 ns", "read_percent": 120})"),
      ElementsAre("m:5: /mem_class/0/latency_curve/1/read_percent: must be 0 to 100, found 120"));
  EXPECT_THAT(faults_of_curve(start + R"({"bandwidth": 8, "latency": "95 ns"})"),
              ElementsAre("m:5: /mem_class/0/latency_curve/1/read_percent: is missing, though the "
                          "first point has one\n"
                          "  give one to all points of a curve, or to none"));
  EXPECT_THAT(
      faults_of_curve(R"({"bandwidth": 0, "latency": 1}, )" + start.substr(0, start.size() - 2)),
      ElementsAre("m:5: /mem_class/0/latency_curve/1/read_percent: the first point has none\n"
                  "  give one to all points of a curve, or to none"));
}

TEST(ReadMachine, WrongTypesAndMissingMembers) {
  EXPECT_THAT(faults_of("[]"), ElementsAre("m:1: expected an object {...}, found an array"));
  EXPECT_THAT(faults_of("{}"), ElementsAre("m:1: there is no core_obj, expected at least one",
                                           "m:1: there is no mem_obj, expected at least one"));
  EXPECT_THAT(faults_with(R"([{"name": "wire"}])", R"({"name": "wire"})"),
              testing::Contains("m:6: /edge_class: expected an array [...], found an object"));
  EXPECT_THAT(faults_with(R"({"name": "wire"})", R"({"name": "wire"}, "x")"),
              ElementsAre("m:6: /edge_class/1: expected an object {...}, found \"x\""));
  EXPECT_THAT(faults_with("\"associativity\": 8, ", "\"asociativity\": 8, "),
              ElementsAre("m:4: /cache_class/0: 'associativity' is missing, expected a number\n"
                          "  is 'asociativity' meant to be 'associativity'?"));
  EXPECT_THAT(faults_with("\"numa_node\": 3", "\"numa_node\": \"3\""),
              ElementsAre("m:9: /mem_obj/0/numa_node: expected a whole number from 0 to 1048576, "
                          "found \"3\""));
  EXPECT_THAT(faults_with("\"num_inst\": 100", "\"num_inst\": []"),
              ElementsAre("m:7: /core_obj/0/num_inst: expected a number, found an array"));
  EXPECT_THAT(faults_with(R"("name": "L1_0", )", ""),
              testing::Contains("m:8: /cache_obj/0: 'name' is missing, expected a string"));
}

TEST(ReadMachine, TruncatedJson) {
  const auto faults = faults_of(good.substr(0, good.find("\"edge_obj\"")));
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_THAT(faults[0], HasSubstr("m:9: "));
  EXPECT_THAT(faults[0], HasSubstr("not valid JSON: syntax error"));
  EXPECT_THAT(faults[0], HasSubstr("unexpected end of input"));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(faults_of(good.substr(0, length)).empty()) << length;
  }
}

TEST(ReadMachine, ReportsAllFaultsAtOnceInTheOrderOfLines) {
  std::string text = replaced(good, "\"51.2 GB/s\"", "0");
  text = replaced(text, R"("class": "L1")", R"("class": "L9")");
  text = replaced(text, R"("target": "mem0")", R"("target": "nowhere")");
  EXPECT_THAT(faults_of(text), ElementsAre(HasSubstr("m:5: /mem_class/0/read_bandwidth"),
                                           HasSubstr("m:8: /cache_obj/0/class"),
                                           HasSubstr("m:11: /edge_obj/1/target")));
}

TEST(ReadMachine, WarnsOfMembersThatLookMisspelt) {
  std::vector<Diagnostic> warnings;
  parse_machine(
      replaced(good, "\"linesize\": 64", "\"linesize\": 64, \"replacment\": \"plru\", \"x\": 1"),
      "m", &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(to_string(warnings[0]),
            "m:4: /cache_class/0/replacment: unknown member, kept but without effect\n"
            "  did you mean 'replacement'?");
}

TEST(ReadMachine, WarnsOfHandOversThatLackTheirUnit) {
  std::vector<Diagnostic> warnings;
  parse_machine(replaced(good, "\"90 ns\"", "\"90 ns\", \"hand_over\": 25"), "m", &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].pointer, "/mem_class/0/hand_over");
}

TEST(ReadMachine, WarnsOfLatenciesThatLackTheirUnit) {
  std::vector<Diagnostic> warnings;
  parse_machine(replaced(good, "\"90 ns\"", "90"), "m", &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(to_string(warnings[0]),
            "m:5: /mem_class/0/latency: a latency of 90 s is longer than any known\n"
            "  a number without a unit is in seconds; write \"80 ns\"");
}

TEST(ReadMachine, WarnsOfBandwidthsThatLackTheirUnit) {
  std::vector<Diagnostic> warnings;
  parse_machine(
      replaced(good, R"([{"name": "wire"}])",
               R"([{"name": "wire", "read_bandwidth": 256, "write_bandwidth": "9 B/s"}])"),
      "m", &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(to_string(warnings[0]),
            "m:6: /edge_class/0/read_bandwidth: a bandwidth of 256 B/s is lower than any known\n"
            "  a number without a unit is in bytes a second; write \"256 GB/s\"");
}

TEST(ReadMachine, TellsOfAMisspeltListAlone) {
  EXPECT_THAT(faults_of(replaced(good, "\"cache_obj\"", "\"cach_obj\"")),
              ElementsAre("m:8: /cach_obj: there is no such list\n  did you mean 'cache_obj'?"));
  const std::string both = replaced(good, "\"name\": \"tiny\"", "\"cache_obj_\": []");
  EXPECT_THAT(faults_of(replaced(both, R"("target": "mem0")", R"("target": "nowhere")")),
              ElementsAre(HasSubstr("no object named 'nowhere'")));
}

TEST(ReadMachine, NamesAFileThatIsNotThere) {
  EXPECT_THROW(read_machine("/nonexistent/machine.json"), InputError);
}

}  // namespace
}  // namespace hpcast::dat
