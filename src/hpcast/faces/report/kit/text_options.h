// How an answer is written to a terminal, or to a file in its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hpcast::report {

struct TextOptions {
  std::size_t width = 80;
  bool colour = false;
  std::size_t shown_per_group = 3;  // objects alike that get a line of their own
  bool run_facts = true;            // wall time, host and so on, which differ from run to run
};

// For what `fd` is: a terminal's own width and, unless NO_COLOR is set or TERM is "dumb", colour;
// otherwise 80 columns and plain text.
TextOptions options_for(int fd);

// A heading and its entries, each with a dash; nothing where there are none.
std::string list_section(const char* heading, const std::vector<std::string>& entries,
                         const TextOptions& options);

}  // namespace hpcast::report
