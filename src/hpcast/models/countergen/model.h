// What has been learned of a program's counters: how they, its times and the order of its events
// depend on the sizes of its problem. A file of it: model_file.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/countertrace/trace.h"
#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/history_model.h"
#include "hpcast/models/countergen/law.h"
#include "hpcast/models/countergen/shape.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

// What a run that was learned from gained in all, and what the model says of it.
struct Held {
  double measured = 0, forecast = 0;
};

struct LearnedRun {
  std::vector<double> sizes;
  std::uint64_t events = 0;  // that enter or leave regions
  std::vector<Held> held;    // by metric, the time in nanoseconds behind; none: nobody knows
};

struct LearnedThread {
  std::string name;
  Law start;  // nanoseconds from the run's first event to the thread's
};

struct Model {
  std::vector<std::string> size_names;
  std::vector<LearnedRun> runs;
  std::vector<countertrace::Metric> metrics;
  std::vector<Limit> limits;               // of metrics by others, that the runs keep (limits.h)
  bool is_simulated = false;               // of any of the runs: its counters
  std::vector<std::uint64_t> cache_lines;  // as countertrace::Trace; none: nobody knows
  double noise = 0;                        // mean of what was added to each gain
  Names regions;
  Stacks stacks;
  std::vector<LearnedThread> threads;
  std::vector<ThreadShape> shape;  // by thread; none where `irregular` says why
  std::string irregular;
  Contexts laws;                        // none: `history` is for all
  std::optional<HistoryModel> history;  // else for what no law describes, if anything

  std::vector<std::string> metric_names() const {
    std::vector<std::string> names;
    for (const countertrace::Metric& metric : metrics) names.push_back(metric.name);
    return names;
  }
};

}  // namespace hpcast::countergen
