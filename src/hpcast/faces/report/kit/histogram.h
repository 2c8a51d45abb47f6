// How many lie in each bin of a range.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hpcast::report {

struct Histogram {
  std::string title;  // what it shows, for who cannot see it
  std::string x_label, y_label;
  std::function<std::string(double)> x_text;  // of the bins' borders
  double from = 0, bin_width = 1;             // the first bin's beginning, and all widths
  bool open_end = false;                      // the last bin has all beyond its beginning
  double width = 560, height = 300;
};

// An SVG element; the numbers can be read at the bars.
std::string histogram(const Histogram& chart, const std::vector<std::uint64_t>& bins);

}  // namespace hpcast::report
