#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/ndl/facts.h"
#include "hpcast/ndl/names.h"
#include "hpcast/ndl/show.h"

namespace hpcast::ndl {

namespace {

std::string joined(const std::vector<std::uint32_t>& numbers, const char* between) {
  return fmt::format("{}", fmt::join(numbers, between));
}

std::string shape_words(const Network& network) {
  if (const auto* grid = std::get_if<GridShape>(&network.shape))
    return joined(grid->extents, " x ");
  if (const auto* tree = std::get_if<FatTreeShape>(&network.shape))
    return fmt::format("down {}, up {}", joined(tree->down, " "), joined(tree->up, " "));
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&network.shape))
    return fmt::format("{} groups of {} routers with {} nodes and {} links to other groups",
                       dragonfly->groups, dragonfly->routers, dragonfly->nodes,
                       dragonfly->global_links);
  return "nodes and links one by one";
}

std::string link_lines(const Network& network, const Facts& facts) {
  std::string lines;
  for (std::size_t i = 0; i < facts.links.size(); ++i) {
    const LinkClass& kind = network.link_classes[i];
    lines += fmt::format("  {:<18} {:>10}  {:>11} each way, {}\n", link_class_name(network, i),
                         facts.links[i] / 2, format_bandwidth(kind.bandwidth),
                         format_time(kind.latency));
  }
  return lines;
}

std::string mpi_line(const MpiCosts& mpi) {
  return fmt::format(
      "MPI             {} to send, {} to receive; above {} the receiver is asked first; "
      "collectives as {}\n",
      format_time(mpi.send_overhead), format_time(mpi.receive_overhead),
      format_bytes(static_cast<double>(mpi.eager_limit)),
      mpi.family == MpiFamily::mpich ? "MPICH's" : "Open MPI's");
}

}  // namespace

std::string show_text(const Network& network) {
  const Facts facts = facts_of(network);
  const Nodes& nodes = network.nodes;
  std::string text = fmt::format("{}: {}, {}\n", network.name, network.type, shape_words(network));
  text += fmt::format("nodes           {}, {} rank{} each, {} NIC{} of {}\n", facts.nodes,
                      nodes.ranks, nodes.ranks == 1 ? "" : "s", nodes.nics,
                      nodes.nics == 1 ? "" : "s", format_bandwidth(nodes.injection_bandwidth));
  text += fmt::format("switches        {}, {} from port to port\n",
                      facts.switches == 0 ? "in the nodes" : std::to_string(facts.switches),
                      format_time(network.switch_latency));
  text += "cables\n" + link_lines(network, facts);
  text += fmt::format("routing         {}\n", name_of(network.routing));
  text += fmt::format("diameter        {} links\n", facts.diameter);
  if (facts.bisection_bandwidth)
    text += fmt::format(
        "bisection       {} each way, {} a node\n", format_bandwidth(*facts.bisection_bandwidth),
        format_bandwidth(*facts.bisection_bandwidth / (static_cast<double>(facts.nodes) / 2)));
  text += fmt::format("empty message   {} to the next node, {} to the furthest\n",
                      format_time(facts.neighbour_s), format_time(facts.furthest_s));
  return text + mpi_line(network.mpi);
}

}  // namespace hpcast::ndl
