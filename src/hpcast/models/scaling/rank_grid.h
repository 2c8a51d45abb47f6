// Ranks as places of a grid of up to three dimensions, the last coordinate running fastest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hpcast::scaling {

inline constexpr std::size_t most_dimensions = 3;
using Shape = std::vector<std::uint32_t>;  // extents
using Place = std::array<std::uint32_t, most_dimensions>;

// What part of the grid a rank is in, by dimension. Programs that go by their neighbours do the
// same in all of a part.
enum class Along : std::uint8_t { only, first, inner, last };
using Part = std::array<Along, most_dimensions>;
std::string text_of(const Part& part);  // "first, inner"

class RankGrid {
 public:
  explicit RankGrid(Shape shape) : shape_(std::move(shape)) {}

  const Shape& shape() const { return shape_; }
  std::size_t dimensions() const { return shape_.size(); }
  std::uint32_t ranks() const;
  Place place_of(std::uint32_t rank) const;
  std::uint32_t rank_at(const Place& place) const;
  Part part_of(const Place& place) const;
  std::string text() const;  // "4 × 8"

 private:
  Shape shape_;
};

// Every grid of so many ranks and dimensions; with more than one dimension, of extents above 1.
std::vector<Shape> shapes_of(std::uint32_t ranks, std::size_t dimensions);

}  // namespace hpcast::scaling
