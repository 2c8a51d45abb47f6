// A command that runs to its end, with what it wrote.
#pragma once

#include <string>
#include <vector>

namespace hpcast::forecast {

struct Ran {
  int status = 0;
  std::string output, errors;
};

// `command`, with both of its outputs kept and nothing to read.
Ran ran(const std::vector<std::string>& command);

}  // namespace hpcast::forecast
