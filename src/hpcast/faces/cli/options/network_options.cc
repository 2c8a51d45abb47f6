#include "hpcast/faces/cli/options/network_options.h"

#include <cstdint>
#include <string>

namespace hpcast::cli {

namespace {

netsim::Fidelity fidelity_of(const std::string& name) {
  if (name == "loggp") return netsim::Fidelity::loggp;
  return name == "ideal" ? netsim::Fidelity::ideal : netsim::Fidelity::packet;
}

}  // namespace

void add_network_options(CLI::App& command, forecast::NetworkRequest& request) {
  command
      .add_option_function<std::string>(
          "--fidelity",
          [&request](const std::string& name) { request.fidelity = fidelity_of(name); },
          "packet: with contention (default); loggp: without; ideal: messages take no time")
      ->check(CLI::IsMember({"packet", "loggp", "ideal"}));
  command
      .add_option_function<std::uint32_t>(
          "--ranks-per-node", [&request](std::uint32_t ranks) { request.ranks_per_node = ranks; },
          "places for ranks on each node")
      ->check(CLI::Range(1, 4096));
  command.add_option("--mapping", request.mapping,
                     "block, cyclic, or a file with the node of each rank in turn");
}

}  // namespace hpcast::cli
