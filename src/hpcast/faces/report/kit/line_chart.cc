#include "hpcast/faces/report/kit/line_chart.h"

#include <algorithm>
#include <limits>

#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

class Drawing {
 public:
  Drawing(const LineChart& chart, const std::vector<Series>& series)
      : chart_(chart), series_(series), svg_(chart.width, chart.height, chart.title, "lines") {
    find_axes();
    left_ = 14 + character_width * widest_tick();
    const double names = chart.labels ? character_width * longest_name() + 18 : 8;
    right_ = chart.width - std::min(names, chart.width / 2);
    bottom_ = chart.height - 38;
  }

  std::string draw() && {
    for (const double tick : y_.ticks(5)) {
      svg_.line("axis", left_, y(tick), right_, y(tick));
      svg_.label("soft end", left_ - 6, y(tick) + 4, chart_.y_text(tick));
    }
    double free_from = 0;
    for (const double tick : x_.ticks(6)) {
      const std::string text = chart_.x_text(tick);
      const double half = character_width * static_cast<double>(display_width(text)) / 2;
      if (x(tick) - half < free_from) continue;
      free_from = x(tick) + half + 8;
      svg_.label("soft middle", x(tick), bottom_ + 16, text);
    }
    svg_.label("soft", 0, 12, chart_.y_label);
    svg_.label("soft middle", (left_ + right_) / 2, chart_.height - 4, chart_.x_label);
    for (std::size_t i = 0; i < series_.size(); ++i) draw_line(i);
    if (chart_.labels) draw_names();
    return std::move(svg_).end();
  }

 private:
  static constexpr double top = 24;

  void find_axes() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    x_ = {infinity, -infinity, false};
    y_ = {infinity, -infinity, chart_.log_y};
    for (const Series& s : series_)
      for (const Point& p : s.points) {
        x_.from = std::min(x_.from, p.x);
        x_.to = std::max(x_.to, p.x);
        y_.from = std::min(y_.from, p.y);
        y_.to = std::max(y_.to, p.y);
      }
    if (x_.from > x_.to) x_ = {0, 1, false};
    if (y_.from > y_.to) y_ = {chart_.log_y ? 1.0 : 0.0, 1, chart_.log_y};
    if (!chart_.log_y) {
      y_.from = std::min(y_.from, chart_.y_from);
      y_.to = std::max(y_.to, chart_.y_to);
    }
    if (x_.to == x_.from) x_.to = x_.from + 1;
    if (y_.to == y_.from) y_.to = chart_.log_y ? 2 * y_.from : y_.from + 1;
  }
  std::size_t longest(const std::vector<std::string>& texts) const {
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, display_width(text));
    return most;
  }
  double widest_tick() const {
    std::vector<std::string> texts;
    for (const double tick : y_.ticks(5)) texts.push_back(chart_.y_text(tick));
    return static_cast<double>(longest(texts));
  }
  double longest_name() const {
    std::vector<std::string> names;
    for (const Series& s : series_) names.push_back(s.name);
    return static_cast<double>(longest(names));
  }

  double x(double value) const { return left_ + (right_ - left_) * x_.share(value); }
  double y(double value) const { return bottom_ - (bottom_ - top) * y_.share(value); }

  void draw_line(std::size_t i) {
    const Series& s = series_[i];
    const std::string colour = "s" + std::to_string(i % 6);
    svg_.put("<polyline class=\"{}{}\" points=\"", colour, s.strong ? " strong" : "");
    for (const Point& p : s.points) svg_.put("{:.1f},{:.1f} ", x(p.x), y(p.y));
    svg_.put("\"/>");
    for (const Point& p : s.points)
      svg_.put(
          "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}</title></circle>",
          chart_.dots ? colour : "unseen", x(p.x), y(p.y), chart_.dots ? 3 : 5,
          escape(s.name + ": " + chart_.x_text(p.x) + ", " + chart_.y_text(p.y)));
  }

  // At the lines' ends, pushed apart where they would lie on each other.
  void draw_names() {
    struct Name {
      double y;
      std::size_t series;
    };
    std::vector<Name> names;
    for (std::size_t i = 0; i < series_.size(); ++i)
      if (!series_[i].points.empty()) names.push_back({y(series_[i].points.back().y), i});
    std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    constexpr double pitch = 14;
    for (std::size_t i = 1; i < names.size(); ++i)
      names[i].y = std::max(names[i].y, names[i - 1].y + pitch);
    double lowest = bottom_;  // that the next name may have, from below
    for (auto name = names.rbegin(); name != names.rend(); ++name, lowest -= pitch) {
      lowest = std::min(lowest, name->y);
      const Series& s = series_[name->series];
      svg_.label(s.strong ? "strong" : "", right_ + 8, lowest + 4, s.name);
    }
  }

  const LineChart& chart_;
  const std::vector<Series>& series_;
  Svg svg_;
  Axis x_, y_;
  double left_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

std::string line_chart(const LineChart& chart, const std::vector<Series>& series) {
  return Drawing(chart, series).draw();
}

}  // namespace hpcast::report
