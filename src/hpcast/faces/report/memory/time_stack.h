// What the time of each phase is for, and what each thread did, as lying bars.
#pragma once

#include <string>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::report {

// A bar a phase: what the core that took longest spent its time on, what waiting for other threads
// added, and what the object that limits takes longer. Causes that overlap share what they would
// save together. Empty where cores' own time is not known.
std::string phase_stack(const answers::MemoryAnswer& result);

// A bar a thread, of those that waited most: working, by cause where each had a core to itself, and
// waiting. Empty where only one worked, or that is not known.
std::string thread_stack(const answers::MemoryAnswer& result);

}  // namespace hpcast::report
