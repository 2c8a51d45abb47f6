// How often a loop runs.
#pragma once

#include "symbolic.h"

namespace hpcast::slicer {

struct Trips {
  const VarDecl* variable = nullptr;
  std::string first, step;  // the variable's value at first, what is added (or, downwards, taken)
  bool down = false;
  std::string count;     // a call of hpcast_skeleton_trips
  bool guarded = false;  // its limit is only looked at where another condition holds
};

// Null where the loop is no counted one, or its bounds are not known.
std::optional<Trips> trips_of(const Stmt* loop, Symbolic& symbolic, const Frame& frame);

}  // namespace hpcast::slicer
