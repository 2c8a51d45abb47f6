// When and where, for the facts of a run.
#pragma once

#include <string>

namespace hpcast {

// ISO 8601 in UTC, to the second: "2026-11-21T09:30:00Z".
std::string date_now();

std::string host_name();

}  // namespace hpcast
