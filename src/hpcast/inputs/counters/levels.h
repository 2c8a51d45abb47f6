// Levels: what does not add up over threads, boxes and time, known by names alone.
#pragma once

#include <string_view>

namespace hpcast::counters {

// A temperature, a clock, a voltage, a share, or what perf tells of the machine (num_cpus).
bool names_a_level(std::string_view name);

// What a system's monitor reads at a moment and writes into tables beside counts: memory in use
// ("mem_used_mb"), how long a queue is ("queue_depth"), what runs ("nr_running").
bool names_a_reading(std::string_view name);

}  // namespace hpcast::counters
