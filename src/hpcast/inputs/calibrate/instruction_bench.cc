#include "hpcast/inputs/calibrate/instruction_bench.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace hpcast::calibrate {

namespace {

template <class Number>
void fill_lanes(std::uint8_t (&bytes)[64], Number number) {
  for (std::size_t i = 0; i < 64; i += sizeof number)
    std::memcpy(bytes + i, &number, sizeof number);
}

template <class Number>
void fill_operands(Operands& operands, Number value, Number near_one, Number factor) {
  fill_lanes(operands.value, value);
  fill_lanes(operands.near_one, near_one);
  fill_lanes(operands.factor, factor);
}

constexpr std::uint64_t adds_a_turn = 32;

}  // namespace

// No chain of these ends in zeros, infinities or numbers that are done sooner than others.
void set_operands(Operands& operands, unsigned precisions) {
  operands.self = &operands;
  if ((precisions >> static_cast<unsigned>(Precision::double_precision) & 1) != 0)
    fill_operands(operands, 1.5, 1 + 0x1p-30, 1.7);
  else
    fill_operands(operands, 1.5F, 1 + 0x1p-20F, 1.7F);
}

// Written out: of a loop in C++ nobody knows what else waits in it (seen: 17 cycles for 16 adds).
void dependent_adds(std::uint64_t count) {
  std::uint64_t turns = count / adds_a_turn, sum = 0, one = 1;
#if defined __x86_64__
#define HPCAST_8_ADDS                                                                    \
  "add %[one],%[sum]\n\tadd %[one],%[sum]\n\tadd %[one],%[sum]\n\tadd %[one],%[sum]\n\t" \
  "add %[one],%[sum]\n\tadd %[one],%[sum]\n\tadd %[one],%[sum]\n\tadd %[one],%[sum]\n\t"
  asm volatile(".p2align 5\n\t1:\n\t" HPCAST_8_ADDS HPCAST_8_ADDS HPCAST_8_ADDS HPCAST_8_ADDS
               "dec %[turns]\n\tjnz 1b\n\t"
               : [sum] "+r"(sum), [turns] "+r"(turns)
               : [one] "r"(one)
               : "cc");
#undef HPCAST_8_ADDS
#else
  asm volatile("" : "+r"(one));
  for (; turns > 0; --turns) {
    for (std::uint64_t i = 0; i < adds_a_turn; ++i) {
      sum += one;
      asm volatile("" : "+r"(sum));
    }
  }
#endif
}

std::vector<double> told_cycles(std::span<const InstructionBench> benches,
                                std::span<const double> loops) {
  std::vector<double> told;
  for (std::size_t i = 0; i < benches.size(); ++i) {
    told.push_back(loops[i] - benches[i].others);
    if (*benches[i].less == '\0') continue;
    const auto less =
        std::find_if(benches.begin(), benches.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](const InstructionBench& other) { return other.name == benches[i].less; });
    const auto at = static_cast<std::size_t>(less - benches.begin());
    told[i] = at == i ? std::numeric_limits<double>::quiet_NaN() : told[i] - told[at];
  }
  return told;
}

}  // namespace hpcast::calibrate
