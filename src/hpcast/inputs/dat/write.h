// Writes a DAT (docs/dat.md), with the results of a simulation in it if there are any.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

// What the paper's result members of one object say. Cores have no traffic members, only times.
struct ObjectResult {
  Traffic traffic;
  double time = 0;                              // s
  std::optional<double> time_flops, time_inst;  // s, of cores
};

// `results`: of every vertex in the order of vertex numbers, then of every edge; or none at all.
// They replace earlier results in the objects' extras.
Json to_json(const Machine& machine, std::span<const ObjectResult> results = {});

// The same as text: one object a line.
std::string to_text(const Machine& machine, std::span<const ObjectResult> results = {});

// Atomically; throws InputError when the path cannot be written.
}  // namespace hpcast::dat
