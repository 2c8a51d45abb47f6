#include "trace_generation_runs.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "build_tree.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/forecast/counters/learning_runs.h"
#include "hpcast/inputs/countertrace/read.h"
#include "hpcast/models/countergen/sizes.h"

namespace hpcast::bench {

namespace {

using countertrace::Event;

// Each of the regions' events goes, and the metrics event before it: what they counted is that of
// the regions around them.
void leave_out(const std::vector<std::string>& regions, countertrace::Trace& trace) {
  for (countertrace::Thread& thread : trace.threads) {
    countertrace::Thread kept{thread.name, {}, {}};
    std::size_t metrics_events = 0;
    std::span<const double> counted;
    for (const Event& event : thread.events) {
      if (event.kind == Event::Kind::metrics) {
        counted = trace.values(thread, metrics_events++);
      } else if (std::count(regions.begin(), regions.end(), trace.regions[event.region]) == 0) {
        kept.events.push_back({event.tick, 0, Event::Kind::metrics});
        kept.events.push_back(event);
        kept.values.insert(kept.values.end(), counted.begin(), counted.end());
      }
    }
    thread = std::move(kept);
  }
}

countergen::TrainingRun simulated_run(const Subject& subject, const std::string& size) {
  const ScratchFolder scratch;
  const std::string archive = scratch.file("traces");
  const countergen::Sizes sizes = countergen::sizes_in(size, "size");
  run({Words{hpcast_program(), "memory", "xeon-e5-2680v4x2", "--omp-threads", "1", "--otf2",
             archive, "--"} +
       forecast::command_at(subject.command, sizes)});
  countergen::TrainingRun made{size, sizes, countertrace::read_trace(archive)};
  leave_out(subject.filtered, made.trace);
  return made;
}

}  // namespace

Runs simulated_runs(const Subject& subject) {
  Runs runs;
  for (const std::string& size : subject.training)
    runs.training.push_back(simulated_run(subject, size));
  for (const std::string& size : subject.tests) runs.tests.push_back(simulated_run(subject, size));
  return runs;
}

std::vector<std::string> entered_regions(const Runs& runs) {
  const countertrace::Trace& trace = runs.training.front().trace;
  std::set<std::string> names;
  for (const countertrace::Thread& thread : trace.threads)
    for (const Event& event : thread.events)
      if (event.kind == Event::Kind::enter) names.insert(trace.regions[event.region]);
  return {names.begin(), names.end()};
}

}  // namespace hpcast::bench
