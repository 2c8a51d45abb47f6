// The methods of a latency forecast on the command line.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hpcast/result/latency_result.h"

namespace hpcast::cli {

inline std::vector<std::string> latency_method_names() {
  std::vector<std::string> names;
  for (int i = 0; i < result::latency_method_count; ++i)
    names.emplace_back(name_of(static_cast<result::LatencyMethod>(i)));
  return names;
}

// `name` is one of them.
inline result::LatencyMethod latency_method_named(const std::string& name) {
  const std::vector<std::string> names = latency_method_names();
  return static_cast<result::LatencyMethod>(std::find(names.begin(), names.end(), name) -
                                            names.begin());
}

}  // namespace hpcast::cli
