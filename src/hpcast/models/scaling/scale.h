// The profile of a regular program on more ranks than it was recorded on, from runs on fewer
// (SCAMP's question): who does what follows from the place in the grid of ranks, how much from how
// it has grown from run to run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/scaling/rank_grid.h"

namespace hpcast::scaling {

struct Target {
  std::uint32_t ranks = 0;
  std::optional<Shape> shape;  // of the grid; else as the recorded runs' go on
};

// "4096", or "64x64" with the grid. Throws InputError for anything else.
Target parse_target(const std::string& text);

struct Scaled {
  mpitrace::Profile profile;
  std::vector<std::string> assumptions;  // grids, laws, how well the largest run comes out
};

// Of at least two runs on different numbers of ranks. Throws InputError where no grid makes a
// regular program of them, where they do not tell how something grows, or where the largest does
// not come out as the smaller ones have it.
Scaled scale(std::span<const mpitrace::Profile> runs, const Target& target);

}  // namespace hpcast::scaling
