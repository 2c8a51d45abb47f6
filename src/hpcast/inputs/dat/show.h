// A machine for people: as text, SVG and Graphviz dot. Machines of more than 40 objects are folded:
// identical subtrees are shown once with their number.
#pragma once

#include <string>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

std::string show_text(const Machine& machine);
// Self-contained; layered by distance from the cores; follows the reader's dark mode.
std::string show_svg(const Machine& machine);
std::string show_dot(const Machine& machine);

}  // namespace hpcast::dat
