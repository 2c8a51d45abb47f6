// What tools write that is no table of counters: what it is, and what to give instead.
#pragma once

#include <string>
#include <string_view>

namespace hpcast::counters {

// Throws InputError for the output of PAPI's high-level library, LIKWID's tables for people and an
// array of perf's JSON.
void refuse_other_outputs(std::string_view text, const std::string& file);

}  // namespace hpcast::counters
