// What was concluded, for programs: schemas/network-calibration.schema.json.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/netcal/conclude.h"

namespace hpcast::netcal {

// A row of a table beside what the network that was concluded makes of the same.
struct Check {
  Place place = Place::between_nodes;
  Benchmark benchmark = Benchmark::latency;
  std::uint32_t ranks = 2;
  std::uint64_t bytes = 0;
  double measured = 0, forecast = 0;  // s; B/s; messages/s
  double ratio() const { return forecast / measured; }
};

// "s", "B", "B/s", "1/s"; empty of a plain number
const char* name_of(Unit unit);
Unit unit_of(Benchmark benchmark);

std::string to_text(const Concluded& concluded, const std::vector<Check>& checks,
                    const std::string& version);
// The NDL.
std::string network_text(const Concluded& concluded);

}  // namespace hpcast::netcal
