#include "hpcast/faces/report/kit/stack_chart.h"

#include <algorithm>
#include <utility>

#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

constexpr double stack_width = 1160, widest_character = 7.6;  // of wide fonts

double height_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::max(0.0, value);
  return sum;
}

template <class Stack>
double highest_of(const std::vector<Stack>& stacks) {
  double highest = 0;
  for (const Stack& stack : stacks)
    highest = std::max({highest, height_of(stack.values), stack.mark.value_or(0)});
  return highest > 0 ? highest : 1;
}

std::string described(const StackChart& chart, const std::string& name,
                      const std::vector<double>& values, const std::optional<double>& mark) {
  std::string text = name + ": " + chart.text(height_of(values));
  for (std::size_t i = 0; i < values.size(); ++i)
    text += "; " + chart.parts[i].name + " " + chart.text(values[i]);
  if (mark) text += "; " + chart.mark_name + " " + chart.text(*mark);
  return text;
}

// Spans of the same width, about so many, each the highest of those within: a peak is what people
// look for.
std::vector<StackSpan> thinned(const std::vector<StackSpan>& spans, std::size_t about) {
  if (spans.size() <= about) return spans;
  const double from = spans.front().from,
               width = (spans.back().to - from) / static_cast<double>(about);
  std::vector<StackSpan> thin;
  for (const StackSpan& span : spans) {
    if (thin.empty() || span.from >= thin.back().from + width) {
      thin.push_back(span);
      continue;
    }
    StackSpan& last = thin.back();
    if (height_of(span.values) > height_of(last.values)) {
      last.values = span.values;
      last.mark = span.mark;
    }
    last.to = span.to;
  }
  return thin;
}

class SpanDrawing {
 public:
  SpanDrawing(const StackChart& chart, const std::vector<StackSpan>& spans)
      : chart_(chart), svg_(stack_width, height, chart.title, "wide") {
    x_ = {spans.front().from, std::max(spans.back().to, spans.front().from + 1e-12), false};
    y_ = {0, 1.02 * highest_of(spans), false};
    std::size_t widest = 1;
    for (const double tick : y_.ticks(5))
      widest = std::max(widest, display_width(chart.text(tick)));
    left_ = 14 + widest_character * static_cast<double>(widest);
  }

  std::string draw(const std::vector<StackSpan>& spans) && {
    for (const double tick : y_.ticks(5)) {
      svg_.line("axis", left_, y(tick), stack_width - 8, y(tick));
      svg_.label("soft end", left_ - 6, y(tick) + 4, chart_.text(tick));
    }
    for (const double tick : x_.ticks(8)) {
      const std::string text = chart_.x_text(tick);
      const double half = widest_character * static_cast<double>(display_width(text)) / 2;
      if (x(tick) + half <= stack_width) svg_.label("soft middle", x(tick), bottom + 16, text);
    }
    svg_.label("soft", 0, 12, chart_.y_label);
    svg_.label("soft middle", (left_ + stack_width) / 2, height - 4, chart_.x_label);
    for (const StackSpan& span : spans) draw_span(span);
    return std::move(svg_).end();
  }

 private:
  static constexpr double height = 320, top = 24, bottom = height - 38;

  double x(double value) const { return left_ + (stack_width - 8 - left_) * x_.share(value); }
  double y(double value) const { return bottom - (bottom - top) * y_.share(value); }

  void draw_span(const StackSpan& span) {
    const std::string hover =
        described(chart_, "from " + chart_.x_text(span.from), span.values, span.mark);
    double sum = 0;
    for (std::size_t i = 0; i < span.values.size(); ++i) {
      if (!(span.values[i] > 0)) continue;
      const double above = y(sum + span.values[i]);
      svg_.box(chart_.parts[i].style, x(span.from), above, x(span.to) - x(span.from) + 0.3,
               y(sum) - above, hover);
      sum += span.values[i];
    }
    if (span.mark) svg_.line("mark", x(span.from), y(*span.mark), x(span.to), y(*span.mark));
  }

  const StackChart& chart_;
  Svg svg_;
  Axis x_, y_;
  double left_ = 0;
};

}  // namespace

std::string stacked_bars(const StackChart& chart, const std::vector<StackedBar>& bars) {
  constexpr double names_most = 300, texts = 90, thickness = 16, pitch = 25;
  std::size_t longest = 0;
  std::string description = chart.title + ".";
  for (const StackedBar& bar : bars) {
    longest = std::max(longest, display_width(bar.name));
    description += " " + described(chart, bar.name, bar.values, bar.mark) + ".";
  }
  const double margin = std::min(names_most, widest_character * static_cast<double>(longest)) + 10;
  const auto room = static_cast<std::size_t>((margin - 10) / widest_character);
  const double scale = (stack_width - margin - texts) / highest_of(bars);
  Svg svg(stack_width, pitch * static_cast<double>(bars.size()) + 4, description, "wide");
  double y = 4;
  for (const StackedBar& bar : bars) {
    svg.label("end", margin - 8, y + 12.5, shortened(bar.name, room));
    double x = margin;
    for (std::size_t i = 0; i < bar.values.size(); ++i) {
      if (!(bar.values[i] > 0)) continue;
      svg.box(chart.parts[i].style, x, y, scale * bar.values[i], thickness,
              described(chart, bar.name, bar.values, bar.mark));
      x += scale * bar.values[i];
    }
    const double mark = margin + scale * bar.mark.value_or(0);
    if (bar.mark) svg.line("mark", mark, y - 3, mark, y + thickness + 3);
    svg.label("soft", std::max(x, mark) + 6, y + 12.5, chart.text(height_of(bar.values)));
    y += pitch;
  }
  return std::move(svg).end();
}

std::string stacked_spans(const StackChart& chart, const std::vector<StackSpan>& spans) {
  if (spans.empty()) return {};
  constexpr std::size_t most = 300;
  return SpanDrawing(chart, spans).draw(thinned(spans, most));
}

std::string stack_key(const StackChart& chart, bool has_marks) {
  std::string html = "<p class=\"key\">";
  for (const StackPart& part : chart.parts)
    html += "<span><i class=\"" + part.style + "\"></i>" + escape(part.name) + "</span>";
  if (has_marks) html += "<span><i class=\"line\"></i>" + escape(chart.mark_name) + "</span>";
  return html + "</p>\n";
}

}  // namespace hpcast::report
