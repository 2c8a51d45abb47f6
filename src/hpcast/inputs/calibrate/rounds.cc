#include "hpcast/inputs/calibrate/rounds.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/progress.h"
#include "hpcast/inputs/calibrate/stopwatch.h"

namespace hpcast::calibrate {

namespace {

constexpr int warm_up_bursts = 8;

double quickest_of(const Bench& bench, int bursts) {
  if (bench.prepare) bench.prepare();
  double least = bench.burst();
  for (int i = 1; i < bursts; ++i) least = std::min(least, bench.burst());
  return least;
}

}  // namespace

std::size_t Rounds::add(Bench bench) {
  benches_.push_back(std::move(bench));
  results_.emplace_back();
  return benches_.size() - 1;
}

void Rounds::run(double seconds, int least_rounds, const Interruption& interruption) {
  Progress progress("calibrating");
  const double start = seconds_now();
  warm_up(interruption);
  for (double passed = 0; passed < seconds || count_ < least_rounds;
       passed = seconds_now() - start) {
    progress.show(std::min({passed / seconds, 1.0 * count_ / least_rounds, 1.0}));
    run_once(interruption);
  }
}

void Rounds::warm_up(const Interruption& interruption) {
  for (const Bench& bench : benches_) {
    quickest_of(bench, warm_up_bursts);
    interruption.throw_if_any();
  }
}

void Rounds::run_once(const Interruption& interruption) {
  for (std::size_t i = 0; i < benches_.size(); ++i) {
    results_[i].add(quickest_of(benches_[i], benches_[i].bursts));
    interruption.throw_if_any();
  }
  ++count_;
}

}  // namespace hpcast::calibrate
