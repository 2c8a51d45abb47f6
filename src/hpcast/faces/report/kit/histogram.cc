#include "hpcast/faces/report/kit/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

class HistogramDrawing {
 public:
  HistogramDrawing(const Histogram& chart, const std::vector<std::uint64_t>& bins)
      : chart_(chart),
        bins_(bins),
        all_(std::accumulate(bins.begin(), bins.end(), std::uint64_t{0})),
        y_{0, most(), false},
        svg_(chart.width, chart.height, chart.title) {
    left_ = 14 + character_width * widest_tick();
    bottom_ = chart.height - 38;
    pitch_ =
        (chart.width - 14 - left_) / static_cast<double>(std::max<std::size_t>(bins.size(), 1));
  }

  std::string draw() && {
    for (const double tick : ticks()) {
      svg_.line("axis", left_, y(tick), chart_.width, y(tick));
      svg_.label("soft end", left_ - 6, y(tick) + 4, format_count(tick));
    }
    for (std::size_t i = 0; i < bins_.size(); ++i) draw_bar(i);
    draw_borders();
    svg_.label("soft", 0, 12, chart_.y_label);
    svg_.label("soft middle", (left_ + chart_.width) / 2, chart_.height - 4, chart_.x_label);
    return std::move(svg_).end();
  }

 private:
  static constexpr double top = 24, gap = 10;

  double most() const {
    const auto largest = std::max_element(bins_.begin(), bins_.end());
    return largest == bins_.end() ? 1 : std::max(1.0, static_cast<double>(*largest));
  }
  std::vector<double> ticks() const {  // whole ones: they count
    std::vector<double> found;
    for (const double tick : y_.ticks(5))
      if (tick == std::round(tick)) found.push_back(tick);
    return found;
  }
  double widest_tick() const {
    std::size_t widest = 1;
    for (const double tick : ticks()) widest = std::max(widest, display_width(format_count(tick)));
    return static_cast<double>(widest);
  }
  double y(double count) const { return bottom_ - (bottom_ - top) * y_.share(count); }
  double border(std::size_t bin) const {
    return chart_.from + chart_.bin_width * static_cast<double>(bin);
  }
  bool is_open(std::size_t bin) const { return chart_.open_end && bin + 1 == bins_.size(); }

  void draw_bar(std::size_t i) {
    if (bins_[i] == 0) return;
    const auto count = static_cast<double>(bins_[i]);
    constexpr double least = 1.5;  // pixels: what is there is seen
    const double height = std::max(least, bottom_ - y(count));
    const std::string range =
        is_open(i) ? chart_.x_text(border(i)) + " or more"
                   : chart_.x_text(border(i)) + " to " + chart_.x_text(border(i + 1));
    svg_.box(is_open(i) ? "hot" : "one", x(i) + 1, bottom_ - height, pitch_ - 2, height,
             fmt::format("{}: {}, {}", range, format_count(count),
                         format_percent(count / static_cast<double>(all_))));
  }

  // As many as have room; beyond an open bin there is none, and its own is always there.
  void draw_borders() {
    const std::size_t last = bins_.empty() ? 0 : bins_.size() - (chart_.open_end ? 1 : 0);
    const std::string last_text = (chart_.open_end ? "≥ " : "") + chart_.x_text(border(last));
    const double free_to = x(last) - half_width_of(last_text) - gap;
    double free_from = 0;
    for (std::size_t i = 0; i < last; ++i) {
      const std::string text = chart_.x_text(border(i));
      const double half = half_width_of(text);
      if (x(i) - half < free_from || x(i) + half > free_to) continue;
      free_from = x(i) + half + gap;
      svg_.label("soft middle", x(i), bottom_ + 16, text);
    }
    svg_.label("soft middle", x(last), bottom_ + 16, last_text);
  }
  double x(std::size_t bin) const { return left_ + pitch_ * static_cast<double>(bin); }
  static double half_width_of(const std::string& text) {
    return character_width * static_cast<double>(display_width(text)) / 2;
  }

  const Histogram& chart_;
  const std::vector<std::uint64_t>& bins_;
  std::uint64_t all_;
  Axis y_;
  Svg svg_;
  double left_ = 0, bottom_ = 0, pitch_ = 0;
};

}  // namespace

std::string histogram(const Histogram& chart, const std::vector<std::uint64_t>& bins) {
  return HistogramDrawing(chart, bins).draw();
}

}  // namespace hpcast::report
