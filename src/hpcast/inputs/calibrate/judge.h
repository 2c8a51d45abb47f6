// What measured times mean: whole cycles, ports, lines in flight. Numbers in, numbers out.
#pragma once

#include <cstdint>
#include <optional>

namespace hpcast::calibrate {

// A measured number may miss the one that it stands for by so much.
inline constexpr double tolerance = 0.12;

bool is_about(double value, double wanted);

double four_digits(double value);

// The whole number of cycles that `cycles` is about; none where it lies between two.
std::optional<std::uint32_t> whole_cycles(double cycles);

// A core starts one of many independent instructions each `each` cycles.
struct Issue {
  std::uint32_t ports = 1;   // that can take it
  std::uint32_t cycles = 1;  // for which one is busy
  bool operator==(const Issue&) const = default;
};
// As `told`, where that agrees; else with the fewest ports that can be, but those told where the
// instruction takes each for several cycles. None where `each` is no such number.
std::optional<Issue> issue_of(double each, Issue told);

// Reads that a core has under way at once: by the latency of one, and what a line takes where as
// many as can be are read at once (Little's law).
std::uint32_t lines_in_flight(double latency, double each);

// Cycles from one line that a set of a cache takes to the next, from the cycles of a line where all
// are of one set and where they are not; 0: no more than any other.
std::uint32_t set_fill(double of_set, double of_any);

// Of a memory whose reads and writes share the time (read_bandwidth `read`), from what a program
// writes that way, each line of which is read first. None where the writes cost nothing that can be
// told.
std::optional<double> write_back_bandwidth(double read, double written);

}  // namespace hpcast::calibrate
