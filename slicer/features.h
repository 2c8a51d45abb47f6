// What a region's time goes with: how often its loops run, as C expressions of what is known where
// the region begins.
#pragma once

#include <string>

namespace hpcast::slicer {

struct Feature {
  std::string name;        // "loops at 44, 45"
  std::string expression;  // in C; empty where it is not known
  bool known = false;
};

}  // namespace hpcast::slicer
