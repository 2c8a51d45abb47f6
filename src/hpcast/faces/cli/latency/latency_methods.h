// The methods of a latency forecast on the command line.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/latency/answer.h"

namespace hpcast::cli {

inline std::vector<std::string> latency_method_names() {
  std::vector<std::string> names;
  for (int i = 0; i < answers::latency_method_count; ++i)
    names.emplace_back(name_of(static_cast<answers::LatencyMethod>(i)));
  return names;
}

}  // namespace hpcast::cli
