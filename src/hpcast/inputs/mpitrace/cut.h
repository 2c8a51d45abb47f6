// A profile of a run that did not come to its end, cut to what can.
#pragma once

#include <cstdint>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"

namespace hpcast::mpitrace {

struct Cut {
  std::uint64_t operations = 0;  // left out; computation is none
};

// Leaves out the messages, probes and collectives whose other side is not there: recorders write
// down calls that have come back, and so miss no more than the last ones of each rank. What has
// been received by a wildcard counts as asked for.
Cut cut_unfinished(Profile& profile, Matches& matches);

}  // namespace hpcast::mpitrace
