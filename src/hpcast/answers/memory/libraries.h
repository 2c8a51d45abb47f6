// What the forecast lacks of a program, as libraries took it that hpcast-cc has not compiled.
#pragma once

#include <string>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

// Whether there are samples enough to tell of libraries.
bool tells_of_libraries(const LibraryTimes& libraries);

// Whether what lacks is a part of the forecast that counts: so many seconds at least, were the
// machine as fast as this host, as the longest thread spent there, or the cores together.
bool lacks_libraries(const MemoryAnswer& result);

// Of such a result: "libm.so.6, which took 12 ms of CPU time here", "libm.so.6 and 2 more
// libraries, which took …".
std::string library_words(const MemoryAnswer& result);

// "libm.so.6 10 ms, libz.so.1 2 ms": all that took a hundredth of the longest, at most eight.
std::string library_list(const LibraryTimes& libraries);

}  // namespace hpcast::answers
