// How much the links were used: over time, by place, and which of them most.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/line_chart.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/network/html.h"

namespace hpcast::report {

namespace {

using answers::HeatGraph;
using answers::HeatMap;
using answers::NetworkAnswer;

constexpr std::size_t shown_hot_links = 20;

Series history_series(const char* name, const std::vector<double>& values, double window_s,
                      double end_s, bool strong) {
  Series series{name, {}, strong};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double begin = window_s * static_cast<double>(i);
    series.points.push_back({begin, values[i]});
    series.points.push_back({std::min(end_s, begin + window_s), values[i]});
  }
  return series;
}

std::string heat_key() {
  constexpr std::array<const char*, 7> names = {"idle",    "to 10 %", "to 25 %",   "to 50 %",
                                                "to 75 %", "to 95 %", "above that"};
  std::string html = "<p class=\"key\">";
  for (std::size_t i = 0; i < names.size(); ++i)
    html += fmt::format("<span><i class=\"o{}\"></i>{}</span>", i, names[i]);
  return html + "</p>\n";
}

std::string place_name(const std::string& axis, std::uint32_t index, std::uint32_t a_cell) {
  if (a_cell == 1) return fmt::format("{} {}", axis, index);
  return fmt::format("{} {} to {}", axis, index * a_cell, (index + 1) * a_cell - 1);
}

class HeatDrawing {
 public:
  explicit HeatDrawing(const HeatMap& map)
      : map_(map),
        side_(std::clamp((width - left) / map.columns, 4.0, map.row_names.empty() ? 16.0 : 26.0)),
        tall_(map.row_names.empty() ? side_ : std::max(side_, 18.0)),
        svg_(width, top + tall_ * map.rows + 24, "Utilisation: " + map.name, "heat") {}

  std::string draw() && {
    for (std::uint32_t row = 0; row < map_.rows; ++row) {
      if (row * tall_ >= next_label_) {
        svg_.label("soft end", left - 6, top + row * tall_ + tall_ / 2 + 4, row_label(row));
        next_label_ = row * tall_ + 14;
      }
      for (std::uint32_t column = 0; column < map_.columns; ++column) draw_cell(row, column);
    }
    double free_from = 0;
    for (std::uint32_t column = 0; column < map_.columns; ++column) {
      if (column * side_ < free_from) continue;
      svg_.label("soft", left + column * side_, top + tall_ * map_.rows + 16,
                 std::to_string(column * map_.a_column));
      free_from = column * side_ + 46;
    }
    return std::move(svg_).end();
  }

 private:
  static constexpr double width = 1160, left = 130, top = 4;

  std::string row_label(std::uint32_t row) const {
    if (!map_.row_names.empty()) return map_.row_names[row];
    return fmt::format("{} {}", map_.row_axis, row * map_.a_row);
  }
  void draw_cell(std::uint32_t row, std::uint32_t column) {
    const std::size_t cell = std::size_t{row} * map_.columns + column;
    if (map_.highest[cell] < 0) return;
    const std::string name =
        map_.row_names.empty() ? place_name(map_.row_axis, row, map_.a_row) : map_.row_names[row];
    svg_.box(occupancy_class(map_.highest[cell]), left + column * side_, top + row * tall_,
             side_ - 0.6, tall_ - 0.6,
             fmt::format("{}, {}: at most {}, mean {}", name,
                         place_name(map_.column_axis, column, map_.a_column),
                         format_percent(map_.highest[cell]), format_percent(map_.mean[cell])));
  }

  const HeatMap& map_;
  double side_, tall_;
  Svg svg_;
  double next_label_ = 0;
};

std::string heat_map(const HeatMap& map) {
  std::string note = "Columns: " + map.column_axis;
  if (map.a_column > 1) note += fmt::format(", {} in one", map.a_column);
  if (map.a_row > 1) note += fmt::format("; {} rows in one", map.a_row);
  return fmt::format("<h4>{}</h4><p class=\"note\">{}</p>\n<div class=\"scroll\">{}</div>\n",
                     escape(map.name), escape(note), HeatDrawing(map).draw());
}

// Switches on an inner circle, nodes on an outer one.
class GraphDrawing {
 public:
  explicit GraphDrawing(const HeatGraph& graph)
      : graph_(graph), svg_(width, height, "Utilisation of the links", "heat graph") {}

  std::string draw() && {
    for (const HeatGraph::Link& link : graph_.links) draw_link(link);
    for (std::uint32_t vertex = 0; vertex < graph_.vertices.size(); ++vertex) {
      const Point at = place(vertex);
      svg_.put("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>",
               vertex < graph_.nodes ? "node" : "switch", at.x, at.y,
               vertex < graph_.nodes ? 6 : 9);
      const bool below = vertex < graph_.nodes && at.y > height / 2;  // links come from above there
      svg_.label("middle", at.x, at.y + (below ? 20 : -12), graph_.vertices[vertex]);
    }
    return std::move(svg_).end();
  }

