// What a run would take were the machine's classes others (MemoryAnswer::variants): one row each.
#pragma once

#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string variants_section(const answers::MemoryAnswer& result, const TextOptions& options);

// "a.clock=2 GHz; b.latency=80 ns"
std::string words_of(const answers::Variant& variant);

}  // namespace hpcast::report
