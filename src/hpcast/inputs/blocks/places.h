// Where in their program's source blocks begin.
#pragma once

#include "hpcast/inputs/reftrace/channel_host.h"
#include "hpcast/inputs/reftrace/code.h"

namespace hpcast::blocks {

// Of the blocks that are described in the channel, by the files that their processes have mapped
// there: by symbols and debugging information, as far as the files have them.
reftrace::CodePlaces places_of(const reftrace::Channel& channel);

}  // namespace hpcast::blocks
