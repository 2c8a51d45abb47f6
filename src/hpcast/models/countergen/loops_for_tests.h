// Models of programs that are some loops one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/model_file.h"

namespace hpcast::countergen {

// What a loop counts at a size: references, and misses of each level.
struct LoopCounts {
  double references = 0;
  std::vector<double> misses;
};
using Loop = std::function<LoopCounts(double n)>;

// Loops one after the other.
inline countertrace::Trace run_of_loops(const std::vector<Loop>& loops, double n) {
  using countertrace::Event;
  countertrace::Trace trace;
  trace.ticks_a_second = 1'000'000'000;
  trace.metrics = {{"PAPI_LST_INS", "#"}};
  for (std::size_t level = 1; level <= loops[0](n).misses.size(); ++level)
    trace.metrics.push_back({"PAPI_L" + std::to_string(level) + "_DCM", "#"});
  countertrace::Thread& thread = trace.threads.emplace_back();
  std::vector<double> counts(trace.metrics.size(), 0);
  for (std::uint32_t loop = 0; loop < loops.size(); ++loop) {
    trace.regions.push_back("loop" + std::to_string(loop));
    for (const bool is_behind : {false, true}) {
      const std::uint64_t time = 2000 * loop + (is_behind ? 1000 : 0);
      thread.events.push_back({time, 0, Event::Kind::metrics});
      thread.events.push_back({time, loop, is_behind ? Event::Kind::leave : Event::Kind::enter});
      const LoopCounts gains = is_behind ? loops[loop](n) : LoopCounts{0, {}};
      counts[0] += gains.references;
      for (std::size_t i = 0; i < gains.misses.size(); ++i) counts[1 + i] += gains.misses[i];
      thread.values.insert(thread.values.end(), counts.begin(), counts.end());
    }
  }
  return trace;
}

inline Model learned_of(const std::vector<double>& sizes, const std::vector<Loop>& loops,
                        const std::vector<std::uint64_t>& cache_lines = {}) {
  std::vector<TrainingRun> runs;
  for (const double n : sizes) {
    runs.push_back({"run", {{"n", n}}, run_of_loops(loops, n)});
    runs.back().trace.cache_lines = cache_lines;
  }
  return model_in(parse_json(to_text(learn({}, runs)), "M"));
}

}  // namespace hpcast::countergen
