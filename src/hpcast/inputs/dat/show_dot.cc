#include <fmt/format.h>

#include "hpcast/inputs/dat/show.h"
#include "hpcast/inputs/dat/view.h"

namespace hpcast::dat {
namespace {

std::string dot_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

// Okabe and Ito's colours, told apart by the colour-blind; shapes differ too.
const char* style_of(Kind kind) {
  switch (kind) {
    case Kind::core:
      return "shape=ellipse, fillcolor=\"#e69f00\"";
    case Kind::cache:
      return "shape=box, fillcolor=\"#56b4e9\"";
    case Kind::memory:
      return "shape=cylinder, fillcolor=\"#009e73\"";
    default:
      return "shape=hexagon, fillcolor=\"#cc79a7\"";
  }
}

std::string edge_label(const Machine& machine, std::uint32_t edge) {
  const std::string limit = limit_of(machine, edge);
  return limit.empty() ? limit : "label=" + dot_string(limit);
}

}  // namespace

std::string show_dot(const Machine& machine) {
  const View view = make_view(machine);
  std::string text = "graph " + dot_string(title_of(machine)) + " {\n  rankdir=BT;\n";
  text += "  node [style=filled, fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const ViewNode& node = view.nodes[i];
    const std::uint32_t v = node.vertices[0];
    std::string label = names_of(machine, node);
    if (node.times > 1) label = fmt::format("{} × {}", node.times, label);
    for (const std::string& part : {shape_of(machine, v), bandwidth_of(machine, v)}) {
      if (!part.empty()) label += "\n" + part;
    }
    text += fmt::format("  n{} [label={}, {}];\n", i, dot_string(label),
                        style_of(machine.object_at(v).first));
  }
  for (const ViewLink& e : view.tree) {
    text += fmt::format("  n{} -- n{} [weight=8 {}];\n", e.from, e.to, edge_label(machine, e.edge));
  }
  for (const ViewLink& e : view.links) {
    text +=
        fmt::format("  n{} -- n{} [style=dashed {}];\n", e.from, e.to, edge_label(machine, e.edge));
  }
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const auto edge = view.nodes[i].among_itself;
    if (edge) text += fmt::format("  n{0} -- n{0} [{1}];\n", i, edge_label(machine, *edge));
  }
  return text + "}\n";
}

}  // namespace hpcast::dat
