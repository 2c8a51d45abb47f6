// The caches of a machine that is being described, with what hypervisors tell wrongly mended.
#pragma once

#include <cstdint>
#include <string>

#include "hpcast/inputs/host/draft.h"

namespace hpcast::host {

// The caches on the cores' side: those that hwloc tells of, or assumed ones where it tells of none.
// The draft's cores are there.
void add_caches(Draft& draft);

// Capacity, ways and line as `cache` has them, where such a cache can be. `name`: of all like it,
// for people.
dat::CacheClass class_of(Draft& draft, const hwloc_obj_attr_u::hwloc_cache_attr_s& cache,
                         const std::string& name);

// The class that says the same, or a new one, whose name tells it from others that begin alike.
std::uint32_t class_like(dat::Machine& machine, dat::CacheClass wanted);

}  // namespace hpcast::host
