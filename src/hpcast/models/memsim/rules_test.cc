// Rules of docs/memory-model.md that were once broken; each test has the bug's name.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

// Four cores with an L1 each; one L3 for every `span` cores; one memory.
dat::Machine clusters(std::uint32_t span, const std::string& l1, const std::string& l3) {
  std::string cores, caches, edges;
  for (int c = 0; c < 4; ++c) {
    const std::string n = std::to_string(c);
    cores += (c == 0 ? "" : ",") + std::string(R"({"name": "c)") + n + R"(", "class": "c"})";
    caches += R"({"name": "l1_)" + n + R"(", "class": "l1"},)";
    edges += R"({"name": "a)" + n + R"(", "class": "e", "source": "c)" + n +
             R"(", "target": "l1_)" + n + R"("},{"name": "b)" + n +
             R"(", "class": "e", "source": "l1_)" + n + R"(", "target": "l3_)" +
             std::to_string(static_cast<unsigned>(c) / span) + R"("},)";
  }
  for (std::uint32_t i = 0; i < 4 / span; ++i) {
    const std::string n = std::to_string(i);
    caches += (i == 0 ? "" : ",") + std::string(R"({"name": "l3_)") + n + R"(", "class": "l3"})";
    edges += (i == 0 ? "" : ",") + std::string(R"({"name": "m)") + n +
             R"(", "class": "e", "source": "l3_)" + n + R"(", "target": "m"})";
  }
  return dat::parse_machine(
      R"({"core_class": [{"name": "c", "dp_flops": 1, "sp_flops": 1, "ips": 1}], "cache_class": [
       {"name": "l1", "capacity": 1024, "associativity": 2, "read_bandwidth": 1, )" +
          l1 +
          R"(}, {"name": "l3", "capacity": 65536, "associativity": 16, "read_bandwidth": 1, )" +
          l3 + R"(}], "mem_class": [{"name": "m", "capacity": 1048576, "linesize": 64,
       "read_bandwidth": 1}], "router_class": [], "router_obj": [], "edge_class": [{"name": "e"}],
       "core_obj": [)" +
          cores + R"(], "cache_obj": [)" + caches +
          R"(], "mem_obj": [{"name": "m", "class": "m"}], "edge_obj": [)" + edges + "]}",
      "clusters");
}

void walk(std::vector<Word>& words, Op op, std::uint64_t from, std::uint64_t bytes) {
  for (std::uint64_t a = from; a < from + bytes; a += 64) words.push_back(reference(a, 3, op));
}

struct Ran {
  std::vector<PhaseCounts> phases;
  Topology topology;
  std::uint64_t unmet_waits;
  const Flow& memory(std::uint32_t core) const { return phases[0].path[core].level[1]; }
};

Ran run(const dat::Machine& machine, std::vector<std::vector<Word>> threads, bool coherent) {
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.coherent = coherent, .placement = {}, .weave = {}});
  for (auto& thread : threads) thread = thread_of(thread);
  VectorFeed feed(std::move(threads));
  simulation.run(feed);
  return {simulation.phases(), simulation.topology(), simulation.weaver().unmet_waits()};
}

// 16 KiB written, pushed into L3 by reading 16 KiB more, read again, then all pushed out.
TEST(Rules, DirtyLinesReadFromASharedExclusiveCacheAreStillWrittenBack) {
  for (const char* inclusion : {"nine", "exclusive"}) {
    const std::string line = R"("linesize": 64)";
    const dat::Machine machine = clusters(4, line, line + R"(, "inclusion": ")" + inclusion + "\"");
    std::vector<Word> words;
    walk(words, Op::write, 0x100000, 16384);
    walk(words, Op::read, 0x200000, 16384);
    walk(words, Op::read, 0x100000, 16384);
    walk(words, Op::read, 0x300000, 262144);
    const Ran ran = run(machine, {words}, false);
    EXPECT_EQ(ran.memory(0).writes, 256U) << inclusion;
  }
}

