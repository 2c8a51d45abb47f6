#include "hpcast/inputs/dat/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include "hpcast/base/file.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string file_of(const std::string& name) {
  return source_tree() + "/machines/" + name + ".dat.json";
}

std::vector<std::string> route(const Machine& m, std::uint32_t core, std::uint32_t memory) {
  std::vector<std::string> names;
  const Routes routes(m);
  for (const Hop& hop : routes.route(core, memory)) {
    names.push_back(m.vertex_object(hop.vertex).name);
  }
  return names;
}

std::string message(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(KnownMachines, FilesAreWhatTheGeneratorMakes) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(source_tree() + "/machines")) {
    files += entry.path().string().ends_with(".dat.json") ? 1 : 0;
  }
  EXPECT_EQ(files, known_machines().size());
  for (const std::string& name : known_machines()) {
    EXPECT_EQ(read_file(file_of(name)), to_text(generate(name)))
        << "write it anew: hpcast machine " << name << " -o machines/" << name << ".dat.json";
  }
}

TEST(KnownMachines, AreValidWithoutWarningAndNameTheirSources) {
  for (const std::string& name : known_machines()) {
    std::vector<Diagnostic> warnings;
    const Machine m = read_machine(file_of(name), &warnings);
    EXPECT_TRUE(warnings.empty()) << name;
    EXPECT_TRUE(m.extras["date"].is_string()) << name;
    EXPECT_GT(m.core_classes[0].pipeline->clock, 1e9) << name;
    EXPECT_TRUE(m.extras["sources"].contains("core_class.pipeline")) << name;
    std::set<std::string> sources;
    for (const auto& item : m.extras["sources"].items()) {
      sources.insert(item.key().substr(0, item.key().find('.')));
    }
    EXPECT_TRUE(sources.contains("core_class") && sources.contains("cache_class") &&
                sources.contains("mem_class"))
        << name;
  }
}

TEST(KnownMachines, RomeIsWiredAsItIs) {
  const Machine m = generate("epyc-7702x2-nps4");
  EXPECT_EQ(m.cores.size(), 128U);
  EXPECT_EQ(m.caches.size(), 128U + 128U + 32U);  // an L3 for each 4 cores
  EXPECT_EQ(m.routers.size(), 16U + 8U + 2U);
  EXPECT_THAT(route(m, 17, 1), ElementsAre("L1_17", "L2_17", "L3_4", "ccd2", "iod1", "mem1"));
  EXPECT_THAT(route(m, 17, 3),
              ElementsAre("L1_17", "L2_17", "L3_4", "ccd2", "iod1", "iod3", "mem3"));
  EXPECT_THAT(route(m, 17, 4), ElementsAre("L1_17", "L2_17", "L3_4", "ccd2", "iod1", "xgmi0",
                                           "xgmi1", "iod4", "mem4"));
  double bandwidth = 0;
  for (std::uint32_t i = 0; i < m.memories.size(); ++i) {
    bandwidth += m.class_of_memory(i).throughput.read_bandwidth;
  }
  EXPECT_DOUBLE_EQ(bandwidth, 409.6e9);
  const Routes routes(m);
  for (std::uint32_t core = 0; core < 128; ++core) {
    EXPECT_EQ(routes.nearest_memory(core), core / 16);
    EXPECT_EQ(m.cores[core].numa_node, static_cast<int>(core / 16));
  }
}

TEST(KnownMachines, MilanHasAnL3ForEightCores) {
  const Machine m = generate("epyc-7713x2-nps4");
  EXPECT_EQ(m.cores.size(), 128U);
  EXPECT_EQ(m.caches.size(), 128U + 128U + 16U);
  EXPECT_EQ(m.cache_classes[2].capacity, 32U << 20);
}

TEST(KnownMachines, Nps0IsTheSameWiringInOneNode) {
  const Machine nps4 = generate("epyc-7713x2-nps4"), nps0 = generate("epyc-7713x2-nps0");
  ASSERT_EQ(nps4.edges.size(), nps0.edges.size());
  for (std::size_t i = 0; i < nps4.edges.size(); ++i) {
    EXPECT_EQ(nps4.edges[i].source, nps0.edges[i].source);
    EXPECT_EQ(nps4.edges[i].target, nps0.edges[i].target);
  }
  EXPECT_THAT(memory_nodes(nps0), ElementsAre(0));
}

TEST(KnownMachines, XeonPhiHasAMemorySideCache) {
  const Machine m = generate("xeon-phi-7210");
  EXPECT_THAT(route(m, 3, 0),
              ElementsAre("L1_3", "L2_1", "mesh0", "edc0", "mcdram_cache_0", "mem0"));
  EXPECT_THAT(route(m, 3, 1), ElementsAre("L1_3", "L2_1", "mesh0", "edc0", "flat0", "mcdram0"));
  EXPECT_EQ(Routes(m).nearest_memory(3), 0U);  // first touch goes to the DRAM
  EXPECT_EQ(m.memories[1].numa_node, 1);
  EXPECT_EQ(m.class_of_memory(0).latency, 175e-9);
  EXPECT_EQ(m.class_of_memory(0).throughput.read_bandwidth, 70.7e9);
}

TEST(KnownMachines, A64fxIsARingOfFour) {
  const Machine m = generate("a64fx");
  EXPECT_EQ(m.cores.size(), 48U);
  EXPECT_THAT(route(m, 0, 1), ElementsAre("L1_0", "L2_0", "cmg0", "cmg1", "mem1"));
  EXPECT_THAT(route(m, 0, 2), ElementsAre("L1_0", "L2_0", "cmg0", "cmg1", "cmg2", "mem2"));
  EXPECT_THAT(route(m, 0, 3), ElementsAre("L1_0", "L2_0", "cmg0", "cmg3", "mem3"));
}

