#include "hpcast/faces/cli/network/shown_network.h"

#include "hpcast/forecast/network/inputs.h"
#include "hpcast/inputs/ndl/show.h"

namespace hpcast::cli {

Json shown_network(const Document& description) {
  const ndl::Network network = forecast::described_network(description);
  Json facts = Json::array();
  for (const ndl::FactLine& line : ndl::fact_lines(network))
    facts.push_back({{"name", line.name}, {"value", line.value}, {"part", line.part}});
  return {{"shape", ndl::show_shape(network)},
          {"facts", std::move(facts)},
          {"svg", ndl::show_svg(network)}};
}

}  // namespace hpcast::cli
