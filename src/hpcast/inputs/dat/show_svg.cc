#include <fmt/format.h>

#include <algorithm>

#include "hpcast/inputs/dat/show.h"
#include "hpcast/inputs/dat/view.h"

namespace hpcast::dat {
namespace {

constexpr double box_width = 240, box_height = 68, column = 286, row = 120;
constexpr double margin = 24, head = 76, card = 5;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') {
      result += c;  // XML has no way to write the other control characters
    }
  }
  return result;
}

// At most `most` characters, never half of one.
std::string shortened(const std::string& text, std::size_t most) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (starts && characters++ == most - 1 && i + 1 < text.size()) return text.substr(0, i) + "…";
  }
  return text;
}

// Colours of Okabe and Ito, told apart by the colour-blind; the kind is also written out.
constexpr const char* style = R"(<style>
  svg { color-scheme: light dark; font-family: system-ui, sans-serif; }
  .paper { fill: #ffffff; } .ink { fill: #1a1a1a; } .faint { fill: #555555; }
  .box { fill: #ffffff; stroke: #8a8a8a; } .card { fill: #f0f0f0; stroke: #8a8a8a; }
  .wire { stroke: #777777; } .link { stroke: #b35900; }
  .wire, .link { fill: none; stroke-width: 1.5; } .link { stroke-dasharray: 6 4; }
  .limit { fill: #8a4500; } .core { fill: #e69f00; } .cache { fill: #56b4e9; }
  .memory { fill: #009e73; } .router { fill: #cc79a7; }
  .title { font-size: 18px; font-weight: 600; } .name { font-size: 13px; font-weight: 600; }
  text { font-size: 11.5px; } .times { font-size: 13px; font-weight: 700; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181c; } .ink { fill: #f0f0f0; } .faint { fill: #b8b8b8; }
    .box { fill: #24272d; stroke: #7d828c; } .card { fill: #1d2025; stroke: #7d828c; }
    .wire { stroke: #9a9fa8; } .link { stroke: #ffb366; } .limit { fill: #ffc48a; }
  }
</style>
)";

class SvgWriter {
 public:
  explicit SvgWriter(const Machine& machine) : m_(machine), view_(make_view(machine)) {}

  std::string write() {
    for (const ViewNode& node : view_.nodes) {
      if (node.level != unreached) top_ = std::max(top_, node.level + 1);
    }
    x_.resize(view_.nodes.size());
    for (const std::uint32_t root : view_.roots) place(root);
    const double width = std::max(2 * margin + next_ * column, 640.0);
    const double height = head + (top_ + (has_unreached() ? 1 : 0)) * row + margin + 24;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" role=\"img\" aria-label=\"{2}\">\n",
        width, height, escaped(title_of(m_)));
    text += style;
    text += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", width, height);
    text += fmt::format("<text class=\"ink title\" x=\"{}\" y=\"32\">{}</text>\n", margin,
                        escaped(title_of(m_)));
    text += fmt::format("<text class=\"faint\" x=\"{}\" y=\"52\">{}</text>\n", margin,
                        escaped(counts_of(m_)));
    for (const ViewLink& e : view_.tree) text += wire(e);
    for (const ViewLink& e : view_.links) text += link(e);
    for (std::uint32_t i = 0; i < view_.nodes.size(); ++i) text += box(i);
    return text + "</svg>\n";
  }

 private:
  bool has_unreached() const {
    return std::any_of(view_.nodes.begin(), view_.nodes.end(),
                       [](const ViewNode& n) { return n.level == unreached; });
  }

  // Leaves side by side, parents above the middle of their children.
  void place(std::uint32_t id) {
    const ViewNode& node = view_.nodes[id];
    for (const std::uint32_t child : node.children) place(child);
    x_[id] = node.children.empty() ? margin + next_++ * column
                                   : (x_[node.children.front()] + x_[node.children.back()]) / 2;
  }

  // Cores at the bottom; what no core reaches below them.
  double y(std::uint32_t id) const {
    const std::uint32_t level = view_.nodes[id].level;
    return head + (level == unreached ? top_ : top_ - 1 - level) * row;
  }

  std::string limit(std::uint32_t edge, double x, double at) const {
    const std::string text = limit_of(m_, edge);
    if (text.empty()) return {};
    return fmt::format("<text class=\"limit\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       x, at, escaped(text));
  }

  std::string wire(const ViewLink& e) const {
    const double x1 = x_[e.from] + box_width / 2, y1 = y(e.from);
    const double x2 = x_[e.to] + box_width / 2, y2 = y(e.to) + box_height;
    return fmt::format("<path class=\"wire\" d=\"M{} {}C{} {} {} {} {} {}\"/>\n", x1, y1, x1,
                       (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2) +
           limit(e.edge, (x1 + x2) / 2, (y1 + y2) / 2);
  }

  // From side to side when the boxes lie apart, else around them.
  std::string link(const ViewLink& e) const {
    const bool right = x_[e.from] <= x_[e.to];
    const std::uint32_t a = right ? e.from : e.to, b = right ? e.to : e.from;
    const double x1 = x_[a] + box_width, y1 = y(a) + box_height / 2;
    const bool apart = x_[b] > x_[a];
    const double x2 = apart ? x_[b] : x_[b] + box_width, y2 = y(b) + box_height / 2;
    const double bend = apart ? (x1 + x2) / 2 : x1 + 30;
    return fmt::format("<path class=\"link\" d=\"M{} {}C{} {} {} {} {} {}\"/>\n", x1, y1, bend, y1,
                       bend, y2, x2, y2) +
           limit(e.edge, bend, (y1 + y2) / 2 - 4);
  }

  std::string box(std::uint32_t id) const {
    const ViewNode& node = view_.nodes[id];
    const std::uint32_t v = node.vertices[0];
    const Kind kind = m_.object_at(v).first;
    const std::string name = names_of(m_, node);
    const std::string shape = shape_of(m_, v), bandwidth = bandwidth_of(m_, v);
    std::string kind_line = fmt::format("{} {}", name_of(kind), m_.class_name(v));
    if (kind == Kind::memory) kind_line += ", " + numa_of(m_, node);
    std::string text = fmt::format("<g transform=\"translate({} {})\">", x_[id], y(id));
    text += fmt::format("<title>{}</title>",
                        escaped(name + "\n" + kind_line + "\n" + shape + "\n" + bandwidth +
                                (node.among_itself ? "\n" + among_itself(node) : "")));
    for (int i = node.vertices.size() > 1 ? 2 : 0; i > 0; --i) {
      text += rectangle("card", i * card, -i * card);
    }
    text += rectangle("box", 0, 0);
    text += fmt::format("<rect class=\"{}\" width=\"7\" height=\"{}\" rx=\"3\"/>", name_of(kind),
                        box_height);
    text += line("ink name", 17, shortened(name, node.times > 1 ? 24 : 29));
    if (node.times > 1) {
      text +=
          fmt::format("<text class=\"ink times\" x=\"{}\" y=\"17\" text-anchor=\"end\">×{}</text>",
                      box_width - 8, node.times);
    }
    text += line("faint", 31, shortened(kind_line, 38));
    text += line("ink", 46, shortened(shape.empty() ? bandwidth : shape, 38));
    if (!shape.empty()) text += line("ink", 60, shortened(bandwidth, 38));
    if (node.among_itself && shape.empty())
      text += line("limit", 60, shortened(among_itself(node), 48));
    return text + "</g>\n";
  }

  std::string among_itself(const ViewNode& node) const {
    const std::string limit = limit_of(m_, *node.among_itself);
    return "joined" + (limit.empty() ? "" : " at " + limit);
  }

  static std::string rectangle(const char* style_class, double x, double y) {
    return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
                       style_class, x, y, box_width, box_height);
  }

  static std::string line(const char* style_class, int y, const std::string& text) {
    return fmt::format("<text class=\"{}\" x=\"14\" y=\"{}\">{}</text>", style_class, y,
                       escaped(text));
  }

  const Machine& m_;
  View view_;
  std::vector<double> x_;
  double next_ = 0;
  std::uint32_t top_ = 1;
};

}  // namespace

std::string show_svg(const Machine& machine) { return SvgWriter(machine).write(); }

}  // namespace hpcast::dat
