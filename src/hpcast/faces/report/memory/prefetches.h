// What prefetchers did, in words, by class of caches and memories. Empty: there are none.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::report {

std::vector<std::string> prefetch_words(const answers::MemoryAnswer& result);

}  // namespace hpcast::report
