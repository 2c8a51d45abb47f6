// Kinds of instructions by name: "integer", "float-add", ….
#pragma once

#include <array>
#include <cstddef>

#include "hpcast/base/instruction_kind.h"

namespace hpcast {

// By InstructionKind.
inline constexpr std::array<const char*, instruction_kinds> instruction_names{
    "move",           "integer",         "shift",          "bit-count",
    "multiply",       "divide",          "load",           "store",
    "float-add",      "float-compare",   "float-multiply", "float-fused",
    "float-divide",   "float-root",      "convert",        "logic",
    "vector-integer", "vector-multiply", "vector-shift",   "shuffle",
    "transfer",       "gather",          "jump",           "branch",
    "call",           "call-indirect",   "jump-indirect",  "return",
    "atomic",         "fence",           "string",         "x87",
    "other"};
static_assert(instruction_names.back() != nullptr);

constexpr const char* name_of(InstructionKind kind) {
  return instruction_names[static_cast<std::size_t>(kind)];
}

}  // namespace hpcast
