// A network for people.
#pragma once

#include <string>

#include "hpcast/ndl/network.h"

namespace hpcast::ndl {

std::string show_text(const Network& network);
// Small networks as they are, large ones collapsed (picture.h). The SVG is self-contained and
// follows the reader's dark mode.
std::string show_svg(const Network& network);
std::string show_dot(const Network& network);

}  // namespace hpcast::ndl
