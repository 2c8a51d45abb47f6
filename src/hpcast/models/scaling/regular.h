// A profile as a regular program: ranks in a grid, of which all in the same part (corner, edge,
// inner, …) do the same, with partners that lie the same way from them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/scaling/rank_grid.h"

namespace hpcast::scaling {

// Where a partner can be along a dimension: so many steps from oneself, around where that leads out
// of the grid, or at one of the ends.
struct Ways {
  int steps = 0;
  bool by_steps = false, to_first = false, to_last = false;
};
// The coordinate of a partner of who is at `at`; steps are likelier than ends.
std::uint32_t led_to(const Ways& ways, std::uint32_t at, std::uint32_t extent);

// What a message's tag can be.
enum TagRule : std::uint8_t { same_tag = 1, own_rank = 2, partners_rank = 4 };

// A communicator: those that differ only along `dimensions` (bits); of several such, which.
struct Plane {
  std::uint32_t dimensions = 0, number = 0;
  bool operator==(const Plane&) const = default;
};

// A call of every rank of a part.
struct Step {
  mpitrace::Operation call;  // as the first rank had it that was looked at
  // What has held for all so far: ways by dimension, of a call with a partner or root; tags as
  // bits.
  bool has_partner = false;
  std::array<Ways, most_dimensions> ways;
  std::uint8_t tags = same_tag;
  Plane plane;
  std::vector<std::uint32_t> slots;  // of a wait
  bool has_even_counts = false;      // a v-collective with as much for each
};

// Of a run, means over the ranks of a part, by step.
struct Amounts {
  double ranks = 0;
  std::vector<double> compute;  // ps before each step, and after the last
  std::vector<double> amount;   // of each call; of one with even counts, of each count
};

struct PartProgram {
  std::vector<Step> steps;
  std::uint32_t request_slots = 0;
};

struct Run {
  RankGrid grid;
  std::map<Part, Amounts> amounts;
};

class RegularProgram {
 public:
  // What a run does, and from the second on whether it is the same. The first one must have every
  // part that there is in any. Throws std::string, a sentence about a rank, where it is not
  // regular.
  void learn(const mpitrace::Profile& profile, const RankGrid& grid);

  const std::map<Part, PartProgram>& parts() const { return parts_; }
  const std::vector<std::string>& functions() const { return functions_; }
  const std::vector<Run>& runs() const { return runs_; }

 private:
  std::vector<std::string> functions_;
  std::map<Part, PartProgram> parts_;
  std::vector<Run> runs_;
};

}  // namespace hpcast::scaling
