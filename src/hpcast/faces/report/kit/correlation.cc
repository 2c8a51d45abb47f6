#include "hpcast/faces/report/kit/correlation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

class CorrelationDrawing {
 public:
  CorrelationDrawing(const CorrelationChart& chart, const std::vector<CorrelationDot>& dots)
      : chart_(chart), svg_(width, height, chart.title, "dots") {
    for (const CorrelationDot& dot : dots) {
      x_.to = std::max(x_.to, dot.x);
      y_.to = std::max(y_.to, dot.y);
      y_.from = std::min(y_.from, dot.y);
    }
    for (Axis* const axis : {&x_, &y_}) axis->to = axis->to > 0 ? 1.05 * axis->to : 1;
    std::size_t widest = 1;
    for (const double tick : y_.ticks(5))
      widest = std::max(widest, display_width(chart.y_text(tick)));
    left_ = 14 + widest_character * static_cast<double>(widest);
  }

  std::string draw(const std::vector<CorrelationDot>& dots) && {
    for (const double tick : y_.ticks(5)) {
      svg_.line("axis", left_, y(tick), right, y(tick));
      svg_.label("soft end", left_ - 6, y(tick) + 4, chart_.y_text(tick));
    }
    double free_from = 0;
    for (const double tick : x_.ticks(6)) {
      const std::string text = chart_.x_text(tick);
      const double half = character_width * static_cast<double>(display_width(text)) / 2;
      if (x(tick) - half < free_from || x(tick) + half > width) continue;
      free_from = x(tick) + half + 8;
      svg_.label("soft middle", x(tick), bottom + 16, text);
    }
    svg_.label("soft", 0, 12, chart_.y_label);
    svg_.label("soft middle", (left_ + right) / 2, height - 4, chart_.x_label);
    draw_line(line_through(dots));
    for (const CorrelationDot& dot : dots)
      svg_.put(
          "<circle class=\"near\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>",
          x(dot.x), y(dot.y),
          escape(dot.name + ": " + chart_.x_text(dot.x) + ", " + chart_.y_text(dot.y)));
    return std::move(svg_).end();
  }

 private:
  static constexpr double widest_character = 7.6;  // of wide fonts
  static constexpr double width = 560, height = 320, top = 24, right = 548, bottom = height - 38;

  double x(double value) const { return left_ + (right - left_) * x_.share(value); }
  double y(double value) const { return bottom - (bottom - top) * y_.share(value); }

  // As far as it is within the axes.
  void draw_line(const Line& line) {
    if (std::isnan(line.r)) return;
    double from = x_.from, to = x_.to;
    if (line.slope != 0) {
      const double at_lowest = (y_.from - line.intercept) / line.slope;
      const double at_highest = (y_.to - line.intercept) / line.slope;
      from = std::max(from, std::min(at_lowest, at_highest));
      to = std::min(to, std::max(at_lowest, at_highest));
    }
    if (from < to)
      svg_.line("diagonal", x(from), y(line.intercept + line.slope * from), x(to),
                y(line.intercept + line.slope * to));
  }

  const CorrelationChart& chart_;
  Svg svg_;
  Axis x_{0, 0, false}, y_{0, 0, false};
  double left_ = 0;
};

}  // namespace

Line line_through(const std::vector<CorrelationDot>& dots) {
  std::vector<double> x, y;
  for (const CorrelationDot& dot : dots) {
    x.push_back(dot.x);
    y.push_back(dot.y);
  }
  return hpcast::line_through(x, y);
}

std::string correlation_chart(const CorrelationChart& chart,
                              const std::vector<CorrelationDot>& dots) {
  return CorrelationDrawing(chart, dots).draw(dots);
}

}  // namespace hpcast::report
