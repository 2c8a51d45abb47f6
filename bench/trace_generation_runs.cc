#include "trace_generation_runs.h"

#include <set>
#include <span>
#include <utility>

#include "build_tree.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/countergen/sizes.h"
#include "hpcast/forecast/learning_runs.h"

namespace hpcast::bench {

namespace {

// As if it had not been traced: each of its events goes, and the metrics event before it.
void leave_out(const std::string& region, countertrace::Trace& trace) {
  using countertrace::Event;
  for (countertrace::Thread& thread : trace.threads) {
    countertrace::Thread kept{thread.name, {}, {}};
    std::size_t metrics_events = 0;
    std::span<const double> counted;
    for (const Event& event : thread.events) {
      if (event.kind == Event::Kind::metrics) {
        counted = trace.values(thread, metrics_events++);
      } else if (trace.regions[event.region] != region) {
        kept.events.push_back({event.tick, 0, Event::Kind::metrics});
        kept.events.push_back(event);
        kept.values.insert(kept.values.end(), counted.begin(), counted.end());
      }
    }
    thread = std::move(kept);
  }
}

std::vector<countergen::TrainingRun> kept_runs(const std::string& folder,
                                               const std::vector<std::string>& sizes) {
  std::vector<std::string> traces;
  std::vector<countergen::Sizes> parsed;
  for (const std::string& size : sizes) {
    traces.push_back(folder + "/" + size);
    parsed.push_back(countergen::sizes_in(size, "size"));
  }
  return forecast::read_runs(traces, parsed);
}

}  // namespace

Runs simulated_runs(const Subject& subject) {
  const ScratchFolder scratch;
  const std::string traces = scratch.file("traces");
  run({Words{hpcast_program(), "learn", "--sizes"} + subject.training + subject.tests +
       Words{"--machine", "xeon-e5-2680v4x2", "--omp-threads", "1", "--traces", traces, "-o",
             scratch.file("model"), "--"} +
       subject.command});
  Runs runs{kept_runs(traces, subject.training), kept_runs(traces, subject.tests)};
  for (std::vector<countergen::TrainingRun>* of : {&runs.training, &runs.tests})
    for (countergen::TrainingRun& one : *of) leave_out(subject.no_region, one.trace);
  return runs;
}

std::vector<std::string> entered_regions(const Runs& runs) {
  const countertrace::Trace& trace = runs.training.front().trace;
  std::set<std::string> names;
  for (const countertrace::Thread& thread : trace.threads)
    for (const countertrace::Event& event : thread.events)
      if (event.kind == countertrace::Event::Kind::enter) names.insert(trace.regions[event.region]);
  return {names.begin(), names.end()};
}

}  // namespace hpcast::bench