// Core 0 writes and core 1, of the same L3, reads: the L3 holds the line dirty. Core 2, of another
// L3, must find it written to memory.
TEST(Rules, ANewReaderFindsWhatAnotherClustersCacheAbsorbed) {
  const std::string line = R"("linesize": 64)";
  const dat::Machine machine = clusters(2, line, line);
  std::vector<Word> writer, neighbour, far;
  walk(writer, Op::write, 0x1000, 64);
  add_signal(writer, 1);
  add_wait(neighbour, 1, 1);
  walk(neighbour, Op::read, 0x1000, 64);
  add_signal(neighbour, 2);
  add_wait(neighbour, 9, 1);  // meanwhile the flush arrives
  add_wait(far, 2, 1);
  walk(far, Op::read, 0x2000, 64);
  add_signal(far, 9);
  add_wait(far, 2, 1);
  walk(far, Op::read, 0x1000, 64);
  const Ran ran = run(machine, {writer, neighbour, far}, true);
  std::uint64_t writes = 0;
  for (std::uint32_t core = 0; core < 4; ++core) writes += ran.memory(core).writes;
  EXPECT_EQ(writes, 1U);
}

// Ownership goes by dirty bits: a second line must not pass for owned because its neighbour is.
TEST(Rules, EveryFirstWriteToASharedLineInvalidates) {
  const dat::Machine machine = clusters(4, R"("linesize": 64)", R"("linesize": 128)");
  std::vector<Word> a, b;
  walk(a, Op::read, 0x1000, 128);
  add_signal(a, 1);
  add_wait(a, 2, 1);
  walk(a, Op::write, 0x1000, 128);
  walk(b, Op::read, 0x1000, 128);
  add_wait(b, 1, 1);
  add_signal(b, 2);
  const Ran ran = run(machine, {a, b}, true);
  EXPECT_EQ(ran.phases[0].core[1].cache[0].invalidations, 2U);
}

// The stream's words moved one for one from input to output, and the thread was taken for ended.
TEST(Rules, AThreadOfEventsOnlyIsNotTakenForEnded) {
  const std::string line = R"("linesize": 64)";
  const dat::Machine machine = clusters(4, line, line);
  std::vector<Word> a, b;
  for (Word turn = 0; turn < 100; ++turn) {
    walk(a, Op::write, 0x1000, 64);
    for (Word i = 0; i < turn % 7; ++i) add_signal(a, 5);
    add_signal(a, 1);
    add_wait(a, 2, turn + 1);
    add_wait(b, 1, turn + 1);
    add_signal(b, 2);
    walk(b, Op::write, 0x1000, 64);
  }
  for (const bool coherent : {false, true}) {
    const Ran ran = run(machine, {a, b}, coherent);
    EXPECT_EQ(ran.phases[0].core[0].references[1][3], 100U);
    EXPECT_EQ(ran.phases[0].core[1].references[1][3], 100U);
    EXPECT_EQ(ran.unmet_waits, 0U);
  }
}

TEST(Rules, AWideReferenceOnShortLinesIsOneReferenceALine) {
  const dat::Machine machine = clusters(4, R"("linesize": 16)", R"("linesize": 64)");
  const Ran ran = run(machine, {{reference(0x1008, 6, Op::read)}}, false);
  const PrivateCounters& counts = ran.phases[0].core[0];
  EXPECT_EQ(counts.references[0][6], 1U);
  EXPECT_EQ(counts.line_crossings[0], 4U);
  EXPECT_EQ(counts.cache[0].read_misses, 5U);
}

TEST(Rules, BytesStoredTwiceNonTemporallyLeaveOnce) {
  const std::string line = R"("linesize": 64)";
  const dat::Machine machine = clusters(4, line, line);
  std::vector<Word> words;
  for (const std::uint64_t a : {0x1000, 0x1000, 0x1010, 0x1020})
    words.push_back(reference(a, 5, Op::nontemporal_write));
  const Ran ran = run(machine, {words}, true);
  const Flow& bypass = ran.phases[0].path[0].bypass;
  EXPECT_EQ(bypass.writes, 2U);
  EXPECT_EQ(bypass.bytes_written, 128U);
}

}  // namespace
}  // namespace hpcast::memsim
