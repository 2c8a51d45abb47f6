#include "hpcast/models/memsim/counts.h"

#include <algorithm>
#include <type_traits>

namespace hpcast::memsim {

namespace {

// Counts that are nothing but 64-bit words.
template <class Plain>
void add_words(std::vector<Plain>& to, const std::vector<Plain>& more) {
  static_assert(std::is_trivially_copyable_v<Plain> && sizeof(Plain) % sizeof(std::uint64_t) == 0);
  to.resize(std::max(to.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) {
    auto* const sum = reinterpret_cast<std::uint64_t*>(&to[i]);
    const auto* const words = reinterpret_cast<const std::uint64_t*>(&more[i]);
    for (std::size_t k = 0; k < sizeof(Plain) / sizeof(std::uint64_t); ++k) sum[k] += words[k];
  }
}

}  // namespace

CoreTime& operator+=(CoreTime& sum, const CoreTime& more) {
  sum.time += more.time;
  sum.perfect_caches += more.perfect_caches;
  sum.perfect_branches += more.perfect_branches;
  sum.perfect_units += more.perfect_units;
  sum.idle_memories += more.idle_memories;
  return sum;
}

CoreTime operator-(const CoreTime& whole, const CoreTime& part) {
  return {whole.time - part.time, whole.perfect_caches - part.perfect_caches,
          whole.perfect_branches - part.perfect_branches, whole.perfect_units - part.perfect_units,
          whole.idle_memories - part.idle_memories};
}

PhaseCounts no_counts_like(const PhaseCounts& counts) {
  PhaseCounts none;
  none.core.resize(counts.core.size());
  none.path.resize(counts.path.size());
  none.cache.resize(counts.cache.size());
  return none;
}

PhaseCounts& operator+=(PhaseCounts& sum, const PhaseCounts& more) {
  add_words(sum.core, more.core);
  add_words(sum.path, more.path);
  add_words(sum.cache, more.cache);
  sum.core_times.resize(std::max(sum.core_times.size(), more.core_times.size()));
  for (std::size_t c = 0; c < more.core_times.size(); ++c) sum.core_times[c] += more.core_times[c];
  return sum;
}

}  // namespace hpcast::memsim
