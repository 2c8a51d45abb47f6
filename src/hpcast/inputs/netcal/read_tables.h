// The tables in what OSU's micro-benchmarks and Intel's MPI Benchmarks have printed
// (docs/calibrate.md). What else is printed between them is passed over.
#pragma once

#include <string>
#include <string_view>

#include "hpcast/inputs/netcal/table.h"

namespace hpcast::netcal {

// Throws InputError, with every fault of a line: sizes that do not grow, numbers that are none or
// that no network has; and where there is no table.
Tables tables_in(std::string_view text, const std::string& file);
Tables read_tables(const std::string& path);

}  // namespace hpcast::netcal
