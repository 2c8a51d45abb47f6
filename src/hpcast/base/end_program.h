// Ending a program that was started, with what it has started itself.
#pragma once

#include <sys/types.h>

#include <chrono>

namespace hpcast {

// How long a program may take that was told to end.
inline constexpr std::chrono::seconds time_to_end{10};

// Kills it and all that it has started. Its status is still to be taken.
void kill_program(pid_t program);

// Tells it to end (SIGTERM), kills it where it does not within `time_to_end`, and takes its status.
void end_program(pid_t program);

}  // namespace hpcast
