// Lying bars, one a name.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hpcast::report {

struct NamedBar {
  std::string name;
  double value = 0;            // not negative
  std::string text;            // of the value
  std::optional<double> mark;  // another value to compare with: a line across
};

// An SVG element, half as wide as the page. `title`: what it shows, for who cannot see it.
std::string bar_chart(const std::string& title, const std::vector<NamedBar>& bars);

}  // namespace hpcast::report
