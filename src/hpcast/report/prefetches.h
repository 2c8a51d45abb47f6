// What prefetchers did, in words, by class of caches and memories. Empty: there are none.
#pragma once

#include <string>
#include <vector>

#include "hpcast/result/memory_result.h"

namespace hpcast::report {

std::vector<std::string> prefetch_words(const result::MemoryResult& result);

}  // namespace hpcast::report
