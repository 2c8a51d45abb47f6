// What libotf2 calls for each event.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <exception>
#include <string>

#include "hpcast/inputs/mpitrace/otf2_definitions.h"
#include "hpcast/inputs/mpitrace/otf2_rank.h"

namespace hpcast::mpitrace {

// The callbacks' user data. No exception may pass through the library: it waits here.
struct EventReading {
  RankEvents& events;
  const TraceDefinitions& definitions;
  std::exception_ptr fault;
  std::uint64_t position = 0;  // of the latest event, from 1
};

OTF2_EvtReaderCallbacks* event_callbacks();

// What RankEvents threw, as an InputError that says where.
std::exception_ptr located(const std::exception_ptr& fault, const std::string& file,
                           const std::string& where);

}  // namespace hpcast::mpitrace
