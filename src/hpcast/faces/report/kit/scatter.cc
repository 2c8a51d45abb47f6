#include "hpcast/faces/report/kit/scatter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

// The same for both axes, so that the diagonal is one: all values above 0, with some air.
Axis axis_around(const std::vector<ScatterDot>& dots) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const ScatterDot& dot : dots)
    for (const double value : {dot.x, dot.y}) {
      if (!(value > 0)) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  if (most == 0) return {1, 10, true};
  constexpr double air = 1.5, least_range = 10;
  Axis axis{least / air, most * air, true};
  const double wider = std::sqrt(std::max(1.0, least_range * axis.from / axis.to));
  return {axis.from / wider, axis.to * wider, true};
}

class ScatterDrawing {
 public:
  ScatterDrawing(const ScatterChart& chart, const std::vector<ScatterDot>& dots)
      : chart_(chart),
        axis_(axis_around(dots)),
        ticks_(axis_.ticks(6)),
        svg_(chart.width, chart.height, chart.title, "dots") {
    const auto has = [&](double ScatterDot::*value) {
      return std::any_of(dots.begin(), dots.end(),
                         [&](const ScatterDot& dot) { return !(dot.*value > 0); });
    };
    x_border_ = has(&ScatterDot::x) ? border : 0;
    y_border_ = has(&ScatterDot::y) ? border : 0;
    left_ = 14 + character_width * widest_tick() + x_border_;
    bottom_ = chart.height - 38 - y_border_;
    side_ = std::min(chart.width - 8 - left_, bottom_ - top);
    bottom_ = top + side_;
  }

  std::string draw(const std::vector<ScatterDot>& dots) && {
    draw_band();
    draw_axes();
    draw_borders();
    const std::vector<ScatterDot> drawn = merged(dots);
    for (const ScatterDot& dot : drawn) draw_dot(dot, drawn.front().events);
    if (drawn.empty())
      svg_.label("soft middle", left_ + side_ / 2, top + side_ / 2, "no " + chart_.noun + "s");
    return std::move(svg_).end();
  }

 private:
  static constexpr double top = 24, border = 26, largest_radius = 14, least_radius = 2.5;

  double widest_tick() const {
    std::size_t most = 1;
    for (const double tick : ticks_) most = std::max(most, display_width(chart_.text(tick)));
    return static_cast<double>(most);
  }

  // What is not above 0 has no logarithm: it lies beside the axis.
  double x(double value) const {
    return value > 0 ? left_ + side_ * axis_.share(value) : left_ - border / 2;
  }
  double y(double value) const {
    return value > 0 ? bottom_ - side_ * axis_.share(value) : bottom_ + border / 2;
  }

  void draw_band() {
    const double up = 1 + chart_.band, down = 1 - chart_.band;
    const double from = axis_.from, to = axis_.to;
    const std::vector<std::pair<double, double>> corners = {{from, from},    {from, up * from},
                                                            {to / up, to},   {to, to},
                                                            {to, down * to}, {from / down, from}};
    svg_.put("<polygon class=\"band\" points=\"");
    for (const auto& [at_x, at_y] : corners) svg_.put("{:.1f},{:.1f} ", x(at_x), y(at_y));
    svg_.put("\"/>");
  }

  void draw_axes() {
    const double end_x = left_ + side_, below = bottom_ + y_border_;
    double free_from = x_border_ > 0 ? left_ : 0;
    for (const double tick : ticks_) {
      svg_.line("axis", left_, y(tick), end_x, y(tick));
      svg_.line("axis", x(tick), top, x(tick), bottom_);
      const std::string text = chart_.text(tick);
      svg_.label("soft end", left_ - x_border_ - 6, y(tick) + 4, text);
      const double half = character_width * static_cast<double>(display_width(text)) / 2;
      if (x(tick) - half < free_from) continue;
      free_from = x(tick) + half + 8;
      svg_.label("soft middle", x(tick), below + 16, text);
    }
    svg_.line("diagonal", left_, bottom_, end_x, top);
    svg_.label("soft", 0, 12, chart_.y_label);
    svg_.label("soft middle", left_ + side_ / 2, below + 34, chart_.x_label);
  }

  void draw_borders() {
    const double below = bottom_ + y_border_;
    if (x_border_ > 0) {
      svg_.line("axis", left_, top, left_, below);
      svg_.label("soft middle", x(0), below + 16, "0");
    }
    if (y_border_ > 0) {
      svg_.line("axis", left_ - x_border_, bottom_, left_ + side_, bottom_);
      svg_.label("soft end", left_ - x_border_ - 6, y(0) + 4, "0");
    }
  }

  // Those within a few pixels as one, which tells the numbers of what most of it stands for; what
  // stands for most first, so that small ones lie on large ones.
  std::vector<ScatterDot> merged(std::vector<ScatterDot> dots) const {
    constexpr double near = 3;  // pixels
    const auto more_events = [](const ScatterDot& a, const ScatterDot& b) {
      return a.events > b.events;
    };
    std::stable_sort(dots.begin(), dots.end(), more_events);
    std::map<std::pair<long, long>, std::size_t> places;
    std::vector<ScatterDot> found;
    for (const ScatterDot& dot : dots) {
      const std::pair<long, long> place{std::lround(x(dot.x) / near), std::lround(y(dot.y) / near)};
      const auto [entry, is_new] = places.emplace(place, found.size());
      if (is_new)
        found.push_back(dot);
      else
        found[entry->second].events += dot.events;
    }
    std::stable_sort(found.begin(), found.end(), more_events);
    return found;
  }

  void draw_dot(const ScatterDot& dot, std::uint64_t most_events) {
    const double share = static_cast<double>(dot.events) / static_cast<double>(most_events);
    const double radius = std::max(least_radius, largest_radius * std::sqrt(share));
    const bool near = std::fabs(dot.y - dot.x) <= chart_.band * dot.x;
    svg_.put(
        "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"><title>{}</title></circle>",
        near ? "near" : "off", x(dot.x), y(dot.y), radius,
        escape(fmt::format("{} {}: {} {}, {} {}", format_count(static_cast<double>(dot.events)),
                           noun(dot.events, chart_.noun), chart_.x_label, chart_.text(dot.x),
                           chart_.y_label, chart_.text(dot.y))));
  }

  const ScatterChart& chart_;
  Axis axis_;
  std::vector<double> ticks_;
  Svg svg_;
  double x_border_ = 0, y_border_ = 0;  // room beside the axes for what is 0
  double left_ = 0, bottom_ = 0, side_ = 0;
};

}  // namespace

std::string scatter_chart(const ScatterChart& chart, const std::vector<ScatterDot>& dots) {
  return ScatterDrawing(chart, dots).draw(dots);
}

}  // namespace hpcast::report
