// Time as a core counts it.
#pragma once

#include <cstdint>

namespace hpcast::coretime {

using Cycle = std::uint64_t;

}  // namespace hpcast::coretime