TEST(KnownMachines, KNodeHasItsPublishedRates) {
  const Machine m = generate("sparc64-viiifx");
  EXPECT_EQ(m.cores.size() * m.core_classes[0].dp_flops, 128e9);
  EXPECT_EQ(m.class_of_memory(0).throughput.read_bandwidth, 64e9);
  EXPECT_EQ(m.cache_classes[1].throughput.read_bandwidth, 256e9);
  EXPECT_EQ(m.cache_classes[0].throughput.read_bandwidth, 64e9);  // 512 GB/s over 8 cores
}

TEST(KnownMachines, UnknownNameIsExplained) {
  EXPECT_EQ(message([] { generate("epyc-7702x2-nps1"); }),
            "no machine named 'epyc-7702x2-nps1'\n  did you mean 'epyc-7702x2-nps4' or "
            "'epyc-7702x2-nps0'?");
  EXPECT_THAT(message([] { generate("z80"); }), HasSubstr("known are 'i7-7700k', "));
}

TEST(CustomMachine, FollowsItsParameters) {
  const Machine m = generate_custom({"sockets=2", "numa=4", "ccx=2", "cores=4", "l1=48 KiB",
                                     "l1ways=12", "l3=0", "membw=100 GB/s", "linkbw=10 GB/s"});
  EXPECT_EQ(m.cores.size(), 64U);
  EXPECT_EQ(m.memories.size(), 8U);
  EXPECT_EQ(m.caches.size(), 128U);
  EXPECT_EQ(m.cache_classes[0].capacity, 48U << 10);
  EXPECT_EQ(m.class_of_memory(0).throughput.read_bandwidth, 100e9);
  EXPECT_EQ(m.edge_classes[1].throughput->read_bandwidth, 10e9);
  EXPECT_EQ(memory_nodes(generate_custom({"numa=2", "nps0=1"})).size(), 1U);
  EXPECT_EQ(generate_custom({}).cores.size(), 4U);
  EXPECT_EQ(generate_custom({}).core_classes[0].pipeline->generation, "generic");
  const auto zen4 = generate_custom({"generation=zen4", "clock=3 GHz"}).core_classes[0].pipeline;
  EXPECT_EQ(zen4->generation, "zen4");
  EXPECT_EQ(zen4->clock, 3e9);
  EXPECT_THAT(message([] { generate_custom({"generation=zem4"}); }),
              HasSubstr("no generation of cores 'zem4'\n  did you mean 'zen4'?"));
}

TEST(CustomMachine, ExecutesNoMoreThanItsGenerationDoes) {
  EXPECT_THAT(message([] { generate_custom({"ipc=8"}); }),
              HasSubstr("a core of the generation 'generic' retires at most 4 instructions"));
  EXPECT_EQ(generate_custom({"ipc=2", "clock=2 GHz"}).core_classes[0].ips, 4e9);
  EXPECT_EQ(generate_custom({"generation=zen4", "ipc=8", "clock=1 GHz"}).core_classes[0].ips, 8e9);
}

TEST(CustomMachine, NamesEveryParameterItCannotUse) {
  EXPECT_EQ(message([] {
              generate_custom({"socket=2", "cores=0", "membw=fast", "l2", "l1=1.5"});
            }),
            "no parameter 'socket'\n  did you mean 'sockets'?\n"
            "parameter cores: expected a whole number, above 0, found '0'\n"
            "parameter membw: expected bytes/s, such as 51.2e9, \"51.2 GB/s\" or \"400 Gbit/s\", "
            "above 0, found "
            "'fast'\n"
            "expected l2=VALUE\n"
            "parameter l1: expected bytes, such as 32768 or \"32 KiB\", above 0, found '1.5'");
  EXPECT_EQ(message([] {
              generate_custom({"latency=50", "l1=65536", "mem=16", "mem2=1"});
            }),
            "parameter latency: '50' lacks its unit\n  as in latency='100 ns'\n"
            "parameter mem: 16 B are less than a page of 4.0 KiB\n"
            "  a number without a unit is in bytes; write mem='16 GiB'\n"
            "parameter mem2: 1 B are less than a page of 4.0 KiB\n"
            "  a number without a unit is in bytes; write mem2='16 GiB'");
  EXPECT_THAT(message([] { generate_custom({"line=48"}); }), HasSubstr("must be a power of two"));
  EXPECT_THAT(message([] { generate_custom({"cores=1e9"}); }),
              HasSubstr("cannot build the machine"));
  EXPECT_THAT(message([] {
                generate_custom({"sockets=1e5", "numa=1e5", "cores=1e5"});
              }),
              HasSubstr("more than 2^20 cores"));
}

TEST(Build, RefusesWhatIsNoMachine) {
  Description d = describe("i7-7700k");
  d.caches[2].cores = 3;
  EXPECT_THAT(message([&] { build(d); }), HasSubstr("does not divide"));
  d = describe("i7-7700k");
  d.nodes = 2;
  EXPECT_THAT(message([&] { build(d); }), HasSubstr("need a node router"));
  d.caches.clear();
  EXPECT_THAT(message([&] { build(d); }), HasSubstr("there is no cache"));
}

}  // namespace
}  // namespace hpcast::dat
