// What hpcast power measure has to tell people.
#pragma once

#include <string>
#include <vector>

#include "hpcast/forecast/power/loops.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/meter/sensors.h"

namespace hpcast::cli {

// By region: how long, and its power. `output`: the file of the table; empty: none.
std::string measured_power_text(const counters::Table& table, const std::string& output);

// The programs and the sensors there are.
std::string sources_text(const meter::SensorSearch& search,
                         const std::vector<forecast::PowerProgram>& programs);

// Throws InputError: where power was looked for, what was found there, and what to do.
[[noreturn]] void refuse_without_source(const meter::SensorSearch& search, const std::string& sys);

}  // namespace hpcast::cli
