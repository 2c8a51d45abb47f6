// Which latency the memory had in the simulation that a table is of: told in a note.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

inline constexpr std::string_view simulated_latency_begins = "memory answered in ";

std::string simulated_latency_note(double seconds);
// None where no note tells it.
std::optional<double> simulated_latency(const Table& table);

}  // namespace hpcast::counters
