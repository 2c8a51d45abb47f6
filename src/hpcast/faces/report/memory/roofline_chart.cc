#include "hpcast/faces/report/memory/roofline_chart.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

std::string rate_text(double flops_per_s) { return format_scaled(flops_per_s, "FLOP/s"); }
std::string intensity_text(double flops_per_byte) {
  return format_count(flops_per_byte) + " FLOP/B";
}

std::string point_text(const Roofline& roofline, const RooflinePoint& point, std::size_t level) {
  const double at = intensity(point, level), roof = roof_at(roofline, level, at);
  return fmt::format("{}: {} at {} of {}, {} of its roof there ({})", point.name,
                     rate_text(point.flops_per_s), intensity_text(at), roofline.levels[level].label,
                     format_percent(point.flops_per_s / roof), rate_text(roof));
}

std::string roofline_in_words(const Roofline& roofline) {
  std::string text = "Roofline.";
  for (const RooflinePeak& peak : roofline.peaks)
    text += " " + peak.label + ": " + rate_text(peak.flops_per_s) + ".";
  for (const RooflineLevel& level : roofline.levels)
    text += " " + level.label + ": " + format_bandwidth(level.bandwidth) + ".";
  for (const RooflinePoint& point : roofline.points)
    for (std::size_t i = 0; i < roofline.levels.size(); ++i)
      if (point.bytes[i] > 0) text += " " + point_text(roofline, point, i) + ".";
  return text;
}

class RooflineDrawing {
 public:
  explicit RooflineDrawing(const Roofline& roofline)
      : roofline_(roofline),
        svg_(width, height, roofline_in_words(roofline), "wide roofline lines") {
    constexpr double widest_letter = 7.6;
    std::size_t longest = 0;
    for (const RooflinePoint& point : roofline.points)
      longest = std::max(longest, display_width(shortened(point.name, longest_name)));
    right_ = width - 14 - widest_letter * static_cast<double>(longest);
    find_axes();
  }

  std::string draw() && {
    draw_axes();
    for (std::size_t i = 0; i < roofline_.levels.size(); ++i) draw_slope(i);
    for (const RooflinePeak& peak : roofline_.peaks) draw_peak(peak);
    draw_points();
    return std::move(svg_).end();
  }

 private:
  static constexpr double width = 1160, height = 430, left = 96, top = 24, bottom = height - 42,
                          line_height = 14;

  static constexpr std::size_t longest_name = 28;

  // A point that moved something, and where its first dot lies.
  struct Row {
    const RooflinePoint* point = nullptr;
    double first = 0;
  };

  double x(double value) const { return left + (right_ - left) * x_.share(value); }
  double y(double value) const { return bottom - (bottom - top) * y_.share(value); }
  double highest_peak() const {
    return roofline_.peaks.empty() ? 0 : roofline_.peaks.back().flops_per_s;
  }
  double fastest() const {
    double most = 0;
    for (const RooflineLevel& level : roofline_.levels) most = std::max(most, level.bandwidth);
    return most;
  }

