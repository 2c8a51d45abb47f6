// A result in a line, as every face of it says it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

// The busiest object of a class other than the bottleneck's: what limits next once the bottleneck's
// class is made faster. Of the bottleneck's own class when nothing else is occupied; null when
// nothing is. Ties go to the earlier object.
const ObjectResult* runner_up(const MemoryAnswer& result);

// The object that limits; null where nothing is occupied.
const ObjectResult* limiting_object(const MemoryAnswer& result);

// What cores took for what they executed is known.
bool has_core_times(const MemoryAnswer& result);

// Nobody knows how long the cores take for what they execute, though that was asked for (--model);
// or libraries that were not traced took a part of the time that counts (libraries.h).
bool is_lower_bound(const MemoryAnswer& result);
// Of such a result: "instructions were not counted", or what else lacks.
std::string lower_bound_words(const MemoryAnswer& result);

// How the entry of what is not modelled begins that says why, and what follows with --model pmnet.
inline constexpr std::string_view no_core_times = "the cores' own time: ";
inline constexpr std::string_view as_in_pmnet = "as in PMNet (see --model)";

// ": waiting for memory", to follow the bottleneck: what a core spends its time on, where that is
// known; else empty.
std::string cause_words(const MemoryAnswer& result);

// Threads that wait for each other take over half of the time.
bool is_limited_by_waiting(const MemoryAnswer& result);
// ", threads that wait for each other add 40 % of it"; empty where that is below 5 %, or what
// limits.
std::string waiting_words(const MemoryAnswer& result);
inline constexpr std::string_view waiting_limits = "threads that wait for each other";

// What limits: "mem3 (memory)", "core0 (core): waiting for memory", "threads that wait for each
// other", "nothing".
std::string limit_words(const MemoryAnswer& result);

// What limits that phase: "core0: waiting for memory", "mem0", "nothing".
std::string limit_words(const MemoryAnswer& result, const PhaseResult& phase);

// "1.42 s, limited by mem3 (memory), next L3_0 (74 % of it)"; the share is of the forecast. A lower
// bound: "at least 1.42 s: instructions were not counted, limited by …".
std::string verdict_line(const MemoryAnswer& result);

inline bool has_assumed_caches(const MemoryAnswer& result) {
  return has_assumed_caches(result.assumptions);
}

// " ± 13 %", to follow a forecast whose kind's error is known, " ± 13 % or more" where the machine
// is not calibrated; else empty.
std::string error_words(const MemoryAnswer& result);
// " ± 0.4 ms (95 %, 1 in 16 sets)", to follow a sampled forecast; empty where all was simulated.
std::string sample_words(const MemoryAnswer& result);

// "the program ended with status 3", where it did so by itself; else empty.
std::string failure_words(const MemoryAnswer& result);

// "triad on epyc-7702x2-nps4", from the inputs and the command; never empty.
std::string title(const MemoryAnswer& result);

}  // namespace hpcast::answers
