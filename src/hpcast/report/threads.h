// How long threads worked and waited for each other, as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/report/text.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::report {

// Each thread over all phases, the one first that waited longest; what it waited for longest is
// that of the phase in which it waited longest.
std::vector<result::ThreadTime> thread_times(const result::MemoryResult& result);

// "thread 3", "-"
std::string waited_for(const result::ThreadTime& time);

// Empty where only one thread worked, or that is not known.
std::string threads_section(const result::MemoryResult& result, const TextOptions& options);

}  // namespace hpcast::report
