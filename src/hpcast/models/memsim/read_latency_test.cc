#include "hpcast/models/memsim/read_latency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/dat/read.h"

namespace hpcast::memsim {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

// Core, private L1, shared L2, then by a router to a near memory, and to a far one behind a
// memory-side cache.
constexpr char machine_text[] = R"({
  "core_class": [{"name": "c", "dp_flops": 1, "sp_flops": 1, "ips": 1}],
  "cache_class": [
    {"name": "L1", "capacity": 4096, "linesize": 64, "associativity": 1, "read_bandwidth": 1,
     "latency": "1 ns"},
    {"name": "L2", "capacity": 8192, "linesize": 64, "associativity": 1, "read_bandwidth": 1
     L2_LATENCY},
    {"name": "side", "capacity": 65536, "linesize": 64, "associativity": 1, "read_bandwidth": 1,
     "side": "memory" SIDE_LATENCY}],
  "mem_class": [
    {"name": "near", "capacity": 1048576, "linesize": 64, "read_bandwidth": 1, "latency": "60 ns"},
    {"name": "far", "capacity": 1048576, "linesize": 64, "read_bandwidth": 1, "latency": "90 ns"}],
  "router_class": [{"name": "r", "read_bandwidth": 1, "latency": "10 ns"}],
  "edge_class": [{"name": "e"}, {"name": "slow", "latency": "2 ns"}],
  "core_obj": [{"name": "c0", "class": "c"}, {"name": "c1", "class": "c"}],
  "cache_obj": [{"name": "l0", "class": "L1"}, {"name": "l1", "class": "L1"},
                {"name": "s", "class": "L2"}, {"name": "edc", "class": "side"}],
  "router_obj": [{"name": "mesh", "class": "r"}],
  "mem_obj": [{"name": "m0", "class": "near"}, {"name": "m1", "class": "far"}],
  "edge_obj": [{"name": "1", "class": "e", "source": "c0", "target": "l0"},
               {"name": "2", "class": "e", "source": "c1", "target": "l1"},
               {"name": "3", "class": "e", "source": "l0", "target": "s"},
               {"name": "4", "class": "slow", "source": "l1", "target": "s"},
               {"name": "5", "class": "e", "source": "s", "target": "mesh"},
               {"name": "6", "class": "e", "source": "mesh", "target": "m0"},
               {"name": "7", "class": "slow", "source": "mesh", "target": "edc"},
               {"name": "8", "class": "e", "source": "edc", "target": "m1"}]})";

ReadLatencies latencies(const std::string& l2, const std::string& side) {
  std::string text = machine_text;
  text.replace(text.find("L2_LATENCY"), 10, l2);
  text.replace(text.find("SIDE_LATENCY"), 12, side);
  const dat::Machine machine = dat::parse_machine(text, "test");
  const dat::Routes routes(machine);
  return read_latencies(machine, routes, make_topology(machine, routes, false));
}

TEST(ReadLatencies, AddWhatLiesOnTheWay) {
  const ReadLatencies l = latencies(R"(, "latency": "5 ns")", R"(, "latency": "50 ns")");
  EXPECT_THAT(l.own, ElementsAre(ElementsAre(DoubleEq(1e-9)), ElementsAre(DoubleEq(1e-9))));
  // By core and memory. The router's 10 ns and slow edges' 2 ns come on top.
  EXPECT_THAT(l.shared,
              ElementsAre(ElementsAre(DoubleEq(5e-9), DoubleEq(70e-9)),
                          ElementsAre(DoubleEq(5e-9), DoubleEq(62e-9), DoubleEq(102e-9)),
                          ElementsAre(DoubleEq(7e-9), DoubleEq(72e-9)),
                          ElementsAre(DoubleEq(7e-9), DoubleEq(64e-9), DoubleEq(104e-9))));
  EXPECT_THAT(l.assumed, ElementsAre());
}

TEST(ReadLatencies, MainMemoryIsTheSlowest) {
  const ReadLatencies l = latencies("", "");
  EXPECT_DOUBLE_EQ(l.memory, 90e-9);
  EXPECT_THAT(l.is_main, ElementsAre(false, true));
}

TEST(ReadLatencies, ACurveTakesThePlaceOfALatency) {
  std::string text = machine_text;
  const std::string latency = R"("latency": "90 ns")";
  text.replace(text.find(latency), latency.size(),
               R"("latency_curve": [{"bandwidth": 1, "latency": "80 ns"}], "latency": "9 ns")");
  text.replace(text.find("L2_LATENCY"), 10, "");
  text.replace(text.find("SIDE_LATENCY"), 12, "");
  const dat::Machine machine = dat::parse_machine(text, "test");
  const dat::Routes routes(machine);
  const ReadLatencies l = read_latencies(machine, routes, make_topology(machine, routes, false));
  EXPECT_DOUBLE_EQ(l.memory, 80e-9);
  EXPECT_DOUBLE_EQ(l.shared[1].back(), 92e-9);
}

TEST(ReadLatencies, WhatTheMachineDoesNotGiveIsAssumedAndTold) {
  const ReadLatencies l = latencies("", "");
  EXPECT_THAT(l.assumed, ElementsAre("L2 20 ns", "side 100 ns"));
  EXPECT_THAT(l.shared[1], ElementsAre(DoubleEq(20e-9), DoubleEq(112e-9), DoubleEq(102e-9)));
}

}  // namespace
}  // namespace hpcast::memsim
