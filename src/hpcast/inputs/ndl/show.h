// A network for people.
#pragma once

#include <string>
#include <vector>

#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

// What is to be known of a network, a line each.
struct FactLine {
  std::string name, value;
  bool part = false;  // of the last line that is none
};
std::vector<FactLine> fact_lines(const Network& network);

// "tofu, 24 x 18 x 17"
std::string show_shape(const Network& network);

// Both.
std::string show_text(const Network& network);
// Small networks as they are, large ones collapsed (picture.h). The SVG is self-contained and
// follows the reader's dark mode.
std::string show_svg(const Network& network);
std::string show_dot(const Network& network);

}  // namespace hpcast::ndl
