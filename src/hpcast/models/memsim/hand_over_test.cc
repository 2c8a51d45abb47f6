#include "hpcast/models/memsim/hand_over.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/dat/generate.h"

namespace hpcast::memsim {
namespace {

// Two sockets of 64 cores, in fours around an L3, in four NUMA nodes each.
class Epyc : public ::testing::Test {
 protected:
  double time(std::uint32_t from, std::uint32_t to) const {
    const dat::Routes routes(machine);
    const Topology topology = make_topology(machine, routes, false);
    const ReadLatencies latencies = read_latencies(machine, routes, topology);
    return HandOver(machine, latencies, topology).time(from, to);
  }
  dat::CacheClass& l3() { return machine.cache_classes.back(); }
  dat::Machine machine = dat::generate("epyc-7702x2-nps4");
};

TEST_F(Epyc, CoresOfOneCacheAreAsFarAsTwiceItsLatency) {
  l3().latency = 10e-9;
  EXPECT_NEAR(time(0, 1), 20e-9, 1e-15);
  l3().latency = 15e-9;
  EXPECT_NEAR(time(1, 0), 30e-9, 1e-15);
}

TEST_F(Epyc, OthersMeetInMemoryFartherOrNearer) {
  machine.edge_classes[1].latency = 50e-9;  // that of the sockets' link
  EXPECT_GT(time(0, 4), time(0, 1));
  EXPECT_NEAR(time(0, 64), time(0, 4) + 50e-9, 1e-15) << "the link is on the one's way alone";
}

TEST_F(Epyc, TheClassMayTell) {
  l3().hand_over = 40e-9;
  EXPECT_EQ(time(0, 1), 40e-9);
  machine.mem_classes[0].hand_over = 200e-9;
  EXPECT_EQ(time(0, 4), 200e-9);
}

}  // namespace
}  // namespace hpcast::memsim
