// Regions of the program, functions and those that it names itself, as events.
#pragma once

#include <cstddef>

#include "process.h"

namespace hpcast::tracer {

inline bool records(std::uint32_t regions) {
  return (process.header->record_regions & regions) != 0;
}

// hpcast is told of the file where the address lies. Busy is the caller's.
void note_module(Thread& thread, std::uint64_t address);

// The address is one in the function, whose file hpcast is told of first; the place that where the
// hook's return address lies.
void enter_function(Thread& thread, std::uint64_t address, std::uint64_t place);
// The one entered last.
void leave_function(Thread& thread);
// All those that were told of by calls below that place in the stack.
void leave_functions_below(Thread& thread, std::uint64_t place);
// All those that longjmp(buffer) leaves.
void leave_functions_to(Thread& thread, const void* buffer);

// Memory for OpenFunctions.
inline constexpr std::uint64_t most_open_functions = std::uint64_t{1} << 20;
inline constexpr std::uint64_t open_functions_bytes = most_open_functions * sizeof(OpenFunction);

// Of the calling thread.
void put_marked(Event event, const char* name, std::size_t length);

}  // namespace hpcast::tracer
