#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

Grid::Grid(const GridShape& shape, Routing /*only dimension order, or by way of a vertex*/)
    : dimensions_(static_cast<std::uint32_t>(shape.extents.size())),
      ports_(2 * dimensions_),
      extents_(shape.extents) {
  strides_.resize(dimensions_);
  for (std::size_t d = dimensions_; d-- > 0;) {
    strides_[d] = nodes_;
    nodes_ *= extents_[d];
  }
  for (std::size_t d = 0; d < dimensions_; ++d)
    wraps_.push_back(shape.wraps[d] && extents_[d] > 2 ? 1 : 0);
  coordinates_.reserve(std::size_t{nodes_} * dimensions_);
  for (Vertex vertex = 0; vertex < nodes_; ++vertex) {
    for (std::size_t d = 0; d < dimensions_; ++d)
      coordinates_.push_back(static_cast<std::uint16_t>(vertex / strides_[d] % extents_[d]));
  }
}

bool Grid::exists(LinkId link) const {
  const std::uint32_t d = link_class(link);
  if (wraps_[d] != 0) return true;
  const std::uint32_t at = coordinate(tail(link), d);
  return ports_.remainder(link) % 2 == 0 ? at + 1 < extents_[d] : at > 0;
}

Vertex Grid::head(LinkId link) const {
  const Vertex from = tail(link);
  const std::uint32_t d = link_class(link);
  const std::uint32_t at = coordinate(from, d), last = extents_[d] - 1;
  if (ports_.remainder(link) % 2 == 0)
    return at < last ? from + strides_[d] : from - last * strides_[d];
  return at > 0 ? from - strides_[d] : from + last * strides_[d];
}

}  // namespace hpcast::ndl
