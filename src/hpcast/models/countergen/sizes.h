// The sizes of a problem: what a program was told, by name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hpcast::countergen {

// "rows" and 1000. In the order in which the user named them.
using Sizes = std::vector<std::pair<std::string, double>>;

// "rows=1000,cols=100"; numbers from 1e-30 to 1e30, names of letters, digits, _ and -: they become
// parts of files' names. Throws InputError, which names `option`.
Sizes sizes_in(std::string_view text, const std::string& option);
std::string to_string(const Sizes& sizes);
std::vector<double> values_of(const Sizes& sizes);

// Throws InputError unless all have the same names, and at least two differ.
void check_sizes(const std::vector<Sizes>& runs);

}  // namespace hpcast::countergen
