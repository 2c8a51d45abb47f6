#include "hpcast/inputs/ndl/path.h"

namespace hpcast::ndl {

double empty_message_time(const Network& network) {
  return with_topology(network, [&](const auto& topology) {
    if (topology.nodes() < 2) return 0.0;
    const Path path = path_between(network, topology, 0, 1);
    return path.latency + static_cast<double>(network.packet_header) / path.bandwidth;
  });
}

}  // namespace hpcast::ndl
