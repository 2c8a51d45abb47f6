// What there is to measure of single instructions: loops of them, and what a loop's time tells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hpcast/base/instruction_kind.h"

namespace hpcast::calibrate {

// What a loop's cycles are, of a kind of instruction at some precisions and widths.
enum class Figure : std::uint8_t {
  help,     // nothing by itself; others are told from it
  latency,  // to another kind
  chained,  // to one of the same kind
  both,     // latency and chained
  each,     // the core's time for each of many independent ones
  indexed,  // latency of a load from an address of two registers
  forward,  // from a store's data to what loads it, general registers
  vector_forward,
  split_load,  // eight side by side, one of which lies in two lines, longer than eight that do not
  split_store,
  slot,    // the dispatch's time for an instruction that asks for nothing else
  refill,  // cycles that a mispredicted branch costs
  flags,   // from a comparison of numbers to what an integer instruction makes of its flags
};

// Registers' values come from here, and where loads and stores go.
struct alignas(64) Operands {
  const void* self = nullptr;  // this object: what a chain of loads goes round
  std::uint64_t random = 0x9e3779b97f4a7c15;
  std::uint8_t between[48] = {};
  std::uint8_t value[64], near_one[64], factor[64];  // of the vector registers
  std::uint8_t scratch[1024] = {};
};

struct InstructionBench {
  std::string name;
  Figure figure;
  InstructionKind kind = InstructionKind::other;
  unsigned precisions = 1;  // a bit for each Precision
  unsigned widths = 0;      // a bit for each log2 of the bytes
  double per_turn = 1;      // of what is told, in one turn of the loop
  double others = 0;        // cycles in it that are known to be others'
  const char* less = "";    // the name of a bench whose cycles are to be taken off
  void (*run)(std::uint64_t turns, Operands& operands) = nullptr;
};

// Those that this processor can run; none where hpcast has none for its architecture.
std::vector<InstructionBench> instruction_benches();

// Values for benches of these precisions, a bit for each.
void set_operands(Operands& operands, unsigned precisions);

// Adds, each of which waits for the one before: a cycle each, on any processor. A multiple of 32.
void dependent_adds(std::uint64_t count);

// What each bench tells, in cycles, from those of its loop for one of `per_turn`. A NaN where the
// bench whose cycles are to be taken off does not stand before it.
std::vector<double> told_cycles(std::span<const InstructionBench> benches,
                                std::span<const double> loops);

}  // namespace hpcast::calibrate
