// What a library may crash on, or never end with: done by a child process first.
#pragma once

#include <functional>

namespace hpcast {

// Whether `act` returns true in a child, within so many seconds of processor time. What it changes
// is gone with the child.
bool survives(const std::function<bool()>& act, unsigned seconds = 20);

}  // namespace hpcast
