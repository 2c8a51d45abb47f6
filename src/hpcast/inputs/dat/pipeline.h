// How a core executes instructions: its widths, buffers and units, and what each kind of
// instruction asks of them. In cycles, but for the clock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/base/instruction_kind.h"

namespace hpcast::dat {

// Units that serve the same kinds of instructions: some of the core's ports.
struct UnitGroup {
  std::string name;
  std::uint64_t ports = 0;  // one bit each; groups may share them
  bool operator==(const UnitGroup&) const = default;
};

// What instructions of a kind, precision and width ask for.
struct Timing {
  std::uint16_t latency = 1;  // from the last of their sources to the result
  std::uint16_t chained = 1;  // the same, to one of the same kind: by forwarding within the unit
  std::uint16_t cycles = 1;   // that a unit is busy
  std::uint8_t slots = 1;     // of the dispatch width; 0: none, as if fused with another one
  std::uint8_t units = no_units;  // index into Pipeline::units
  static constexpr std::uint8_t no_units = 255;
  bool operator==(const Timing&) const = default;
};

struct Pipeline {
  std::string generation;  // the table whose numbers hold where the DAT gives none
  double clock = 0;        // Hz

  std::uint32_t fetch_width = 0;  // slots a cycle, as far as a jump that is taken
  std::uint32_t fetch_line = 0;   // bytes: and as far as the end of such a piece of code; 0: none
  std::uint32_t call_bubble = 0;  // cycles longer to predict a call or return than a jump
  std::uint32_t dispatch_width = 0;    // slots a cycle
  std::uint32_t retire_width = 0;      // instructions a cycle
  std::uint32_t reorder_buffer = 0;    // instructions in flight: CoreClass::window
  std::uint32_t scheduler = 0;         // entries of instructions on general registers
  std::uint32_t vector_scheduler = 0;  // and on vector registers
  std::uint32_t vector_queue = 0;      // those that wait for the latter without stopping dispatch
  std::uint32_t load_queue = 0, store_queue = 0;
  // Results in flight, in general and in vector registers; 0: as many as instructions.
  std::uint32_t registers = 0, vector_registers = 0;
  std::uint32_t line_fill_buffers = 0;  // CoreClass::line_fill_buffers
  // Of the first cache: cycles from one line that a set takes to the next, and lines that may be
  // under way for one set; 0: no limit.
  std::uint32_t set_fill = 0, set_lines = 0;

  std::uint32_t refill = 0;          // from a mispredicted branch's execution to the next dispatch
  std::uint32_t branch_history = 0;  // branches that the predictor looks back
  // Cycles by which a comparison on vector registers sets flags later than it makes a mask.
  std::uint32_t flag_transfer = 0;
  bool fuses_branches = false;  // a conditional branch behind an integer instruction: one slot

  // A load's latency where the first cache has the line is its Timing, by width; where an earlier
  // store that is still in flight has it, from that store's data on:
  std::uint32_t forward = 0, vector_forward = 0;
  std::uint32_t indexed = 0;  // more, where a load's address is of two registers
  // How often a load or store that lies in two lines takes a port.
  std::uint32_t split_load = 2, split_store = 2;

  // Address translation: entries of the last TLB; how long a walk through the page tables takes, 0:
  // nothing, it is not modelled; and where that line of the page table was read lately, 0: as long
  // as the second cache; and how many may be under way.
  std::uint32_t tlb = 0, page_walk = 0, page_walk_near = 0, page_walkers = 1;

  std::vector<std::string> ports;  // their names, by bit: by them a DAT says which groups share one
  std::vector<UnitGroup> units;
  // By kind, precision and log2 of the width. Loads and stores that other instructions make take
  // those of Kind::load and Kind::store.
  std::array<std::array<std::array<Timing, register_widths>, precisions>, instruction_kinds>
      timings{};

  const Timing& timing(InstructionKind kind, Precision precision, unsigned log2_width) const {
    return timings[static_cast<unsigned>(kind)][static_cast<unsigned>(precision)][log2_width];
  }
  Timing& timing(InstructionKind kind, Precision precision, unsigned log2_width) {
    return timings[static_cast<unsigned>(kind)][static_cast<unsigned>(precision)][log2_width];
  }
};

}  // namespace hpcast::dat
