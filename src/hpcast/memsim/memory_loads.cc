#include "hpcast/memsim/memory_loads.h"

#include <algorithm>
#include <utility>

namespace hpcast::memsim {

// What arrives there: non-temporal stores do but where a memory-side cache has them.
MemoryLoads::Bytes MemoryLoads::at_memory(std::uint32_t path, const PhaseCounts& counts) const {
  const std::size_t levels = topology_.shared_caches[path].size();
  const PathFlow& flow = counts.path[path];
  Bytes bytes{flow.level[levels].bytes_read, flow.level[levels].bytes_written};
  if (topology_.core_side_levels[path] == levels) bytes.written += flow.bypass.bytes_written;
  return bytes;
}

std::vector<MemoryLoads::Bytes>& MemoryLoads::known(std::uint32_t part) {
  if (known_.size() <= part) known_.resize(part + 1);
  if (known_[part].empty()) known_[part].resize(topology_.shared_caches.size());
  return known_[part];
}

void MemoryLoads::add(std::uint32_t thread, std::uint32_t core, std::uint32_t part,
                      const PhaseCounts& counts) {
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].core = core;
  std::vector<Bytes>& moved = threads_[thread].moved;
  moved.resize(topology_.memories);
  for (std::uint32_t m = 0; m < topology_.memories; ++m) {
    const std::uint32_t path = topology_.path(core, m);
    const Bytes now = at_memory(path, counts);
    const Bytes before = std::exchange(known(part)[path], now);
    moved[m].read += now.read - before.read;
    moved[m].written += now.written - before.written;
  }
}

void MemoryLoads::follow(const std::vector<std::uint32_t>& joined) {
  std::vector<std::vector<Bytes>> before;
  before.swap(known_);
  for (std::size_t part = 0; part < before.size(); ++part) {
    std::vector<Bytes>& sum = known(joined[part]);
    for (std::size_t path = 0; path < before[part].size(); ++path) {
      sum[path].read += before[part][path].read;
      sum[path].written += before[part][path].written;
    }
  }
}

bool MemoryLoads::moved_something(const Thread& thread) {
  return std::any_of(thread.moved.begin(), thread.moved.end(),
                     [](const Bytes& bytes) { return bytes.read + bytes.written > 0; });
}

std::vector<MemoryUse> MemoryLoads::take_use(Thread& thread, double seconds) {
  std::vector<MemoryUse> use;
  for (Bytes& bytes : thread.moved) {
    use.push_back(
        {static_cast<double>(bytes.read) / seconds, static_cast<double>(bytes.written) / seconds});
    bytes = {};
  }
  return use;
}

std::vector<ThreadUse> MemoryLoads::end_interval(const std::vector<double>& worked) {
  worked_.resize(worked.size());
  std::vector<ThreadUse> uses;
  for (std::uint32_t id = 0; id < threads_.size(); ++id) {
    Thread& thread = threads_[id];
    if (!moved_something(thread)) continue;
    const double seconds = worked[thread.core] - worked_[thread.core];
    if (seconds > 0) uses.push_back({id, take_use(thread, seconds)});
  }
  worked_ = worked;
  return uses;
}

}  // namespace hpcast::memsim
