// The traces that counters are learned from, of a program that is run at one size after the other.
#pragma once

#include <string>
#include <vector>

#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/sizes.h"

namespace hpcast::forecast {

struct LearningRequest {
  MemoryRequest memory;              // its machine, how it is simulated; region_trace is set here
  std::vector<std::string> command;  // with {NAME} where the size of that name goes
  std::vector<countergen::Sizes> sizes;
  std::vector<std::string> metrics;  // that the runs must have
  std::string traces;  // folder to keep the archives in, "rows=100,cols=20" …; empty: not kept
};

// Shows progress. Throws InputError where the command does not name all sizes, two runs are alike,
// or a run fails.
std::vector<countergen::TrainingRun> run_at_sizes(const LearningRequest& request);

// The command with the sizes' values where their names are in it.
std::vector<std::string> command_at(const std::vector<std::string>& command,
                                    const countergen::Sizes& sizes);

// Of traces that are there, each with its sizes.
std::vector<countergen::TrainingRun> read_runs(const std::vector<std::string>& traces,
                                               const std::vector<countergen::Sizes>& sizes);

}  // namespace hpcast::forecast
