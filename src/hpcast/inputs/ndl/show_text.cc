#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/ndl/facts.h"
#include "hpcast/inputs/ndl/names.h"
#include "hpcast/inputs/ndl/show.h"

namespace hpcast::ndl {

namespace {

std::string joined(const std::vector<std::uint32_t>& numbers, const char* between) {
  return fmt::format("{}", fmt::join(numbers, between));
}

std::string shape_words(const Network& network) {
  if (const auto* grid = std::get_if<GridShape>(&network.shape))
    return joined(grid->extents, " x ");
  if (const auto* tree = std::get_if<FatTreeShape>(&network.shape); tree && tree->down.size() == 1)
    return counted(tree->down[0], "node");
  if (const auto* tree = std::get_if<FatTreeShape>(&network.shape))
    return fmt::format("down {}, up {}", joined(tree->down, " "), joined(tree->up, " "));
  if (const auto* dragonfly = std::get_if<DragonflyShape>(&network.shape))
    return fmt::format("{} of {} with {} and {} to other groups",
                       counted(dragonfly->groups, "group"), counted(dragonfly->routers, "router"),
                       counted(dragonfly->nodes, "node"), counted(dragonfly->global_links, "link"));
  return "nodes and links one by one";
}

void add_cables(const Network& network, const Facts& facts, std::vector<FactLine>& lines) {
  lines.push_back({"cables", ""});
  for (std::size_t i = 0; i < facts.links.size(); ++i) {
    const LinkClass& kind = network.link_classes[i];
    lines.push_back({link_class_name(network, i),
                     fmt::format("{} of {} each way, {}", facts.links[i] / 2,
                                 format_bandwidth(kind.bandwidth), format_time(kind.latency)),
                     true});
  }
}

FactLine nodes_line(const Nodes& nodes, std::uint64_t count) {
  return {"nodes",
          fmt::format("{}, {} each, {} of {}", count, counted(nodes.ranks, "rank"),
                      counted(nodes.nics, "NIC"), format_bandwidth(nodes.injection_bandwidth))};
}

FactLine mpi_line(const MpiCosts& mpi) {
  const std::string copies = mpi.copy_bandwidth
                                 ? fmt::format(", and up to that copied at {} at both ends",
                                               format_bandwidth(*mpi.copy_bandwidth))
                                 : std::string();
  return {"MPI", fmt::format("{} to send, {} to receive; above {} the receiver is asked first{}; "
                             "collectives as {}",
                             format_time(mpi.send_overhead), format_time(mpi.receive_overhead),
                             format_bytes(static_cast<double>(mpi.eager_limit)), copies,
                             mpi.family == MpiFamily::mpich ? "MPICH's" : "Open MPI's")};
}

}  // namespace

std::vector<FactLine> fact_lines(const Network& network) {
  const Facts facts = facts_of(network);
  std::vector<FactLine> lines = {nodes_line(network.nodes, facts.nodes)};
  lines.push_back({"switches", fmt::format("{}, {} from port to port",
                                           facts.switches == 0 ? "in the nodes"
                                                               : std::to_string(facts.switches),
                                           format_time(network.switch_latency))});
  add_cables(network, facts, lines);
  lines.push_back({"routing", name_of(network.routing)});
  lines.push_back({"diameter", counted(facts.diameter, "link")});
  if (facts.bisection_bandwidth)
    lines.push_back(
        {"bisection",
         fmt::format("{} each way, {} a node", format_bandwidth(*facts.bisection_bandwidth),
                     format_bandwidth(*facts.bisection_bandwidth /
                                      (static_cast<double>(facts.nodes) / 2)))});
  lines.push_back({"empty message",
                   fmt::format("{} to the next node, {} to the furthest",
                               format_time(facts.neighbour_s), format_time(facts.furthest_s))});
  lines.push_back(mpi_line(network.mpi));
  return lines;
}

std::string show_shape(const Network& network) {
  return network.type + ", " + shape_words(network);
}

std::string show_text(const Network& network) {
  std::string text = network.name + ": " + show_shape(network) + "\n";
  for (const FactLine& line : fact_lines(network)) {
    if (line.part)
      text += fmt::format("  {:<18} {}\n", line.name, line.value);
    else if (line.value.empty())
      text += line.name + "\n";
    else
      text += fmt::format("{:<15} {}\n", line.name, line.value);
  }
  return text;
}

}  // namespace hpcast::ndl
