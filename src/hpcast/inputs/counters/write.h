// Counter tables as files that read_counters() gives back.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

std::string to_csv(const Table& table);
// schemas/counters.schema.json. `version`: hpcast's.
std::string to_json(const Table& table, const std::string& version);

}  // namespace hpcast::counters
