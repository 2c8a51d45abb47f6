// Operations that a thread has executed. Freestanding: the tracers count them.
#pragma once

#include <cstdint>

namespace hpcast {

// Width of the register that a floating-point instruction works on.
enum class FlopWidth : std::uint8_t { scalar, bits128, bits256, bits512 };
inline constexpr unsigned flop_widths = 4;

// What a row of counts is of.
enum class ProgramPart : std::uint8_t {
  main,      // the program
  start_up,  // before its main function: dynamic linking, initialisation
  spinning,  // loops that only wait for other threads, of which the host's scheduler decides how
             // long
};
// In their order, in files.
inline constexpr const char* program_parts[] = {"main", "start-up", "spinning"};
constexpr auto& words_of(ProgramPart) { return program_parts; }
constexpr const char* name_of(ProgramPart part) { return program_parts[static_cast<int>(part)]; }

// 64-bit words only. A floating-point operation is one element's addition, subtraction,
// multiplication, division, square root, minimum, maximum or reciprocal (estimate); a fused
// multiply-add is two. These are the operations that Intel's FP_ARITH events count.
struct OperationCounts {
  std::uint64_t instructions;           // each repetition of a string instruction is one
  std::uint64_t integer;                // additions, logic, shifts, compares …; vectors' elements
  std::uint64_t loads;                  // references, as in the stream
  std::uint64_t stores;                 // likewise; non-temporal ones among them
  std::uint64_t dp_flops[flop_widths];  // double precision
  std::uint64_t sp_flops[flop_widths];  // single precision
  std::uint64_t x87_flops;              // in the x87 unit, whatever the precision

  bool operator==(const OperationCounts&) const = default;
};
inline constexpr unsigned operation_count_words = sizeof(OperationCounts) / sizeof(std::uint64_t);

// What the words are called in files, in their order.
inline constexpr const char* operation_names[operation_count_words] = {
    "instructions", "integer",      "loads",        "stores",          "dp_flops_scalar",
    "dp_flops_128", "dp_flops_256", "dp_flops_512", "sp_flops_scalar", "sp_flops_128",
    "sp_flops_256", "sp_flops_512", "x87_flops"};

inline std::uint64_t* words_of(OperationCounts& counts) {
  return reinterpret_cast<std::uint64_t*>(&counts);
}
inline const std::uint64_t* words_of(const OperationCounts& counts) {
  return reinterpret_cast<const std::uint64_t*>(&counts);
}

inline OperationCounts& operator+=(OperationCounts& sum, const OperationCounts& more) {
  for (unsigned i = 0; i < operation_count_words; ++i) words_of(sum)[i] += words_of(more)[i];
  return sum;
}

// Of all widths. What the x87 unit does counts as double precision.
inline std::uint64_t all_dp_flops(const OperationCounts& counts) {
  std::uint64_t sum = counts.x87_flops;
  for (const std::uint64_t flops : counts.dp_flops) sum += flops;
  return sum;
}
inline std::uint64_t all_sp_flops(const OperationCounts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t flops : counts.sp_flops) sum += flops;
  return sum;
}

}  // namespace hpcast
