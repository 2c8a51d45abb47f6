// Which lines of page tables count as read lately (docs/core-model.md, address translation).
#pragma once

#include <algorithm>
#include <cstdint>

namespace hpcast::dat {

// So many: a part of the second cache's, which has what is translated as well, and tables of
// tables.
inline std::uint32_t near_table_lines(std::uint64_t second_cache, std::uint32_t line) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(second_cache / line / 16, 1 << 16));
}

}  // namespace hpcast::dat
