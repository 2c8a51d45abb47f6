#include "hpcast/result/memory_result.h"

#include <array>

namespace hpcast::result {
namespace {

constexpr std::array<const char*, kind_count> kind_names = {"core", "cache", "memory", "router",
                                                            "edge"};

}  // namespace

const char* name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_named(const std::string& name) {
  for (std::size_t i = 0; i < kind_names.size(); ++i) {
    if (name == kind_names[i]) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace hpcast::result
