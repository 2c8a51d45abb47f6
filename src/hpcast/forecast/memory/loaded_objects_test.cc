#include "hpcast/forecast/memory/loaded_objects.h"

#include <gmock/gmock.h>

namespace hpcast::forecast {
namespace {

using memsim::ThreadUse;

// 10 s more for each byte a second that is read, 20 for each that is written.
const std::vector<dat::BandwidthLatency> slower_when_used = {
    {0, 100, 0}, {1000, 20100, 0}, {0, 100, 100}, {1000, 10100, 100}};

// Two cores, each with a cache, of class `own`; one that both use, of class `shared`; two memories,
// of which the second has a curve.
class Loaded : public ::testing::Test {
 protected:
  Loaded() {
    machine.core_classes.resize(1);
    machine.cache_classes.resize(2);
    for (dat::CacheClass& c : machine.cache_classes) {
      c.capacity = 1024;
      c.associativity = 2;
    }
    machine.cache_classes[0].name = "own";
    machine.cache_classes[1].name = "shared";
    machine.edge_classes.resize(1);
    machine.edge_classes[0].name = "wire";
    machine.mem_classes.resize(2);
    machine.mem_classes[1].name = "mem";
    machine.mem_classes[1].latency_curve = slower_when_used;
    machine.cores.resize(2);
    machine.caches.resize(3);
    machine.caches[2].class_index = 1;
    machine.memories.resize(2);
    machine.memories[1].class_index = 1;
    const std::uint32_t shared = machine.vertex(dat::Kind::cache, 2);
    for (std::uint32_t i = 0; i < 2; ++i) {
      join(i, machine.vertex(dat::Kind::cache, i));
      join(machine.vertex(dat::Kind::cache, i), shared);
      join(shared, machine.vertex(dat::Kind::memory, i));
    }
  }
  void join(std::uint32_t from, std::uint32_t to) {
    dat::Edge& edge = machine.edges.emplace_back();
    edge.source = from;
    edge.target = to;
  }
  LoadedObjects loaded() const {
    const dat::Routes routes(machine);
    return {machine, routes, memsim::make_topology(machine, routes, false)};
  }
  dat::Machine machine;
};

TEST_F(Loaded, ObjectsBeginIdle) {
  const LoadedObjects objects = loaded();
  EXPECT_TRUE(objects.any());
  EXPECT_EQ(objects.latencies(), (std::vector<double>{100}));
  EXPECT_EQ(objects.rise(1, 1), 0);
  machine.mem_classes[1].latency_curve.clear();
  EXPECT_FALSE(loaded().any());
}

// 5 bytes a second at 150 s and 10 at 200 s are as many under way as 15 at their mean.
TEST_F(Loaded, AllThreadsUseObjectsTogether) {
  LoadedObjects objects = loaded();
  const ThreadUse one{0, {{5, 0}}}, two{1, {{10, 0}}};
  const std::vector<double> slower{280}, faster{235};
  const std::vector<MetUse> uses{{one, slower}, {two, faster}};
  objects.end_interval(uses);  // 3750 under way: 15 x (100 + 150)
  EXPECT_NEAR(objects.latencies()[0], 250, 1e-9);
  EXPECT_NEAR(objects.rise(1, 1), 150, 1e-9) << "the second memory";
  EXPECT_EQ(objects.rise(1, 0), 0) << "the cache before it";
  EXPECT_EQ(objects.rise(0, 1), 0) << "the other memory";
  objects.end_interval({});
  EXPECT_EQ(objects.latencies()[0], 100) << "nobody used it";
}

TEST_F(Loaded, ByTheShareOfReads) {
  LoadedObjects objects = loaded();
  const ThreadUse use{0, {{5, 5}}};
  const std::vector<double> met{250};
  const std::vector<MetUse> uses{{use, met}};
  objects.end_interval(uses);  // 15 s for each byte a second
  EXPECT_NEAR(objects.latencies()[0], 250, 1e-9);
}

// Who answers from behind a loaded cache has waited there, too.
TEST_F(Loaded, RisesAddUpOnTheWay) {
  machine.cache_classes[1].latency_curve = slower_when_used;
  LoadedObjects objects = loaded();
  ASSERT_EQ(objects.latencies().size(), 2U);  // the cache, the memory
  const ThreadUse use{0, {{15, 0}, {5, 0}}};
  const std::vector<double> met{250, 150};
  const std::vector<MetUse> uses{{use, met}};
  objects.end_interval(uses);
  EXPECT_NEAR(objects.rise(0, 0), 150, 1e-9) << "the cache";
  EXPECT_NEAR(objects.rise(0, 1), 150, 1e-9) << "a memory without a curve behind it";
  EXPECT_NEAR(objects.rise(1, 1), 150 + 50, 1e-9);
}

TEST_F(Loaded, CurvesOfWhatACoreHasForItselfAreUnused) {
  machine.cache_classes[0].latency_curve = slower_when_used;
  EXPECT_THAT(loaded().unused_classes(machine), ::testing::ElementsAre("own"));
  machine.edge_classes[0].latency_curve =
      slower_when_used;  // some of them lead to the shared cache
  EXPECT_THAT(loaded().unused_classes(machine), ::testing::ElementsAre("own"));
  machine.cache_classes[0].latency_curve.clear();
  EXPECT_THAT(loaded().unused_classes(machine), ::testing::IsEmpty());
}

}  // namespace
}  // namespace hpcast::forecast
