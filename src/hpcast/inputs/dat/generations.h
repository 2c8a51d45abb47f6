// Cores that hpcast knows, as tables: their numbers hold where a DAT gives none. Each is a file of
// generations/, with the source of its numbers.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

inline constexpr const char* default_generation = "generic";

std::vector<std::string> generations();  // their names, in alphabetical order
bool is_generation(const std::string& name);
// "did you mean 'zen4'?", or all there are.
std::string generation_hint(const std::string& name);

// The core itself, its pipeline without a clock; `extras` has its title and sources. `name` is one
// of generations().
const CoreClass& generation(const std::string& name);

// A core's pipeline as that table has it, at `clock` (Hz): `core` says how many instructions and
// lines may be in flight, where it says so.
Pipeline pipeline_of(const std::string& generation, double clock, const CoreClass& core);

}  // namespace hpcast::dat
