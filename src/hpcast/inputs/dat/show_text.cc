#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/show.h"
#include "hpcast/inputs/dat/view.h"

namespace hpcast::dat {
namespace {

std::string pipeline_line(const std::string& name, const Pipeline& p) {
  return fmt::format(
      "{}: {} at {}, {} a cycle, {} in flight, {} and {} waiting for units on {} ports, {} cycles "
      "lost at a mispredicted branch\n",
      name, p.generation, format_scaled(p.clock, "Hz"), p.dispatch_width, p.reorder_buffer,
      p.scheduler, p.vector_scheduler, p.ports.size(), p.refill);
}

class TextTree {
 public:
  explicit TextTree(const Machine& machine) : m_(machine), view_(make_view(machine)) {}

  std::string write() {
    text_ = title_of(m_) + "\n" + counts_of(m_) + "\n\n";
    for (const std::uint32_t root : view_.roots) add(root, "", "");
    add_pipelines();
    return std::move(text_);
  }

 private:
  void add_pipelines() {
    std::string lines;
    for (const CoreClass& c : m_.core_classes)
      if (c.pipeline) lines += pipeline_line(c.name, *c.pipeline);
    if (!lines.empty()) text_ += "\n" + lines;
  }

  void add(std::uint32_t id, const std::string& here, const std::string& below) {
    const ViewNode& node = view_.nodes[id];
    text_ += here + line_of(id) + "\n";
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const bool last = i + 1 == node.children.size();
      add(node.children[i], below + (last ? "└─ " : "├─ "), below + (last ? "   " : "│  "));
    }
  }

  std::string line_of(std::uint32_t id) const {
    const ViewNode& node = view_.nodes[id];
    const std::uint32_t v = node.vertices[0];
    const Kind kind = m_.object_at(v).first;
    std::string line = node.times > 1 ? fmt::format("{} × ", node.times) : "";
    line += fmt::format("{} ({} {}", names_of(m_, node), name_of(kind), m_.class_name(v));
    for (const std::string& part : {shape_of(m_, v), bandwidth_of(m_, v)}) {
      if (!part.empty()) line += ", " + part;
    }
    if (kind == Kind::memory) line += ", " + numa_of(m_, node);
    return line + ")" + links_of(id);
  }

  std::string links_of(std::uint32_t id) const {
    std::string text;
    for (const ViewLink& link : view_.links) {
      if (link.from != id && link.to != id) continue;
      add_item(text, names_of(m_, view_.nodes[link.from == id ? link.to : link.from]) +
                         at_limit(link.edge));
    }
    if (const auto edge = view_.nodes[id].among_itself) {
      text += (text.empty() ? "each other" : ", each other") + at_limit(*edge);
    }
    return text.empty() ? text : " <-> " + text;
  }

  std::string at_limit(std::uint32_t edge) const {
    const std::string limit = limit_of(m_, edge);
    return limit.empty() ? limit : " at " + limit;
  }

  const Machine& m_;
  View view_;
  std::string text_;
};

}  // namespace

std::string show_text(const Machine& machine) { return TextTree(machine).write(); }

}  // namespace hpcast::dat
