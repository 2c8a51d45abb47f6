// Whether the watts of several tables are of the same.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/power/node_samples.h"

namespace hpcast::power {

// What two tables tell the power of, where these are different columns; empty: they are the same.
// `power`: SampleRequest::power.
std::string different_power_columns(const std::vector<NamedTable>& tables,
                                    const std::string& power);

// Who told the power, by the notes of `hpcast power measure`, where one table's was another one.
std::string different_meters(const std::vector<NamedTable>& tables);

}  // namespace hpcast::power
