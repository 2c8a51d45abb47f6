// How a profile is put on a network, on the command line of whatever forecasts that.
#pragma once

#include <CLI/CLI.hpp>

#include "hpcast/forecast/network/inputs.h"

namespace hpcast::cli {

// --fidelity, --ranks-per-node, --mapping. The request outlives the command.
void add_network_options(CLI::App& command, forecast::NetworkRequest& request);

}  // namespace hpcast::cli
