// Learning from traces of runs at several sizes.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hpcast/inputs/countertrace/trace.h"
#include "hpcast/models/countergen/model.h"
#include "hpcast/models/countergen/sizes.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

inline constexpr char by_laws[] = "laws";

struct LearnRequest {
  std::vector<std::string> metrics;  // none: those that all traces have
  // by_laws: a law of growth for each place in the program, trees where there is none. Otherwise a
  // name of regression::regressors(), the paper's way.
  std::string method = by_laws;
  unsigned history = 8;            // of regressors: so many metrics events before
  double least_gain = 0;           // of regressors: what gains less is not learned from
  std::uint64_t seed = 0;          // of regressors and noise
  double noise = 0;                // added to each gain: the mean of a Poisson distribution
  bool differing_regions = false;  // some may be entered at some sizes only
};

struct TrainingRun {
  std::string name;  // for people
  Sizes sizes;
  countertrace::Trace trace;
};

// To each gain a number of Poisson's distribution with that mean.
void add_noise(std::vector<ThreadSteps>& threads, double mean, std::mt19937_64& random);

// Throws InputError where the run has no metric at all, or lacks one of these.
void check_metrics(const std::vector<std::string>& metrics, const TrainingRun& run);

// Throws InputError where sizes are not such as can be learned from (check_sizes()), a trace has no
// events or not the metrics, or traces have other regions or threads.
Model learn(const LearnRequest& request, const std::vector<TrainingRun>& runs);

}  // namespace hpcast::countergen
