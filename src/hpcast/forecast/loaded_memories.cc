#include "hpcast/forecast/loaded_memories.h"

#include <algorithm>

#include "hpcast/coretime/loaded_latency.h"

namespace hpcast::forecast {

LoadedMemories::LoadedMemories(const dat::Machine& machine) {
  for (std::uint32_t m = 0; m < machine.memories.size(); ++m) {
    const dat::LatencyCurves& curve =
        curves_.emplace_back(machine.class_of_memory(m).latency_curve);
    latencies_.push_back(curve.empty() ? 0 : curve.idle());
  }
}

bool LoadedMemories::any() const {
  return std::any_of(curves_.begin(), curves_.end(),
                     [](const dat::LatencyCurves& curve) { return !curve.empty(); });
}

// What each thread has under way by the latency that it met, which may not be that of today.
double LoadedMemories::next_latency(std::uint32_t memory, std::span<const MetUse> uses) const {
  double under_way = 0, read = 0, all = 0;
  for (const MetUse& thread : uses) {
    const memsim::MemoryUse& use = thread.use.memories[memory];
    under_way += (use.read + use.written) * thread.met[memory];
    read += use.read;
    all += use.read + use.written;
  }
  return all > 0 ? coretime::loaded_latency(curves_[memory], under_way, read / all)
                 : curves_[memory].idle();
}

void LoadedMemories::end_interval(std::span<const MetUse> uses) {
  for (std::uint32_t m = 0; m < curves_.size(); ++m)
    if (has_curve(m)) latencies_[m] = next_latency(m, uses);
}

}  // namespace hpcast::forecast
