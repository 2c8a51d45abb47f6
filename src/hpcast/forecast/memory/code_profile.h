// What a recorded program has executed.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/blocks/code_profile.h"
#include "hpcast/inputs/reftrace/code.h"

namespace hpcast::forecast {

struct TracedCodeProfile {
  blocks::CodeProfile profile;
  std::vector<std::string> phases;  // their names, by index
  reftrace::CodePlaces places;
  std::size_t threads = 0;
  std::string partial;  // why the trace is; or empty
};

// Throws InputError as TraceReader does, and where the trace does not tell what was executed.
TracedCodeProfile code_profile_of(const std::string& trace);

}  // namespace hpcast::forecast
