// What no run and no machine can have done: the one place that knows, for all readers. Clocks that
// count from 1970, counters that are not there and sums that wrapped around tell such things.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

// In seconds: three years. Seconds since 1970 are more.
inline constexpr double longest_run_s = 1e8;
// A node with 16 accelerators of 1.5 kW takes some 30 kW, a processor or module less than 3 kW.
inline constexpr double most_watts_of_node = 50e3;
inline constexpr double most_watts_of_part = 10e3;
// All modules of a node: several hundreds of 15 W.
inline constexpr double most_watts_of_memory = 5e3;
// The widest cores retire half as many.
inline constexpr double most_instructions_a_cycle = 16;
// A part's energy over its whole's that meters of different kinds and times may make, and a
// difference that is none.
inline constexpr double noise_of_energies = 1.1, least_energy_j = 1;

// What a counter that is not there reads, all bits of 40 or 48, or one that fell below zero: of one
// box, before it is added to others. perf rounds it to hundredths of a MiB.
bool is_no_count(double value);

// Counts and averages that cannot be are taken out, with a note that has the mend; what cannot be
// beside one another (proportions.h) is noted. Throws InputError for times that cannot be; `file`
// is its name in messages.
void check_possible(Table& table, const std::string& file);

// Processors and memories take energy while anything runs: where package_energy or memory_energy is
// 0 throughout nothing was counted. Taken out, with a note.
void drop_energies_not_counted(Table& table);

}  // namespace hpcast::counters
