// Objects in the program that no wrapper has compiled: the wrapper that links it writes their names
// into it.
#pragma once

#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::tracer {

void tell_of_objects_not_compiled(reftrace::ChannelHeader& header);

}  // namespace hpcast::tracer
