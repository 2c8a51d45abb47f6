#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/ndl/facts.h"
#include "hpcast/inputs/ndl/picture.h"
#include "hpcast/inputs/ndl/show.h"

namespace hpcast::ndl {

namespace {

constexpr double least_box_width = 118, most_box_width = 260, box_height = 30, margin = 30,
                 head = 84;

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += c;  // XML has no way to write the other control characters
  }
  return result;
}

// As of machines: colours of Okabe and Ito; what is a node and what a switch is written out. What
// is written beside boxes has a rim, so that no wire runs through it.
constexpr const char* network_style = R"(<style>
  svg { color-scheme: light dark; font-family: system-ui, sans-serif; }
  .paper { fill: #ffffff; } .ink { fill: #1a1a1a; } .faint { fill: #555555; }
  .box { fill: #ffffff; stroke: #8a8a8a; } .card { fill: #f0f0f0; stroke: #8a8a8a; }
  .wire { fill: none; stroke: #777777; stroke-width: 1.5; } .limit { fill: #8a4500; }
  .node { fill: #e69f00; } .switch { fill: #cc79a7; }
  .title { font-size: 18px; font-weight: 600; }
  text { font-size: 11.5px; } .times { font-size: 13px; font-weight: 700; }
  .times, .limit { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181c; } .ink { fill: #f0f0f0; } .faint { fill: #b8b8b8; }
    .box { fill: #24272d; stroke: #7d828c; } .card { fill: #1d2025; stroke: #7d828c; }
    .wire { stroke: #9a9fa8; } .limit { fill: #ffc48a; }
    .times, .limit { stroke: #16181c; }
  }
</style>
)";

// Without the type where the name tells it.
std::string title_of(const Network& network) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  const std::string& name = network.name;
  const bool told = std::search(name.begin(), name.end(), network.type.begin(), network.type.end(),
                                same) != name.end();
  return told ? network.name : fmt::format("{} ({})", network.name, network.type);
}

// Names of custom networks may be long.
double box_width_for(const Picture& picture) {
  std::size_t longest = 0;
  for (const PictureBox& box : picture.boxes) longest = std::max(longest, box.name.size());
  return std::clamp(24 + 6.5 * static_cast<double>(longest), least_box_width, most_box_width);
}

std::string facts_line(const Facts& facts) {
  std::string text =
      fmt::format("{}, {}, diameter of {}", counted(facts.nodes, "node"),
                  counted(facts.switches, "switch"), counted(facts.diameter, "link"));
  if (facts.bisection_bandwidth)
    text += fmt::format(", bisection {} each way", format_bandwidth(*facts.bisection_bandwidth));
  return text + fmt::format(", empty message {} to {}", format_time(facts.neighbour_s),
                            format_time(facts.furthest_s));
}

class NetworkSvg {
 public:
  explicit NetworkSvg(const Network& network)
      : network_(network), picture_(picture_of(network)), box_width_(box_width_for(picture_)) {
    // Room for what is among the boxes themselves, and for labels of wires.
    column_ = picture_.collapsed ? 300 : box_width_ + 26;
    row_ = picture_.collapsed ? 130 : 92;
  }

  std::string write() {
    double columns = 0, rows = 0;
    for (const PictureBox& box : picture_.boxes) {
      columns = std::max(columns, box.x);
      rows = std::max(rows, box.y);
    }
    const double width = std::max(720.0, 2 * margin + columns * column_ + box_width_ + 60);
    const double height = head + rows * row_ + box_height + 2 * margin + itself_height();
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">\n{3}"
        "<rect class=\"paper\" width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n",
        width, height, xml_text(network_.name), network_style);
    text += fmt::format("<text class=\"ink title\" x=\"{}\" y=\"32\">{}</text>\n", margin,
                        xml_text(title_of(network_)));
    text += fmt::format("<text class=\"faint\" x=\"{}\" y=\"54\">{}</text>\n", margin,
                        xml_text(facts_line(facts_of(network_))));
    for (const PictureWire& wire : picture_.wires) text += wire_text(wire);
    for (const PictureBox& box : picture_.boxes) text += box_text(box);
    return text + "</svg>\n";
  }

 private:
  double x(const PictureBox& box) const { return margin + box.x * column_; }
  double y(const PictureBox& box) const { return head + 20 + box.y * row_; }
  double itself_height() const {
    double lines = 0;
    for (const PictureWire& wire : picture_.wires) lines += wire.from == wire.to ? 18 : 0;
    return lines;
  }

  std::string wire_text(const PictureWire& wire) {
    const PictureBox &a = picture_.boxes[wire.from], &b = picture_.boxes[wire.to];
    if (wire.from == wire.to) return itself_text(a, wire);
    const double x1 = x(a) + box_width_ / 2, y1 = y(a) + box_height / 2;
    const double x2 = x(b) + box_width_ / 2, y2 = y(b) + box_height / 2;
    // Around the boxes in between.
    const bool far = std::hypot(a.x - b.x, a.y - b.y) > 1.5 && (a.y == b.y || a.x == b.x);
    const double bend = far ? 34 : 0;
    std::string text = fmt::format(
        "<path class=\"wire\" d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}\"><title>{}</title>"
        "</path>\n",
        x1, y1, (x1 + x2) / 2 + (a.x == b.x ? 2 * bend : 0),
        (y1 + y2) / 2 - (a.y == b.y ? 2 * bend : 0), x2, y2, xml_text(wire.label));
    if (picture_.collapsed)
      text += fmt::format("<text class=\"limit\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                          (x1 + x2) / 2 + 8, (y1 + y2) / 2 + 4 + 14 * labels_[wire.to]++,
                          xml_text(wire.label));
    return text;
  }
  std::string itself_text(const PictureBox& box, const PictureWire& wire) {
    const double right = x(box) + box_width_ + 16;
    const double at = y(box) + 10 + 18 * itself_[wire.from]++;
    return fmt::format(
        "<path class=\"wire\" d=\"M{:.1f} {:.1f}h14a5 5 0 0 1 0 10h-14\"/>\n<text class=\"limit\" "
        "x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
        right - 6, at - 5, right + 22, at + 4, xml_text(wire.label));
  }

  std::string box_text(const PictureBox& box) const {
    std::string text = fmt::format("<g transform=\"translate({:.1f} {:.1f})\"><title>{}</title>",
                                   x(box), y(box), xml_text(box.name));
    for (int i = box.times > 1 ? 2 : 0; i > 0; --i)
      text += fmt::format(
          "<rect class=\"card\" x=\"{0}\" y=\"-{0}\" width=\"{1}\" height=\"{2}\" rx=\"4\"/>",
          4 * i, box_width_, box_height);
    text += fmt::format(
        "<rect class=\"box\" width=\"{0}\" height=\"{1}\" rx=\"4\"/><rect class=\"{2}\" "
        "width=\"6\" height=\"{1}\" rx=\"3\"/><text class=\"ink\" x=\"12\" y=\"19\">{3}</text>",
        box_width_, box_height, box.node ? "node" : "switch", xml_text(box.name));
    if (box.times > 1)
      text +=
          fmt::format("<text class=\"ink times\" x=\"{}\" y=\"-12\" text-anchor=\"end\">×{}</text>",
                      box_width_, box.times);
    return text + "</g>\n";
  }

  const Network& network_;
  Picture picture_;
  double box_width_, column_ = 0, row_ = 0;
  std::map<std::uint32_t, int> labels_, itself_;
};

std::string dot_string(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) result += c;
  }
  return result + "\"";
}

}  // namespace

std::string show_svg(const Network& network) { return NetworkSvg(network).write(); }

std::string show_dot(const Network& network) {
  const Picture picture = picture_of(network);
  std::string text = "graph " + dot_string(network.name) + " {\n  node [shape=box];\n";
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const PictureBox& box = picture.boxes[i];
    text += fmt::format(
        "  v{} [label={}{}];\n", i,
        dot_string(box.times > 1 ? fmt::format("{} ×{}", box.name, box.times) : box.name),
        box.node ? "" : ", style=rounded");
  }
  for (const PictureWire& wire : picture.wires)
    text += fmt::format("  v{} -- v{} [{}={}];\n", wire.from, wire.to,
                        picture.collapsed ? "label" : "tooltip", dot_string(wire.label));
  return text + "}\n";
}

}  // namespace hpcast::ndl
