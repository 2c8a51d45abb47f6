// The paper's way (trace-generation.txt, section 3): twelve regressors on histories of events, in
// each of its variants, on runs of one program.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "table.h"
#include "trace_generation_errors.h"
#include "trace_generation_runs.h"

namespace hpcast::bench {

struct Setting {
  std::string regressor;
  unsigned history = 8;
  bool noise = false;
  bool large_only = false;  // small events are left out of training, too, not of the test alone
  bool operator==(const Setting&) const = default;
};

struct Tried {
  Setting setting;
  std::vector<Errors> by_seed;  // one, where neither noise nor the regressor draws at random
};

inline constexpr unsigned longest_history = 9;  // as the paper tried them

struct Trials {
  std::vector<Tried> all;

  const Tried& at(const Setting& setting) const;  // that was tried
};

// All that there are, in as many threads as the host runs at once. On misses of the first level.
Trials try_regressors(const Runs& runs, unsigned seeds);

// "with noise, small events left out of the test only"
std::string variant_text(bool noise, bool large_only);
// A row a regressor: its best history and the errors there, of events of ten misses or more.
Table best_histories(const Trials& trials, bool noise, bool large_only);
// A row a regressor, a column a history: the error of an event of ten misses or more.
Table errors_by_history(const Trials& trials, bool noise, bool large_only);
// What the paper tells in numbers, and the same here.
Table beside_the_paper(const Trials& trials);

nlohmann::ordered_json to_json(const Trials& trials);

}  // namespace hpcast::bench
