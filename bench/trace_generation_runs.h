// Programs run at several sizes, one thread on a node of TSUBAME 3.0; what it counts is simulated.

#pragma once

#include <string>
#include <vector>

#include "child.h"
#include "hpcast/models/countergen/learn.h"

namespace hpcast::bench {

struct Subject {
  std::string name;
  Words command;  // with {NAME} where the size of that name goes
  // Sizes: "width=100,steps=100".
  std::vector<std::string> training, tests;
  std::vector<std::string> filtered = {};  // functions that are no regions, but parts of others
};

struct Runs {
  std::vector<countergen::TrainingRun> training, tests;
};

Runs simulated_runs(const Subject& subject);

// Of all regions that the program enters at the first size.
std::vector<std::string> entered_regions(const Runs& runs);

}  // namespace hpcast::bench
