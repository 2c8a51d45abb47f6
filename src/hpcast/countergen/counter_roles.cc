#include "hpcast/countergen/counter_roles.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hpcast::countergen {

namespace {

using MetricNames = std::vector<std::string>;

bool counts_misses(std::string_view name) {
  constexpr std::array<std::string_view, 4> kinds = {"_DCM", "_TCM", "_LDM", "_STM"};
  return name.starts_with("PAPI_L") &&
         std::any_of(kinds.begin(), kinds.end(), [&](auto kind) { return name.ends_with(kind); });
}

}  // namespace

CounterRoles roles_of(const MetricNames& metrics) {
  CounterRoles roles;
  for (std::size_t m = 0; m < metrics.size(); ++m)
    if (counts_misses(metrics[m])) roles.misses.push_back(m);
  for (const MetricNames& together : {MetricNames{"PAPI_LD_INS", "PAPI_SR_INS"},
                                      MetricNames{"PAPI_LST_INS"}, MetricNames{"PAPI_TOT_INS"}}) {
    std::vector<std::size_t> found;
    for (const std::string& name : together) {
      const auto at = std::find(metrics.begin(), metrics.end(), name);
      if (at != metrics.end()) found.push_back(static_cast<std::size_t>(at - metrics.begin()));
    }
    if (found.size() < together.size()) continue;
    roles.references = found;
    break;
  }
  return roles;
}

}  // namespace hpcast::countergen
