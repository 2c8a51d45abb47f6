// Operations of the running thread, as the translated code counts them: two to a word, so that one
// addition to memory serves both. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hpcast/inputs/reftrace/operations.h"

namespace hpcast::tracer {

// In each word, bits 0-31 count the first, bits 32-63 the second. Emptied at the latest after a
// turn of the scheduler (100,000 superblocks), when no half can have run over.
struct PackedCounts {
  std::uint64_t instructions_integer;
  std::uint64_t dp_sp[flop_widths];
  std::uint64_t x87;
};
inline constexpr unsigned packed_words = sizeof(PackedCounts) / sizeof(std::uint64_t);
extern PackedCounts packed_counts;

inline void unpack(const PackedCounts& packed, OperationCounts& sum) {
  const auto low = [](std::uint64_t word) { return word & 0xffff'ffff; };
  sum.instructions += low(packed.instructions_integer);
  sum.integer += packed.instructions_integer >> 32;
  for (unsigned width = 0; width < flop_widths; ++width) {
    sum.dp_flops[width] += low(packed.dp_sp[width]);
    sum.sp_flops[width] += packed.dp_sp[width] >> 32;
  }
  sum.x87_flops += low(packed.x87);
}

}  // namespace hpcast::tracer
