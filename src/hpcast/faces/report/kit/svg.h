// An SVG element, piece by piece.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "hpcast/faces/report/kit/markup.h"

namespace hpcast::report {

inline constexpr double character_width = 6.3;  // of labels

class Svg {
 public:
  Svg(double width, double height, const std::string& description, const char* style = "") {
    put("<svg class=\"{}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">", style,
        width, height, escape(description));
  }
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  void label(const char* style, double x, double y, const std::string& text) {
    put("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", style, x, y, escape(text));
  }
  void box(const std::string& style, double x, double y, double width, double height,
           const std::string& hover) {
    put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
        "<title>{}</title></rect>",
        style, x, y, std::max(width, 0.0), height, escape(hover));
  }
  void line(const char* style, double x1, double y1, double x2, double y2) {
    put("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>", style, x1,
        y1, x2, y2);
  }
  std::string end() && { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

}  // namespace hpcast::report
