// All that hpcast measures of a machine, benchmark beside benchmark.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hpcast/base/interruption.h"
#include "hpcast/inputs/calibrate/instruction_bench.h"
#include "hpcast/inputs/calibrate/least.h"
#include "hpcast/inputs/calibrate/levels.h"
#include "hpcast/inputs/calibrate/load.h"
#include "hpcast/inputs/calibrate/room.h"
#include "hpcast/inputs/calibrate/translation.h"

namespace hpcast::calibrate {

// Seconds for a byte, of streams; the copied bytes count once.
struct StreamTimes {
  Least read, write, copy;
};

struct LevelTimes {
  Least latency;         // s
  StreamTimes alone;     // one thread
  StreamTimes together;  // all at once, for a byte of any of them; of no rounds where not measured
};

struct Times {
  Least add;  // s: a cycle
  std::vector<InstructionBench> benches;
  std::vector<Least> loops;  // s for one of per_turn, by bench
  std::vector<LevelTimes> levels;
  std::vector<std::pair<std::size_t, Least>> in_flight;  // walkers, and s for a line of any of them
  std::vector<LoadTime> loads;  // of memory, by ascending pace; none where there is one thread
  // s for a line, of many that the second cache has and that are of one set of the first one; of no
  // rounds where not measured.
  Least of_set;
  // Of the last cache, where this machine has less than is told (seen_capacity.h).
  std::optional<std::size_t> seen_capacity;
  TranslationTimes translation;
  Room room;
  Least page_fault;
  Least meeting;            // of all threads; of no rounds where there is one
  Least hand_over;          // of a word between the first two; likewise
  bool huge_pages = false;  // in memory's footprint
  int rounds = 0;
  double seconds = 0;
};

struct MeasureRequest {
  std::vector<Level> levels;
  PageCounts pages;
  std::vector<unsigned> cpus;  // one of each core; measured on the first, all at once on all
  double seconds = 60;
  int least_rounds = 9;
};

Times measure(const MeasureRequest& request, const Interruption& interruption);

}  // namespace hpcast::calibrate
