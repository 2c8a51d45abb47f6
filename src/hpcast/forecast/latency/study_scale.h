// A machine whose caches are smaller, so that what fits into the real ones stands for what does
// not: the working set of a small matrix beside small caches is as that of a large one beside large
// ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::forecast {

// The smallest power of two by which the caches must shrink so that `working_set` is at least
// `multiple` times the last of them before main memory (the memory-side one where there is one,
// else the largest), or that leaves that one a single set.
std::uint64_t scale_for(const dat::Machine& machine, std::uint64_t working_set, double multiple);

// "CLASS.capacity=BYTES" for every class of caches, `scale` times smaller, rounded down to whole
// sets; at least one. Nothing for a scale of 1.
std::vector<std::string> scaled_caches(const dat::Machine& machine, std::uint64_t scale);

}  // namespace hpcast::forecast