 private:
  static constexpr double width = 1160, height = 560;

  Point place(std::uint32_t vertex) const {
    const bool node = vertex < graph_.nodes;
    const auto switches = static_cast<std::uint32_t>(graph_.vertices.size()) - graph_.nodes;
    const double of = node ? graph_.nodes : switches;
    const double angle = 2 * std::numbers::pi * (node ? vertex : vertex - graph_.nodes) / of;
    const double radius = node ? 0.9 : switches == 1 ? 0 : 0.5;
    return {width / 2 + radius * 440 * std::sin(angle),
            height / 2 + 10 - radius * 270 * std::cos(angle)};
  }
  // Each way beside the other.
  void draw_link(const HeatGraph::Link& link) {
    const Point a = place(link.from), b = place(link.to);
    const double length = std::max(1.0, std::hypot(b.x - a.x, b.y - a.y));
    const double dx = -2.5 * (b.y - a.y) / length, dy = 2.5 * (b.x - a.x) / length;
    svg_.put(
        "<line class=\"h{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
        "y2=\"{:.1f}\"><title>{}</title></line>",
        occupancy_class(link.utilisation), a.x + dx, a.y + dy, b.x + dx, b.y + dy,
        escape(fmt::format("{} to {}: {}", graph_.vertices[link.from], graph_.vertices[link.to],
                           format_percent(link.utilisation))));
  }

  const HeatGraph& graph_;
  Svg svg_;
};

}  // namespace

std::string load_figure(const NetworkAnswer& r) {
  if (r.history.mean.empty()) return {};
  LineChart chart;
  chart.title = "Utilisation of the links over time";
  chart.x_label = "time of the run";
  chart.y_label = "busy";
  chart.x_text = [](double s) { return format_time(s); };
  chart.y_text = format_percent;
  chart.y_to = 1;
  chart.dots = false;
  chart.width = 1160;
  chart.height = 240;
  const std::vector<Series> series = {
      history_series("mean", r.history.mean, r.history.window_s, r.time_s, false),
      history_series("busiest link", r.history.highest, r.history.window_s, r.time_s, true)};
  return fmt::format(
             "<figure class=\"load\"><h3>Links over time</h3>\n<figcaption>By windows of {}: the "
             "mean of all links that carried anything in the run, and the one that was used most "
             "in the window.</figcaption>\n",
             format_time(r.history.window_s)) +
         "<div class=\"scroll\">" + line_chart(chart, series) + "</div></figure>\n";
}

std::string heat_figure(const NetworkAnswer& r) {
  if (r.heat.maps.empty() && !r.heat.graph) return {};
  std::string html =
      "<figure class=\"heats\"><h3>Links by place</h3>\n<figcaption>Utilisation over the whole "
      "run; "
      "a cell has the colour of its busiest link.</figcaption>\n" +
      heat_key();
  for (const HeatMap& map : r.heat.maps) html += heat_map(map);
  if (r.heat.graph)
    html += "<div class=\"scroll\">" + GraphDrawing(*r.heat.graph).draw() + "</div>\n";
  return html + "</figure>\n";
}

std::string link_table(const NetworkAnswer& r) {
  if (r.links.empty()) return {};
  std::string html =
      "<div class=\"card\"><h3>Kinds of links</h3><div class=\"scroll\"><table><thead><tr><th "
      "class=\"l\">Links</th><th>bandwidth</th><th>used</th><th>busy, mean</th><th>busy, "
      "highest</th></tr></thead><tbody>\n";
  for (const answers::LinkClassLoad& one : r.link_classes)
    html += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        escape(one.name), format_bandwidth(one.bandwidth), one.links,
                        format_percent(one.mean), format_percent(one.highest));
  html +=
      "</tbody></table></div></div>\n<details class=\"card\" open><summary>Busiest "
      "links</summary><div class=\"scroll\"><table class=\"sortable\"><thead><tr><th "
      "class=\"l\">From</th><th class=\"l\">to</th><th class=\"l\">kind</th><th>carried</th>"
      "<th>busy</th><th>at its peak</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(r.links.size(), shown_hot_links); ++i) {
    const answers::LinkLoadResult& link = r.links[i];
    html += fmt::format(
        "<tr><th>{}</th><td class=\"l\">{}</td><td class=\"l\">{}</td><td data-v=\"{}\">{}</td>"
        "<td data-v=\"{:.6f}\">{}</td><td data-v=\"{:.6f}\">{}</td></tr>\n",
        escape(link.from), escape(link.to), escape(link.link_class), link.bytes,
        format_bytes(static_cast<double>(link.bytes)), link.utilisation,
        format_percent(link.utilisation), link.peak, format_percent(link.peak));
  }
  return html + "</tbody></table></div></details>\n";
}

}  // namespace hpcast::report
