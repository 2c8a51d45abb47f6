// The machines that hpcast knows by name. Bandwidths are bytes a cycle times a clock; where a
// number comes from is said in the description's `sources`, which go into the DAT.
#include <array>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/generations.h"

namespace hpcast::dat {
namespace {

constexpr std::uint64_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

constexpr const char* amd_rome_guide =
    "AMD, Software Optimization Guide for AMD Family 17h Models 30h and Greater Processors, "
    "publication 56305, rev. 3.00, 2020";
constexpr const char* amd_milan_guide =
    "AMD, Software Optimization Guide for AMD Family 19h Processors, publication 56665, rev. 3.00, "
    "2020";
constexpr const char* zen2_isscc =
    "Singh et al., Zen 2: The AMD 7nm Energy-Efficient High-Performance x86-64 Microprocessor "
    "Core, "
    "ISSCC 2020; Suggs et al., The AMD Zen 2 Processor, IEEE Micro 40(2), 2020";
constexpr const char* zen3_micro =
    "Evers et al., The AMD Next-Generation Zen 3 Core, IEEE Micro 42(3), 2022";
constexpr const char* naffziger =
    "Naffziger et al., AMD Chiplet Architecture for High-Performance Server and Desktop Products, "
    "ISSCC 2020, and Suggs et al., IEEE Micro 40(2), 2020: 32 B read and 16 B write a fabric clock";
constexpr const char* intel_guide =
    "Intel 64 and IA-32 Architectures Optimization Reference Manual, 248966, 2016-2020, chapter 2";

CacheClass cache(const char* name, std::uint64_t capacity, std::uint32_t ways,
                 std::uint32_t linesize, double read, double write,
                 Inclusion inclusion = Inclusion::nine) {
  CacheClass c;
  c.name = name;
  c.capacity = capacity;
  c.associativity = ways;
  c.linesize = linesize;
  c.throughput = {read, write, Duplex::full};
  c.inclusion = inclusion;
  return c;
}

MemClass memory(const char* name, std::uint64_t capacity, std::uint32_t linesize,
                double bandwidth) {
  MemClass c;
  c.name = name;
  c.capacity = capacity;
  c.linesize = linesize;
  c.throughput = {bandwidth, bandwidth, Duplex::half};
  return c;
}

RouterClass router(const char* name, double read, double write, Duplex duplex = Duplex::full) {
  return {name, {read, write, duplex}, std::nullopt, {}};
}

// `window` and `line_fill_buffers` are 0 where no source tells.
CoreClass core(const char* name, const char* generation, double clock, double dp, double sp,
               double instructions, std::uint32_t window = 0, std::uint32_t line_fill_buffers = 0) {
  CoreClass c;
  c.name = name;
  c.dp_flops = dp * clock;
  c.sp_flops = sp * clock;
  c.ips = instructions * clock;
  c.window = window;
  c.line_fill_buffers = line_fill_buffers;
  c.pipeline = pipeline_of(generation, clock, c);
  return c;
}

// By cache, the first one's first.
void set_prefetch(Description& d, const std::vector<std::uint32_t>& lines_ahead,
                  const std::string& source) {
  for (std::size_t i = 0; i < lines_ahead.size(); ++i)
    d.caches[i].cache.prefetch_ahead = lines_ahead[i];
  d.sources["cache_class.prefetch_ahead"] = source;
}

// Into L2; the prefetchers of L1 are one line ahead, which hides less than loads do themselves.
void set_intel_prefetch(Description& d) {
  set_prefetch(d, {0, 20}, std::string(intel_guide) + ": the streamer runs up to 20 lines ahead");
}

constexpr const char* zen3_calibrated =
    "hpcast calibrate on an AMD EPYC of family 25, model 1 (Milan) in a virtual machine, Nov 2026: "
    "lines under way where one thread reads from L2, L3, memory";
const std::vector<std::uint32_t> zen3_prefetch{6, 13, 48};

Description i7_7700k() {
  constexpr double clock = 4.2e9;
  Description d;
  d.title = "Intel Core i7-7700K";
  d.description =
      "One socket, 4 cores at the base clock of 4.2 GHz, two channels of DDR4-2400. "
      "Cache bandwidths are the manual's peak bytes a cycle; the L3 is taken as one cache of four "
      "slices, each 32 bytes a cycle each way.";
  d.date = "2026-11";
  const std::string specification = "Intel ARK, Core i7-7700K specification, 2017";
  d.sources = {
      {"core_class", specification + ": 4 cores, 4.2 GHz; " + intel_guide +
                         ": 2 x 256-bit FMA, 4 instructions a cycle, 224 in flight, 10 line fill "
                         "buffers (Skylake client)"},
      {"cache_class.L1",
       std::string(intel_guide) + ": 32 KiB, 8 ways, 2 x 32 B loads and 1 x 32 B store a cycle"},
      {"cache_class.L2", std::string(intel_guide) + ": 256 KiB, 4 ways, 64 B a cycle"},
      {"cache_class.L3", specification + ": 8 MiB; " + intel_guide +
                             ": 2 MiB and 16 ways a slice, 32 B a cycle, inclusive"},
      {"mem_class",
       specification + ": 2 x DDR4-2400 = 38.4 GB/s; 32 GiB assumed (half of what it supports)"}};
  d.cores = 4;
  d.core = core("i7-7700K", "skylake", clock, 16, 32, 4, 224, 10);
  d.caches = {
      {cache("L1", 32 * KiB, 8, 64, 64 * clock, 32 * clock), 1},
      {cache("L2", 256 * KiB, 4, 64, 64 * clock, 64 * clock), 1},
      {cache("L3", 8 * MiB, 16, 64, 4 * 32 * clock, 4 * 32 * clock, Inclusion::inclusive), 4}};
  set_intel_prefetch(d);
  d.memory = memory("ddr4-2400x2", 32 * GiB, 64, 38.4e9);
  return d;
}

// What the two EPYC generations have in common: the I/O die, its links and memories.
Description epyc(double fabric_clock) {
  Description d;
  d.sockets = 2;
  d.nodes = 4;
  d.dies = 2;
  d.cores = 8;
  d.die_router = router("ccd", 32 * fabric_clock, 16 * fabric_clock);
  d.node_router = router("iod", 4 * 32 * fabric_clock, 4 * 16 * fabric_clock);
  // Four links of 16 lanes at 18 GT/s: 144 GB/s each way. The edge between the sockets counts each
  // direction apart; the routers at its ends pass both, whatever the mix.
  constexpr double link = 4 * 16 * 18e9 / 8;
  d.socket_link = Throughput{link, link, Duplex::full};
  d.port_router = router("xgmi", 2 * link, 2 * link, Duplex::half);
  d.memory = memory("ddr4-3200x2", 64 * GiB, 64, 51.2e9);
  d.date = "2026-11";
  return d;
}

void set_nps(Description& d, bool interleaved) {
  d.interleaved = interleaved;
  d.title += interleaved ? ", NPS0" : ", NPS4";
  d.description +=
      interleaved ? " NPS0: all memory of both sockets is one NUMA node, interleaved."
                  : " NPS4: a NUMA node is a quadrant of the I/O die, its two CCDs and channels.";
}

void add_epyc_sources(Json& sources, const std::string& fabric) {
  sources["router_class.ccd"] = std::string(naffziger) + "; " + fabric;
  sources["router_class.iod"] =
      "no public figure: the sum of a quadrant's known ports, two CCDs and two memory channels, "
      "each 32 B read and 16 B write a fabric clock; quadrants joined each with each";
  sources["router_class.xgmi"] =
      "both directions of the socket link together, as the port passes both";
  sources["edge_class.socket_link"] =
      "AMD, EPYC 7002/7003 Series processors, 2019/2021: four xGMI-2 links of 16 lanes, up to 18 "
      "GT/s; 4 x 16 x 18 Gbit/s = 144 GB/s each way before protocol overhead (boards with three "
      "links or 16 GT/s have less)";
  sources["mem_class"] =
      "AMD product specification: 8 x DDR4-3200 a socket = 204.8 GB/s, a quarter of it a NUMA node "
      "in NPS4; 64 GiB a node assumed";
}

Description epyc_7702x2(bool interleaved) {
  constexpr double clock = 2.0e9;
  Description d = epyc(1.467e9);
  d.title = "2 x AMD EPYC 7702 (Rome)";
  d.description =
      "Two sockets of eight CCDs, a CCD of two CCXs of four cores with 16 MiB of L3 each, at the "
      "base clock of 2.0 GHz.";
  d.sources = {
      {"core_class", std::string("AMD EPYC 7702 product specification, 2019: 64 cores, 2.0 GHz; ") +
                         amd_rome_guide +
                         ": 2 x 256-bit FMA, 6 macro-ops dispatched a cycle, 224 in flight"},
      {"cache_class.L1",
       std::string(amd_rome_guide) + ": 32 KiB, 8 ways, 2 x 32 B loads and 1 x 32 B store a cycle"},
      {"cache_class.L2",
       std::string(amd_rome_guide) + ": 512 KiB, 8 ways, inclusive of L1, 32 B a cycle each way"},
      {"cache_class.L3",
       std::string(zen2_isscc) +
           ": 16 MiB, 16 ways for 4 cores, a victim cache, 32 B a cycle and core"}};
  add_epyc_sources(d.sources,
                   "fabric clock 1467 MHz (AMD, HPC Tuning Guide for EPYC 7002, pub. 56827, 2020)");
  d.core = core("zen2", "zen2", clock, 16, 32, 6, 224);
  d.caches = {
      {cache("L1", 32 * KiB, 8, 64, 64 * clock, 32 * clock), 1},
      {cache("L2", 512 * KiB, 8, 64, 32 * clock, 32 * clock, Inclusion::inclusive), 1},
      {cache("L3", 16 * MiB, 16, 64, 4 * 32 * clock, 4 * 32 * clock, Inclusion::exclusive), 4}};
  set_prefetch(d, zen3_prefetch, std::string("taken from Zen 3: ") + zen3_calibrated);
  set_nps(d, interleaved);
  return d;
}

Description epyc_7713x2(bool interleaved) {
  constexpr double clock = 2.0e9;
  Description d = epyc(1.6e9);
  d.title = "2 x AMD EPYC 7713 (Milan)";
  d.description =
      "Two sockets of eight CCDs, a CCD of eight cores that share 32 MiB of L3, at the base clock "
      "of "
      "2.0 GHz.";
  d.sources = {
      {"core_class", std::string("AMD EPYC 7713 product specification, 2021: 64 cores, 2.0 GHz; ") +
                         amd_milan_guide +
                         ": 2 x 256-bit FMA, 6 macro-ops dispatched a cycle, 256 in flight"},
      {"cache_class.L1", std::string(amd_milan_guide) +
                             ": 32 KiB, 8 ways, 2 x 32 B vector loads and 1 x 32 B store a cycle"},
      {"cache_class.L2",
       std::string(amd_milan_guide) + ": 512 KiB, 8 ways, inclusive of L1, 32 B a cycle each way"},
      {"cache_class.L3",
       std::string(zen3_micro) +
           ": 32 MiB, 16 ways for 8 cores, a victim cache, 32 B a cycle and core"}};
  add_epyc_sources(d.sources,
                   "fabric clock 1600 MHz with DDR4-3200 (AMD, HPC Tuning Guide for EPYC 7003, "
                   "pub. 57002, 2021)");
  d.core = core("zen3", "zen3", clock, 16, 32, 6, 256);
  d.caches = {
      {cache("L1", 32 * KiB, 8, 64, 64 * clock, 32 * clock), 1},
      {cache("L2", 512 * KiB, 8, 64, 32 * clock, 32 * clock, Inclusion::inclusive), 1},
      {cache("L3", 32 * MiB, 16, 64, 8 * 32 * clock, 8 * 32 * clock, Inclusion::exclusive), 8}};
  set_prefetch(d, zen3_prefetch, zen3_calibrated);
  set_nps(d, interleaved);
  return d;
}

Description xeon_phi_7210() {
  constexpr double clock = 1.3e9;
  Description d;
  d.title = "Intel Xeon Phi 7210, hybrid mode";
  d.description =
      "64 cores in 32 tiles at 1.3 GHz. Half of the 16 GB MCDRAM caches the DRAM, direct mapped; "
      "the "
      "other half is memory of its own (NUMA node 1, for explicit placement). Both halves are "
      "behind "
      "one router (edc) of the MCDRAM's whole bandwidth, which counts what cores ask for, not "
      "what fills the cache. The mesh is one router.";
  d.date = "2026-11";
  const std::string sodani =
      "Sodani et al., Knights Landing: Second-Generation Intel Xeon Phi Product, IEEE Micro 36(2), "
      "2016";
  const std::string study =
      "N. Tanabe and T. Endo, Effect of longer main-memory latency on Intel Xeon Phi (in "
      "Japanese), table 1";
  d.sources = {
      {"core_class", "Intel ARK, Xeon Phi 7210, 2016: 64 cores, 1.3 GHz; " + sodani +
                         ": 2 x 512-bit FMA, 2 instructions a cycle, 72 in flight"},
      {"cache_class.L1", sodani + ": 32 KiB, 8 ways, 2 x 64 B loads and 1 x 64 B store a cycle"},
      {"cache_class.L2",
       sodani + ": 1 MiB, 16 ways for the 2 cores of a tile, 64 B read and 32 B write a cycle"},
      {"cache_class.mcdram_cache",
       sodani + ": direct mapped, 64 B lines, more than 400 GB/s (STREAM); 8 GB: " + study},
      {"router_class.mesh",
       "no public figure: the sum of 32 tiles' ports at 64 B a cycle each way"},
      {"router_class.edc", sodani + ": as the MCDRAM, which both halves are"},
      {"router_class.flat", sodani + ": as the MCDRAM"},
      {"mem_class.ddr4", "175 ns, 192 GB, and 70.7 GB/s at one read per write as measured: " +
                             study + "; 6 x DDR4-2133 are 102.4 GB/s in theory"},
      {"mem_class.mcdram", sodani + ": 16 GB, more than 400 GB/s; 8 GB of it"}};
  d.cores = 64;
  d.core = core("knl", "knl", clock, 32, 64, 2, 72);
  d.caches = {{cache("L1", 32 * KiB, 8, 64, 128 * clock, 64 * clock), 1},
              {cache("L2", MiB, 16, 64, 64 * clock, 32 * clock), 2}};
  d.node_router = router("mesh", 32 * 64 * clock, 32 * 64 * clock);
  d.memory_side_cache = cache("mcdram_cache", 8 * GiB, 1, 64, 400e9, 400e9);
  d.memory_side_cache->side = CacheSide::memory;
  d.memory_side_cache->throughput.duplex = Duplex::half;
  d.memory = memory("ddr4", 192 * GiB, 64, 70.7e9);
  d.memory.latency = 175e-9;
  d.second_memory = memory("mcdram", 8 * GiB, 64, 400e9);
  d.memory_router = router("edc", 400e9, 400e9, Duplex::half);
  d.second_memory_router = router("flat", 400e9, 400e9, Duplex::half);
  return d;
}

Description a64fx() {
  constexpr double clock = 2.0e9;
  Description d;
  d.title = "Fujitsu A64FX";
  d.description =
      "Four core memory groups (CMG) of 12 compute cores, 8 MiB L2 and 8 GiB HBM2 each, joined in "
      "a "
      "ring, at 2.0 GHz. The assistant cores are left out.";
  d.date = "2026-11";
  const std::string manual =
      "Fujitsu, A64FX Microarchitecture Manual 1.6, 2021 (github.com/fujitsu/A64FX)";
  const std::string hot_chips =
      "Yoshida, Fujitsu High Performance CPU for the Post-K Computer, Hot Chips 30, 2018";
  d.sources = {
      {"core_class",
       manual + ": 2 x 512-bit FMA, 4 instructions decoded a cycle, 128 in flight; 2.0 GHz: "
                "Fugaku's normal mode"},
      {"cache_class.L1",
       manual + ": 64 KiB, 4 ways, 256 B lines, 128 B loaded or 64 B stored a cycle"},
      {"cache_class.L2",
       manual + ": 8 MiB, 16 ways for a CMG; " + hot_chips +
           ": more than 900 GB/s a CMG at 1.8 GHz, that is 512 B a cycle; half of "
           "it for writing"},
      {"router_class.cmg", "no public figure: the memory's 256 GB/s and both ring links together"},
      {"edge_class.fabric_link",
       hot_chips + ": ring, more than 115 GB/s each way at 1.8 GHz, that is 64 B a cycle"},
      {"mem_class", hot_chips + ": HBM2 of 8 GiB and 256 GB/s a CMG; page size: 64 KiB of Fugaku's "
                                "Linux"}};
  d.nodes = 4;
  d.cores = 12;
  d.core = core("a64fx", "a64fx", clock, 32, 64, 4, 128);
  d.caches = {{cache("L1", 64 * KiB, 4, 256, 128 * clock, 64 * clock), 1},
              {cache("L2", 8 * MiB, 16, 256, 512 * clock, 256 * clock), 12}};
  d.caches[0].cache.throughput.duplex = Duplex::half;
  const double link = 64 * clock;
  d.node_router = router("cmg", 256e9 + 2 * link, 256e9 + 2 * link);
  d.fabric = Fabric::ring;
  d.fabric_link = Throughput{link, link, Duplex::full};
  d.memory = memory("hbm2", 8 * GiB, 256, 256e9);
  d.memory.page_size = 64 * KiB;
  return d;
}

Description sparc64_viiifx() {
  constexpr double clock = 2.0e9;
  constexpr double flops = 8 * clock;  // of a core
  Description d;
  d.title = "Fujitsu SPARC64 VIIIfx (node of the K computer)";
  d.description =
      "8 cores at 2 GHz, 128 GFLOP/s. Cache and memory bandwidths are the published bytes per "
      "floating-point operation: L1D 4 (a core's share each), L2 2, memory 0.5, reads and writes "
      "together.";
  d.date = "2026-11";
  const std::string k =
      "A. Kuroda et al., Correlation of application performance and power on the K computer (in "
      "Japanese), 2015, table 1";
  const std::string extensions = "Fujitsu, SPARC64 VIIIfx Extensions, Ver. 15, 2010";
  d.sources = {{"core_class", k + ": 8 cores, 2 GHz, 128 GFLOP/s; " + extensions +
                                  ": 4 instructions a cycle, single precision at the same rate"},
               {"cache_class.L1",
                k + ": 32 KB a core, 4 B/FLOP; " + extensions + ": data cache 2 ways, 128 B lines"},
               {"cache_class.L2",
                k + ": 6 MB, 2 B/FLOP; " + extensions + ": 12 ways, 128 B lines, inclusive of L1"},
               {"mem_class", k + ": 16 GB, 0.5 B/FLOP = 64 GB/s"}};
  d.cores = 8;
  d.core = core("sparc64-viiifx", "sparc64-viiifx", clock, 8, 8, 4);
  d.caches = {
      {cache("L1", 32 * KiB, 2, 128, 4 * flops, 4 * flops), 1},
      {cache("L2", 6 * MiB, 12, 128, 2 * 8 * flops, 2 * 8 * flops, Inclusion::inclusive), 8}};
  for (CacheLevel& level : d.caches) level.cache.throughput.duplex = Duplex::half;
  d.memory = memory("ddr3", 16 * GiB, 128, 0.5 * 8 * flops);
  return d;
}

Description xeon_e5_2680v4x2() {
  constexpr double clock = 2.4e9;
  Description d;
  d.title = "2 x Intel Xeon E5-2680 v4 (node of TSUBAME 3.0)";
  d.description =
      "Two sockets of 14 cores at the base clock of 2.4 GHz, four channels of DDR4-2400 each, "
      "joined "
      "by two QPI links. The L3 is one cache a socket of 14 slices of 2.5 MiB. The node's GPUs are "
      "left out.";
  d.date = "2026-11";
  const std::string specification = "Intel ARK, Xeon E5-2680 v4 specification, 2016";
  d.sources = {
      {"core_class", specification + ": 14 cores, 2.4 GHz; " + intel_guide +
                         ": 2 x 256-bit FMA, 4 instructions a cycle, 192 in flight, 10 line fill "
                         "buffers (Broadwell)"},
      {"cache_class.L1",
       std::string(intel_guide) + ": 32 KiB, 8 ways, 2 x 32 B loads and 1 x 32 B store a cycle"},
      {"cache_class.L2", std::string(intel_guide) + ": 256 KiB, 8 ways, 64 B a cycle"},
      {"cache_class.L3", specification + ": 35 MiB; " + intel_guide +
                             ": slices of 2.5 MiB and 20 ways, inclusive, 32 B a cycle each way"},
      {"router_class.ring",
       "no public figure: memory and socket link together, so that it does not "
       "limit by itself"},
      {"edge_class.socket_link",
       specification + ": 2 QPI links at 9.6 GT/s of 2 bytes = 38.4 GB/s each way"},
      {"mem_class", specification + ": 4 x DDR4-2400 = 76.8 GB/s a socket; 128 GiB a socket: "
                                    "TSUBAME 3.0 hardware and software specifications, 2017"}};
  d.sockets = 2;
  d.cores = 14;
  d.core = core("broadwell", "broadwell", clock, 16, 32, 4, 192, 10);
  d.caches = {
      {cache("L1", 32 * KiB, 8, 64, 64 * clock, 32 * clock), 1},
      {cache("L2", 256 * KiB, 8, 64, 64 * clock, 64 * clock), 1},
      {cache("L3", 35 * MiB, 20, 64, 14 * 32 * clock, 14 * 32 * clock, Inclusion::inclusive), 14}};
  set_intel_prefetch(d);
  d.node_router = router("ring", 76.8e9 + 2 * 38.4e9, 76.8e9 + 2 * 38.4e9);
  d.socket_link = Throughput{38.4e9, 38.4e9, Duplex::full};
  d.memory = memory("ddr4-2400x4", 128 * GiB, 64, 76.8e9);
  return d;
}

struct KnownMachine {
  const char* name;
  Description (*describe)();
};

constexpr std::array<KnownMachine, 9> all = {{
    {"i7-7700k", i7_7700k},
    {"epyc-7702x2-nps4", [] { return epyc_7702x2(false); }},
    {"epyc-7702x2-nps0", [] { return epyc_7702x2(true); }},
    {"epyc-7713x2-nps4", [] { return epyc_7713x2(false); }},
    {"epyc-7713x2-nps0", [] { return epyc_7713x2(true); }},
    {"xeon-phi-7210", xeon_phi_7210},
    {"a64fx", a64fx},
    {"sparc64-viiifx", sparc64_viiifx},
    {"xeon-e5-2680v4x2", xeon_e5_2680v4x2},
}};

}  // namespace

std::vector<std::string> known_machines() {
  std::vector<std::string> names;
  for (const KnownMachine& known : all) names.emplace_back(known.name);
  return names;
}

Description describe(const std::string& name) {
  for (const KnownMachine& known : all) {
    if (name != known.name) continue;
    Description d = known.describe();
    d.sources["core_class.pipeline"] = "hpcast's table of " + d.core.pipeline->generation +
                                       " cores, with the source of each number "
                                       "(src/hpcast/inputs/dat/generations); the clock as above";
    return d;
  }
  const std::string hint = did_you_mean(name, known_machines());
  throw InputError("no machine named '" + name + "'",
                   hint.empty() ? "known are " + list_of(known_machines()) : hint);
}

Machine generate(const std::string& name) { return build(describe(name)); }

}  // namespace hpcast::dat
