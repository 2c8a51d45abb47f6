#include "hpcast/result/memory_result.h"

#include <array>

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

}  // namespace hpcast::result
