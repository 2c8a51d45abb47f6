// Ranges of memory as references.
#pragma once

#include <cstddef>

#include "thread.h"

namespace hpcast::tracer {

// One operation over [address, address + bytes), in the pieces of record.h.
void record_range(Op op, const volatile void* address, std::size_t bytes, const void* site);
// A copy: reads and writes take turns as a copy loop's do.
void record_copy(const void* to, const void* from, std::size_t bytes, const void* site);

}  // namespace hpcast::tracer
