// A table that a benchmark of MPI has printed, OSU's or Intel's, in SI base units.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hpcast::netcal {

enum class Benchmark : std::uint8_t {
  latency,       // s: half a round trip of two ranks
  bandwidth,     // bytes/s, one way
  both_ways,     // bytes/s, both ways together
  message_rate,  // messages/s of a pair
  allreduce,     // s, as all collectives
  bcast,
  alltoall,  // by bytes for each rank
  barrier,   // one row, of 0 bytes
};
// "ping-pong", "bandwidth, one way", …
const char* name_of(Benchmark benchmark);
bool is_collective(Benchmark benchmark);
bool is_time(Benchmark benchmark);

struct Row {
  std::uint64_t bytes = 0;
  double value = 0;
};

struct Table {
  Benchmark benchmark = Benchmark::latency;
  std::vector<Row> rows;    // by growing size
  std::uint32_t ranks = 0;  // of a collective; 0: the table does not say
  std::uint32_t nodes = 0;  // that the ranks are on; 0: the table does not say
  // Messages under way at once: those of a window are begun together, then all waited for.
  std::uint32_t window = 64;
  std::uint32_t pairs = 1;  // of ranks that send at the same time
  std::string title;        // as the benchmark calls itself
  std::string file;
};

struct Tables {
  std::vector<Table> tables;
  std::vector<std::string> passed_over;  // titles of tables that hpcast has no use for
};

}  // namespace hpcast::netcal
