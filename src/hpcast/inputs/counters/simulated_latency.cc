#include "hpcast/inputs/counters/simulated_latency.h"

#include "hpcast/base/units.h"

namespace hpcast::counters {

std::string simulated_latency_note(double seconds) {
  return std::string(simulated_latency_begins) + format_time(seconds);
}

std::optional<double> simulated_latency(const Table& table) {
  for (const std::string& note : table.notes)
    if (note.starts_with(simulated_latency_begins))
      return parse_quantity(note.substr(simulated_latency_begins.size()), Dimension::seconds);
  return std::nullopt;
}

}  // namespace hpcast::counters
