#include "hpcast/inputs/calibrate/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace hpcast::calibrate {

bool is_about(double value, double wanted) {
  return std::abs(value - wanted) <= tolerance * std::max(wanted, 1e-9);
}

double four_digits(double value) { return std::stod(fmt::format("{:.4g}", value)); }

std::optional<std::uint32_t> whole_cycles(double cycles) {
  const double whole = std::round(cycles);
  if (!(std::abs(cycles - whole) <= tolerance * std::max(whole, 1.0)) || whole < 0 || whole > 1e4)
    return std::nullopt;
  return static_cast<std::uint32_t>(whole);
}

std::optional<Issue> issue_of(double each, Issue told) {
  if (!(each > 0)) return std::nullopt;
  if (is_about(each, static_cast<double>(told.cycles) / told.ports)) return told;
  if (told.cycles > 1 || each > 1 + tolerance) {
    const auto cycles = whole_cycles(each * (told.cycles > 1 ? told.ports : 1));
    if (!cycles || *cycles == 0) return std::nullopt;
    return Issue{told.cycles > 1 ? told.ports : 1, *cycles};
  }
  const double ports = std::round(1 / each);
  if (!is_about(1 / each, ports) || ports > 32) return std::nullopt;
  return Issue{static_cast<std::uint32_t>(ports), 1};
}

std::uint32_t lines_in_flight(double latency, double each) {
  return static_cast<std::uint32_t>(std::max(std::round(latency / each), 1.0));
}

std::uint32_t set_fill(double of_set, double of_any) {
  constexpr double clearly = 1.5;  // times
  return of_set < clearly * of_any ? 0 : static_cast<std::uint32_t>(std::lround(of_set));
}

std::optional<double> write_back_bandwidth(double read, double written) {
  constexpr double least_part = 0.1;
  const double part = 1 / written - 1 / read;  // of the time for a byte
  if (part < least_part / written) return std::nullopt;
  return 1 / part;
}

}  // namespace hpcast::calibrate
