#include "hpcast/inputs/host/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwloc/cpukinds.h>
#include <hwloc/memattrs.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/host/topology.h"

namespace hpcast::host {
namespace {

namespace fs = std::filesystem;
using dat::Machine;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> route(const Machine& m, std::uint32_t core, std::uint32_t memory) {
  std::vector<std::string> names;
  const dat::Routes routes(m);
  for (const dat::Hop& hop : routes.route(core, memory))
    names.push_back(m.vertex_object(hop.vertex).name);
  return names;
}

std::string description(const Machine& m) { return m.extras["description"].get<std::string>(); }

// A tree as /sys/devices/system, in lists alone.
class HostMachine : public testing::Test {
 protected:
  void put(const std::string& path, const std::string& text) {
    const fs::path file = fs::path(sys_.path()) / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  }
  void put_cpu(int cpu, const std::string& threads, const std::string& kilohertz = {}) {
    const std::string base = "cpu/cpu" + std::to_string(cpu);
    put(base + "/topology/thread_siblings_list", threads);
    if (!kilohertz.empty()) put(base + "/cpufreq/base_frequency", kilohertz);
    if (!kilohertz.empty()) put(base + "/cpufreq/cpuinfo_max_freq", kilohertz);
  }
  void put_cache(int cpu, int index, int level, const char* type, const char* size, int ways,
                 const std::string& cpus) {
    const std::string base =
        "cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
    put(base + "level", std::to_string(level));
    put(base + "type", type);
    if (size != nullptr) put(base + "size", size);
    put(base + "ways_of_associativity", std::to_string(ways));
    put(base + "coherency_line_size", "64");
    put(base + "shared_cpu_list", cpus);
  }
  void put_node(int node, const std::string& cpus, const std::string& distance,
                const std::string& kib = "1048576") {
    const std::string base = "node/node" + std::to_string(node) + "/";
    put(base + "cpulist", cpus);
    put(base + "distance", distance);
    put(base + "meminfo", "Node " + std::to_string(node) + " MemTotal:       " + kib + " kB");
  }
  void put_rates(int node, const std::string& bandwidth, const std::string& latency) {
    const std::string base = "node/node" + std::to_string(node) + "/access0/initiators/";
    put(base + "read_bandwidth", bandwidth);
    put(base + "write_bandwidth", bandwidth);
    put(base + "read_latency", latency);
  }
  Machine machine() const { return this_machine_described(sys_.path()); }

