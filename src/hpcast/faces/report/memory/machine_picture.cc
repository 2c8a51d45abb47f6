#include "hpcast/faces/report/memory/machine_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

using answers::Kind;
using answers::MemoryAnswer;
using answers::ObjectResult;

namespace {

constexpr double picture_width = 1160, left = 176, right = 92, row_gap = 16, column_gap = 10;
constexpr double cells_width = picture_width - left - right;
constexpr double narrowest_cell = 9, cell_gap = 2, tall_cell = 34, small_cell = 14;
constexpr double label_character_width = 6.8;
constexpr std::size_t most_columns = 16;

struct Area {
  double x, width;
};

class Picture {
 public:
  Picture(const MemoryAnswer& result, const std::vector<Group>& groups, const PhaseTimes& times)
      : result_(result), groups_(groups), times_(times) {
    std::set<int> nodes;  // with cores: memory alone stands in a row of its own
    for (const ObjectResult& object : result.objects) {
      if (object.kind == Kind::core) nodes.insert(object.numa_node);
    }
    if (nodes.size() > 1 && nodes.size() <= most_columns) nodes_.assign(nodes.begin(), nodes.end());
  }

  std::string svg() {
    double y = nodes_.empty() ? 4 : 26;
    y = draw_rows(false, y);
    const double bottom = y - row_gap + 8;
    y = draw_outside(bottom + 10);
    draw_legend(y);
    const std::string panels = node_panels(bottom);
    return fmt::format(
               "<svg class=\"wide\" viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\">",
               picture_width, y + 22, escape(description())) +
           panels + body_ + "</svg>\n";
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
  }

  std::string description() const {
    std::string text = "The machine, from the cores outwards. ";
    for (const Group& group : groups_) {
      if (is_idle_edge(group)) continue;
      text += fmt::format("{} × {}: busiest {}. ", group.members.size(), group.label,
                          format_percent(share(group)));
    }
    return text;
  }

  double share(const Group& group) const { return result_.objects[group.members[0]].occupancy; }

  Area column(std::size_t index) const {
    const auto count = static_cast<double>(nodes_.size());
    const double width = (cells_width - column_gap * (count - 1)) / count;
    return {left + static_cast<double>(index) * (width + column_gap), width};
  }

  std::string node_panels(double bottom) const {
    std::string text;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Area area = column(i);
      text += fmt::format(
          "<rect class=\"panel\" x=\"{:.1f}\" y=\"0\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\"/>"
          "<text class=\"soft middle\" x=\"{:.1f}\" y=\"16\">NUMA {}</text>",
          area.x - 4, area.width + 8, bottom, area.x + area.width / 2, nodes_[i]);
    }
    return text;
  }

  // Whether the object is of a node that has no column: memory without cores.
  bool is_outside(const ObjectResult& object) const {
    return !nodes_.empty() && object.kind != Kind::edge &&
           std::find(nodes_.begin(), nodes_.end(), object.numa_node) == nodes_.end();
  }

