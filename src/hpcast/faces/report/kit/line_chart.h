// Lines over a common axis.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hpcast::report {

struct Point {
  double x = 0, y = 0;
};
struct Series {
  std::string name;
  std::vector<Point> points;  // ascending in x
  bool strong = false;        // the one to look at
};

struct LineChart {
  std::string title;  // what it shows, for who cannot see it
  std::string x_label, y_label;
  std::function<std::string(double)> x_text, y_text;  // of ticks and values
  double width = 560, height = 300;
  bool log_y = false;  // all y above 0
  double y_from = 0;   // linear: the axis begins there, or lower where a value does
  double y_to = 0;     // and ends there, or higher
  bool dots = true;    // mark the points
  bool labels = true;  // name each line at its end
};

// An SVG element; the numbers can be read at the points.
std::string line_chart(const LineChart& chart, const std::vector<Series>& series);

}  // namespace hpcast::report
