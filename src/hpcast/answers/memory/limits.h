// What the time of a phase and of a run comes of: classes of objects, each as long as its busiest
// object is occupied; what a core spends its time on; threads that wait for each other.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

// What takes less than this share of the time is left out.
inline constexpr double least_limit = 0.01;

// Puts limits into the result and its phases, in place of those that are there. What is worth most
// comes first, then what takes longest.
void put_limits(MemoryAnswer& result);

// What of a core's time is worth most to lift: "waiting for memory", "waiting for loaded memory"
// where that is half of it or more, "its rate of instructions"; empty where none is listed.
std::string cause_of(const std::vector<Limit>& limits);

// "mem0 (memory)"; of several objects "4 × L2_rome (cache)", where one is busiest "L2_rome
// (cache)"; "waiting for memory"
std::string to_string(const Limit& limit);

}  // namespace hpcast::answers
