// Forecast over measured values, both by logarithm: what is right lies on the diagonal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hpcast::report {

struct ScatterDot {
  double x = 0, y = 0;       // measured, forecast; 0 lies at the border, with a label
  std::uint64_t events = 1;  // that it stands for: its area
};

struct ScatterChart {
  std::string title;  // what it shows, for who cannot see it
  std::string x_label = "measured", y_label = "forecast";
  std::function<std::string(double)> text;  // of ticks and values, on both axes
  std::string noun = "event";               // what dots stand for
  double band = 0.2;                        // relative error that is still near: shown as a band
  double width = 560, height = 500;
};

// An SVG element; the numbers can be read at the dots. Dots that would lie on each other become
// one.
std::string scatter_chart(const ScatterChart& chart, const std::vector<ScatterDot>& dots);

}  // namespace hpcast::report
