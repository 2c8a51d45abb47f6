#include "hpcast/result/memory_result.h"

#include <array>

namespace hpcast::result {
namespace {

constexpr std::array<const char*, kind_count> kind_names = {"core", "cache", "memory", "router",
                                                            "edge"};

}  // namespace

const char* name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

}  // namespace hpcast::result
