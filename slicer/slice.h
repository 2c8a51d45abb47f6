// From sources to a folder with the skeleton.
#pragma once

#include <string>
#include <vector>

namespace hpcast::slicer {

struct Request {
  std::vector<std::string> sources, flags;
  std::string folder;
  bool instrument = false;  // the original with its regions measured, not the skeleton
};

void slice(const Request& request);

}  // namespace hpcast::slicer
