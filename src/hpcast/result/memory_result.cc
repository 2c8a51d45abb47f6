#include "hpcast/result/memory_result.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace hpcast::result {
namespace {

constexpr std::array<const char*, kind_count> kind_names = {"core", "cache", "memory", "router",
                                                            "edge"};

}  // namespace

const char* name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::string to_string(const Bottleneck& bottleneck) {
  if (bottleneck.name.empty()) return "nothing";
  return bottleneck.name + " (" + name_of(bottleneck.kind) + ")";
}

const char* cause_of(const CoreTime& core) {
  const std::pair<double, const char*> causes[] = {{core.caches_s, "waiting for memory"},
                                                   {core.branches_s, "mispredicted branches"},
                                                   {core.units_s, "busy units"}};
  const auto most = std::max_element(std::begin(causes), std::end(causes));
  return most->first >= core.time_s / 2 ? most->second : "its instructions";
}

}  // namespace hpcast::result
