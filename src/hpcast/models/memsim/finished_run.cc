#include "hpcast/models/memsim/finished_run.h"

#include <algorithm>

namespace hpcast::memsim {

std::uint32_t FinishedRun::thread_numbers() const {
  std::uint32_t numbers = 0;
  for (const FinishedThread& known : threads) numbers = std::max(numbers, known.id + 1);
  return numbers;
}

const FinishedThread* FinishedRun::thread(std::uint32_t id) const {
  const auto found = std::find_if(threads.begin(), threads.end(),
                                  [&](const FinishedThread& known) { return known.id == id; });
  return found == threads.end() ? nullptr : &*found;
}

// A phase may have times that nothing was counted in.
void take_times(const RunTimes& times, std::vector<PhaseCounts>& phases) {
  if (phases.empty()) return;
  while (phases.size() < times.elapsed.size()) phases.push_back(no_counts_like(phases[0]));
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i].core_times.clear();
    if (i < times.core_times.size()) phases[i].core_times = times.core_times[i];
    phases[i].elapsed = i < times.elapsed.size() ? times.elapsed[i] : 0;
  }
}

}  // namespace hpcast::memsim
