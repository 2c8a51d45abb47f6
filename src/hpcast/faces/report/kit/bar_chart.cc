#include "hpcast/faces/report/kit/bar_chart.h"

#include <algorithm>

#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

std::string bar_chart(const std::string& title, const std::vector<NamedBar>& bars) {
  constexpr double width = 560, names_most = 224, texts = 80, thickness = 16, pitch = 25;
  constexpr double widest_character = 7.2;  // of wide fonts: names must not begin outside
  double longest = 0;
  std::size_t longest_name = 0;
  std::string description = title + ". ";
  for (const NamedBar& bar : bars) {
    longest = std::max({longest, bar.value, bar.mark.value_or(0)});
    longest_name = std::max(longest_name, display_width(bar.name));
    description += bar.name + ": " + bar.text + ". ";
  }
  const double left =
      std::min(names_most, widest_character * static_cast<double>(longest_name)) + 10;
  const auto room = static_cast<std::size_t>((left - 10) / widest_character);
  const double scale = longest > 0 ? (width - left - texts) / longest : 0;
  Svg svg(width, pitch * static_cast<double>(bars.size()) + 4, description);
  double y = 4;
  for (const NamedBar& bar : bars) {
    svg.label("end", left - 8, y + 12.5, shortened(bar.name, room));
    svg.box("one", left, y, scale * bar.value, thickness, bar.name + ": " + bar.text);
    const double mark = left + scale * bar.mark.value_or(0);
    if (bar.mark) svg.line("mark", mark, y - 3, mark, y + thickness + 3);
    const double end = std::max(left + scale * bar.value, mark);
    svg.label("soft", end + 6, y + 12.5, bar.text);
    y += pitch;
  }
  return std::move(svg).end();
}

}  // namespace hpcast::report
