// What a run would take were the machine's classes others (MemoryResult::variants): one row each.
#pragma once

#include <string>

#include "hpcast/report/text.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::report {

std::string variants_section(const result::MemoryResult& result, const TextOptions& options);

// "a.clock=2 GHz; b.latency=80 ns"
std::string words_of(const result::Variant& variant);

}  // namespace hpcast::report
