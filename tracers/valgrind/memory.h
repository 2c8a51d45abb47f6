// The tool's own memory, from Valgrind's allocator, which never fails; in unit tests, from theirs.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

void* zeroed_bytes(const char* what, std::uint64_t count, std::uint64_t bytes_each);
void release(void* memory);

template <class T>
T* zeroed(const char* what, std::uint64_t count) {
  return static_cast<T*>(zeroed_bytes(what, count, sizeof(T)));
}

}  // namespace hpcast::tracer
