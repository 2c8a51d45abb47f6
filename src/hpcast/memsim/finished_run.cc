#include "hpcast/memsim/finished_run.h"

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

}  // namespace hpcast::memsim
