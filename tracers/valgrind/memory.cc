// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory.h"

#include "core.h"

namespace hpcast::tracer {

void* zeroed_bytes(const char* what, std::uint64_t count, std::uint64_t bytes_each) {
  return VG_(calloc)(what, count, bytes_each);
}

void release(void* memory) { VG_(free)(memory); }

}  // namespace hpcast::tracer
