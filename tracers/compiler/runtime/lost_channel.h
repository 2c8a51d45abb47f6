// Programs that have lost the way to the channel: what starts them has emptied their environment
// (env -i), or made them another user's.
#pragma once

namespace hpcast::tracer {

// This process, which runs `program`, has no channel_variable. Where hpcast started one of its
// ancestors, hpcast is told.
void tell_of_lost_channel(const char* program);

// This process, which runs `program`, could not open the channel, with the error that errno is.
// Nobody but its user can be told.
void tell_of_closed_channel(const char* program);

}  // namespace hpcast::tracer
