// Vectors that go down or up a tree in segments. Private to netsim.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hpcast/models/netsim/collective_steps.h"
#include "hpcast/models/netsim/collective_trees.h"

namespace hpcast::netsim::collectives {

constexpr std::uint64_t unsegmented = 0;

// The elements of a segment of about that many bytes: Open MPI 4.1.6, coll_base_functions.h,
// COLL_BASE_COMPUTED_SEGCOUNT. One at least.
inline std::uint64_t segment_elements(const CollectivePart& part, std::uint64_t segment_bytes) {
  if (segment_bytes < part.element || segment_bytes >= part.bytes)
    return std::max<std::uint64_t>(1, elements_of(part));
  const std::uint64_t remainder = segment_bytes % part.element;
  return segment_bytes / part.element + (remainder > part.element / 2 ? 1 : 0);
}

struct Segments {
  const CollectivePart& part;
  std::uint64_t elements;  // of a segment
  std::uint32_t count;     // one at least

  std::uint64_t bytes(std::uint32_t index) const {
    return offset_of_element(part, (index + std::uint64_t{1}) * elements) -
           offset_of_element(part, index * elements);
  }
};
inline Segments segments_of(const CollectivePart& part, std::uint64_t segment_bytes) {
  const std::uint64_t all = elements_of(part);
  const std::uint64_t each = segment_elements(part, segment_bytes);
  return {part, each,
          static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (all + each - 1) / each))};
}

// Down a tree: a rank receives a segment while it sends the one before to its children
// (ompi_coll_base_bcast_intra_generic).
template <class Tree>
std::uint32_t rounds_down(const CollectivePart& part, const Segments& segments) {
  const bool relays = !Tree::at_top(part) && child_count<Tree>(part) > 0;
  return segments.count + (relays ? 1 : 0);
}
template <class Tree>
void fill_down(const CollectivePart& part, const Segments& segments, std::uint32_t index,
               CollectiveRound& round) {
  const bool top = Tree::at_top(part);
  if (!top && index < segments.count) add_receive(round, Tree::parent(part), segments.bytes(index));
  if (!top && index == 0) return;
  const std::uint64_t bytes = segments.bytes(top ? index : index - 1);
  Tree::children(part, [&](std::uint32_t child) { add_send(round, child, bytes); });
}

// Up a tree: one child after the other, segment by segment; a segment goes on to the parent while
// the next one comes from the first child (ompi_coll_base_reduce_generic).
template <class Tree>
std::uint32_t rounds_up(const CollectivePart& part, const Segments& segments) {
  const std::uint32_t children = child_count<Tree>(part);
  if (children == 0) return segments.count;
  return segments.count * children + (Tree::at_top(part) ? 0 : 1);
}
template <class Tree>
void fill_up(const CollectivePart& part, const Segments& segments, std::uint32_t index,
             CollectiveRound& round) {
  const std::uint32_t children = child_count<Tree>(part);
  if (children == 0) return add_send(round, Tree::parent(part), segments.bytes(index));
  const std::uint32_t segment = index / children, child = index % children;
  if (segment < segments.count)
    add_receive(round, child_at<Tree>(part, child), segments.bytes(segment));
  if (child == 0 && segment > 0 && !Tree::at_top(part))
    add_send(round, Tree::parent(part), segments.bytes(segment - 1));
  if (segment < segments.count) add_combine(round, segments.bytes(segment));
}

}  // namespace hpcast::netsim::collectives
