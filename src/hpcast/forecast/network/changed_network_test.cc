#include "hpcast/forecast/network/changed_network.h"

#include <gmock/gmock.h>

#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"

namespace hpcast::forecast {
namespace {

ndl::Network with(const std::vector<std::string>& changes) {
  const ScratchFolder scratch;
  NetworkRequest request;
  request.network = scratch.file("n.ndl.json");
  request.changes = changes;
  write_file_atomically(request.network, R"({
    "name": "n", "topology": {"type": "single-switch", "nodes": 4},
    "links": {"bandwidth": "10 GB/s", "latency": "100 ns"}, "switches": {"latency": "200 ns"},
    "mpi": {"ping_pong": "2 us"}})");
  return changed_network(request).network;
}

TEST(ChangedNetwork, WhatProcessorsTakeDoesNotDependOnCables) {
  const double overhead = with({}).mpi.send_overhead;
  EXPECT_GT(overhead, 0.5e-6);
  EXPECT_EQ(with({"links.latency=0 ns"}).mpi.send_overhead, overhead);
  EXPECT_EQ(with({"switches.latency=5 us"}).mpi.receive_overhead, overhead);
  EXPECT_EQ(with({"mpi.send_overhead=1 ns"}).mpi.receive_overhead, overhead);
  EXPECT_NEAR(with({"mpi.ping_pong=4 us"}).mpi.send_overhead, overhead + 1e-6, 1e-12);
}

}  // namespace
}  // namespace hpcast::forecast
