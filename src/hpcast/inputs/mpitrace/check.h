// Whether the parts of a profile fit together: what a reader of one rank's trace cannot see, and
// what a damaged trace may have wrong.
#pragma once

#include <string>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// Throws InputError, about the file `name`, unless every operation refers to ranks, communicators,
// requests, counts and functions that there are, and every rank to be a member of the communicators
// that it calls collectives on.
void check_profile(const Profile& profile, const std::string& name);

// Throws InputError unless all members of a communicator call the same collectives with the same
// roots in the same order, as far as each goes.
void check_collectives(const Profile& profile, const std::string& name);

}  // namespace hpcast::mpitrace
