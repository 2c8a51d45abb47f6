// What a forecast trace gains by region.
#pragma once

#include <cstddef>
#include <vector>

#include "hpcast/answers/counters/answer.h"
#include "hpcast/models/countergen/generate.h"

namespace hpcast::forecast {

// Of each step what it gained, by the region that the thread was in; all threads.
class CounterRegions {
 public:
  explicit CounterRegions(const countergen::Generated& generated);

  // Of what was measured, in the same order.
  void add_measured(const std::vector<countergen::ThreadSteps>& measured);

  // Those that were entered, the longest first.
  std::vector<answers::CounterForecast::Region> take();

 private:
  void add_thread(std::size_t thread);
  template <class Function>
  void each_step(std::size_t thread, Function&& function);

  const countergen::Generated& generated_;
  std::size_t outside_;  // stands for no region
  std::vector<answers::CounterForecast::Region> regions_;
};

}  // namespace hpcast::forecast
