// Communicators as planes of a grid of ranks: rows, columns, the whole.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/scaling/regular.h"

namespace hpcast::scaling {

// By communicator of the profile; nothing for one that is no plane.
std::vector<std::optional<Plane>> planes_in(const mpitrace::Profile& profile, const RankGrid& grid);

// The other way round: every rank's communicator for a plane, made when it is first asked for.
class PlaneMaker {
 public:
  PlaneMaker(const RankGrid& grid, mpitrace::Profile& profile) : grid_(grid), profile_(profile) {}
  std::uint32_t communicator(const Plane& plane, const Place& place);

 private:
  const RankGrid& grid_;
  mpitrace::Profile& profile_;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> known_;  // dimensions, number, lowest rank
};

}  // namespace hpcast::scaling
