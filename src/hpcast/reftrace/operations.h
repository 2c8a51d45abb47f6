// Operations that a thread has executed, as Event::operations carries them. Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/reftrace/record.h"

namespace hpcast::reftrace {

// Width of the register that a floating-point instruction works on.
enum class FlopWidth : std::uint8_t { scalar, bits128, bits256, bits512 };
inline constexpr unsigned flop_widths = 4;

// 64-bit words only. A floating-point operation is one element's addition, subtraction,
// multiplication, division, square root, minimum, maximum or reciprocal (estimate); a fused
// multiply-add is two. These are the operations that Intel's FP_ARITH events count.
struct OperationCounts {
  std::uint64_t instructions;  // each repetition of a string instruction is one
  std::uint64_t integer;       // additions, logic, shifts, compares …; elements of vectors
  std::uint64_t loads;         // references, as in the stream
  std::uint64_t stores;        // likewise; non-temporal ones among them
  std::uint64_t dp_flops[flop_widths];  // double precision
  std::uint64_t sp_flops[flop_widths];  // single precision
  std::uint64_t x87_flops;              // in the x87 unit, whatever the precision
};
inline constexpr unsigned operation_count_words = sizeof(OperationCounts) / sizeof(std::uint64_t);
static_assert(operation_count_words + 2 <= max_event_payload);

inline OperationCounts& operator+=(OperationCounts& sum, const OperationCounts& more) {
  auto* const to = reinterpret_cast<std::uint64_t*>(&sum);
  const auto* const from = reinterpret_cast<const std::uint64_t*>(&more);
  for (unsigned i = 0; i < operation_count_words; ++i) to[i] += from[i];
  return sum;
}

// What Event::operations counts: all since the thread's event of that kind before.
enum class ProgramPart : std::uint64_t {
  main = 0,      // the program
  start_up = 1,  // before its main function: dynamic linking, initialisation
};

}  // namespace hpcast::reftrace
