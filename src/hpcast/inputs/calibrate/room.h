// How many instructions a core has room for while they wait or are in flight, and how far code is
// fetched at once: seen from outside.
//
// Between two chains of roots that have nothing to do with each other lie so many other
// instructions. As long as there is room for them the second chain begins with the first one; one
// more, and it begins when that has ended. (Measuring reorder buffers: Henry Wong, Measuring
// Reorder Buffer Capacity, 2013.)
#pragma once

#include <cstdint>
#include <optional>

#include "hpcast/base/interruption.h"

namespace hpcast::calibrate {

// Empty: searches did not agree, or there is no end to it.
struct Room {
  std::optional<std::uint32_t> reorder_buffer;               // instructions in flight
  std::optional<std::uint32_t> scheduler, vector_waiting;    // that wait for an operand
  std::optional<std::uint32_t> registers, vector_registers;  // results in flight
  // Bytes: a short loop that lies in two such pieces of code takes longer; 0: none does.
  std::optional<std::uint32_t> fetch_line;
  std::optional<std::uint32_t> call_bubble;  // cycles more for a call or return than for a jump
};

// About half a second. Throws where it was interrupted.
Room measure_room(const Interruption& interruption);

}  // namespace hpcast::calibrate