  // Those of the group that the columns hold, or those that they do not.
  std::vector<std::uint32_t> part_of(const Group& group, bool outside) const {
    std::vector<std::uint32_t> members = group.members;
    std::erase_if(members,
                  [&](std::uint32_t m) { return is_outside(result_.objects[m]) != outside; });
    std::sort(members.begin(), members.end());
    std::stable_sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
      return result_.objects[a].numa_node < result_.objects[b].numa_node;
    });
    return members;
  }

  // Rows of one part of all groups, from `y` on; returns where the next would begin.
  double draw_rows(bool outside, double y) {
    for (const Group& group : groups_) {
      if (is_idle_edge(group)) continue;
      const std::vector<std::uint32_t> members = part_of(group, outside);
      if (!members.empty()) y = draw_row(group, members, outside, y) + row_gap;
    }
    return y;
  }

  // Below the columns, under a heading of its own; nothing where all nodes have cores.
  double draw_outside(double y) {
    std::set<int> nodes;
    for (const ObjectResult& object : result_.objects)
      if (is_outside(object)) nodes.insert(object.numa_node);
    if (nodes.empty()) return y;
    put("<text class=\"soft\" x=\"{:.1f}\" y=\"{:.1f}\">NUMA {}, without cores</text>", left,
        y + 12, fmt::join(nodes, ", "));
    return draw_rows(true, y + 22);
  }

  // Returns the lower end of the row.
  double draw_row(const Group& group, const std::vector<std::uint32_t>& members, bool outside,
                  double y) {
    std::map<int, std::vector<std::uint32_t>> by_node;
    for (const std::uint32_t m : members) by_node[result_.objects[m].numa_node].push_back(m);
    double bottom = y + tall_cell;
    put("<g class=\"row\">");
    if (outside || nodes_.empty() || joins_nodes(group, by_node)) {
      bottom = std::max(bottom, draw_cells(members, {left, cells_width}, y));
    } else {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (by_node.contains(nodes_[i]))
          bottom = std::max(bottom, draw_cells(by_node[nodes_[i]], column(i), y));
      }
    }
    draw_row_labels(group, members.size(), (y + bottom) / 2);
    put("</g>");
    return bottom;
  }

  // Edges that do not lie in every column are no node's own.
  bool joins_nodes(const Group& group,
                   const std::map<int, std::vector<std::uint32_t>>& by_node) const {
    return group.kind == Kind::edge &&
           !std::equal(nodes_.begin(), nodes_.end(), by_node.begin(), by_node.end(),
                       [](int node, const auto& there) { return node == there.first; });
  }

  void draw_row_labels(const Group& group, std::size_t count, double middle) {
    const auto most = static_cast<std::size_t>((left - 16) / label_character_width);
    const bool limits = &group == limiting_group(result_, groups_);
    put("<text class=\"strong\" x=\"0\" y=\"{:.1f}\">{}</text>", middle - 2,
        escape(shortened(group.label, most)));
    put("<text class=\"soft\" x=\"0\" y=\"{:.1f}\">{} × {}</text>", middle + 14, count,
        name_of(group.kind));
    std::string values = fmt::format("{:.1f}", share(group) * 100);
    for (std::size_t phase = 0; phase < result_.phases.size(); ++phase) {
      double busiest = 0;
      for (const std::uint32_t m : group.members) {
        busiest = std::max(busiest, times_.occupancy(phase, m));
      }
      values += fmt::format(" {:.1f}", busiest * 100);
    }
    put("<text class=\"row-share end {}\" x=\"{}\" y=\"{:.1f}\" data-o=\"{}\">{}</text>",
        limits ? "accent" : "strong", picture_width - 2, middle - 2, values,
        format_percent(share(group)));
    put("<text class=\"row-word soft end\" x=\"{}\" y=\"{:.1f}\">{}</text>", picture_width - 2,
        middle + 14, limits ? "limits" : "busiest");
  }

  double draw_cells(const std::vector<std::uint32_t>& members, Area area, double y) {
    const auto fitting =
        static_cast<std::size_t>((area.width + cell_gap) / (narrowest_cell + cell_gap));
    const std::size_t lines = (members.size() + fitting - 1) / fitting;
    const std::size_t per_line = (members.size() + lines - 1) / lines;
    const double height = lines == 1 ? tall_cell : small_cell;
    const auto count = static_cast<double>(per_line);
    const double width = (area.width - cell_gap * (count - 1)) / count;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::size_t line = i / per_line, place = i % per_line;
      draw_cell(members[i], area.x + static_cast<double>(place) * (width + cell_gap),
                y + static_cast<double>(line) * (height + cell_gap), width, height);
    }
    return y + static_cast<double>(lines) * (height + cell_gap) - cell_gap;
  }

  void draw_cell(std::uint32_t index, double x, double y, double width, double height) {
    const ObjectResult& object = result_.objects[index];
    const std::string name = escape(object.name);
    const char* shade = occupancy_class(object.occupancy);
    std::string values = fmt::format("{:.1f}", object.occupancy * 100);
    for (std::size_t phase = 0; phase < result_.phases.size(); ++phase) {
      values += fmt::format(" {:.1f}", times_.occupancy(phase, index) * 100);
    }
    put("<g><rect class=\"{}{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" "
        "rx=\"2\" data-n=\"{}\" data-o=\"{}\"><title>{}: {} of the time, {}</title></rect>",
        shade, object.name == result_.bottleneck.name ? " limit" : "", x, y, width, height, name,
        values, name, format_percent(object.occupancy),
        format_bytes(static_cast<double>(total_bytes(object))));
    draw_cell_label(object, shade[1], x + width / 2, y, width, height);
    put("</g>");
  }

  void draw_cell_label(const ObjectResult& object, char shade, double middle, double y,
                       double width, double height) {
    const auto fitting = static_cast<std::size_t>(std::max(0.0, width - 6) / label_character_width);
    if (height < tall_cell || display_width(object.name) > fitting) return;
    put("<text class=\"i{}\"><tspan x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</tspan>",
        shade, middle, y + 15, escape(object.name));
    put("<tspan class=\"share\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</tspan></text>",
        middle, y + 28, format_percent(object.occupancy));
  }

  void draw_legend(double y) {
    struct Entry {
      double occupancy;
      const char* text;
    };
    constexpr Entry entries[] = {{0, "idle"},          {0.01, "below 10 %"}, {0.1, "10 %"},
                                 {0.25, "25 %"},       {0.5, "50 %"},        {0.75, "75 %"},
                                 {0.95, "95 % and up"}};
    double x = left;
    put("<text class=\"soft\" x=\"0\" y=\"{:.1f}\">Share of the time busy</text>", y + 12);
    for (const Entry& entry : entries) {
      put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"22\" height=\"14\" rx=\"2\"/>"
          "<text class=\"soft\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
          occupancy_class(entry.occupancy), x, y + 1, x + 28, y + 12, entry.text);
      x += 28 + 18 + label_character_width * static_cast<double>(display_width(entry.text));
    }
    put("<rect class=\"limit\" fill=\"none\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"20\" height=\"12\" "
        "rx=\"2\"/><text class=\"soft\" x=\"{:.1f}\" y=\"{:.1f}\">the bottleneck</text>",
        x + 1, y + 2, x + 28, y + 12);
  }

  const MemoryAnswer& result_;
  const std::vector<Group>& groups_;
  const PhaseTimes& times_;
  std::vector<int> nodes_;  // side by side; empty when there is one, or too many
  std::string body_;
};

}  // namespace

std::string machine_picture(const MemoryAnswer& result, const std::vector<Group>& groups,
                            const PhaseTimes& times) {
  return Picture(result, groups, times).svg();
}

}  // namespace hpcast::report
