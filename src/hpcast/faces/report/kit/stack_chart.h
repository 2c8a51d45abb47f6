// Amounts that add up: as lying bars, one a name, and over time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hpcast::report {

// What a stack is made of, from its beginning on.
struct StackPart {
  std::string name;
  std::string style;  // class of its colour
};

struct StackedBar {
  std::string name;
  std::vector<double> values;  // by part; what is below 0 is left out
  std::optional<double> mark;  // another value to compare with: a line across
};

struct StackSpan {
  double from = 0, to = 0;     // ascending from span to span
  std::vector<double> values;  // by part
  std::optional<double> mark;
};

struct StackChart {
  std::string title;  // what it shows, for who cannot see it
  std::vector<StackPart> parts;
  std::function<std::string(double)> text;    // of values
  std::function<std::string(double)> x_text;  // of times
  std::string x_label, y_label;
  std::string mark_name = "measured";
};

// SVG elements, as wide as the page.
std::string stacked_bars(const StackChart& chart, const std::vector<StackedBar>& bars);
// Of spans that are narrower than a few pixels the highest of several is drawn.
std::string stacked_spans(const StackChart& chart, const std::vector<StackSpan>& spans);

// The parts with their colours, as a line of HTML.
std::string stack_key(const StackChart& chart, bool has_marks);

}  // namespace hpcast::report