  // Around all dots, and where roofs meet.
  void find_axes() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    x_ = y_ = {infinity, 0, true};
    const auto take = [](Axis& axis, double value) {
      axis.from = std::min(axis.from, value);
      axis.to = std::max(axis.to, value);
    };
    for (const RooflinePoint& point : roofline_.points) {
      take(y_, point.flops_per_s);
      for (std::size_t i = 0; i < roofline_.levels.size(); ++i)
        if (point.bytes[i] > 0) take_dot(point, i, take);
    }
    for (const RooflinePeak& peak : roofline_.peaks) {
      take(y_, peak.flops_per_s);
      for (const RooflineLevel& level : roofline_.levels)
        take(x_, peak.flops_per_s / level.bandwidth);
    }
    constexpr double air = 2.5;
    x_ = {x_.from / air, x_.to * air, true};
    y_ = {y_.from / air, y_.to * air, true};
  }
  template <class Take>
  void take_dot(const RooflinePoint& point, std::size_t level, Take&& take) {
    take(x_, intensity(point, level));
    take(y_, roof_at(roofline_, level, intensity(point, level)));
  }

  void draw_axes() {
    for (const double tick : y_.ticks(4)) {
      svg_.line("axis", left, y(tick), right_, y(tick));
      svg_.label("soft end", left - 6, y(tick) + 4, rate_text(tick));
    }
    for (const double tick : x_.ticks(6)) {
      svg_.line("axis", x(tick), top, x(tick), bottom);
      svg_.label("soft middle", x(tick), bottom + 16, format_count(tick));
    }
    svg_.label("soft", 0, 12, "FLOP/s");
    svg_.label("soft middle", (left + right_) / 2, height - 6, "FLOPs a byte that the level moves");
  }

  void draw_slope(std::size_t level) {
    const double bandwidth = roofline_.levels[level].bandwidth;
    const double from = std::max(x_.from, y_.from / bandwidth);
    const double roof = highest_peak() > 0 ? highest_peak() : y_.to;
    const double to = std::min(x_.to, roof / bandwidth);
    svg_.put(
        "<line class=\"roof s{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\">"
        "<title>{}: {}</title></line>",
        level % 6, x(from), y(from * bandwidth), x(to), y(to * bandwidth),
        escape(roofline_.levels[level].label), format_bandwidth(bandwidth));
  }

  // From where the fastest level meets it.
  void draw_peak(const RooflinePeak& peak) {
    const double from = std::clamp(peak.flops_per_s / fastest(), x_.from, x_.to);
    svg_.line("roof peak", x(from), y(peak.flops_per_s), right_, y(peak.flops_per_s));
    svg_.label("end", right_ - 4, y(peak.flops_per_s) - 5,
               peak.label + ": " + rate_text(peak.flops_per_s));
  }

  // Those that moved something; the run's large dots below the others.
  void draw_points() {
    std::vector<Row> rows;
    for (const RooflinePoint& point : roofline_.points)
      if (const double first = first_dot(point); first <= right_) rows.push_back({&point, first});
    for (const Row& row : rows) draw_dots(row);
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.point->flops_per_s < b.point->flops_per_s;
    });
    double free_above = bottom + line_height;
    for (const Row& row : rows) {
      free_above = std::min(free_above - line_height, y(row.point->flops_per_s) + 4);
      draw_name(row, free_above);
    }
  }

  bool is_run(const RooflinePoint& point) const { return &point == &roofline_.points.front(); }

  double first_dot(const RooflinePoint& point) const {
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < roofline_.levels.size(); ++i)
      if (point.bytes[i] > 0) first = std::min(first, x(intensity(point, i)));
    return first;
  }

  void draw_dots(const Row& row) {
    const RooflinePoint& point = *row.point;
    const double at = y(point.flops_per_s);
    svg_.line("axis", row.first, at, right_, at);
    for (std::size_t i = 0; i < roofline_.levels.size(); ++i)
      if (point.bytes[i] > 0)
        svg_.put(
            "<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}</title>"
            "</circle>",
            i % 6, x(intensity(point, i)), at, is_run(point) ? 7 : 4.5,
            escape(point_text(roofline_, point, i)));
  }

  // In a column of their own, which dots do not reach.
  void draw_name(const Row& row, double name_y) {
    svg_.line("axis", right_, y(row.point->flops_per_s), right_ + 8, name_y - 4);
    svg_.label(is_run(*row.point) ? "strong" : "", right_ + 11, name_y,
               shortened(row.point->name, longest_name));
  }

  const Roofline& roofline_;
  Svg svg_;
  Axis x_, y_;
  double right_ = 0;
};

// With the bandwidths; what limits stands out.
std::string roofline_key(const Roofline& roofline) {
  std::string html = "<p class=\"key\">";
  for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
    const RooflineLevel& level = roofline.levels[i];
    html += fmt::format("<span{}><i class=\"p{}\"></i>{}: {}{}</span>",
                        level.limits ? " class=\"limit\"" : "", i % 6, escape(level.label),
                        format_bandwidth(level.bandwidth), level.limits ? ", limits" : "");
  }
  return html + "</p>\n";
}

}  // namespace

std::string roofline_chart(const Roofline& roofline) {
  return roofline_key(roofline) + "<div class=\"scroll\">" + RooflineDrawing(roofline).draw() +
         "</div>";
}

}  // namespace hpcast::report
