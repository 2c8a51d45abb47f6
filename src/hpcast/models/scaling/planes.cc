#include "hpcast/models/scaling/planes.h"

#include <fmt/core.h>

#include <algorithm>

namespace hpcast::scaling {

namespace {

// Those that differ from `place` only along the dimensions, in the order of their ranks.
std::vector<std::uint32_t> members_of(const RankGrid& grid, std::uint32_t dimensions, Place place) {
  std::vector<std::uint32_t> members = {0};
  for (std::size_t i = 0; i < grid.dimensions(); ++i) {
    std::vector<std::uint32_t> more;
    const bool varies = (dimensions >> i & 1U) != 0;
    for (const std::uint32_t member : members)
      for (std::uint32_t x = varies ? 0 : place[i]; x < (varies ? grid.shape()[i] : place[i] + 1);
           ++x)
        more.push_back(member * grid.shape()[i] + x);
    members.swap(more);
  }
  return members;
}

// Along which its members differ.
std::uint32_t dimensions_of(const RankGrid& grid, const std::vector<std::uint32_t>& members) {
  std::uint32_t dimensions = 0;
  const Place first = grid.place_of(members.front());
  for (const std::uint32_t member : members) {
    const Place place = grid.place_of(member);
    for (std::size_t i = 0; i < grid.dimensions(); ++i)
      if (place[i] != first[i]) dimensions |= 1U << i;
  }
  return dimensions;
}

}  // namespace

std::vector<std::optional<Plane>> planes_in(const mpitrace::Profile& profile,
                                            const RankGrid& grid) {
  std::vector<std::optional<Plane>> planes;
  std::vector<std::array<std::uint32_t, 1U << most_dimensions>> so_far(grid.ranks());
  for (const mpitrace::Communicator& communicator : profile.communicators) {
    std::optional<Plane>& plane = planes.emplace_back();
    const std::vector<std::uint32_t>& members = communicator.members;
    const std::uint32_t dimensions = dimensions_of(grid, members);
    if (members != members_of(grid, dimensions, grid.place_of(members.front()))) continue;
    const std::uint32_t number = so_far[members.front()][dimensions];
    const bool agree = std::all_of(members.begin(), members.end(), [&](std::uint32_t member) {
      return so_far[member][dimensions]++ == number;
    });
    if (agree) plane = Plane{dimensions, number};
  }
  return planes;
}

std::uint32_t PlaneMaker::communicator(const Plane& plane, const Place& place) {
  Place lowest = place;
  for (std::size_t i = 0; i < grid_.dimensions(); ++i)
    if ((plane.dimensions >> i & 1U) != 0) lowest[i] = 0;
  const auto [at, is_new] =
      known_.try_emplace({plane.dimensions, plane.number, grid_.rank_at(lowest)},
                         static_cast<std::uint32_t>(profile_.communicators.size()));
  if (is_new)
    profile_.communicators.push_back({fmt::format("plane {}.{}", plane.dimensions, plane.number),
                                      members_of(grid_, plane.dimensions, lowest)});
  return at->second;
}

}  // namespace hpcast::scaling
