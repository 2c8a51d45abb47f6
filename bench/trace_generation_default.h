// The default model, laws of growth, on runs of several programs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "table.h"
#include "trace_generation_errors.h"
#include "trace_generation_runs.h"

namespace hpcast::bench {

// A run that is forecast, and what its errors may be where something is asked of it.
struct Case {
  std::string program;
  const Runs* runs;
  const countergen::TrainingRun* test;
  bool noise = false;
  std::optional<double> event = {}, total = {};
};

// Of one counter, or of the "time", by seed.
struct Forecasts {
  std::string counter;
  std::vector<Errors> by_seed;
};

struct Answer {
  Case asked;
  std::vector<Forecasts> forecasts;

  const Forecasts& of(const std::string& counter) const;
};

// One seed where there is no noise.
Answer answer_by_laws(const Case& asked, unsigned seeds);

// Of the first level's misses. Who knew the counts beforehand is in it, too, for cases with noise.
Table misses_table(const std::vector<Answer>& answers);
// Of the other levels' misses, and of times, in nanoseconds.
Table other_counters_table(const std::vector<Answer>& answers);

nlohmann::ordered_json to_json(const std::vector<Answer>& answers);

}  // namespace hpcast::bench
