// libFuzzer entry: any bytes are either a network, on which a few messages then come to their end,
// or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "hpcast/inputs/ndl/facts.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/inputs/ndl/shape.h"
#include "hpcast/models/netsim/sample_for_tests.h"

namespace {

using namespace hpcast;

std::optional<ndl::Network> network_in(const std::uint8_t* data, std::size_t size) {
  try {
    return ndl::parse_network(parse_json({reinterpret_cast<const char*>(data), size}, "fuzz"));
  } catch (const InputError&) {
    return {};
  }
}

// What takes long or much memory shows nothing more.
bool is_small(const ndl::Network& network) {
  if (ndl::node_count(network.shape) > 64) return false;
  if (const auto* tree = std::get_if<ndl::FatTreeShape>(&network.shape)) {
    std::uint64_t up = 1;
    for (const std::uint32_t factor : tree->up) up *= factor;
    if (up > 64 || tree->up.size() > 6) return false;
  }
  return network.packet_payload >= 16;
}

mpitrace::Profile ring(std::uint32_t ranks) {
  netsim::ProfileBuilder profile(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    for (const std::uint64_t bytes : {0, 10, 1000}) {
      profile.ireceive(rank, static_cast<std::int32_t>((rank + ranks - 1) % ranks));
      profile.isend(rank, (rank + 1) % ranks, bytes);
    }
    profile.wait_all(rank);
  }
  return profile.profile();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<ndl::Network> network = network_in(data, size);
  if (!network || !is_small(*network)) return 0;
  ndl::facts_of(*network);
  const auto nodes = static_cast<std::uint32_t>(ndl::node_count(network->shape));
  try {
    const netsim::Outcome outcome = netsim::simulate(*network, ring(std::min(nodes, 8U)), {});
    if (outcome.finished != std::min(nodes, 8U)) std::abort();
  } catch (const InputError&) {
    std::abort();  // it has room for all ranks, and the ring does not wait for itself
  }
  return 0;
}
