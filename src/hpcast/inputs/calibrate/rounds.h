// Benchmarks run in turn, round after round, so that a busy spell of the host meets all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "hpcast/base/interruption.h"
#include "hpcast/inputs/calibrate/least.h"

namespace hpcast::calibrate {

struct Bench {
  std::function<void()> prepare;  // before a round's bursts, not timed; may be empty
  std::function<double()> burst;  // seconds for one unit of its work
  int bursts = 8;                 // a round
};

class Rounds {
 public:
  // Its place among results.
  std::size_t add(Bench bench);
  // Until `seconds` have passed, but at least `least_rounds`. Throws what `interruption` does.
  void run(double seconds, int least_rounds, const Interruption& interruption);

  // Of the rounds, of each its quickest burst.
  const Least& of(std::size_t bench) const { return results_[bench]; }
  int count() const { return count_; }
  std::size_t count_of_benches() const { return benches_.size(); }

 private:
  void warm_up(const Interruption& interruption);
  void run_once(const Interruption& interruption);

  std::vector<Bench> benches_;
  std::vector<Least> results_;
  int count_ = 0;
};

}  // namespace hpcast::calibrate