  ScratchFolder sys_;
};

TEST_F(HostMachine, ReadsCachesHyperthreadsAndNodes) {
  put("cpu/online", "0-3");
  for (int cpu = 0; cpu < 4; ++cpu) {
    const std::string twins = cpu % 2 == 0 ? "0,2" : "1,3";
    put_cpu(cpu, twins, "2000000");
    put_cache(cpu, 0, 1, "Data", "32K", 8, twins);
    put_cache(cpu, 1, 1, "Instruction", "32K", 8, twins);
    put_cache(cpu, 2, 2, "Unified", "1280K", 20, twins);
    put_cache(cpu, 3, 3, "Unified", "24M", 12, "0-3");
  }
  put_node(0, "0,2", "10 20");
  put_node(1, "1,3", "20 10");
  const Machine m = machine();
  ASSERT_EQ(m.cores.size(), 2U);  // four hardware threads
  EXPECT_EQ(m.caches.size(), 5U);
  EXPECT_EQ(m.memories.size(), 2U);
  EXPECT_EQ(m.cores[1].numa_node, 1);
  EXPECT_EQ(m.core_classes[0].dp_flops, 32e9);
  EXPECT_EQ(m.class_of_cache(0).associativity, 8U);
  EXPECT_EQ(m.class_of_memory(0).capacity, 1U << 30);
  EXPECT_THAT(route(m, 1, 1), ElementsAre("L1_1", "L2_1", "L3_0", "node1", "mem1"));
}

TEST_F(HostMachine, AssumesSizesOfCachesThatAreNotTold) {
  put("cpu/online", "0-3");
  for (int cpu = 0; cpu < 4; ++cpu) {
    put_cpu(cpu, std::to_string(cpu));
    put_cache(cpu, 0, 1, "Data", cpu == 2 ? nullptr : "64K", 8, std::to_string(cpu));
    put_cache(cpu, 1, 2, "Unified", nullptr, 16, std::to_string(cpu));
    put_cache(cpu, 2, 3, "Unified", nullptr, 16, "0-3");
  }
  put_node(0, "0-3", "10");
  Machine m = machine();
  ASSERT_EQ(m.caches.size(), 9U);
  EXPECT_THAT(route(m, 2, 0), ElementsAre("L1_2", "L2_2", "L3_0", "mem0"));
  std::vector<std::uint64_t> sizes;
  for (std::uint32_t i = 0; i < m.caches.size(); ++i) sizes.push_back(m.class_of_cache(i).capacity);
  EXPECT_THAT(sizes, testing::IsSupersetOf({64U << 10, 1U << 20, 8U << 20}));
  EXPECT_THAT(sizes, testing::Each(testing::AnyOf(64U << 10, 1U << 20, 8U << 20)));
  const std::string told =
      "1.0 MiB in L2, of which no size is told; 8.0 MiB in L3, of which no size is told; "
      "64 KiB in L1, as in others, where no size is told";
  EXPECT_EQ(m.extras["assumed_caches"], told);
  EXPECT_THAT(description(m), HasSubstr("1.0 MiB in L2, of which no size is told"));
}

TEST_F(HostMachine, GivesMemoryWithoutCoresWhatItsRatesAre) {
  put("cpu/online", "0");
  put_cpu(0, "0");
  put_cache(0, 0, 1, "Data", "32K", 8, "0");
  put_node(0, "0", "10 13");
  put_node(1, "", "13 10");
  put_rates(0, "50000", "110");
  put_rates(1, "200000", "130");
  const Machine m = machine();
  ASSERT_EQ(m.memories.size(), 2U);
  EXPECT_EQ(m.class_of_memory(0).throughput.read_bandwidth, 50e9);
  EXPECT_EQ(m.class_of_memory(1).throughput.write_bandwidth, 200e9);
  EXPECT_DOUBLE_EQ(*m.class_of_memory(1).latency, 130e-9);
  EXPECT_EQ(dat::Routes(m).nearest_memory(0), 0U);
  EXPECT_THAT(description(m), Not(HasSubstr("12.8 GB/s")));
}

TEST_F(HostMachine, TellsKindsOfCoresByTheirClocks) {
  put("cpu/online", "0-2");
  const char* const clocks[] = {"3000000", "2100000", "1000000"};
  for (int cpu = 0; cpu < 3; ++cpu) {
    put_cpu(cpu, std::to_string(cpu), clocks[cpu]);
    put_cache(cpu, 0, 1, "Data", "32K", 8, std::to_string(cpu));
  }
  put_node(0, "0-2", "10");
  const Machine m = machine();
  ASSERT_EQ(m.core_classes.size(), 3U);
  EXPECT_EQ(m.core_classes[m.cores[2].class_index].ips, 4e9);
  EXPECT_EQ(m.class_of_cache(1).throughput.read_bandwidth, 64 * 2.1e9);
}

TEST_F(HostMachine, LeavesOutCpusThatAreOffline) {
  put("cpu/online", "0,2");
  put_cpu(0, "0");
  fs::create_directories(fs::path(sys_.path()) / "cpu/cpu1");
  put_cpu(2, "2");
  for (const int cpu : {0, 2}) put_cache(cpu, 0, 1, "Data", "32K", 8, std::to_string(cpu));
  put_node(0, "0,2", "10");
  EXPECT_EQ(machine().cores.size(), 2U);
}

TEST_F(HostMachine, CoresWithoutMemoryUseTheNearest) {
  put("cpu/online", "0-2");
  for (int cpu = 0; cpu < 3; ++cpu) {
    put_cpu(cpu, std::to_string(cpu));
    put_cache(cpu, 0, 1, "Data", "32K", 8, std::to_string(cpu));
  }
  put_node(0, "0", "10 32 32");
  put_node(2, "1", "32 10 12");
  put_node(3, "2", "32 12 10", "0");
  const Machine m = machine();
  EXPECT_EQ(m.memories[1].numa_node, 2);
  EXPECT_EQ(m.cores[2].numa_node, 3);
  EXPECT_EQ(m.memories[dat::Routes(m).nearest_memory(2)].name, "mem2");
}

TEST_F(HostMachine, SurvivesAnEmptySys) {
  const Machine m = machine();
  EXPECT_EQ(m.cores.size(), 1U);
  EXPECT_THAT(description(m), HasSubstr("memory of 8.0 GiB"));
}

// hwloc 2.9 ends the process at a folder of nodes without a node.
TEST_F(HostMachine, SurvivesWhatEndsHwloc) {
  put("cpu/online", "0");
  put_cpu(0, "0");
  put("node/possible", "0");
  EXPECT_THROW(machine(), InputError);
}

TEST_F(HostMachine, MendsWhatCannotBe) {
  put("cpu/online", "0");
  put_cpu(0, "0");
  put_cache(0, 0, 1, "Data", "32K", 0, "0");
  put_cache(0, 1, 2, "Unified", "nonsense", 7, "0");
  put_cache(0, 2, 3, "Unified", "16384K", 48, "0");
  put_node(0, "0", "10");
  const Machine m = machine();
  ASSERT_EQ(m.caches.size(), 3U);
  EXPECT_THAT(description(m), HasSubstr("16 ways in L1"));
  EXPECT_THAT(description(m), HasSubstr("1.0 MiB in L2, of which no size is told"));
}

TEST_F(HostMachine, WaysDivideTheLines) {
  put("cpu/online", "0");
  put_cpu(0, "0");
  put_cache(0, 0, 1, "Data", "17K", 0, "0");
  put("cpu/cpu0/cache/index0/coherency_line_size", "128");
  put_node(0, "0", "10");
  EXPECT_THAT(description(machine()), HasSubstr("17 ways in L1"));
}

TEST_F(HostMachine, DescribesTheRealHost) {
  ::setenv("HWLOC_SYNTHETIC", "node:1 core:777 pu:1", 1);
  EXPECT_NE(this_machine_described().cores.size(), 777U);
  EXPECT_STREQ(std::getenv("HWLOC_SYNTHETIC"), "node:1 core:777 pu:1");
  ::unsetenv("HWLOC_SYNTHETIC");
  const Machine m = this_machine_described();
  EXPECT_FALSE(route(m, 0, 0).empty());
}

class Import : public testing::Test {
 protected:
  std::string file(const std::string& text) const {
    std::string path = folder_.file("node.xml");
    std::ofstream(path) << text;
    return path;
  }
  ScratchFolder folder_;
};

// What hwloc writes of a description of its own, and what `tell` adds.
std::string synthetic(const char* what, const std::function<void(hwloc_topology_t)>& tell = {}) {
  hwloc_topology_t raw = nullptr;
  hwloc_topology_init(&raw);
  const Topology t(raw);
  hwloc_topology_set_synthetic(raw, what);
  hwloc_topology_load(raw);
  if (tell) tell(raw);
  char* text = nullptr;
  int length = 0;
  hwloc_topology_export_xmlbuffer(raw, &text, &length, 0);
  std::string result(text);
  hwloc_free_xmlbuffer(raw, text);
  return result;
}

TEST_F(Import, ReadsWhatLstopoWrote) {
  const Machine m = imported_machine(file(synthetic("node:2 l3:2 l2:4 core:1 pu:2")));
  EXPECT_EQ(m.cores.size(), 16U);
  EXPECT_EQ(m.memories.size(), 2U);
  EXPECT_THAT(route(m, 0, 1), ElementsAre("L2_0", "L3_0", "node0", "node1", "mem1"));
}

TEST_F(Import, SaysWhereCachesAreAssumed) {
  const Machine m = imported_machine(file(synthetic("node:1 core:2 pu:1")));
  EXPECT_TRUE(m.extras.contains("assumed_caches"));
  EXPECT_EQ(m.caches.size(), 4U);
}

TEST_F(Import, AssumesAnL3WhereTheVendorBuildsThem) {
  std::string xml = synthetic("node:2 core:3 pu:1");
  xml.insert(xml.find('\n', xml.find("<object type=\"Machine\"")),
             "<info name=\"CPUVendor\" value=\"AuthenticAMD\"/>");
  const Machine m = imported_machine(file(xml));
  EXPECT_THAT(route(m, 3, 1), ElementsAre("L1_3", "L2_3", "L3_1", "node1", "mem1"));
  EXPECT_EQ(m.class_of_cache(m.caches.size() - 1).capacity, 6U << 20);
  EXPECT_THAT(m.extras["assumed_caches"].get<std::string>(),
              HasSubstr("an L3 of 2 MiB for each core of a NUMA node"));
}

TEST_F(Import, TakesNoMagnitudesThatCannotBe) {
  std::string xml = synthetic("node:1(memory=4294967296) l2:1(size=31457344) core:2 pu:1");
  const std::string told = "local_memory=\"4294967296\"";
  xml.replace(xml.find(told), told.size(), "local_memory=\"18446744073709551615\"");
  const Machine m = imported_machine(file(xml));
  EXPECT_EQ(m.mem_classes[0].capacity, std::uint64_t{8} << 30);
  EXPECT_THAT(description(m), HasSubstr("memory of 8.0 GiB in mem0, for the 16 EiB"));
}

// Facts of a CPU by name.
void tell_kind(hwloc_topology_t t, unsigned cpu, const std::map<std::string, std::string>& facts) {
  std::vector<hwloc_info_s> infos;
  for (const auto& [name, value] : facts)
    infos.push_back({const_cast<char*>(name.c_str()), const_cast<char*>(value.c_str())});
  hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
  hwloc_bitmap_only(cpus, cpu);
  EXPECT_EQ(
      hwloc_cpukinds_register(t, cpus, -1, static_cast<unsigned>(infos.size()), infos.data(), 0),
      0);
  hwloc_bitmap_free(cpus);
}

TEST_F(Import, TellsKindsOfCoresByTheirClocks) {
  const Machine m =
      imported_machine(file(synthetic("node:1 l2:6 core:1 pu:1", [](hwloc_topology_t t) {
        tell_kind(t, 0, {{"FrequencyBaseMHz", "2000"}, {"FrequencyMaxMHz", "4000"}});
        tell_kind(t, 1, {{"FrequencyMaxMHz", "3500"}});
        tell_kind(t, 2, {{"FrequencyBaseMHz", "3000000"}, {"FrequencyMaxMHz", "10000"}});  // kHz
        tell_kind(t, 3, {{"FrequencyBaseMHz", "49"}});
        tell_kind(t, 4, {{"FrequencyMaxMHz", "10001"}});
        tell_kind(t, 5, {{"FrequencyBaseMHz", "50"}});
      })));
  std::vector<double> clocks;
  for (const dat::Core& core : m.cores)
    clocks.push_back(m.core_classes[core.class_index].ips / 4 / 1e6);
  EXPECT_THAT(clocks, ElementsAre(2000, 3500, 10000, 3000, 3000, 50));
  EXPECT_EQ(m.core_classes.size(), 5U);
  EXPECT_EQ(m.class_of_cache(0).throughput.read_bandwidth, 32 * 2e9);
  EXPECT_THAT(description(m), HasSubstr("a clock of 3 GHz for cores of which none is told"));
}

TEST_F(Import, TellsKindsOfCoresByCapacityWhereNoClockIsTold) {
  const auto tell = [](const char* clock) {
    return [clock](hwloc_topology_t t) {
      tell_kind(t, 0, {{"LinuxCapacity", "1024"}, {"FrequencyMaxMHz", clock}});
      tell_kind(t, 1, {{"LinuxCapacity", "512"}, {"FrequencyMaxMHz", clock}});
    };
  };
  const char* const what = "node:1 l2:2 core:1 pu:1";
  EXPECT_EQ(imported_machine(file(synthetic(what, tell("0")))).core_classes.size(), 2U);
  EXPECT_EQ(imported_machine(file(synthetic(what, tell("2000")))).core_classes.size(), 1U);
}

TEST_F(Import, TellsKindsOfCoresByTheirNames) {
  const Machine m =
      imported_machine(file(synthetic("node:1 l2:3 core:1 pu:1", [](hwloc_topology_t t) {
        tell_kind(t, 0, {{"CoreType", "IntelCore"}, {"FrequencyBaseMHz", "3000"}});
        tell_kind(t, 1, {{"CoreType", "IntelAtom"}, {"FrequencyBaseMHz", "2000"}});
        tell_kind(t, 2, {{"CoreType", "IntelCore"}, {"FrequencyBaseMHz", "2500"}});
      })));
  std::vector<std::string> names;
  for (const dat::Core& core : m.cores) names.push_back(m.core_classes[core.class_index].name);
  EXPECT_THAT(names, ElementsAre("IntelCore", "IntelAtom", "IntelCorekind2"));
}

using Facts = std::vector<std::pair<const char*, const char*>>;
Machine machine_of_processor(const std::string& path, const Facts& facts, const char* clock) {
  std::ofstream(path) << synthetic("node:1 l2:1 core:2 pu:1", [&](hwloc_topology_t t) {
    tell_kind(t, 0, {{"FrequencyBaseMHz", clock}});
    tell_kind(t, 1, {{"FrequencyBaseMHz", clock}});
    for (const auto& [name, value] : facts) hwloc_obj_add_info(hwloc_get_root_obj(t), name, value);
  });
  return imported_machine(path);
}

TEST_F(Import, KnowsHowCoresExecuteInstructionsByTheProcessor) {
  const auto generation = [&](const Facts& facts) {
    const Machine m = machine_of_processor(folder_.file("processor.xml"), facts, "2400");
    const auto& pipeline = m.core_classes[0].pipeline;
    return pipeline ? pipeline->generation : std::string();
  };
  const auto x86 = [&](const char* vendor, const char* family, const char* model) {
    return generation(
        {{"CPUVendor", vendor}, {"CPUFamilyNumber", family}, {"CPUModelNumber", model}});
  };
  EXPECT_EQ(x86("GenuineIntel", "6", "63"), "haswell");
  EXPECT_EQ(x86("GenuineIntel", "6", "85"), "skylake");
  EXPECT_EQ(x86("GenuineIntel", "6", "143"), "sapphire-rapids");
  EXPECT_EQ(x86("GenuineIntel", "6", "26"), "");
  EXPECT_EQ(x86("GenuineIntel", "15", "63"), "");
  EXPECT_EQ(x86("AuthenticAMD", "23", "49"), "zen2");
  EXPECT_EQ(x86("AuthenticAMD", "23", "1"), "");
  EXPECT_EQ(x86("AuthenticAMD", "25", "1"), "zen3");
  EXPECT_EQ(x86("AuthenticAMD", "25", "17"), "zen4");
  EXPECT_EQ(x86("AuthenticAMD", "26", "2"), "zen5");
  EXPECT_EQ(generation({{"CPUImplementer", "0x41"}, {"CPUPart", "0xd0c"}}), "neoverse-n1");
  EXPECT_EQ(generation({{"CPUImplementer", "0x46"}, {"CPUPart", "0x001"}}), "a64fx");
  EXPECT_EQ(generation({}), "");
}

TEST_F(Import, SaysWhyItDoesNotKnowHowCoresExecuteInstructions) {
  const Facts zen5 = {
      {"CPUVendor", "AuthenticAMD"}, {"CPUFamilyNumber", "26"}, {"CPUModelNumber", "2"}};
  const Machine known = machine_of_processor(folder_.file("processor.xml"), zen5, "2400");
  EXPECT_EQ(known.core_classes[0].pipeline->clock, 2.4e9);
  EXPECT_THAT(description(known), HasSubstr("(pipeline) is hpcast's table of zen5 cores"));
  const Machine without_clock = machine_of_processor(folder_.file("processor.xml"), zen5, "0");
  EXPECT_EQ(without_clock.core_classes[0].pipeline->clock, 3e9);
  EXPECT_THAT(description(without_clock), HasSubstr("a clock of 3 GHz"));
  EXPECT_THAT(description(machine_of_processor(folder_.file("processor.xml"), {}, "2400")),
              HasSubstr("(pipeline) is not known: hpcast has no table of its cores"));
}

// Of the first node's memory as that CPU sees it; MB/s or ns.
void tell_rate(hwloc_topology_t t, hwloc_memattr_id_t id, unsigned cpu, std::uint64_t value) {
  hwloc_location from{};
  from.type = HWLOC_LOCATION_TYPE_CPUSET;
  from.location.cpuset = hwloc_get_obj_by_type(t, HWLOC_OBJ_PU, cpu)->cpuset;
  hwloc_obj_t node = hwloc_get_obj_by_type(t, HWLOC_OBJ_NUMANODE, 0);
  EXPECT_EQ(hwloc_memattr_set_value(t, id, node, &from, 0, value), 0);
}

using Rates = std::vector<std::pair<hwloc_memattr_id_t, std::uint64_t>>;
dat::MemClass memory_with(const std::string& path, const Rates& rates) {
  std::ofstream(path) << synthetic("node:1 l2:2 core:1 pu:1", [&](hwloc_topology_t t) {
    for (const auto& [id, value] : rates) tell_rate(t, id, 0, value);
  });
  return imported_machine(path).class_of_memory(0);
}

TEST_F(Import, MemoryHasTheRatesThatTheNearestCoreSees) {
  const Machine m =
      imported_machine(file(synthetic("node:1 l2:2 core:1 pu:1", [](hwloc_topology_t t) {
        tell_rate(t, HWLOC_MEMATTR_ID_BANDWIDTH, 0, 40000);
        tell_rate(t, HWLOC_MEMATTR_ID_BANDWIDTH, 1, 50000);
        tell_rate(t, HWLOC_MEMATTR_ID_LATENCY, 0, 110);
        tell_rate(t, HWLOC_MEMATTR_ID_LATENCY, 1, 90);
      })));
  EXPECT_EQ(m.class_of_memory(0).throughput.read_bandwidth, 50e9);
  EXPECT_EQ(m.class_of_memory(0).throughput.write_bandwidth, 50e9);
  EXPECT_DOUBLE_EQ(*m.class_of_memory(0).latency, 90e-9);
  EXPECT_THAT(description(m), HasSubstr("bandwidths and latencies of memories (HMAT)"));
}

TEST_F(Import, RatesOfReadsAndWritesGoBeforeThoseOfBoth) {
  const dat::MemClass c =
      memory_with(folder_.file("node.xml"), {{HWLOC_MEMATTR_ID_BANDWIDTH, 10000},
                                             {HWLOC_MEMATTR_ID_READ_BANDWIDTH, 30000},
                                             {HWLOC_MEMATTR_ID_WRITE_BANDWIDTH, 20000},
                                             {HWLOC_MEMATTR_ID_LATENCY, 100},
                                             {HWLOC_MEMATTR_ID_READ_LATENCY, 80}});
  EXPECT_EQ(c.throughput.read_bandwidth, 30e9);
  EXPECT_EQ(c.throughput.write_bandwidth, 20e9);
  EXPECT_DOUBLE_EQ(*c.latency, 80e-9);
}

TEST_F(Import, TakesNoRatesThatCannotBe) {
  const std::string path = folder_.file("node.xml");
  const dat::MemClass most = memory_with(
      path, {{HWLOC_MEMATTR_ID_BANDWIDTH, 100'000'000}, {HWLOC_MEMATTR_ID_LATENCY, 100'000}});
  EXPECT_EQ(most.throughput.read_bandwidth, 1e14);
  EXPECT_DOUBLE_EQ(*most.latency, 1e-4);
  const dat::MemClass more = memory_with(
      path, {{HWLOC_MEMATTR_ID_BANDWIDTH, 100'000'001}, {HWLOC_MEMATTR_ID_LATENCY, 100'001}});
  EXPECT_EQ(more.throughput.read_bandwidth, 2 * 12.8e9);
  EXPECT_FALSE(more.latency);
  const dat::MemClass in_turn = memory_with(
      path, {{HWLOC_MEMATTR_ID_READ_BANDWIDTH, 100'000'001}, {HWLOC_MEMATTR_ID_BANDWIDTH, 10000}});
  EXPECT_EQ(in_turn.throughput.read_bandwidth, 10e9);
}

TEST_F(Import, SaysWhereTwoNodesHaveOneNumber) {
  std::string xml = synthetic("node:2 core:1 pu:1");
  const std::string told = "type=\"NUMANode\" os_index=\"1\"";
  const std::size_t at = xml.find(told);
  ASSERT_NE(at, std::string::npos);
  xml.replace(at, told.size(), "type=\"NUMANode\" os_index=\"0\"");
  const auto line = std::count(xml.begin(), xml.begin() + static_cast<long>(at), '\n') + 1;
  try {
    imported_machine(file(xml));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("node.xml:" + std::to_string(line) +
                                        ": a second NUMA node has the number 0"));
  }
}

TEST_F(Import, RefusesWhatIsDamaged) {
  const std::string whole = synthetic("node:2 core:2 pu:1");
  EXPECT_THROW(imported_machine(file(whole.substr(0, whole.size() / 2))), InputError);
  EXPECT_THROW(imported_machine(file("")), InputError);
  EXPECT_THROW(imported_machine(file("<topology version=\"3.0\"></topology>")), InputError);
  EXPECT_THROW(imported_machine(folder_.file("none.xml")), InputError);
}

}  // namespace
}  // namespace hpcast::host
