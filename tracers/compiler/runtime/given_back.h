// Pages that the program gives back to the system: whoever uses one next touches it first.
#pragma once

#include "process.h"

namespace hpcast::tracer {

inline std::uint64_t page_of(std::uint64_t address) {
  return address & ~std::uint64_t{page_bytes - 1};
}
inline std::uint64_t page_behind(std::uint64_t address) {
  return page_of(address + page_bytes - 1);
}

// The calling thread has given back the pages from `begin` to before `end`.
void given_back(std::uint64_t begin, std::uint64_t end);

// Before anything else is done in the process.
void find_allocator();

}  // namespace hpcast::tracer
