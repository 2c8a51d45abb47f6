#include "hpcast/models/scaling/rank_grid.h"

#include <fmt/core.h>

#include "hpcast/base/text.h"

namespace hpcast::scaling {

std::string text_of(const Part& part) {
  static constexpr std::array<const char*, 4> words = {"", "first", "inner", "last"};
  std::string text;
  for (const Along along : part) {
    if (along == Along::only) continue;
    if (!text.empty()) text += ", ";
    text += words[static_cast<std::size_t>(along)];
  }
  return text;
}

std::uint32_t RankGrid::ranks() const {
  std::uint32_t ranks = 1;
  for (const std::uint32_t extent : shape_) ranks *= extent;
  return ranks;
}

Place RankGrid::place_of(std::uint32_t rank) const {
  Place place{};
  for (std::size_t i = shape_.size(); i-- > 0; rank /= shape_[i]) place[i] = rank % shape_[i];
  return place;
}

std::uint32_t RankGrid::rank_at(const Place& place) const {
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < shape_.size(); ++i) rank = rank * shape_[i] + place[i];
  return rank;
}

Part RankGrid::part_of(const Place& place) const {
  Part part{};
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    if (shape_[i] == 1) continue;
    part[i] = place[i] == 0 ? Along::first : place[i] + 1 == shape_[i] ? Along::last : Along::inner;
  }
  return part;
}

std::string RankGrid::text() const {
  std::string text;
  for (const std::uint32_t extent : shape_) add_item(text, fmt::format("{}", extent), " × ");
  return text;
}

namespace {

void add_shapes(std::uint32_t rest, std::size_t dimensions, Shape& shape,
                std::vector<Shape>& shapes) {
  if (dimensions == 1) {
    if (rest == 1 && !shape.empty()) return;
    shape.push_back(rest);
    shapes.push_back(shape);
    shape.pop_back();
    return;
  }
  for (std::uint32_t extent = 2; extent <= rest / 2; ++extent) {
    if (rest % extent != 0) continue;
    shape.push_back(extent);
    add_shapes(rest / extent, dimensions - 1, shape, shapes);
    shape.pop_back();
  }
}

}  // namespace

std::vector<Shape> shapes_of(std::uint32_t ranks, std::size_t dimensions) {
  std::vector<Shape> shapes;
  Shape shape;
  add_shapes(ranks, dimensions, shape, shapes);
  return shapes;
}

}  // namespace hpcast::scaling
