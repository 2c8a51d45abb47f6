// What cores spend their time on, where that is known, in words.
#pragma once

#include <string>

#include "hpcast/result/memory_result.h"

namespace hpcast::report {

// "core0: 58 % waiting for memory, 12 % mispredicted branches, 20 % busy units (each if that cost
// nothing; they overlap)", of the core that limits; empty where none does, or where it is not
// known.
std::string core_time_line(const result::MemoryResult& result);

// What limits that phase: "core0: waiting for memory", "mem0", "nothing".
std::string limit_words(const result::MemoryResult& result, const result::PhaseResult& phase);

}  // namespace hpcast::report
