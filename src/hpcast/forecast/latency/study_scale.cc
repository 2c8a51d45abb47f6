#include "hpcast/forecast/latency/study_scale.h"

#include <algorithm>

namespace hpcast::forecast {

namespace {

std::uint64_t scaled_capacity(const dat::CacheClass& cache, std::uint64_t scale) {
  const std::uint64_t set = std::uint64_t{cache.associativity} * cache.linesize;
  return std::max(set, cache.capacity / scale / set * set);
}

// Null where the machine has no cache.
const dat::CacheClass* last_cache(const dat::Machine& machine) {
  const dat::CacheClass* last = nullptr;
  for (const dat::Object& object : machine.caches) {
    const dat::CacheClass& cache = machine.cache_classes[object.class_index];
    const bool farther = last == nullptr || cache.side > last->side;
    if (farther || (cache.side == last->side && cache.capacity > last->capacity)) last = &cache;
  }
  return last;
}

}  // namespace

std::uint64_t scale_for(const dat::Machine& machine, std::uint64_t working_set, double multiple) {
  const dat::CacheClass* const last = last_cache(machine);
  if (last == nullptr) return 1;
  const std::uint64_t one_set = std::uint64_t{last->associativity} * last->linesize;
  std::uint64_t scale = 1;
  for (;; scale *= 2) {
    const std::uint64_t capacity = scaled_capacity(*last, scale);
    if (static_cast<double>(working_set) >= multiple * static_cast<double>(capacity)) return scale;
    if (capacity == one_set) return scale;
  }
}

std::vector<std::string> scaled_caches(const dat::Machine& machine, std::uint64_t scale) {
  std::vector<std::string> changes;
  if (scale <= 1) return changes;
  for (const dat::CacheClass& cache : machine.cache_classes)
    changes.push_back(cache.name + ".capacity=" + std::to_string(scaled_capacity(cache, scale)));
  return changes;
}

}  // namespace hpcast::forecast
