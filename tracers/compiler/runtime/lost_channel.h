// Programs that have lost the way to the channel: what starts them has emptied their environment
// (env -i), or made them another user's.
#pragma once

namespace hpcast::tracer {

// This process, which runs `program`, has no channel_variable. Where hpcast started one of its
// ancestors, hpcast is told.
void tell_of_lost_channel(const char* program);

// This process, which runs `program`, could not open the channel of that path, with the error that
// errno is: its user is told, and hpcast, where it can be reached.
void tell_of_closed_channel(const char* path, const char* program);

}  // namespace hpcast::tracer
