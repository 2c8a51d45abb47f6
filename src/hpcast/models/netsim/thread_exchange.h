// The parts of a simulation as threads of this process.
#pragma once

#include <functional>

#include "hpcast/models/netsim/exchange.h"

namespace hpcast::netsim {

// Runs every part in a thread of its own; the outcome is that of part 0. What a part throws (the
// first, if several do) is thrown here, when the others have given up.
Outcome run_threads(std::uint32_t parts, const std::function<Outcome(Exchange&)>& part);

}  // namespace hpcast::netsim
