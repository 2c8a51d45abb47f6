// Reads and validates a network description (docs/ndl.md).
#pragma once

#include <string>

#include "hpcast/base/json.h"
#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

// All faults of the file come in one InputError. An unknown member is one of them.
Network parse_network(const Document& document);

// Is this a network's description? (A machine's has neither topology nor links.)
bool describes_network(const Document& document);

}  // namespace hpcast::ndl
