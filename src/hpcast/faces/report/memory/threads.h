// How long threads worked and waited for each other, as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// Each thread over all phases, the one first that waited longest; what it waited for longest is
// that of the phase in which it waited longest.
std::vector<answers::ThreadTime> thread_times(const answers::MemoryAnswer& result);

// "thread 3", "-"
std::string waited_for(const answers::ThreadTime& time);

// Empty where only one thread worked, or that is not known.
std::string threads_section(const answers::MemoryAnswer& result, const TextOptions& options);

}  // namespace hpcast::report
