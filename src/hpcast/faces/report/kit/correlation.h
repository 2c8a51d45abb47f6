// One quantity over another, with the straight line nearest to the dots and their correlation.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hpcast/base/correlation.h"

namespace hpcast::report {

struct CorrelationDot {
  std::string name;
  double x = 0, y = 0;
};

struct CorrelationChart {
  std::string title;  // what it shows, for who cannot see it
  std::string x_label, y_label;
  std::function<std::string(double)> x_text, y_text;
};

// An SVG element, half as wide as the page; both axes begin at 0.
std::string correlation_chart(const CorrelationChart& chart,
                              const std::vector<CorrelationDot>& dots);

// Through them.
Line line_through(const std::vector<CorrelationDot>& dots);

}  // namespace hpcast::report
