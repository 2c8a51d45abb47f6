// Something done in a process of its own, so that whatever becomes of it, this one goes on.
#pragma once

#include <functional>
#include <string>

namespace hpcast::forecast {

struct ChildFiles {
  std::string output, error;  // what the process and those that it starts write
};

// Empty where `act` returned, else how the process ended: "ended by signal 9 (Killed)". To be
// called while this process has one thread. `idle` is called some hundred times a second; what it
// throws ends the process and those that it has started, and comes through. Signals from a terminal
// do not reach them.
std::string done_apart(const std::function<void()>& act, const ChildFiles& files,
                       const std::function<void()>& idle);

}  // namespace hpcast::forecast
